/** Finnhub: a REST API with a key in a header, which answers 200 without data for a symbol that it does not know. */
import { failuresOf } from "../../contract/errors.js";
import type { Provider, ProviderSettings } from "../../contract/provider.js";
import type { Refusal, Upstream, UpstreamRequest, UpstreamResponse } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { positive } from "../../contract/values.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { isMutualFund, isUsListing, toListingSymbol } from "../../market/symbols/symbol.js";
import { finnhubDescription } from "./description.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Finnhub. Its texts of errors changed over the years, so that only the status counts. */
export const finnhubProvider: Provider<FinnhubClient> = {
  ...finnhubDescription,
  retries: true,
  refusal: toRefusal,
  open: (settings) => (upstream) => createClient(settings, upstream),
  probe: (client) => client.object(z.object({ c: positive }), "quote", "AAPL"),
};

/** Recognises a refusal. 403 means data or a symbol outside the plan, while the key is good. */
function toRefusal({ status, retryAfterSeconds }: UpstreamResponse, request: UpstreamRequest): Refusal | undefined {
  if (status === 200 || status >= 500) return undefined;
  if (status === 429) {
    const seconds = retryAfterSeconds ?? MINUTE;
    return { reason: "rate_limited", retryAfterSeconds: seconds, pauseSeconds: seconds };
  }
  if (status === 401) return { reason: "key_refused", pauseSeconds: MINUTE };
  if (status !== 403) return { reason: "bad_answer" };
  return {
    reason: "not_in_plan",
    pauseSeconds: HOUR,
    pauseScope: request.scopes?.[0],
    pauseGrowsTo: DAY_SECONDS,
  };
}

/**
 * The option of a source of questions about a symbol: a free key knows only listings in the US, and mutual funds are
 * listed nowhere. A question without a symbol is about the whole market.
 */
export const US_LISTINGS_ONLY = {
  cannot: ({ symbol }: { symbol?: string | undefined }): readonly string[] =>
    symbol !== undefined && isUsListing(symbol) && !isMutualFund(symbol) ? [] : ["symbol"],
};

const { badAnswer, unreadable, noData } = failuresOf("provider-e");
export { badAnswer, noData };

/** Whether a row names another symbol than the one that was asked for. */
export function isOther(sent: unknown, symbol: string): boolean {
  return typeof sent === "string" && toListingSymbol(sent.toUpperCase()) !== toListingSymbol(symbol);
}

/** A schema for an object of an answer; its parts are lenient, so it accepts any object. */
type Lenient<Row> = z.ZodType<Row, z.ZodTypeDef, unknown>;

/** Limit of rows that are parsed: several months of news about one company. */
const MAX_ROWS = 1_000;

/** Finnhub's calls for one question. */
export type FinnhubClient = ReturnType<typeof createClient>;

function createClient({ baseUrl, apiKey = "" }: ProviderSettings, upstream: Upstream) {
  /** The parsed answer to `{base}/{path}?symbol=…`; the key is in a header, because addresses end up in logs. */
  async function get(path: string, symbol: string, more: Readonly<Record<string, string>>): Promise<unknown> {
    const spelled = toListingSymbol(symbol).replace("-", ".");
    const url = new URL(`${baseUrl}/${path}`);
    url.search = new URLSearchParams({ symbol: spelled, ...more }).toString();
    const headers = { "X-Finnhub-Token": apiKey };
    const { text } = await upstream.send({ url, headers, scopes: [`${path} ${spelled}`] });
    return parseJson(text);
  }

  return {
    upstream,
    /**
     * Returns an answer that is one object.
     *
     * @throws {ProviderError} `bad_answer` for any other answer, and for an object with an error.
     */
    async object<Row>(
      schema: Lenient<Row>,
      path: string,
      symbol: string,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Row> {
      const answer = await get(path, symbol, more);
      if (!isObject(answer)) throw unreadable();
      if (typeof answer["error"] === "string") throw badAnswer();
      return schema.parse(answer);
    },
    /**
     * Returns an answer that is a list of objects; empty when there is none.
     *
     * @throws {ProviderError} `bad_answer` for any other answer, and for rows about another symbol.
     */
    async rows<Row>(
      schema: Lenient<Row>,
      path: string,
      symbol: string,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Row[]> {
      const answer = await get(path, symbol, more);
      if (!Array.isArray(answer)) throw unreadable();
      const objects = answer.slice(0, MAX_ROWS).filter(isObject);
      if (answer.length > 0 && objects.length === 0) throw unreadable();
      if (objects.some((row) => isOther(row["symbol"], symbol))) throw badAnswer();
      return objects.map((row) => schema.parse(row));
    },
  };
}
