/**
 * Technical indicators over time.
 *
 * The library is `trading-signals`: its values are within 0.001 of an upstream's recorded values
 * (tests/market/indicators/indicators-recorded.test.ts). SMA and Williams %R of `indicatorts` and `technicalindicators` agree as
 * well, but the RSI of `indicatorts` differs by up to 0.47, and it returns values before the warm-up is over;
 * `technicalindicators` rounds the RSI to two decimals, and its EMA, which starts from a mean, differs by up to 0.17.
 */
import { ATR, BollingerBands, EMA, MACD, RSI, SMA, StochasticOscillator, WilliamsR } from "trading-signals";
import { toSixDigits } from "../../contract/values.js";
import type { Bar } from "../prices/price-bars.js";

/** The fields of a bar that indicators need. */
export interface IndicatorBar {
  date: string;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

/** The columns of each series that a caller can request by name. */
const SERIES = {
  sma: ["sma20", "sma50", "sma200"],
  sma20: ["sma20"],
  sma50: ["sma50"],
  sma200: ["sma200"],
  ema: ["ema12", "ema26"],
  ema12: ["ema12"],
  ema26: ["ema26"],
  rsi14: ["rsi14"],
  macd: ["macdLine", "macdSignal", "macdHistogram"],
  bollinger20: ["bollingerUpper", "bollingerMiddle", "bollingerLower"],
  atr14: ["atr14"],
  stochastic: ["stochasticK", "stochasticD"],
  williams14: ["williams14"],
} as const;

export type IndicatorSeries = keyof typeof SERIES;
export type IndicatorColumn = (typeof SERIES)[IndicatorSeries][number];
type Values = (number | null)[];

/** Converts bars, newest first, to candles, oldest first; a missing high or low is replaced by the close. */
export function toCandles(newestFirst: readonly Bar[]): IndicatorBar[] {
  return newestFirst
    .map(({ date, high, low, close, volume }) => ({ date, high: high ?? close, low: low ?? close, close, volume }))
    .toReversed();
}

/**
 * Returns all columns with one value per candle, oldest first. A value is `null` where there are too few bars, and
 * where RSI, stochastic or Williams %R would divide by zero because the price did not move in their window. Values are
 * not rounded here: rounding all of them would take longer than computing them.
 */
export function toColumns(candles: readonly IndicatorBar[]): Record<IndicatorColumn, Values> {
  const closes = candles.map(({ close }) => close);
  const bands = run(new BollingerBands(20, 2), closes);
  const macd = run(new MACD(new EMA(12), new EMA(26), new EMA(9)), closes);
  const stochastic = run(new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 1, dPeriod: 3 }), candles);
  const firstMove = closes.findIndex((close) => close !== closes[0]);
  const moves = candles.map((_, at) => movesWithin(candles, at - 13, at));
  const column = (values: (number | null | undefined)[], isDefined = (_at: number) => true): Values =>
    values.map((value, at) => (isDefined(at) ? (value ?? null) : null));
  // The signal is an EMA 9 of the line, which begins with its 26th bar.
  const hasSignal = (at: number) => at >= 26 + 9 - 2;
  return {
    sma20: column(run(new SMA(20), closes)),
    sma50: column(run(new SMA(50), closes)),
    sma200: column(run(new SMA(200), closes)),
    // An EMA has a value from its first input on.
    ema12: column(run(new EMA(12), closes), (at) => at >= 12 - 1),
    ema26: column(run(new EMA(26), closes), (at) => at >= 26 - 1),
    rsi14: column(run(new RSI(14), closes), (at) => firstMove >= 0 && at >= firstMove),
    macdLine: column(partsOf(macd, "macd")),
    macdSignal: column(partsOf(macd, "signal"), hasSignal),
    macdHistogram: column(partsOf(macd, "histogram"), hasSignal),
    bollingerUpper: column(partsOf(bands, "upper")),
    bollingerMiddle: column(partsOf(bands, "middle")),
    bollingerLower: column(partsOf(bands, "lower")),
    atr14: column(run(new ATR(14), candles)),
    stochasticK: column(partsOf(stochastic, "stochK"), (at) => moves[at]!),
    stochasticD: column(
      partsOf(stochastic, "stochD"),
      (at) => at >= 2 && moves[at]! && moves[at - 1]! && moves[at - 2]!,
    ),
    williams14: column(run(new WilliamsR(14), candles), (at) => moves[at]!),
  };
}

/**
 * Returns the rows of one series, or of `all`, newest first: the day, its close and the columns of the series with six
 * significant digits.
 */
export function toSeries(
  candles: readonly IndicatorBar[],
  name: IndicatorSeries | "all",
): Record<string, string | number | null>[] {
  const columns = toColumns(candles);
  const shown = (name === "all" ? Object.keys(columns) : SERIES[name]) as IndicatorColumn[];
  return candles
    .map(({ date, close }, at) => ({
      date,
      close,
      ...Object.fromEntries(shown.map((column) => [column, toSixDigits(columns[column][at] ?? null)])),
    }))
    .toReversed();
}

/** Returns the exponential mean of closes, oldest first, at the last one. */
export function lastExponentialMean(closes: readonly number[], bars: number): number | null {
  return run(new EMA(bars), closes).at(-1) ?? null;
}

/**
 * Returns the indicator's value after each input; `null` before the warm-up period is over. It does not use `isStable`,
 * which throws an error for each input of an EMA's warm-up; that took a quarter of the time of all indicators.
 */
function run<Input, Result>(
  indicator: { add(input: Input): Result | null },
  inputs: readonly Input[],
): (Result | null)[] {
  return inputs.map((input) => indicator.add(input));
}

/** Returns one of several values that an indicator has after each input. */
function partsOf<Result, Name extends keyof Result>(results: readonly (Result | null)[], name: Name) {
  return results.map((each) => each?.[name]);
}

/** Whether the price moved between two candles, inclusive. */
function movesWithin(candles: readonly IndicatorBar[], from: number, to: number): boolean {
  const first = candles[Math.max(from, 0)]!;
  for (let at = Math.max(from, 0); at <= to; at++) {
    const { high, low } = candles[at]!;
    if (high !== low || high !== first.high) return true;
  }
  return false;
}
