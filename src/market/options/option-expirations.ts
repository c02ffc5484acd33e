/** Days on which options expire. */
import { DAY_MS, daysBefore } from "../../lib/day.js";
import { NEW_YORK } from "../../lib/zone-clock.js";

const FRIDAY = 5;

/** Returns the third Friday of a month, `YYYY-MM`. */
function thirdFriday(month: string): string {
  const first = new Date(`${month}-01`);
  const toFriday = (FRIDAY - first.getUTCDay() + 7) % 7;
  return new Date(first.getTime() + (toFriday + 14) * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the standard expiration of a month, `YYYY-MM`, among the `listed` days: its third Friday, or the day before that
 * one where it is a holiday; else the only day of the month. `undefined` if there are none or several others.
 */
export function expirationOf(month: string, listed: readonly string[]): string | undefined {
  const friday = thirdFriday(month);
  const standard = [friday, daysBefore(friday, 1)].find((day) => listed.includes(day));
  const [only, ...others] = listed.filter((day) => day.startsWith(month));
  return standard ?? (others.length === 0 ? only : undefined);
}

/** A coming report: its day, or the first and the last day of a window; `at` is its moment in Unix seconds, if it is known. */
export interface ComingReport {
  from: string;
  to: string;
  at: number | null;
  isEstimate: boolean;
}

/** The hour in New York at which options stop trading on the day of their expiration. */
const CLOSE_HOUR = 16;

/**
 * Returns the first of the `listed` days, ascending, whose options still trade after a report: one of its own day only if
 * the report comes before the close of it.
 */
export function expirationAfter({ to, at }: ComingReport, listed: readonly string[]): string | undefined {
  const isBeforeClose = at !== null && Number(NEW_YORK.time(at).slice(11, 13)) < CLOSE_HOUR;
  return listed.find((day) => (isBeforeClose ? day >= to : day > to));
}
