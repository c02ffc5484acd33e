/** Parses Yahoo's values. */
import { z } from "../../../contract/schema.js";
import { lenient, toCount, toNumber, toPastInstant, toPositive } from "../../../contract/values.js";

/**
 * Returns a number unchanged, plain or wrapped as `{raw, fmt}`.
 *
 * B wraps some numbers even when plain ones are requested; a missing number is absent, `null` or `{}`. All of these,
 * and every value that is not finite, become `null`.
 */
export function raw(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return toNumber(value);
  return Object.hasOwn(value, "raw") ? toNumber((value as { raw: unknown }).raw) : null;
}

/** Schema part for a number of B: accepts anything, yields a number or `null`. */
export const rawNumber = lenient(raw);

/** Schema part for a count, as `toCount`. */
export const rawCount = lenient((value) => toCount(raw(value)));

/** Seconds since the epoch as B sends them; `null` for 0, and for a time outside the years 1839 to 2100. */
export function toSeconds(value: unknown): number | null {
  const seconds = raw(value);
  return seconds !== null && seconds !== 0 && Math.abs(seconds) <= MAX_SECONDS ? seconds : null;
}

/** Schema part for a time, as `toSeconds`. */
export const rawSeconds = lenient(toSeconds);

/** Schema part for a price or an amount that cannot be zero or negative. */
export const rawPositive = lenient((value) => toPositive(raw(value)));

/**
 * The shortest decimal that is the same 32-bit float, such as 129.04 for 129.0399932861328.
 *
 * B's charts send 32-bit floats written as 64-bit ones. This reverses the conversion and rounds nothing: a whole
 * number, or a number that is not a 32-bit float, stays unchanged. A 32-bit float preserves at least six digits, and
 * nine digits distinguish any two of them, so the search ends at nine.
 */
export function toShortestFloat(value: number): number {
  if (Number.isInteger(value) || Math.fround(value) !== value) return value;
  // Multiplying is exact and takes a tenth of the time of `toPrecision`; a chart has up to 50,000 prices.
  for (let scale = 10; scale <= MAX_SCALE; scale *= 10) {
    const shorter = Math.round(value * scale) / scale;
    if (Math.fround(shorter) === value) return shorter;
  }
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}

const MAX_SCALE = 1e6;

/** Returns a number of a chart in its shortest form, or `null`; 0 stands for a price that is missing. */
export function toChartPrice(value: unknown): number | null {
  const price = raw(value);
  return price === null || price === 0 ? null : toShortestFloat(price);
}

/** Schema part for a price in a chart, as `toChartPrice`; `withPrices` removes one that the security cannot have. */
export const chartPrice = lenient(toChartPrice);

/**
 * Returns the field `funds` of an answer: the symbol, if its type at B (`quoteType`, `instrumentType`) is mutual fund.
 */
export function toFunds(symbol: string, type: string | null): { funds?: readonly string[] } {
  return type === "MUTUALFUND" ? { funds: [symbol] } : {};
}

/**
 * Schema part for a list; anything else becomes an empty list. The entries are not validated, because a broken list can
 * contain a million.
 */
export const list = lenient((value): unknown[] => (Array.isArray(value) ? value : []));

/** Schema part for a boolean. */
export const flag = lenient((value) => (typeof value === "boolean" ? value : null));

/** Schema part for a value without which its row cannot be read. */
export function required<T>(type: z.ZodType<T | null, z.ZodTypeDef, unknown>) {
  return type.refine((value): value is T => value !== null);
}

/** Schema of an object that may be missing; then its fields are `null`. */
export function part<S extends z.ZodTypeAny>(schema: S) {
  return z.preprocess((value) => value ?? {}, schema);
}

/** Fields by our names, each with B's name and the type of its value. */
type Names = Readonly<Record<string, readonly [sent: string, type: z.ZodTypeAny]>>;

/** Schema of an object whose fields get our names. */
export function renamed<Fields extends Names>(fields: Fields) {
  const sent = z.object(Object.fromEntries(Object.values(fields)));
  return sent.transform((values) => {
    const ours = Object.entries(fields).map(([name, [sentName]]) => [name, values[sentName] as unknown]);
    return Object.fromEntries(ours) as { [Name in keyof Fields]: z.output<Fields[Name][1]> };
  });
}

/** Returns the values that an answer's schema has, in its order. */
export function pick<Shape extends object, Values extends object>(
  shape: Shape,
  values: Values,
): Pick<Values, keyof Shape & keyof Values> {
  const names = Object.keys(shape).filter((name) => name in values);
  return Object.fromEntries(names.map((name) => [name, values[name as keyof Values]])) as typeof values;
}

/** Converts seconds since the epoch to the UTC day, `YYYY-MM-DD`; `null` without a time and for a future one. */
export function toPastDay(seconds: number | null): string | null {
  return toPastInstant(seconds)?.slice(0, 10) ?? null;
}

/**
 * Converts seconds since the epoch to the UTC day, also a future one; `null` without a time and after the year 2100.
 */
export function toUtcDay(seconds: number | null): string | null {
  if (seconds === null || seconds <= 0 || seconds > MAX_SECONDS) return null;
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

const MAX_SECONDS = Date.UTC(2101, 0) / 1000 - 1;
