/** Earnings: the next announcement, past quarters against their estimates, estimates of coming periods. */
import {
  words,
  always,
  count,
  codes,
  date,
  earningsPerShare,
  label,
  money,
  percent,
  price,
  ratio,
  signed,
} from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { describe, object, z } from "../../contract/schema.js";
import { say } from "../../contract/sentence.js";
import { toSixDigits } from "../../contract/values.js";
import { dayOfAnswer, exchangeDay } from "../../market/sessions/exchange-day.js";
import { answerSymbol, symbol, timestamp } from "../../contract/fields.js";
import { SLOW, briefIfEmpty, symbolErrors } from "../shapes.js";

/** The most past quarters in an answer. */
export const QUARTERS = 8;
/** The coming periods that analysts estimate: this and the next quarter, this and the next fiscal year. */
export const PERIODS = ["0q", "+1q", "0y", "+1y"] as const;
const AMOUNT = "Reporting currency";

const next = object(AMOUNT, {
  date: date("exchange's time; null while only a window is known"),
  from: always(date("first possible day")),
  to: always(date("last possible day")),
  estimated: z.boolean().nullable().describe("Not confirmed; null when not known"),
  when: label("before open, during session, after close; confirmed US reports, else null"),
  epsEstimate: earningsPerShare("accounts", "mean of analysts", "Expected EPS"),
  epsLow: earningsPerShare("accounts", "lowest estimate"),
  epsHigh: earningsPerShare("accounts", "highest estimate"),
  revenueEstimate: money("accounts", "mean of analysts", "Expected revenue"),
  revenueLow: money("accounts", "lowest estimate"),
  revenueHigh: money("accounts", "highest estimate"),
});

const quarter = object(AMOUNT, {
  periodEnd: date("last day of the quarter; from B the end of its last month, whatever the fiscal day", "Quarter to"),
  fiscalQuarter: words("Such as 1Q2026; from B"),
  announced: date("of the announcement, where known"),
  epsActual: earningsPerShare("accounts", "as analysts count it", "EPS"),
  epsEstimate: earningsPerShare("accounts", "mean of analysts before the announcement"),
  surprise: signed(earningsPerShare("accounts", "epsActual - epsEstimate")),
  surprisePercent: signed(percent("surprise / |epsEstimate| × 100", "Surprise %")),
  revenueActual: money("accounts", "of the quarter", "Revenue"),
  revenueEstimate: money("accounts", "from A, mean of analysts before the announcement"),
  when: label("before open, during session, after close; US listings, else null"),
  closeBefore: price("split-adjusted; last close before the announcement"),
  closeAfter: price("split-adjusted; close of the first session that could react"),
  reactionPercent: signed(percent("(closeAfter / closeBefore - 1) * 100; null if `when` is", "Reaction")),
  dayBefore: date("of closeBefore"),
  dayAfter: date("of closeAfter"),
});

const estimatesOf = (what: string) =>
  object(`${AMOUNT}; ${what}`, {
    avg: earningsPerShare("accounts", "mean of analysts"),
    low: earningsPerShare("accounts", "lowest"),
    high: earningsPerShare("accounts", "highest"),
    analysts: count("those who estimate"),
    yearAgo: earningsPerShare("accounts", "same period of the year before"),
    growth: signed(ratio("(avg - yearAgo) / |yearAgo|")),
  });

const estimatedPeriod = object(AMOUNT, {
  period: codes(
    { "0q": "this quarter", "+1q": "next quarter", "0y": "this year", "+1y": "next year" },
    z.enum(PERIODS).describe("0 is the current, +1 the next; q quarter, y fiscal year"),
  ),
  periodEnd: date("last day, as month-end"),
  eps: estimatesOf("earnings a share"),
  revenue: estimatesOf("revenue of the period"),
  epsTrend: object(`${AMOUNT}; eps.avg so many days ago`, {
    now: earningsPerShare("accounts", "mean of analysts today"),
    days7: earningsPerShare("accounts", "7 days ago"),
    days30: earningsPerShare("accounts", "30 days ago"),
    days60: earningsPerShare("accounts", "60 days ago"),
    days90: earningsPerShare("accounts", "90 days ago"),
  }),
  revisions: object("Count; EPS estimates changed", {
    up7: count("raised in 7 days"),
    up30: count("raised in 30 days"),
    down7: count("lowered in 7 days"),
    down30: count("lowered in 30 days"),
  }),
});

export type NextEarnings = z.output<typeof next>;
export type EarningsQuarter = z.output<typeof quarter>;
export type EstimatedPeriod = z.output<typeof estimatedPeriod>;

/** The columns that a tool shows by default. */
const USUAL = Object.keys(quarter.shape).filter((name) => name !== "dayBefore" && name !== "dayAfter");

/** On the day of an announcement its figures appear within minutes. */
const DAY_OF_TTL_SECONDS = 5 * 60;

const output = z.object({
  symbol: answerSymbol,
  currency: words("Of the listing's price; GBp is pence"),
  reportingCurrency: words("Of every amount here, per share too; null when unknown or mixed, see the notes"),
  next: describe(next.nullable(), ["Reporting currency", "next announcement, null when none is known"]),
  history: z.array(quarter).nullable().describe(`Newest first, at most ${QUARTERS}; null when not known`),
  estimates: z.array(estimatedPeriod).nullable().describe("0q, +1q, 0y, +1y; [] without analysts, null from A"),
  timestamp,
});

type Body = z.output<typeof output>;

export const earnings = defineCapability({
  name: "earnings",
  title: "Earnings",
  route: "/api/v1/stock/{symbol}/earnings",
  tool: {
    name: "get_earnings",
    alsoCalled: ["eps"],
    set: "company",
    summary: "Next earnings date, past reports against estimates",
    description:
      "One company: next earnings date, EPS and revenue against estimates (surprise), forecast. Not for many companies. No transcripts.",
    rows: {
      list: "history",
      noun: "quarters",
      key: ["periodEnd", "fiscalQuarter"],
      format: "csv",
      limit: { shown: QUARTERS, max: QUARTERS },
      usualFields: () => USUAL,
      furtherTables: { estimates: (body) => toEstimateRows((body as Body).estimates ?? []) },
    },
    // People read what is expected, not how it changed: that made the table twice as long.
    notOnPage: ["estimates.epsTrend", "estimates.revisions"],
    picture: "earnings",
  },
  resource: {
    path: "stock/{symbol}/earnings",
    description: "Next earnings date, past quarters against estimates, coming estimates of one company.",
  },
  input: z.object({ symbol }),
  output,
  hintFor: (parameter, value) =>
    /^(?:from|to|date|day|week|days)$/.test(parameter) || (parameter === "symbol" && value === undefined)
      ? { tool: "get_market_calendar", why: "lists who reports when" }
      : undefined,
  freshness: SLOW,
  ttlSecondsOf: (body) => (isDayOf(body as Body) ? DAY_OF_TTL_SECONDS : briefIfEmpty("history")(body)),
  // A cached answer from before the announcement must not present it as the next one.
  view: (body) => (body.next !== null && body.next.to < exchangeDay(body.symbol) ? { ...body, next: null } : body),
  viewNotes: ({ history }, { symbol: asked }) =>
    history?.length === 0 ? [say`No reported quarter of ${asked} is known.`] : [],
  errors: symbolErrors("fetch earnings", "no_coverage"),
});

function isDayOf(body: Body): boolean {
  const { next: coming } = body;
  const day = dayOfAnswer(body);
  return coming !== null && coming.from <= day && day <= coming.to;
}

/**
 * Returns the difference between the actual figure and the estimate: `surprise` = actual - estimate, `surprisePercent`
 * = surprise / |estimate| × 100, six significant digits. Both are `null` if a figure is missing; the percentage is
 * `null` for an estimate of 0.
 */
export function toSurprise(actual: number | null, estimate: number | null) {
  if (actual === null || estimate === null) return { surprise: null, surprisePercent: null };
  const surprise = actual - estimate;
  return {
    surprise: toSixDigits(surprise),
    surprisePercent: estimate === 0 ? null : toSixDigits((surprise / Math.abs(estimate)) * 100),
  };
}

/** Names of periods in the table: CSV would put an apostrophe before `+1q`, to protect spreadsheets from formulas. */
const NAMES = { "0q": "this quarter", "+1q": "next quarter", "0y": "this year", "+1y": "next year" } as const;

/** Returns a row for each period of which a mean is known; `eps.avg` becomes `epsAvg`. */
function toEstimateRows(estimates: readonly EstimatedPeriod[]) {
  return estimates.filter(isEstimated).map(flatten);
}

function isEstimated({ eps, revenue }: EstimatedPeriod): boolean {
  return eps.avg !== null || revenue.avg !== null;
}

function flatten({ period, periodEnd, eps, revenue, epsTrend, revisions }: EstimatedPeriod) {
  return {
    period: NAMES[period],
    periodEnd,
    ...prefixed("eps", eps),
    ...prefixed("revenue", revenue),
    eps7dAgo: epsTrend.days7,
    eps30dAgo: epsTrend.days30,
    eps60dAgo: epsTrend.days60,
    eps90dAgo: epsTrend.days90,
    raised7d: revisions.up7,
    raised30d: revisions.up30,
    lowered7d: revisions.down7,
    lowered30d: revisions.down30,
  };
}

function prefixed(prefix: string, group: Readonly<Record<string, number | null>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [`${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`, value]),
  );
}
