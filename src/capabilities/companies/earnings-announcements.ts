/**
 * Enrichment of earnings with another provider's list of announcements: their days, expected revenue, older quarters,
 * and the next announcement if none is known.
 */
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { enrichment, findingsOf } from "../../contract/enrichment.js";
import { z } from "../../contract/schema.js";
import {
  agree,
  announcement,
  findFor,
  mostAgree,
  nextIn,
  threeMonthsBefore,
  type Announcement,
} from "../../market/statements/announcements.js";
import { earnings, QUARTERS, toSurprise, type EarningsQuarter, type NextEarnings } from "./earnings.js";
import { NO_REACTION } from "../../market/statements/earnings-reactions.js";
import { REFERENCE } from "../shapes.js";

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
    const next = data.next ?? toNext(nextIn(list, exchangeDay(data.symbol)), isComparable);
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

/** Returns an expected announcement as an estimate; with its amounts only if `withAmounts`. */
export function toNext(found: Announcement | undefined, withAmounts: boolean): NextEarnings | null {
  if (!found) return null;
  const { day, epsEstimate, revenueEstimate } = found;
  return {
    date: day,
    from: day,
    to: day,
    estimated: true,
    when: null,
    epsEstimate: withAmounts ? epsEstimate : null,
    epsLow: null,
    epsHigh: null,
    revenueEstimate: withAmounts ? revenueEstimate : null,
    revenueLow: null,
    revenueHigh: null,
  };
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
    ...NO_REACTION,
  };
}
