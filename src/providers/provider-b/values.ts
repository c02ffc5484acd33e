/** How provider B writes values. */
import { lenient, toNumber } from "../../contract/values.js";

/**
 * A number as it came, plain or wrapped as `{raw, fmt}`.
 *
 * B wraps some numbers even when asked for plain ones; a missing one is absent,
 * `null` or `{}`. All of these, and whatever is not finite, are `null`.
 */
export function raw(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return toNumber(value);
  return Object.hasOwn(value, "raw") ? toNumber((value as { raw: unknown }).raw) : null;
}

/** Schema part for a number of B: accepts anything, yields a number or `null`. */
export const rawNumber = lenient(raw);

/** Schema part for a list: anything else is an empty one. The entries are not looked at, a broken list can hold a million. */
export const list = lenient((value): unknown[] => (Array.isArray(value) ? value : []));

// The range of dates that JavaScript can write with a four-digit year.
const MAX_EPOCH_SECONDS = 253_402_300_799;

/** Seconds since the epoch as ISO 8601 in UTC; `undefined` when that is no moment of ours. */
export function toInstant(seconds: number | null): string | undefined {
  if (seconds === null || seconds <= 0 || seconds > MAX_EPOCH_SECONDS) return undefined;
  return new Date(seconds * 1000).toISOString();
}

/** The UTC day of seconds since the epoch, `YYYY-MM-DD`, or `null`. */
export function toDay(seconds: number | null): string | null {
  return toInstant(seconds)?.slice(0, 10) ?? null;
}
