/** Provider A's dates: days, times without a zone, ISO texts and Unix seconds. */
import { toText } from "../../contract/values.js";

/** The day of a date text, `YYYY-MM-DD`; `null` when there is none. */
export function toDay(value: unknown): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(toText(value) ?? "")?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null;
}

// The end of the four-digit years.
const MAX_SECONDS = 253_402_300_799;

/** Unix seconds as ISO 8601 in UTC; `undefined` when they are no time. */
export function toInstant(seconds: number | null): string | undefined {
  if (seconds === null || seconds <= 0 || seconds > MAX_SECONDS) return undefined;
  return new Date(seconds * 1000).toISOString();
}
