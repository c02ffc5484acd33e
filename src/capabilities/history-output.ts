/** The fields of a price history. */
import { z } from "../contract/schema.js";
import { answerSymbol, capitalGains, figure, split, timestamp, words } from "../contract/fields.js";
import { INTERVALS } from "./price-range.js";

const bar = z
  .object({
    date: z.string().describe("Day in the exchange's zone, or start of the bar with its offset"),
    open: figure("currency; at the start"),
    high: figure("currency"),
    low: figure("currency"),
    close: z.number().describe("currency; at the end"),
    adjClose: figure("currency; adjusted for dividends too, null within a day"),
    volume: figure("Shares, or the source's unit; null for currencies, funds and indices"),
  })
  .describe("currency, adjusted as `adjustment` says");

/** The answer's body; `bars` are newest first. */
export const historyOutput = z.object({
  symbol: answerSymbol,
  currency: words("Of all prices, as the source writes it; GBp is pence"),
  interval: z.enum(INTERVALS).describe("Length of a bar"),
  range: z.object({ from: words("First day"), to: words("Last day") }).describe("Days, inclusive"),
  adjustment: z.enum(["splits", "splits and dividends"]).describe("Of the bars' prices"),
  timezone: words("IANA name of the exchange's zone"),
  bars: z.array(bar).describe("Newest first"),
  firstBarComplete: z
    .boolean()
    .nullable()
    .describe("false where the range begins within its week or month, null if unknown"),
  lastBarComplete: z.boolean().nullable().describe("false while its session, week or month runs"),
  total_bars: z.number().describe("Bars in the range"),
  dividends: z
    .array(
      z
        .object({
          date: z.string().describe("Ex-date"),
          amount: z.number().describe("A share"),
          currency: words("Of it"),
          capitalGains,
        })
        .describe("Adjusted for later splits"),
    )
    .nullable()
    .describe("In the range, newest first; null when unknown, as from A"),
  splits: z.array(split).nullable().describe("In the range, newest first; null when unknown, as from A"),
  summary: z
    .object({
      first: figure("Close; of the first bar"),
      last: figure("Close; of the last bar"),
      change: figure("last - first"),
      changePercent: figure("Percent; change / first"),
      high: figure("Highest"),
      highDate: words("Its bar"),
      low: figure("Lowest"),
      lowDate: words("Its bar"),
      averageVolume: figure("Mean a day, of days that have one; within a day, a bar"),
    })
    .describe("Over the whole range, also when fewer bars are shown"),
  timestamp,
});

export type PriceHistory = Omit<z.output<typeof historyOutput>, "timestamp">;
