/**
 * Enrichment of earnings with another provider's list of announcements: their days, expected revenue, older quarters,
 * and the next announcement if none is known.
 */
import { enrichment, findingsOf } from "../contract/enrichment.js";
import { z } from "../contract/schema.js";
import { earnings, QUARTERS, toSurprise, type EarningsQuarter, type NextEarnings } from "./earnings.js";
import { REFERENCE } from "./shapes.js";
import { DAY_MS, daysBefore, today } from "../lib/day.js";

const amount = z.number().nullable();
const announcement = z
  .object({ day: z.string(), epsActual: amount, epsEstimate: amount, revenueActual: amount, revenueEstimate: amount })
  .strict();

/**
 * One announcement, past or expected. Its amounts are in the currency of the accounts, but its source does not say so.
 */
export type Announcement = z.output<typeof announcement>;

/**
 * An announcement belongs to the quarter that ended at most this many days before it. This is the length of a quarter,
 * so an announcement belongs to one quarter only.
 */
const QUARTER_DAYS = 92;
const LONGEST_WAIT_DAYS = 200;

/**
 * Adds announcements, which are newest first. Days that the answer already has stay unchanged.
 *
 * Amounts are added only if most amounts of the quarters that both sources have agree; otherwise they are in another
 * currency or counted differently. An EPS estimate is never added to another source's EPS, because a surprise is
 * computed from the figures of one source.
 */
export const announcements = enrichment(earnings, {
  name: "announcements",
  keep: { seconds: REFERENCE.ttlSeconds, schema: findingsOf(z.array(announcement)) },
  fields: ["announced", "revenueEstimate"],
  ask: ({ next, history }, { symbol }) => (next === null || history?.length ? symbol : null),
  // Cached announcements lack that of the newest quarter until they are fetched again.
  isOutdated: ({ history }, list: Announcement[]) => history?.[0] !== undefined && !findFor(history[0], list),
  apply(data, list: Announcement[]) {
    const known = data.history ?? [];
    const past = known.map((quarter) => ({ quarter, found: findFor(quarter, list) }));
    const isComparable = mostAgree(past);
    const quarters = past.map(({ quarter, found }) => (found ? join(quarter, found, isComparable) : quarter));
    const older = isComparable ? olderThan(quarters, list) : [];
    const history = data.history === null ? null : [...quarters, ...older];
    const next = data.next ?? toNext(nextIn(list), isComparable);
    const gained = (["announced", "revenueActual", "revenueEstimate"] as const).filter((name) =>
      quarters.some((quarter, index) => quarter[name] !== known[index]![name]),
    );
    const fields = [
      ...gained,
      ...(older.length > 0 ? ["history"] : []),
      ...(data.next === null && next !== null ? ["next"] : []),
    ];
    return { data: { ...data, next, history }, fields };
  },
});

/** Returns the past announcement of a quarter: the only one between its end and the end of the next quarter. */
function findFor({ periodEnd }: Pick<EarningsQuarter, "periodEnd">, list: readonly Announcement[]) {
  if (periodEnd === null) return undefined;
  const found = list.filter((each) => {
    const days = (Date.parse(each.day) - Date.parse(periodEnd)) / DAY_MS;
    return isPast(each) && days > 0 && days <= QUARTER_DAYS;
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Whether an announcement has figures. An expected day that passed without figures may not have had an announcement.
 */
export function isPast({ epsActual, revenueActual }: Announcement): boolean {
  return epsActual !== null || revenueActual !== null;
}

/**
 * Returns the nearest expected announcement from today (UTC) on. A company has at least two a year, so if the nearest
 * one in the list is more than 200 days away, the list lacks an earlier one, and the result is `undefined`.
 */
export function nextIn(list: readonly Announcement[]): Announcement | undefined {
  const now = today();
  const latest = daysBefore(now, -LONGEST_WAIT_DAYS);
  return list.findLast((each) => !isPast(each) && each.day >= now && each.day <= latest);
}

/** Returns an expected announcement as an estimate; with its amounts only if `withAmounts`. */
export function toNext(found: Announcement | undefined, withAmounts: boolean): NextEarnings | null {
  if (!found) return null;
  const { day, epsEstimate, revenueEstimate } = found;
  return {
    date: day,
    from: day,
    to: day,
    estimated: true,
    epsEstimate: withAmounts ? epsEstimate : null,
    epsLow: null,
    epsHigh: null,
    revenueEstimate: withAmounts ? revenueEstimate : null,
    revenueLow: null,
    revenueHigh: null,
  };
}

type Pair = { quarter: EarningsQuarter; found: Announcement | undefined };

/** Whether the figures of more than half of the quarters that both sources have agree. */
function mostAgree(pairs: readonly Pair[]): boolean {
  const shared = pairs.filter(
    ({ quarter, found }) => quarter.epsActual !== null && (found?.epsActual ?? null) !== null,
  );
  return shared.filter(({ quarter, found }) => agree(quarter, found!)).length * 2 > shared.length;
}

function agree(quarter: EarningsQuarter, found: Announcement): boolean {
  return isNear(quarter.epsActual, found.epsActual, 0.011) && isNear(quarter.revenueActual, found.revenueActual, 0);
}

/** Whether two figures differ by at most a tenth or `rounding`; a figure that only one side has is no contradiction. */
function isNear(one: number | null, other: number | null, rounding: number): boolean {
  if (one === null || other === null) return true;
  return Math.abs(one - other) <= Math.max(rounding, Math.abs(one) / 10);
}

function join(quarter: EarningsQuarter, found: Announcement, isComparable: boolean): EarningsQuarter {
  const dated = { ...quarter, announced: quarter.announced ?? found.day };
  if (!isComparable || !agree(quarter, found)) return dated;
  const revenueActual = quarter.revenueActual ?? found.revenueActual;
  return { ...dated, revenueActual, revenueEstimate: quarter.revenueEstimate ?? found.revenueEstimate };
}

/** Returns the quarters before the oldest one, in steps of three months, as long as each has its announcement. */
function olderThan(quarters: readonly EarningsQuarter[], list: readonly Announcement[]): EarningsQuarter[] {
  const older: EarningsQuarter[] = [];
  let end = quarters.at(-1)?.periodEnd ?? null;
  while (end !== null && quarters.length + older.length < QUARTERS) {
    end = threeMonthsBefore(end);
    const found = findFor({ periodEnd: end }, list);
    if (!found) break;
    older.push(toQuarter(found, end));
  }
  return older;
}

/** Returns a past announcement as a quarter; the fiscal quarter is `null`, because the source does not state it. */
export function toQuarter(found: Announcement, periodEnd: string | null): EarningsQuarter {
  const { day, epsActual, epsEstimate, revenueActual, revenueEstimate } = found;
  return {
    periodEnd,
    fiscalQuarter: null,
    announced: day,
    epsActual,
    epsEstimate,
    ...toSurprise(epsActual, epsEstimate),
    revenueActual,
    revenueEstimate,
  };
}

/** Returns the last day of the month three months earlier. */
function threeMonthsBefore(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 3, 0)).toISOString().slice(0, 10);
}
