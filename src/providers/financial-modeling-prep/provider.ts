/** FMP: a keyed REST API that answers almost everything with a JSON array. */
import { failuresOf } from "../../contract/errors.js";
import type { Provider, ProviderSettings } from "../../contract/provider.js";
import type { Upstream } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { positive, toText } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import { eachInSlices } from "../../lib/next-turn.js";
import { parseJson } from "../../lib/parse-json.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";
import { isMessage, saysUnknownSymbol, toRefusal, toScopes } from "./refusal.js";
import { toFmpSymbol } from "./symbol.js";
import { fmpDescription } from "./description.js";

/** The parameters of a call; the client spells `symbol` as FMP does. */
export type Query = { symbol?: string } & { [name: string]: string | number | boolean | undefined };

/** A schema for one row of an answer; its parts are lenient, so it accepts any object. */
type RowSchema<Row> = z.ZodType<Row, z.ZodTypeDef, unknown>;

export const fmpProvider: Provider<FmpClient> = {
  ...fmpDescription,
  retries: true,
  refusal: toRefusal,
  open: (settings) => (upstream) => createClient(settings, upstream),
  probe: (client) => client.first(z.object({ price: positive }), "quote", { symbol: "AAPL" }),
};

const { badAnswer, unreadable, noData } = failuresOf("provider-a");
export { badAnswer, noData };

// Limit of rows, twice the longest valid list (all coins); parsing more rows would block other callers.
const MAX_ROWS = 10_000;

/** FMP's calls for one question. */
export type FmpClient = ReturnType<typeof createClient>;

function createClient({ baseUrl, apiKey }: ProviderSettings, upstream: Upstream) {
  /**
   * The parsed JSON of `{base}/{path}?{query}`; `null` when there is none (404, 204, empty body, or an error that says
   * that there is no such symbol).
   *
   * @throws {ProviderError} `bad_answer` when it is not JSON, or `null`, and what `Upstream.send` throws.
   */
  async function get(path: string, asked: Query = {}): Promise<unknown> {
    const query = { ...asked, ...(asked.symbol !== undefined && { symbol: toFmpSymbol(asked.symbol) }) };
    const url = new URL(`${baseUrl}/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, toParameter(value));
    }
    if (apiKey !== undefined) url.searchParams.set("apikey", apiKey);
    const response = await upstream.send({ url, scopes: toScopes(path, query) });
    if (response.status === 404 || response.text === "" || saysUnknownSymbol(response.text)) return null;
    const answer = parseJson(response.text);
    // An unknown symbol has an empty list; `null` is not a valid answer.
    if (answer === null || answer === undefined) throw unreadable();
    return answer;
  }

  /**
   * The rows of an answer; empty when the upstream has no data for this call. Rows that are not objects are dropped.
   *
   * @throws {ProviderError} `bad_answer` when the answer is not a list of objects, when no row has a value besides its
   * symbol, or when a row is about another symbol than `query.symbol`; and what `get` throws.
   */
  async function rows<Row>(schema: RowSchema<Row>, path: string, query: Query = {}): Promise<Row[]> {
    const answer = await get(path, query);
    if (answer === null || (Array.isArray(answer) && answer.length === 0)) return [];
    if (isMessage(answer)) throw badAnswer();
    if (!Array.isArray(answer)) throw unreadable();
    const objects = answer.slice(0, MAX_ROWS).filter(isObject);
    if (objects.length === 0) throw unreadable();
    if (objects.some((row) => isOtherSymbol(row["symbol"], query.symbol))) throw badAnswer();
    const parsed: Row[] = [];
    await eachInSlices(objects, (row) => {
      const read = schema.safeParse(row);
      if (read.success) parsed.push(read.data);
    });
    if (!parsed.some(hasValue)) throw badAnswer();
    return parsed;
  }

  /** The first row of an answer, for tables with one row of a symbol; `null` when there is none. Throws what `rows` does. */
  async function first<Row>(schema: RowSchema<Row>, path: string, query: Query): Promise<Row | null> {
    return (await rows(schema, path, query))[0] ?? null;
  }

  return { upstream, get, rows, first };
}

function toParameter(value: string | number | boolean): string {
  return typeof value === "number" ? toPlainDecimal(value) : String(value);
}

/** Whether a row has any value besides its symbol. */
function hasValue(row: unknown): boolean {
  if (!isObject(row)) return false;
  return Object.entries(row).some(([field, value]) => field !== "symbol" && value !== null && value !== undefined);
}

function isOtherSymbol(sent: unknown, requested: string | undefined): boolean {
  const symbol = toText(sent);
  return requested !== undefined && symbol !== null && symbol.toUpperCase() !== toFmpSymbol(requested).toUpperCase();
}
