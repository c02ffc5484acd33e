/** Ratings by invented analysts: a series of numbered notes, each computed from its number. */
import type { Market } from "../market/market.js";
import { pick, round, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";

/** One firm's note on one company. Targets are in the listing's currency. */
export interface AnalystNote {
  /** Milliseconds since the epoch. */
  at: number;
  firm: string;
  analyst: string;
  grade: string;
  /** Empty for the firm's first note. */
  previousGrade: string;
  target: number;
  previousTarget: number | null;
  priceWhenPosted: number;
  action: "upgrade" | "downgrade" | "init" | "maintain";
}

/** Number of firms per rating. */
type Counts = [strongBuy: number, buy: number, hold: number, sell: number, strongSell: number];

const FIRMS = [
  "Example Research",
  "Sample Securities",
  "Placeholder Capital",
  "Mock & Partners",
  "Demo Markets",
  "Specimen Advisors",
  "Fictional Bank",
  "Invented Equities",
  "Testcase Brokers",
  "Imaginary Trust",
  "Pretend Wealth",
  "Makebelieve Group",
] as const;

const ANALYSTS = ["Jane Sample", "John Example", "", "Alex Specimen", "Robin Mock"] as const;

// Grades from best to worst, each with its index in `Counts`.
const GRADES = [
  ["Strong Buy", 0],
  ["Buy", 1],
  ["Outperform", 1],
  ["Overweight", 1],
  ["Hold", 2],
  ["Neutral", 2],
  ["Equal-Weight", 2],
  ["Underperform", 3],
  ["Sell", 3],
  ["Strong Sell", 4],
] as const;
type Grade = (typeof GRADES)[number];

const DAYS_BETWEEN = 7;
const NEWEST = 25;

export interface Analysts {
  /** Returns the latest notes, newest first; empty for a security without analysts. */
  notes(security: Security, at: number): readonly AnalystNote[];
  /** Returns the number of firms per rating at a moment. */
  counts(security: Security, at: number): Counts;
  /** Returns statistics of the latest target of every firm; `undefined` for a security without analysts. */
  targets(security: Security, at: number): { high: number; low: number; mean: number; median: number } | undefined;
}

/** Creates the analysts of a market; notes are cached until a newer one is published. */
export function createAnalysts(market: Market): Analysts {
  const cache = new WeakMap<Security, { until: number; notes: readonly AnalystNote[] }>();

  function notes(security: Security, at: number): readonly AnalystNote[] {
    if (!isFollowed(security)) return [];
    const cached = cache.get(security);
    if (cached && cached.until > at && (cached.notes[0]?.at ?? 0) <= at) return cached.notes;
    const newest = newestBefore(security, market, at);
    const made = Array.from({ length: NEWEST }, (_, back) => noteOf(security, market, newest - back));
    cache.set(security, { until: timeOf(security, market, newest + 1), notes: made });
    return made;
  }

  return {
    notes,
    counts(security, at) {
      const counts: Counts = [0, 0, 0, 0, 0];
      if (!isFollowed(security)) return counts;
      const newest = newestBefore(security, market, at);
      for (let firm = 0; firm < FIRMS.length; firm++) counts[gradeOf(security, market, newest - firm)[1]] += 1;
      return counts;
    },
    targets(security, at) {
      const latest = notes(security, at)
        .slice(0, FIRMS.length)
        .map(({ target }) => target)
        .sort((one, other) => one - other);
      const [low, high] = [latest[0], latest.at(-1)];
      if (low === undefined || high === undefined) return undefined;
      const middle = latest.length / 2;
      return {
        high,
        low,
        mean: round(latest.reduce((sum, target) => sum + target, 0) / latest.length, 2),
        median: ((latest[middle - 1] ?? low) + (latest[middle] ?? low)) / 2,
      };
    },
  };
}

/** Whether any analyst follows the security; no security other than stocks has analysts, and not every stock has. */
export function isFollowed(security: Security): boolean {
  return security.kind === "stock" && !security.traits.has("no analysts");
}

/** Returns the mean rating from 1 (strong buy) to 5 (strong sell); `undefined` without ratings. */
export function meanRating(counts: Counts): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? undefined : counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / total;
}

/** Returns the start of the month that is `back` months ago, in milliseconds since the epoch, UTC. */
export function monthStart(at: number, back: number): number {
  const now = new Date(at);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
}

function analystKeyOf(security: Security, market: Market): number {
  return toKey(`analysts of ${security.company}`, market.seed);
}

/** Returns the time of a note, a random moment in its own slot of seven days. */
function timeOf(security: Security, market: Market, event: number): number {
  const minute = Math.floor(uniform(analystKeyOf(security, market), event) * DAYS_BETWEEN * 24 * 60);
  return event * DAYS_BETWEEN * DAY_MS + minute * 60_000;
}

function newestBefore(security: Security, market: Market, at: number): number {
  const event = Math.floor(at / (DAYS_BETWEEN * DAY_MS));
  return timeOf(security, market, event) <= at ? event : event - 1;
}

/** Returns the grade of a note. A firm rarely changes its grade, and the firms' grades of one company are similar. */
function gradeOf(security: Security, market: Market, event: number): Grade {
  const key = analystKeyOf(security, market);
  const firm = event % FIRMS.length;
  const lean = uniform(key ^ 5, 0) * 3;
  const shift = uniform(key ^ 6, event) < 0.2 ? 2.5 * (uniform(key ^ 7, event) - 0.5) : 0;
  const place = Math.floor(lean + shift + uniform(key ^ 8, firm) * 6);
  return GRADES[Math.min(GRADES.length - 1, Math.max(0, place))] ?? GRADES[4];
}

function targetOf(security: Security, market: Market, event: number): { target: number; price: number } {
  const key = analystKeyOf(security, market);
  const price = market.closeOn(security, Math.floor(timeOf(security, market, event) / DAY_MS));
  const target = price * (0.92 + 0.4 * uniform(key ^ 9, event));
  return { price, target: target > 20 ? Math.round(target) : round(target, 1) };
}

function noteOf(security: Security, market: Market, event: number): AnalystNote {
  const key = analystKeyOf(security, market);
  const [grade, count] = gradeOf(security, market, event);
  const [before, countBefore] = gradeOf(security, market, event - FIRMS.length);
  const isFirst = uniform(key ^ 10, event) < 0.05;
  const { target, price } = targetOf(security, market, event);
  const changed = count < countBefore ? "upgrade" : count > countBefore ? "downgrade" : "maintain";
  return {
    at: timeOf(security, market, event),
    firm: FIRMS[event % FIRMS.length] ?? FIRMS[0],
    analyst: pick(ANALYSTS, key ^ 11, event % FIRMS.length),
    grade,
    previousGrade: isFirst ? "" : before,
    target,
    previousTarget: isFirst ? null : targetOf(security, market, event - FIRMS.length).target,
    priceWhenPosted: price,
    action: isFirst ? "init" : changed,
  };
}
