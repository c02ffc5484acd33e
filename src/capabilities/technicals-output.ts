/** The fields of technical indicators. */
import { always, count, date, figure, group, multiple, percent, price, signed, words } from "../contract/field.js";
import { answerSymbol, timestamp } from "../contract/fields.js";
import { z } from "../contract/schema.js";

export const INDICATOR_INTERVALS = ["1d", "1wk"] as const;

const returnOn = (span: string) => signed(percent(`${span}; close / earlier close - 1, without dividends`));

export const technicalsOutput = z.object({
  symbol: answerSymbol,
  currency: words("Of prices; GBp is pence"),
  interval: z.enum(INDICATOR_INTERVALS).describe("Length of a bar"),
  date: date("of the latest bar"),
  close: price("its close, adjusted for splits"),
  lastBarComplete: z.boolean().nullable().describe("false while the session or week of the latest bar runs"),
  bars: always(count("bars used; two years")),
  sma: z
    .object({ "20": price(), "50": price(), "200": price() })
    .describe("Listing currency; mean of the last n closes"),
  ema: z.object({ "12": price(), "26": price() }).describe("Listing currency; exponential mean, weight 2 / (n + 1)"),
  rsi14: figure("0 to 100; Wilder's smoothing"),
  macd: z
    .object({
      line: price("EMA 12 - EMA 26"),
      signal: price("EMA 9 of line"),
      histogram: price("line - signal"),
    })
    .describe("Listing currency"),
  bollinger20: z
    .object({ upper: price(), middle: price("SMA 20"), lower: price() })
    .describe("Listing currency; SMA 20 ± 2 population deviations"),
  atr14: price("average true range, Wilder's smoothing"),
  stochastic: z.object({ k: figure("14 bars"), d: figure("SMA 3 of k") }).describe("0 to 100"),
  williams14: figure("-100 to 0; (high - close) / (high - low) × -100"),
  volumeRatio20: multiple("volume of the last complete bar / mean of the 20 before"),
  returns: group("Returns", {
    "1d": returnOn("on the bar before"),
    "5d": returnOn("one week"),
    "1mo": returnOn("30 days"),
    "3mo": returnOn("91 days"),
    "6mo": returnOn("182 days"),
    ytd: returnOn("since the last close of the year before"),
    "1y": returnOn("365 days"),
  }),
  high52: price("highest of the last year"),
  low52: price("lowest of the last year"),
  fromHigh52: signed(percent("(close - high52) / high52")),
  volatility20: percent("20 logarithmic returns, annual"),
  maxDrawdown1y: signed(percent("deepest fall from a high of the last year")),
  beta1y: figure("Daily returns against ^GSPC: covariance / variance; null where its history is not cached"),
  crossing: z
    .object({
      type: z.enum(["golden", "death"]).describe("golden: sma50 above sma200"),
      date: always(date("of the bar")),
    })
    .nullable()
    .describe("Last crossing of sma50 and sma200 in two years"),
  needs: z
    .object({})
    .catchall(z.number())
    .describe(
      "Bars needed by each indicator that is null for too few bars; those of returns, beta and a year are approximate",
    ),
  series: z
    .array(z.object({ date: z.string().describe("Day") }).catchall(z.number().nullable()))
    .optional()
    .describe("With `series`: close and values a bar, newest first; null before the warm-up is over"),
  timestamp,
});
