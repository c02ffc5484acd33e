/** The shapes of Yahoo's envelopes, and the error for an answer of another shape. */
import { failuresOf, HINTS, MarketDataError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import { say, the } from "../../../contract/sentence.js";
import { currencyCode, text } from "../../../contract/values.js";
import { isObject } from "../../../lib/is-object.js";
import { isSameYahooSymbol } from "./symbol.js";
import { rawNumber, rawPositive } from "./values.js";

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
 * Returns a parsed module of a summary; `null` when B sent none.
 *
 * @throws {ProviderError} `bad_answer` for another shape.
 */
export function readModule<S extends z.ZodTypeAny>(schema: S, module: unknown): z.output<S> | null {
  return isAbsent(module) ? null : parse(schema, module);
}

/** Whether B sent no value, as a missing key, `null` or `{}`. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}

/**
 * Returns the rows that can be read among the first `max`: a broken upstream can send a million.
 *
 * @throws {ProviderError} `bad_answer` when there are rows and none can be read.
 */
export function readRows<S extends z.ZodTypeAny>(schema: S, sent: readonly unknown[], max: number): z.output<S>[] {
  const rows = readableRows(schema, sent, max);
  if (sent.length > 0 && rows.length === 0) throw badAnswer();
  return rows;
}

/** Returns the rows that can be read among the first `max`, which may be none. */
export function readableRows<S extends z.ZodTypeAny>(schema: S, sent: readonly unknown[], max: number): z.output<S>[] {
  return sent.slice(0, max).flatMap((row) => {
    const { success, data } = schema.safeParse(row);
    return success ? [data as z.output<S>] : [];
  });
}

/** A list in a module. z.array would visit each of the million entries that a broken upstream can send. */
export const entries = z.custom<unknown[]>(Array.isArray);

/**
 * Returns the content of the envelope `name`, which is validated where it is used.
 *
 * @throws {UnreadableAnswer} when the body has no such envelope.
 * @throws {ProviderError} `bad_answer` for an error, since no error with status 200 has a known meaning.
 */
export function toResult(body: unknown, name: string): unknown[] {
  const { success, data } = envelope.safeParse(isObject(body) ? body[name] : undefined);
  if (!success) throw unreadable();
  if (data.result === null && data.error) throw badAnswer();
  return data.result ?? [];
}

/**
 * Checks that an answer is about the symbol that was sent.
 *
 * @throws {ProviderError} `bad_answer` when it is not.
 */
export function checkSymbol(got: unknown, sent: string): void {
  if (typeof got !== "string" || !isSameYahooSymbol(got, sent)) throw badAnswer();
}

export const { badAnswer, unreadable, noData } = failuresOf("provider-b");

/**
 * Creates the error, after which no other source is tried: B lists every market, so a symbol that it does not know is
 * most likely misspelt.
 */
export function unknownSymbol(...symbols: readonly string[]): MarketDataError {
  return new MarketDataError(
    "not_found",
    say`Cannot find "${symbols.join(", ")}": ${the.source("provider-b")} does not know ${symbols.length > 1 ? "these symbols" : "this symbol"}.`,
    {
      hints: [HINTS.findSymbol],
    },
  );
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
