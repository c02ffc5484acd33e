/** The fields of technical indicators, in a file of their own because pictures compile it for the browser. */
import {
  always,
  count,
  date,
  figure,
  group,
  label,
  multiple,
  percent,
  percentAYear,
  price,
  readBy,
  signed,
  words,
  codes,
} from "../../contract/field.js";
import { answerSymbol, timestamp } from "../../contract/fields.js";
import { describe, object, z } from "../../contract/schema.js";

export const INTERVALS = ["1h", "1d", "1wk"] as const;

/** The start of a bar: its day, or a time with the offset of the exchange. */
const barDate = (note: string) => always(label(note));
const swings = (note: string) =>
  z.array(z.object({ date: barDate("its bar"), price: always(price()) })).describe(`${note}; nearest first`);

const returnOn = (span: string, name: string) =>
  signed(percent(`${span}; close / earlier close - 1, without dividends`, name));

/** A price that the close is above or below. */
const besideClose = (note: string, name: string) => readBy({ comparedWith: "close", name: "close" }, price(note, name));

export const technicalsOutput = z.object({
  symbol: answerSymbol,
  currency: words("Of prices; GBp is pence"),
  interval: z.enum(INTERVALS).describe("Length of a bar"),
  date: date("of the latest bar; its start for 1h", "As of"),
  close: price("its close, adjusted for splits"),
  lastBarComplete: z.boolean().nullable().describe("false while the session or week of the latest bar runs"),
  bars: always(count("bars used; two years, or half a year of hours", "Bars used")),
  sma: object(["Listing currency", "mean of the last n closes"], {
    "20": besideClose("", "SMA 20"),
    "50": besideClose("", "SMA 50"),
    "200": besideClose("", "SMA 200"),
  }),
  ema: object(["Listing currency", "exponential mean, weight 2 / (n + 1)"], {
    "12": besideClose("", "EMA 12"),
    "26": besideClose("", "EMA 26"),
  }),
  rsi14: readBy({ low: 30, high: 70 }, figure(["0 to 100", "Wilder's smoothing"])),
  macd: object("Listing currency", {
    line: price("EMA 12 - EMA 26", "MACD 12, 26"),
    signal: readBy({ comparedWith: "macd.line", name: "MACD" }, price("EMA 9 of line", "MACD signal 9")),
    histogram: price("line - signal", "MACD histogram"),
  }),
  bollinger20: object(["Listing currency", "SMA 20 ± 2 population deviations"], {
    upper: besideClose("", "Bollinger upper"),
    middle: besideClose("SMA 20", "Bollinger middle"),
    lower: besideClose("", "Bollinger lower"),
  }),
  bollingerSample: object(["Listing currency", "SMA 20 ± 2 sample deviations"], {
    upper: price("", "Bollinger upper, sample"),
    lower: price("", "Bollinger lower, sample"),
  }),
  atr14: price("average true range, Wilder's smoothing"),
  stochastic: object("0 to 100", {
    k: readBy({ low: 20, high: 80 }, figure("14 bars", "Stochastic %K 14")),
    d: readBy({ low: 20, high: 80 }, figure("SMA 3 of k", "Stochastic %D 3")),
  }),
  williams14: readBy(
    { low: -80, high: -20 },
    figure(["-100 to 0", "(high - close) / (high - low) × -100"], "Williams %R 14"),
  ),
  roc12: signed(percent("close / close 12 bars before - 1", "ROC 12")),
  volumeRatio20: multiple("volume of the last complete bar / mean of the 20 before", "Relative volume (20 bars)"),
  returns: group("Returns", {
    "1d": returnOn("on the bar before", "1D"),
    "5d": returnOn("on five bars before", "5D"),
    "1mo": returnOn("since the close before range 1mo", "1M"),
    "3mo": returnOn("before 3mo", "3M"),
    "6mo": returnOn("before 6mo", "6M"),
    ytd: returnOn("since the last close of the year before", "YTD"),
    "1y": returnOn("before 1y", "1Y"),
  }),
  high52: price("highest of the last year", "52-week high"),
  low52: price("lowest of the last year", "52-week low"),
  fromHigh52: signed(percent("(close - high52) / high52", "vs 52-week high")),
  volatility20: percentAYear(
    "20 logarithmic returns × √252 (coins √365, weeks √52); null for hours",
    "Volatility (20 bars, annualised)",
  ),
  maxDrawdown1y: signed(percent("deepest fall from a high of the last year", "Max drawdown, 1 year")),
  beta1y: figure("Daily returns against ^GSPC: covariance / variance", "Beta (1 year, S&P 500)"),
  crossing: z
    .object({
      type: codes(
        { golden: "golden cross", death: "death cross" },
        z.enum(["golden", "death"]).describe("golden: mean of fewer bars above the other"),
      ),
      date: barDate("of the bar"),
      fast: always(count("bars")).optional(),
      slow: always(count("bars")).optional(),
    })
    .nullable()
    .describe("Last of the means of two given `windows`, else of 50 and 200 bars"),
  levels: object("Listing currency; pivots of the last complete bar", {
    pivot: price("P = (high + low + close) / 3"),
    s1: price("2P - high", "Pivot S1"),
    s2: price("P - (high - low)", "Pivot S2"),
    r1: price("2P - low", "Pivot R1"),
    r2: price("P + (high - low)", "Pivot R2"),
    support: swings("Low below close, strictly below those of 5 bars on each side; three with `levels`"),
    resistance: swings("High above close, strictly above those of 5 bars on each side"),
  }),
  windows: z
    .array(
      z.object({
        bars: always(count("of the window")),
        sma: price("mean of closes"),
        ema: price("exponential mean"),
        roc: signed(percent("close / close that many bars before - 1", "ROC")),
        volatility: percentAYear("as volatility20, of as many returns; hours × √bars a day"),
        high: price("highest"),
        low: price("lowest"),
      }),
    )
    .optional()
    .describe("With `windows`: over the last bars"),
  signals: z
    .array(
      z.object({
        date: barDate("of the bar"),
        indicator: z.enum(["rsi14", "macd", "close"]).describe("macd: line and signal; close: and its mean"),
        direction: z.enum(["up", "down"]).describe("through the line"),
        level: figure("30 or 70 of rsi14; bars of the mean"),
      }),
    )
    .optional()
    .describe("With `signals`: last ten bars on which rsi14 rose above 30 or fell below 70, or a line was crossed"),
  needs: describe(z.object({}).catchall(z.number()).optional(), [
    "Bars needed by each indicator that is null for too few bars, absent if none is",
    "those of returns, beta and a year are approximate",
  ]),
  series: z
    .array(z.object({ date: z.string().describe("Day") }).catchall(z.number().nullable()))
    .optional()
    .describe(
      "With `series` or `range`: close and values a bar, newest first; null before the warm-up, of bars before the range too, is over",
    ),
  timestamp,
});
