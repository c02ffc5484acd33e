/** Days on which options expire. */
import { DAY_MS, daysBefore } from "../../lib/day.js";

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
