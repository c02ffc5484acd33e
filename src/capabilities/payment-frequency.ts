/** How often a security pays, read from the days between its payments. */
import { DAY_MS } from "../lib/day.js";

export const FREQUENCIES = ["weekly", "monthly", "quarterly", "semi-annual", "annual"] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** Days between two payments; wide, because ex-dates move and interim and final dividends are unevenly spaced. */
const DAYS: Readonly<Record<Frequency, readonly [from: number, to: number]>> = {
  weekly: [5, 9],
  monthly: [24, 38],
  quarterly: [75, 110],
  "semi-annual": [130, 235],
  annual: [320, 410],
};

const WINDOW_DAYS = 3 * 366;
const MIN_GAPS = 2;

/**
 * Returns the frequency whose range contains at least 60 % of the gaps between the ex-dates of the newest three years;
 * `null` with fewer than two gaps, or if no range does. The rest may be irregular, because a special dividend adds one
 * or two short gaps.
 *
 * @param exDates Days, newest first.
 */
export function frequencyOf(exDates: readonly string[]): Frequency | null {
  const days = exDates.map((day) => Date.parse(day) / DAY_MS);
  const [newest] = days;
  if (newest === undefined) return null;
  const recent = days.filter((day) => newest - day <= WINDOW_DAYS);
  const gaps = recent.slice(1).map((day, index) => recent[index]! - day);
  if (gaps.length < MIN_GAPS) return null;
  const fits = (frequency: Frequency) => {
    const [from, to] = DAYS[frequency];
    return gaps.filter((gap) => gap >= from && gap <= to).length >= gaps.length * 0.6;
  };
  return FREQUENCIES.find(fits) ?? null;
}
