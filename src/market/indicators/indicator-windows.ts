/** Figures over windows of bars that a caller chooses, and the crossing of two means. */
import { toSixDigits } from "../../contract/values.js";
import { lastExponentialMean, type IndicatorBar } from "./indicator-series.js";
import { percentChange } from "../prices/negative-prices.js";
import { sampleVolatility } from "../prices/past-performance.js";

/** The figures over the last `bars` bars; `null` where there are fewer. */
export interface WindowFigures {
  bars: number;
  sma: number | null;
  ema: number | null;
  roc: number | null;
  volatility: number | null;
  high: number | null;
  low: number | null;
}

/** Returns the figures of each window; `candles` are oldest first, `barsAYear` make the volatility annual. */
export function toWindows(
  candles: readonly IndicatorBar[],
  windows: readonly number[],
  barsAYear: number,
): WindowFigures[] {
  const closes = candles.map(({ close }) => close);
  return windows.map((bars) => {
    const isLong = candles.length < bars;
    const within = isLong ? [] : candles.slice(-bars);
    return {
      bars,
      sma: toSixDigits(meansOf(closes, bars).at(-1) ?? null),
      ema: isLong ? null : toSixDigits(lastExponentialMean(closes, bars)),
      roc: rateOfChange(closes, bars),
      volatility: closes.length > bars ? sampleVolatility(closes.slice(-bars - 1), barsAYear) : null,
      high: isLong ? null : Math.max(...within.map(({ high }) => high)),
      low: isLong ? null : Math.min(...within.map(({ low }) => low)),
    };
  });
}

/** Returns close / close `bars` bars before - 1, in percent; closes are oldest first. */
export function rateOfChange(closes: readonly number[], bars: number): number | null {
  const [latest, earlier] = [closes.at(-1), closes.at(-1 - bars)];
  return latest === undefined || earlier === undefined ? null : percentChange(latest, earlier);
}

/** Returns the mean of the last `bars` closes at each bar, oldest first; `null` where there are fewer. */
export function meansOf(closes: readonly number[], bars: number): (number | null)[] {
  let sum = 0;
  return closes.map((close, at) => {
    sum += close - (closes[at - bars] ?? 0);
    return at >= bars - 1 ? sum / bars : null;
  });
}

/** Means of equal closes differ by some 1e-15, because decimals are no binary numbers. */
const EQUAL = 1e-9;

/** Returns 1 for a value above the line, -1 below it, 0 on it. */
export function sideOf(value: number, line: number): number {
  return Math.abs(value - line) <= EQUAL * Math.abs(line) ? 0 : Math.sign(value - line);
}

/** The bars of the two means that cross. */
export interface Pair {
  fast: number;
  slow: number;
}

/**
 * Returns the last bar at which the mean of `fast` bars went above (golden) or below (death) that of `slow`; `null` without
 * one. Candles are oldest first.
 */
export function lastCrossing(candles: readonly IndicatorBar[], { fast, slow }: Pair) {
  const closes = candles.map(({ close }) => close);
  const [quick, calm] = [meansOf(closes, fast), meansOf(closes, slow)];
  const sideAt = (at: number) => sideOf(quick[at] ?? Number.NaN, calm[at] ?? Number.NaN);
  // Equal means belong to neither side: the crossing is the first bar on the other one.
  let side = 0;
  let start: number | null = null;
  for (let at = candles.length - 1; at >= 0; at--) {
    const here = sideAt(at);
    if (Number.isNaN(here)) return null;
    if (side === 0) side = here;
    if (here === side) start = at;
    else if (here === -side && start !== null) {
      return { type: side > 0 ? ("golden" as const) : ("death" as const), date: candles[start]!.date };
    }
  }
  return null;
}
