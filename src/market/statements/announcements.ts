/** Finds the announcement of a quarter, and tells whether two sources count its figures in the same way. */
import { z } from "../../contract/schema.js";
import { daysBefore, daysBetween } from "../../lib/day.js";

const amount = z.number().nullable();
export const announcement = z
  .object({ day: z.string(), epsActual: amount, epsEstimate: amount, revenueActual: amount, revenueEstimate: amount })
  .strict();

/**
 * One announcement, past or expected. Its amounts are in the currency of the accounts, but its source does not say so.
 */
export type Announcement = z.output<typeof announcement>;

/** A reported quarter of another source; `periodEnd` is its last day. */
interface Quarter {
  periodEnd: string | null;
  epsActual: number | null;
  revenueActual: number | null;
}

/**
 * An announcement belongs to the quarter that ended at most this many days before it. This is the length of a quarter,
 * so an announcement belongs to one quarter only.
 */
const QUARTER_DAYS = 92;
const LONGEST_WAIT_DAYS = 200;

/** Whether a day is in the quarter after a period's end, and an announcement on it therefore about that period. */
export function isInQuarterAfter(periodEnd: string, day: string): boolean {
  const days = daysBetween(periodEnd, day);
  return days > 0 && days <= QUARTER_DAYS;
}

/** Returns the past announcement of a quarter: the only one between its end and the end of the next quarter. */
export function findFor({ periodEnd }: Pick<Quarter, "periodEnd">, list: readonly Announcement[]) {
  if (periodEnd === null) return undefined;
  const found = list.filter((each) => isPast(each) && isInQuarterAfter(periodEnd, each.day));
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Whether an announcement has figures. An expected day that passed without figures may not have had an announcement.
 */
export function isPast({ epsActual, revenueActual }: Announcement): boolean {
  return epsActual !== null || revenueActual !== null;
}

/**
 * Returns the nearest expected announcement from `today`, a day, on. A company has at least two a year, so if the nearest
 * one in the list is more than 200 days away, the list lacks an earlier one, and the result is `undefined`.
 */
export function nextIn(list: readonly Announcement[], today: string): Announcement | undefined {
  const latest = daysBefore(today, -LONGEST_WAIT_DAYS);
  return list.findLast((each) => !isPast(each) && each.day >= today && each.day <= latest);
}

type Pair = { quarter: Quarter; found: Announcement | undefined };

/** Whether the figures of more than half of the quarters that both sources have agree. */
export function mostAgree(pairs: readonly Pair[]): boolean {
  const shared = pairs.filter(
    ({ quarter, found }) => quarter.epsActual !== null && (found?.epsActual ?? null) !== null,
  );
  return shared.filter(({ quarter, found }) => agree(quarter, found!)).length * 2 > shared.length;
}

/** Whether the actual figures of a quarter and of its announcement are the same, but for rounding. */
export function agree(quarter: Quarter, found: Announcement): boolean {
  return isNear(quarter.epsActual, found.epsActual, 0.011) && isNear(quarter.revenueActual, found.revenueActual, 0);
}

/** Whether two figures differ by at most a tenth or `rounding`; a figure that only one side has is no contradiction. */
function isNear(one: number | null, other: number | null, rounding: number): boolean {
  if (one === null || other === null) return true;
  return Math.abs(one - other) <= Math.max(rounding, Math.abs(one) / 10);
}

/** Returns the last day of the month three months earlier. */
export function threeMonthsBefore(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 3, 0)).toISOString().slice(0, 10);
}
