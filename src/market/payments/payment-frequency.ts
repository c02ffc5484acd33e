/** How often a security pays, read from the days between its payments. */
import { DAY_MS, daysBetween } from "../../lib/day.js";

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

/** Payments a year. */
export const TIMES_A_YEAR: Readonly<Record<Frequency, number>> = {
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  "semi-annual": 2,
  annual: 1,
};

const YEAR_DAYS = 365;
const WINDOW_DAYS = 3 * 366;
const MIN_GAPS = 2;

/**
 * Returns the frequency whose range contains at least 60 % of the gaps between the ex-dates of the newest three years;
 * `null` with fewer than two gaps, if no range does, or if on the day `today` more than one payment is overdue. The rest
 * may be irregular, because a special dividend adds one or two short gaps.
 *
 * @param exDates Days, newest first.
 */
export function frequencyOf(exDates: readonly string[], today?: string): Frequency | null {
  const frequency = usualFrequency(exDates);
  const [newest] = exDates;
  if (frequency === null || newest === undefined || today === undefined) return frequency;
  const ageDays = daysBetween(newest, today);
  return ageDays > 2 * DAYS[frequency][1] ? null : frequency;
}

function usualFrequency(exDates: readonly string[]): Frequency | null {
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

/**
 * Returns the payments of the latest year, at most one per period and special ones: those within a year less half a
 * period up to the newest. A plain year would sometimes contain five quarterly payments, and no yearly one while it is a
 * few days later than last year's.
 *
 * The year ends at the newest payment while the next is not overdue, otherwise today. Without a known frequency it is a
 * plain year.
 *
 * @param paid Payments with an ex-date up to `today`, newest first.
 */
export function paymentsOfYear<P extends { exDate: string }>(paid: readonly P[], today: string): P[] {
  const age = ({ exDate }: P) => daysBetween(exDate, today);
  const [newest] = paid;
  const frequency = frequencyOf(paid.map(({ exDate }) => exDate));
  if (!newest || !frequency || age(newest) > DAYS[frequency][1]) return paid.filter((each) => age(each) < YEAR_DAYS);
  const [from, to] = DAYS[frequency];
  return paid.filter((each) => age(each) - age(newest) < YEAR_DAYS - (from + to) / 4);
}
