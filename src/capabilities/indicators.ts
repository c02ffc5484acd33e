/**
 * Technical indicators of daily or weekly bars.
 *
 * `trading-signals` computes the indicators with a warm-up period and gives no value before it is over. On recorded
 * values of an upstream, it and `indicatorts` give SMA and Williams %R exactly; but `indicatorts` gives values from the
 * first bar on, when there is no full mean yet.
 */
import { ATR, BollingerBands, EMA, MACD, RSI, SMA, StochasticOscillator, WilliamsR } from "trading-signals";
import { toSixDigits } from "../contract/values.js";
import { volatility20, YEAR_DAYS } from "./past-performance.js";
import type { Bar } from "./price-bars.js";

/** Weeks of a year. */
const YEAR_WEEKS = 52;

/** A bar with all figures that the indicators need. */
interface Candle {
  date: string;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

/** Returns the values of the latest bar; `null` for an indicator that needs more bars or a price that moves. */
export function computeIndicators(newestFirst: readonly Bar[], interval: "1d" | "1wk") {
  const candles = newestFirst.map(toCandle).toReversed();
  const closes = candles.map(({ close }) => close);
  const latest = closes.at(-1) ?? null;
  const year = interval === "1d" ? YEAR_DAYS : YEAR_WEEKS;
  const lastYear = candles.slice(-year);
  const high52 = lastYear.length >= year ? Math.max(...lastYear.map(({ high }) => high)) : null;
  const low52 = lastYear.length >= year ? Math.min(...lastYear.map(({ low }) => low)) : null;
  const bands = feed(new BollingerBands(20, 2), closes);
  const macd = feed(new MACD(new EMA(12), new EMA(26), new EMA(9)), closes);
  const stochastic = moves(candles.slice(-16))
    ? feed(new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 1, dPeriod: 3 }), candles)
    : null;
  return {
    sma: {
      "20": six(feed(new SMA(20), closes)),
      "50": six(feed(new SMA(50), closes)),
      "200": six(feed(new SMA(200), closes)),
    },
    ema: { "12": six(feed(new EMA(12), closes)), "26": six(feed(new EMA(26), closes)) },
    rsi14: changes(closes) ? six(feed(new RSI(14), closes)) : null,
    macd: { line: six(macd?.macd), signal: six(macd?.signal), histogram: six(macd?.histogram) },
    bollinger20: { upper: six(bands?.upper), middle: six(bands?.middle), lower: six(bands?.lower) },
    atr14: six(feed(new ATR(14), candles)),
    stochastic: { k: six(stochastic?.stochK), d: six(stochastic?.stochD) },
    williams14: moves(candles.slice(-14)) ? six(feed(new WilliamsR(14), candles)) : null,
    volumeRatio20: volumeRatio(candles),
    high52,
    low52,
    fromHigh52: high52 === null || latest === null ? null : six(((latest - high52) / high52) * 100),
    volatility20: volatility20(closes, year),
    maxDrawdown1y: drawdown(closes.slice(-year), year),
  };
}

function toCandle({ date, high, low, close, volume }: Bar): Candle {
  return { date, high: high ?? close, low: low ?? close, close, volume };
}

interface Indicator<Input, Result> {
  add(input: Input): Result | null;
  getResult(): Result | null;
  isStable: boolean;
}

/** Returns an indicator's value after all inputs; `null` before its warm-up period is over. */
function feed<Input, Result>(indicator: Indicator<Input, Result>, inputs: readonly Input[]): Result | null {
  for (const input of inputs) indicator.add(input);
  return indicator.isStable ? indicator.getResult() : null;
}

const six = (value: number | null | undefined): number | null => toSixDigits(value ?? null);

/** Whether the close ever changes; for a constant price RSI has no meaning. */
function changes(closes: readonly number[]): boolean {
  return closes.some((close) => close !== closes[0]);
}

function moves(candles: readonly Candle[]): boolean {
  return Math.max(...candles.map(({ high }) => high)) > Math.min(...candles.map(({ low }) => low));
}

/** Returns the latest volume / the mean volume of the 20 bars before it. */
function volumeRatio(candles: readonly Candle[]): number | null {
  const latest = candles.at(-1)?.volume ?? null;
  const before = candles.slice(-21, -1).map(({ volume }) => volume);
  if (latest === null || before.length < 20 || before.includes(null)) return null;
  const mean = before.reduce<number>((sum, volume) => sum + (volume ?? 0), 0) / before.length;
  return mean > 0 ? six(latest / mean) : null;
}

/** Returns the deepest fall from a high of the last year, in percent of that high; negative or 0. */
function drawdown(closes: readonly number[], year: number): number | null {
  if (closes.length < year) return null;
  let [peak, deepest] = [closes[0]!, 0];
  for (const close of closes) {
    peak = Math.max(peak, close);
    deepest = Math.min(deepest, (close - peak) / peak);
  }
  return six(deepest * 100);
}
