/** Alpha Vantage: one address, a key in the query, and refusals with status 200. */
import { UnreadableAnswer } from "../../contract/errors.js";
import type { Provider, ProviderSettings } from "../../contract/provider.js";
import type { Refusal, Upstream, UpstreamResponse } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { alphaVantageDescription } from "./description.js";
import { parseJson } from "../../lib/parse-json.js";

const NO_REFUSAL = new Set([200, 204, 404]);
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Alpha Vantage: 25 calls a day on a free key, about one a second.
 *
 * A failed call is not repeated, because that would cost another of the 25 calls.
 */
export const alphaVantageProvider: Provider<AlphaVantageClient> = {
  ...alphaVantageDescription,
  retries: false,

  refusal(response) {
    if (response.status >= 500) return undefined;
    if (response.status === 429) return limited(response.retryAfterSeconds ?? MINUTE);
    if (response.status === 401 || response.status === 403) return { reason: "key_refused", pauseSeconds: MINUTE };
    return readRefusal(response) ?? (NO_REFUSAL.has(response.status) ? undefined : { reason: "bad_answer" });
  },

  open: (settings) => (upstream) => createClient(settings, upstream),

  probe: (client) => client.query({ function: "SYMBOL_SEARCH", keywords: "AAPL" }),
};

/** Alpha Vantage's calls for one question. */
type AlphaVantageClient = ReturnType<typeof createClient>;

function createClient({ baseUrl, apiKey = "" }: ProviderSettings, upstream: Upstream) {
  return {
    /**
     * The parsed answer to one function of its only endpoint; `null` when there is none (404, 204, empty body).
     *
     * @throws {ProviderError} `bad_answer` when the answer is not JSON, or `null`.
     */
    async query(parameters: { function: string } & Record<string, string>): Promise<unknown> {
      const url = new URL(`${baseUrl}/query`);
      url.search = new URLSearchParams({ ...parameters, apikey: apiKey }).toString();
      const { status, text } = await upstream.send({ url });
      if (status === 404 || text === "") return null;
      const answer = parseJson(text);
      // `null` is not a valid answer; an empty list means no matches.
      if (answer === null || answer === undefined) throw new UnreadableAnswer("provider-c");
      return answer;
    },
  };
}

// A refusal has a sentence or two; a longer body contains data and is not parsed twice.
const MAX_REFUSAL_LENGTH = 10_000;

const refusalBody = z.object({
  "Error Message": z.string().optional(),
  Note: z.string().optional(),
  Information: z.string().optional(),
});

/**
 * Recognises a refusal by its text. The text can contain our key, so it is never passed on.
 *
 * The limit per second is recognised first, because its text also names the requests per day; the text of every limit
 * also advertises the premium plans.
 */
function readRefusal(response: UpstreamResponse): Refusal | undefined {
  if (response.text.length > MAX_REFUSAL_LENGTH) return undefined;
  const parsed = refusalBody.safeParse(parseJson(response.text));
  if (!parsed.success) return undefined;
  const { "Error Message": error, Note: note, Information: information } = parsed.data;
  if (error !== undefined) {
    return /api ?key/i.test(error) ? { reason: "key_refused", pauseSeconds: MINUTE } : { reason: "bad_answer" };
  }
  const message = note ?? information;
  if (message === undefined) return undefined;
  if (/spreading out|per second/i.test(message)) return limited(2);
  if (/per minute/i.test(message)) return limited(MINUTE);
  // C does not publish when its day ends; one call per hour finds out at little cost.
  if (/per day|daily/i.test(message)) return limited(HOUR);
  if (note !== undefined || /rate limit|call frequency/i.test(message)) return limited(MINUTE);
  if (/premium|demo/i.test(message)) return { reason: "not_in_plan", pauseSeconds: HOUR };
  return { reason: "bad_answer" };
}

function limited(seconds: number): Refusal {
  return { reason: "rate_limited", retryAfterSeconds: seconds, pauseSeconds: seconds };
}
