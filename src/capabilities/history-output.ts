/** The fields of a price history. */
import { always, count, date, label, percent, price, shares, signed, words } from "../contract/field.js";
import { z } from "../contract/schema.js";
import { answerSymbol, capitalGains, split, timestamp } from "../contract/fields.js";
import { INTERVALS } from "./price-range.js";

const bar = z
  .object({
    date: z.string().describe("Day in the exchange's zone, or start of the bar with its offset"),
    open: price("at the start"),
    high: price(),
    low: price(),
    close: always(price("at the end")),
    adjClose: price("adjusted for dividends too, null within a day"),
    volume: shares("or the source's unit; null for currencies, funds and indices"),
  })
  .describe("Listing currency, adjusted as `adjustment` says");

/** The answer's body; `bars` are newest first. */
export const historyOutput = z.object({
  symbol: answerSymbol,
  currency: words("Of all prices, as the source writes it; GBp is pence"),
  interval: z.enum(INTERVALS).describe("Length of a bar"),
  range: z.object({ from: date("first day"), to: date("last day") }).describe("Days, inclusive"),
  adjustment: z.enum(["splits", "splits and dividends"]).describe("Of the bars' prices"),
  timezone: words("IANA name of the exchange's zone"),
  bars: z.array(bar).describe("Newest first"),
  firstBarComplete: z
    .boolean()
    .nullable()
    .describe("false where the range begins within its week or month, null if unknown"),
  lastBarComplete: z.boolean().nullable().describe("false while its session, week or month runs"),
  total_bars: always(count("bars in the range")),
  dividends: z
    .array(
      z
        .object({
          date: always(date("ex-date")),
          amount: always(price("a share")),
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
      first: price("close of the first bar"),
      last: price("close of the last bar"),
      change: signed(price("last - first")),
      changePercent: signed(percent("change / first")),
      high: price("highest"),
      highDate: label("Its bar"),
      low: price("lowest"),
      lowDate: label("Its bar"),
      averageVolume: shares("mean a day, of days that have one; within a day, a bar"),
    })
    .describe("Over the whole range, also when fewer bars are shown"),
  timestamp,
});

export type PriceHistory = Omit<z.output<typeof historyOutput>, "timestamp">;
