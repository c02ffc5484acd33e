/** Announced and expected earnings of a company, which agree with its statements. */
import { DAY_MS } from "../../lib/day.js";
import { type Economics, filedAt, newestQuarter, type Quarter, quarterEnd } from "./accounts.js";
import { isFollowed } from "./analysts.js";
import type { Books } from "./fundamentals.js";
import { normal, round, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { incomeOver } from "./statements.js";

/**
 * One quarter's announcement: the reported figures (`null` before the announcement) and the estimates made before it.
 * Amounts are in the reporting currency.
 */
export interface Announcement {
  quarter: Quarter;
  periodEnd: string;
  /** Milliseconds since the epoch. */
  at: number;
  epsActual: number | null;
  epsEstimate: number | null;
  revenueActual: number | null;
  revenueEstimate: number | null;
}

/** Analysts' estimates for a span of quarters. */
export interface Expected {
  periodEnd: string;
  eps: number;
  revenue: number;
  epsYearAgo: number;
  revenueYearAgo: number;
  analysts: number;
}

/** Announced quarters of a company. */
const PAST = 12;
/** Expected announcements. */
const COMING = 2;
/** The day of an announcement is confirmed this many days before it. */
const CERTAIN_DAYS = 21;

/** Returns announcements, newest first, so expected ones are at the beginning; none for a security without accounts. */
export function announcementsOf(security: Security, books: Books, at: number): Announcement[] {
  if (security.kind !== "stock") return [];
  const economics = books.economics(security);
  const newest = newestQuarter(at, economics);
  const past = security.traits.has("too young for a valuation") ? 1 : PAST;
  return Array.from({ length: COMING + past }, (_, place) => {
    const quarter = newest + COMING - place;
    const income = incomeOver(economics, quarter, 1);
    const isPublished = quarter <= newest;
    const followed = isFollowed(security);
    return {
      quarter,
      periodEnd: quarterEnd(quarter),
      at: filedAt(quarter, economics),
      epsActual: isPublished ? (income["eps"] ?? null) : null,
      epsEstimate: followed ? epsEstimate(economics, quarter) : null,
      revenueActual: isPublished ? (income["revenue"] ?? null) : null,
      revenueEstimate: followed ? revenueEstimate(economics, quarter) : null,
    };
  });
}

/** Returns the next announcement; `days` has one moment if it is confirmed, otherwise the ends of a window of five days or more. */
export function nextAnnouncement(security: Security, books: Books, at: number) {
  const [next] = announcementsOf(security, books, at)
    .filter(({ epsActual }) => epsActual === null)
    .slice(-1);
  if (!next) return undefined;
  const isCertain = next.at - at < CERTAIN_DAYS * DAY_MS;
  return { ...next, days: isCertain ? [next.at] : [workday(next.at, -2), workday(next.at, 2)], isCertain };
}

/** Returns the moment so many days later, on a weekend that of the nearest workday beyond it. */
function workday(at: number, days: number): number {
  const then = at + days * DAY_MS;
  return [0, 6].includes(new Date(then).getUTCDay()) ? workday(then, Math.sign(days)) : then;
}

/**
 * Returns analysts' estimates of the quarters that end with `last`; `yearBefore` are those of the year before, if it has not
 * been reported either.
 */
export function expectedOver(economics: Economics, last: Quarter, quarters: number, yearBefore?: Expected): Expected {
  const all = Array.from({ length: quarters }, (_, back) => last - back);
  const sum = (of: (quarter: Quarter) => number) => all.reduce((total, quarter) => total + of(quarter), 0);
  const before = incomeOver(economics, last - 4, quarters);
  return {
    periodEnd: quarterEnd(last),
    eps: round(
      sum((quarter) => epsEstimate(economics, quarter)),
      5,
    ),
    revenue: sum((quarter) => revenueEstimate(economics, quarter)),
    epsYearAgo: yearBefore?.eps ?? before["eps"] ?? 0,
    revenueYearAgo: yearBefore?.revenue ?? before["revenue"] ?? 0,
    analysts: 8 + Math.floor(24 * uniform(economics.key ^ 22, last)),
  };
}

/** Returns the analysts' mean estimate: the figure that will be reported, off by a few percent. */
function epsEstimate(economics: Economics, quarter: Quarter): number {
  const eps = incomeOver(economics, quarter, 1)["eps"] ?? 0;
  return round(eps * (0.98 + 0.035 * normal(economics.key ^ 20, quarter)), 5);
}

function revenueEstimate(economics: Economics, quarter: Quarter): number {
  const revenue = incomeOver(economics, quarter, 1)["revenue"] ?? 0;
  return Math.round(revenue * (0.995 + 0.01 * normal(economics.key ^ 21, quarter)));
}
