/** Parses FMP's dates, which are days, times without a zone, or ISO 8601 texts. */
import { isDay, lenient, toText } from "../../contract/values.js";

/** Returns the day of a date text, `YYYY-MM-DD`; `null` when there is none. */
export function toDay(value: unknown): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(toText(value) ?? "")?.[0];
  return day !== undefined && isDay(day) ? day : null;
}

/** A schema part for a date in a row: its day, or `null`. */
export const day = lenient(toDay);
