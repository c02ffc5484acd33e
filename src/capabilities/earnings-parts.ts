/** The parts of an earnings answer: the next announcement, a past quarter, an estimated period. */
import { z } from "../contract/schema.js";
import { figure, words } from "../contract/fields.js";

/** The most past quarters in an answer. */
export const QUARTERS = 8;
/** The coming periods that analysts estimate: this and the next quarter, this and the next fiscal year. */
export const PERIODS = ["0q", "+1q", "0y", "+1y"] as const;
const AMOUNT = "reportingCurrency";

export const next = z
  .object({
    date: words("Day, exchange's time; null while only a window is known"),
    from: z.string().describe("First possible day"),
    to: z.string().describe("Last possible day"),
    estimated: z.boolean().nullable().describe("Not confirmed; null when not known"),
    epsEstimate: figure(`${AMOUNT}; a share, mean of analysts`),
    epsLow: figure(`${AMOUNT}; a share, lowest estimate`),
    epsHigh: figure(`${AMOUNT}; a share, highest estimate`),
    revenueEstimate: figure(`${AMOUNT}; mean of analysts`),
    revenueLow: figure(`${AMOUNT}; lowest estimate`),
    revenueHigh: figure(`${AMOUNT}; highest estimate`),
  })
  .describe(AMOUNT);

export const quarter = z
  .object({
    periodEnd: words("Last day of the quarter; from B the end of its last month, whatever the fiscal day"),
    fiscalQuarter: words("Such as 1Q2026; from B"),
    announced: words("Day of the announcement, where known"),
    epsActual: figure(`${AMOUNT}; a share, as analysts count it`),
    epsEstimate: figure(`${AMOUNT}; a share, mean of analysts before the announcement`),
    surprise: figure(`${AMOUNT}; epsActual - epsEstimate`),
    surprisePercent: figure("Percent; surprise / |epsEstimate| × 100"),
    revenueActual: figure(`${AMOUNT}; of the quarter`),
    revenueEstimate: figure(`${AMOUNT}; from A, mean of analysts before the announcement`),
  })
  .describe(AMOUNT);

const estimatesOf = (what: string) =>
  z
    .object({
      avg: figure(`${AMOUNT}; mean of analysts`),
      low: figure(`${AMOUNT}; lowest`),
      high: figure(`${AMOUNT}; highest`),
      analysts: figure("Count; those who estimate"),
      yearAgo: figure(`${AMOUNT}; same period of the year before`),
      growth: figure("Ratio (0.1 = 10 %); (avg - yearAgo) / |yearAgo|"),
    })
    .describe(`${AMOUNT}; ${what}`);

export const period = z
  .object({
    period: z.enum(PERIODS).describe("0 is the current, +1 the next; q quarter, y fiscal year"),
    periodEnd: words("Last day, as month-end"),
    eps: estimatesOf("earnings a share"),
    revenue: estimatesOf("revenue of the period"),
    epsTrend: z
      .object({
        now: figure(`${AMOUNT}; mean of analysts today`),
        days7: figure(`${AMOUNT}; 7 days ago`),
        days30: figure(`${AMOUNT}; 30 days ago`),
        days60: figure(`${AMOUNT}; 60 days ago`),
        days90: figure(`${AMOUNT}; 90 days ago`),
      })
      .describe(`${AMOUNT}; eps.avg so many days ago`),
    revisions: z
      .object({
        up7: figure("Count; raised in 7 days"),
        up30: figure("Count; raised in 30 days"),
        down7: figure("Count; lowered in 7 days"),
        down30: figure("Count; lowered in 30 days"),
      })
      .describe("Count; EPS estimates changed"),
  })
  .describe(AMOUNT);

export type NextEarnings = z.output<typeof next>;
export type EarningsQuarter = z.output<typeof quarter>;
export type EstimatedPeriod = z.output<typeof period>;
