/** The latest values of technical indicators, and figures of the last year. */
import { daysBefore } from "../lib/day.js";
import { toSixDigits } from "../contract/values.js";
import { toCandles, toColumns, type Candle, type Column } from "./indicator-series.js";
import { daysAYear, volatility20 } from "./past-performance.js";

import type { Bar } from "./price-bars.js";

const WEEKS_A_YEAR = 52;
const CALENDAR_YEAR = 365;
/** The first bar of a year may be this many days late, because of weekends and holidays. */
const LATE_DAYS = 7;

/**
 * Returns the values at the latest of daily or weekly bars; `null` where there are too few bars, or where the price
 * does not move. With `isComplete` false the volume ratio is that of the bar before the latest.
 */
export function computeIndicators(newestFirst: readonly Bar[], interval: "1d" | "1wk", isComplete = true) {
  const candles = toCandles(newestFirst);
  const columns = toColumns(candles);
  const last = (column: Column) => toSixDigits(columns[column].at(-1) ?? null);
  const closes = candles.map(({ close }) => close);
  const latest = closes.at(-1) ?? null;
  const year = lastYear(candles);
  const high52 = year ? Math.max(...year.map(({ high }) => high)) : null;
  const low52 = year ? Math.min(...year.map(({ low }) => low)) : null;
  return {
    sma: { "20": last("sma20"), "50": last("sma50"), "200": last("sma200") },
    ema: { "12": last("ema12"), "26": last("ema26") },
    rsi14: last("rsi14"),
    macd: { line: last("macdLine"), signal: last("macdSignal"), histogram: last("macdHistogram") },
    bollinger20: { upper: last("bollingerUpper"), middle: last("bollingerMiddle"), lower: last("bollingerLower") },
    atr14: last("atr14"),
    stochastic: { k: last("stochasticK"), d: last("stochasticD") },
    williams14: last("williams14"),
    volumeRatio20: volumeRatio(isComplete ? candles : candles.slice(0, -1)),
    high52,
    low52,
    fromHigh52: high52 === null || latest === null ? null : toSixDigits(((latest - high52) / high52) * 100),
    volatility20: volatility20(closes, interval === "1d" ? daysAYear(newestFirst) : WEEKS_A_YEAR),
    maxDrawdown1y: year ? drawdown(year.map(({ close }) => close)) : null,
    crossing: lastCrossing(columns.sma50, columns.sma200, candles),
  };
}

/** Returns the last bar at which the 50-bar mean went above (golden) or below (death) that of 200; `null` without one. */
function lastCrossing(
  fast: readonly (number | null)[],
  slow: readonly (number | null)[],
  candles: readonly Candle[],
): { type: "golden" | "death"; date: string } | null {
  const sideAt = (at: number) => Math.sign((fast[at] ?? Number.NaN) - (slow[at] ?? Number.NaN));
  // Equal means belong to neither side: the crossing is the first bar on the other one.
  let side = 0;
  let start: number | null = null;
  for (let at = candles.length - 1; at >= 0; at--) {
    const here = sideAt(at);
    if (Number.isNaN(here)) return null;
    if (side === 0) side = here;
    if (here === side) start = at;
    else if (here === -side && start !== null) {
      return { type: side > 0 ? "golden" : "death", date: candles[start]!.date };
    }
  }
  return null;
}

/** Returns the bars of the 365 days up to the latest; `undefined` when the history does not reach that far back. */
function lastYear(candles: readonly Candle[]): readonly Candle[] | undefined {
  const [oldest, latest] = [candles[0], candles.at(-1)];
  if (!oldest || !latest) return undefined;
  const start = daysBefore(latest.date, CALENDAR_YEAR);
  if (oldest.date > daysBefore(start, -LATE_DAYS)) return undefined;
  return candles.filter(({ date }) => date > start);
}

/** Returns the latest volume / mean volume of the 20 bars before it. */
function volumeRatio(candles: readonly Candle[]): number | null {
  const latest = candles.at(-1)?.volume ?? null;
  const before = candles.slice(-21, -1).map(({ volume }) => volume);
  if (latest === null || before.length < 20 || before.includes(null)) return null;
  const mean = before.reduce<number>((sum, volume) => sum + (volume ?? 0), 0) / before.length;
  return mean > 0 ? toSixDigits(latest / mean) : null;
}

/** Returns the largest fall from an earlier close, in percent of that close; negative or 0. */
function drawdown(closes: readonly number[]): number | null {
  let [peak, deepest] = [closes[0]!, 0];
  for (const close of closes) {
    peak = Math.max(peak, close);
    deepest = Math.min(deepest, (close - peak) / peak);
  }
  return toSixDigits(deepest * 100);
}
