/** The fields of a price history. */
import {
  always,
  count,
  date,
  label,
  percent,
  percentAYear,
  price,
  shares,
  signed,
  words,
  year,
} from "../../contract/field.js";
import { describe, object, z } from "../../contract/schema.js";
import { answerSymbol, capitalGains, currencyCode, split, timestamp } from "../../contract/fields.js";
import { INTERVALS } from "../../market/prices/price-range.js";

const bar = object("Listing currency, adjusted as `adjustment` says", {
  date: z.string().describe("Day in the exchange's zone, or start of the bar with its offset"),
  open: price("at the start"),
  high: price(),
  low: price(),
  close: always(price("at the end")),
  adjClose: price("adjusted for dividends too, null within a day"),
  volume: shares("or the source's unit; null for currencies, funds and indices"),
  changePercent: signed(percent("1wk, 1mo: close / close of the bar before - 1", "Change %")).optional(),
});

const dayChange = (what: string) =>
  z
    .object({ date: always(date()), changePercent: always(signed(percent("close / close before - 1"))) })
    .nullable()
    .optional()
    .describe(what);
const monthChange = (what: string) =>
  z
    .object({
      month: always(label("YYYY-MM")),
      changePercent: always(signed(percent("last close / last close of the month before - 1"))),
    })
    .nullable()
    .optional()
    .describe(what);

/** Figures over the daily closes of the range, which the view adds to the summary. */
const figures = {
  bestDay: dayChange("From daily closes; null within a day"),
  worstDay: dayChange("From daily closes"),
  bestMonth: monthChange("absent under two months"),
  worstMonth: monthChange("absent under two months"),
  years: z
    .array(
      z.object({
        year: always(year("of the closes")),
        changePercent: always(signed(percent("last close / last close of the year before, or base - 1"))),
        whole: z.boolean().describe("false where the range has only a part"),
      }),
    )
    .optional()
    .describe("From two years on, newest first"),
  maxDrawdown: z
    .object({
      percent: always(signed(percent("close / highest close before - 1"))),
      peak: always(date()),
      trough: always(date()),
    })
    .nullable()
    .optional()
    .describe("Deepest fall"),
  volatility: percentAYear(
    "sample deviation of logarithmic returns of days × √252 (coins √365) × 100; null under 21 closes, and for bars within a day unless `fields` names it: theirs × √bars a day",
    "Volatility (annualised)",
  ).optional(),
  totalReturnPercent: signed(
    percent("last adjClose / that of base - 1: dividends reinvested", "Total return"),
  ).optional(),
};

const IN_RANGE = ["In the range, newest first", "null when unknown, as from A"] as const;

/** The answer's body; `bars` are newest first. */
export const historyOutput = z.object({
  symbol: answerSymbol,
  currency: currencyCode("Of all prices, as the source writes it; GBp is pence"),
  interval: z.enum(INTERVALS).describe("Length of a bar"),
  range: object("Days, inclusive", { from: date("first day"), to: date("last day") }),
  adjustment: z.enum(["splits", "splits and dividends"]).describe("Of the bars' prices"),
  timezone: words("IANA name of the exchange's zone"),
  bars: z.array(bar).describe("Newest first"),
  firstBarComplete: z
    .boolean()
    .nullable()
    .describe("false where the range begins within its week or month, null if unknown"),
  lastBarComplete: z.boolean().nullable().describe("false while its session, week or month runs"),
  total_bars: always(count("bars in the range", "Bars")),
  dividends: describe(
    z
      .array(
        object("Adjusted for later splits", {
          date: always(date("ex-date")),
          amount: always(price("a share")),
          currency: currencyCode("Of it"),
          capitalGains,
        }),
      )
      .nullable(),
    IN_RANGE,
  ),
  splits: describe(z.array(split).nullable(), IN_RANGE),
  summary: object("Over the whole range, also when fewer bars are shown", {
    first: price("close of the first bar"),
    last: price("close of the last bar"),
    base: z
      .object({ date: always(label("its bar")), close: always(price("adjusted as the bars")) })
      .nullable()
      .describe("Close from which change counts: the last before the range, or at or before `from`; else first"),
    change: signed(price("last - base; null if that is last")),
    changePercent: signed(percent("change / base", "Change %")),
    open: price("of the first bar; with changeFromOpen in a range of one day").optional(),
    changeFromOpen: signed(price("last - open", "Change from the open")).optional(),
    changeFromOpenPercent: signed(percent("last / open - 1", "From the open")).optional(),
    high: price("highest"),
    highDate: label("Its bar"),
    low: price("lowest"),
    lowDate: label("Its bar"),
    averageVolume: shares("mean a day, of days that have one; within a day, a bar"),
    ...figures,
  }),
  timestamp,
});

export type PriceHistory = Omit<z.output<typeof historyOutput>, "timestamp">;
