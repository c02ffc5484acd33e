/** The parts of an earnings answer: the next announcement, a past quarter, an estimated period. */
import { always, count, date, money, percent, perShare, ratio, signed, words } from "../contract/field.js";
import { z } from "../contract/schema.js";

/** The most past quarters in an answer. */
export const QUARTERS = 8;
/** The coming periods that analysts estimate: this and the next quarter, this and the next fiscal year. */
export const PERIODS = ["0q", "+1q", "0y", "+1y"] as const;
const AMOUNT = "Reporting currency";

export const next = z
  .object({
    date: date("exchange's time; null while only a window is known"),
    from: always(date("first possible day")),
    to: always(date("last possible day")),
    estimated: z.boolean().nullable().describe("Not confirmed; null when not known"),
    epsEstimate: perShare("accounts", "mean of analysts", "Expected EPS"),
    epsLow: perShare("accounts", "lowest estimate"),
    epsHigh: perShare("accounts", "highest estimate"),
    revenueEstimate: money("accounts", "mean of analysts", "Expected revenue"),
    revenueLow: money("accounts", "lowest estimate"),
    revenueHigh: money("accounts", "highest estimate"),
  })
  .describe(AMOUNT);

export const quarter = z
  .object({
    periodEnd: date("last day of the quarter; from B the end of its last month, whatever the fiscal day", "Quarter to"),
    fiscalQuarter: words("Such as 1Q2026; from B"),
    announced: date("of the announcement, where known"),
    epsActual: perShare("accounts", "as analysts count it", "EPS"),
    epsEstimate: perShare("accounts", "mean of analysts before the announcement"),
    surprise: signed(perShare("accounts", "epsActual - epsEstimate")),
    surprisePercent: signed(percent("surprise / |epsEstimate| × 100", "Surprise")),
    revenueActual: money("accounts", "of the quarter", "Revenue"),
    revenueEstimate: money("accounts", "from A, mean of analysts before the announcement"),
  })
  .describe(AMOUNT);

const estimatesOf = (what: string) =>
  z
    .object({
      avg: perShare("accounts", "mean of analysts"),
      low: perShare("accounts", "lowest"),
      high: perShare("accounts", "highest"),
      analysts: count("those who estimate"),
      yearAgo: perShare("accounts", "same period of the year before"),
      growth: signed(ratio("(avg - yearAgo) / |yearAgo|")),
    })
    .describe(`${AMOUNT}; ${what}`);

export const period = z
  .object({
    period: z.enum(PERIODS).describe("0 is the current, +1 the next; q quarter, y fiscal year"),
    periodEnd: date("last day, as month-end"),
    eps: estimatesOf("earnings a share"),
    revenue: estimatesOf("revenue of the period"),
    epsTrend: z
      .object({
        now: perShare("accounts", "mean of analysts today"),
        days7: perShare("accounts", "7 days ago"),
        days30: perShare("accounts", "30 days ago"),
        days60: perShare("accounts", "60 days ago"),
        days90: perShare("accounts", "90 days ago"),
      })
      .describe(`${AMOUNT}; eps.avg so many days ago`),
    revisions: z
      .object({
        up7: count("raised in 7 days"),
        up30: count("raised in 30 days"),
        down7: count("lowered in 7 days"),
        down30: count("lowered in 30 days"),
      })
      .describe("Count; EPS estimates changed"),
  })
  .describe(AMOUNT);

export type NextEarnings = z.output<typeof next>;
export type EarningsQuarter = z.output<typeof quarter>;
export type EstimatedPeriod = z.output<typeof period>;
