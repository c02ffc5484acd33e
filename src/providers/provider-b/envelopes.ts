/** The shapes of provider B's envelopes, and the error for an answer of another shape. */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import { currencyCode, text } from "../../contract/values.js";
import { list, rawCount, rawNumber, rawPositive } from "./values.js";

/**
 * Parses the body of a call with the schema of its envelope.
 *
 * @throws {UnreadableAnswer} when it has another shape.
 */
export function parseEnvelope<S extends z.ZodTypeAny>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unreadable();
  return parsed.data;
}

/**
 * Parses the content of an envelope.
 *
 * @throws {ProviderError} `bad_answer` when it has another shape.
 */
export function parse<S extends z.ZodTypeAny>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw badAnswer();
  return parsed.data;
}

/**
 * Returns a parsed module of a summary; `null` when B sent none, as a missing key, `null` or `{}`.
 *
 * @throws {ProviderError} `bad_answer` for another shape.
 */
export function readModule<S extends z.ZodTypeAny>(schema: S, module: unknown): z.output<S> | null {
  if (module === undefined || module === null) return null;
  if (typeof module === "object" && Object.keys(module).length === 0 && !Array.isArray(module)) return null;
  return parse(schema, module);
}

/** A list in a module. z.array would visit each of the million entries that a broken upstream can send. */
export const entries = z.custom<unknown[]>(Array.isArray);

/**
 * Returns the content of an envelope.
 *
 * @throws {ProviderError} `bad_answer` for an error, since no error with status 200 has a known meaning.
 */
export function toResult({ result, error }: z.output<typeof envelope>): unknown[] {
  if (result === null && error) throw badAnswer();
  return result ?? [];
}

/**
 * Checks that an answer is about the symbol that was sent.
 *
 * @throws {ProviderError} `bad_answer` when it is not.
 */
export function checkSymbol(got: unknown, sent: string): void {
  if (typeof got !== "string" || got.toUpperCase() !== sent) throw badAnswer();
}

/** Creates the error for an answer that is no JSON, or not the envelope of its call. */
export function unreadable(): ProviderError {
  return new UnreadableAnswer("provider-b");
}

/** Creates the error for an answer that is unusable for its symbol or question. */
export function badAnswer(): ProviderError {
  return new ProviderError("provider-b", "bad_answer");
}

/** Creates the error for an answer without data. */
export function noData(): ProviderError {
  return new ProviderError("provider-b", "no_data");
}

const envelope = z.object({
  // z.array would visit every one of the million entries that a broken upstream can send.
  result: z.custom<unknown[] | null>((value) => value === null || Array.isArray(value)),
  error: z.unknown(),
});

/** The module that every known security has. */
export const priceModule = z.object({
  symbol: text,
  shortName: text,
  longName: text,
  currency: currencyCode,
  exchange: text,
  exchangeName: text,
  quoteType: text,
  marketCap: rawPositive,
  regularMarketPrice: rawPositive,
  regularMarketTime: rawNumber,
});

/** Bodies by call; their content is validated where it is used. */
export const summaryBody = z.object({ quoteSummary: envelope });
export const summaryResult = z.record(z.unknown());
export const summaryError = z.object({ quoteSummary: z.object({ error: z.object({ description: text }) }) });
export const quoteBody = z.object({ quoteResponse: envelope });
export const chartBody = z.object({ chart: envelope });
export const chartResult = z.object({ meta: z.record(z.unknown()), timestamp: list, indicators: z.unknown() });
export const chartBars = z.object({ quote: z.tuple([z.object({ open: entries })]).rest(z.unknown()) });
export const timeseriesBody = z.object({ timeseries: envelope });
export const searchBody = z.object({ quotes: entries, news: z.unknown() });
export const optionsBody = z.object({ optionChain: envelope });
export const summaryOfMarketBody = z.object({ marketSummaryResponse: envelope });
export const screenBody = z.object({ finance: envelope });
export const screenResult = z.object({ start: rawCount, total: rawCount, quotes: list });
