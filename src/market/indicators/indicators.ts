/** The latest values of technical indicators, and figures of the last year. */
import { daysBefore } from "../../lib/day.js";
import { toSixDigits } from "../../contract/values.js";
import { toCandles, toColumns, type IndicatorBar, type IndicatorColumn } from "./indicator-series.js";
import { lastCrossing, rateOfChange, toWindows, type Pair } from "./indicator-windows.js";
import { percentChange } from "../prices/negative-prices.js";
import { barsADay, daysAYear, volatility20 } from "../prices/past-performance.js";
import type { Bar } from "../prices/price-bars.js";
import { deepestFall } from "../prices/range-figures.js";

const WEEKS_A_YEAR = 52;
const CALENDAR_YEAR = 365;
/** The first bar of a year may be this many days late, because of weekends and holidays. */
const LATE_DAYS = 7;

/** The length of the bars of indicators. */
export type IndicatorInterval = "1h" | "1d" | "1wk";

/** Bars of the rate of change that indicators have by default. */
const ROC_BARS = 12;
/** The two means whose crossing indicators have by default. */
const USUAL_PAIR: Pair = { fast: 50, slow: 200 };

/**
 * Returns the values at the latest of hourly, daily or weekly bars; `null` where there are too few bars, or where the
 * price does not move. With `isComplete` false the volume ratio is that of the bar before the latest. The figures over
 * `windows`, numbers of bars, are there if some are given; two of them are those of the crossing.
 */
export function computeIndicators(
  newestFirst: readonly Bar[],
  interval: IndicatorInterval,
  isComplete = true,
  windows: readonly number[] = [],
) {
  const candles = toCandles(newestFirst);
  const columns = toColumns(candles);
  const last = (column: IndicatorColumn) => toSixDigits(columns[column].at(-1) ?? null);
  const closes = candles.map(({ close }) => close);
  const latest = closes.at(-1) ?? null;
  const year = lastYear(candles);
  const high52 = year ? Math.max(...year.map(({ high }) => high)) : null;
  const low52 = year ? Math.min(...year.map(({ low }) => low)) : null;
  const barsAYear = barsOfYear(newestFirst, interval);
  const [fast, slow] = windows.toSorted((one, other) => one - other);
  const pair: Pair | undefined = windows.length === 2 ? { fast: fast!, slow: slow! } : undefined;
  const crossing = lastCrossing(candles, pair ?? USUAL_PAIR);
  return {
    sma: { "20": last("sma20"), "50": last("sma50"), "200": last("sma200") },
    ema: { "12": last("ema12"), "26": last("ema26") },
    rsi14: last("rsi14"),
    macd: { line: last("macdLine"), signal: last("macdSignal"), histogram: last("macdHistogram") },
    bollinger20: { upper: last("bollingerUpper"), middle: last("bollingerMiddle"), lower: last("bollingerLower") },
    bollingerSample: sampleBands(closes),
    atr14: last("atr14"),
    stochastic: { k: last("stochasticK"), d: last("stochasticD") },
    williams14: last("williams14"),
    roc12: rateOfChange(closes, ROC_BARS),
    volumeRatio20: volumeRatio(isComplete ? candles : candles.slice(0, -1)),
    high52,
    low52,
    fromHigh52: high52 === null || latest === null ? null : percentChange(latest, high52),
    volatility20: volatility20(closes, barsAYear),
    maxDrawdown1y: year ? fallOf(year) : null,
    crossing: crossing && { ...crossing, ...pair },
    ...(windows.length > 0 ? { windows: toWindows(candles, windows, barsAYear) } : {}),
  };
}

/** Returns the bars of a year, which make a volatility annual; `bars` are newest first. */
function barsOfYear(bars: readonly Bar[], interval: IndicatorInterval): number {
  if (interval === "1wk") return WEEKS_A_YEAR;
  return daysAYear(bars) * (interval === "1h" ? barsADay(bars) : 1);
}

/** Returns the mean of the last 20 closes ± 2 sample deviations (divided by 19). */
function sampleBands(closes: readonly number[]): { upper: number | null; lower: number | null } {
  const last = closes.slice(-BAND_BARS);
  if (last.length < BAND_BARS) return { upper: null, lower: null };
  const mean = last.reduce((sum, close) => sum + close, 0) / BAND_BARS;
  const deviation = Math.sqrt(last.reduce((sum, close) => sum + (close - mean) ** 2, 0) / (BAND_BARS - 1));
  return { upper: toSixDigits(mean + 2 * deviation), lower: toSixDigits(mean - 2 * deviation) };
}
const BAND_BARS = 20;

/** Returns the bars of the 365 days up to the latest; `undefined` when the history does not reach that far back. */
function lastYear(candles: readonly IndicatorBar[]): readonly IndicatorBar[] | undefined {
  const [oldest, latest] = [candles[0], candles.at(-1)];
  if (!oldest || !latest) return undefined;
  const start = daysBefore(latest.date, CALENDAR_YEAR);
  if (oldest.date > daysBefore(start, -LATE_DAYS)) return undefined;
  return candles.filter(({ date }) => date > start);
}

/** Returns the latest volume / mean volume of the 20 bars before it. */
function volumeRatio(candles: readonly IndicatorBar[]): number | null {
  const latest = candles.at(-1)?.volume ?? null;
  const before = candles.slice(-21, -1).map(({ volume }) => volume);
  if (latest === null || before.length < 20 || before.includes(null)) return null;
  const mean = before.reduce<number>((sum, volume) => sum + (volume ?? 0), 0) / before.length;
  return mean > 0 ? toSixDigits(latest / mean) : null;
}

/** Returns the deepest fall in percent: 0 where no close falls, `null` where none is above 0. */
function fallOf(bars: readonly IndicatorBar[]): number | null {
  return deepestFall(bars)?.percent ?? (bars.some(({ close }) => close > 0) ? 0 : null);
}
