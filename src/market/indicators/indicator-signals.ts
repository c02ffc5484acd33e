/** The last bars on which an indicator or the price crossed a line. */
import { toColumns, type IndicatorBar } from "./indicator-series.js";
import { meansOf, sideOf } from "./indicator-windows.js";

/** One crossing: up or down through a `level`, which is 30 or 70 of the RSI, or the bars of the price's mean. */
interface Signal {
  date: string;
  indicator: "rsi14" | "macd" | "close";
  direction: "up" | "down";
  level: number | null;
}

/** Bars in an answer. */
const MOST_BARS = 10;

/**
 * Returns the signals of the last ten bars that have some, newest first: the RSI rose above 30 or fell below 70, the MACD
 * line crossed its signal, the close crossed the mean of each of `windows`. A value on the line belongs to neither side, so
 * the signal is the first bar on the other side. Candles are oldest first.
 */
export function toSignals(candles: readonly IndicatorBar[], windows: readonly number[]): Signal[] {
  const { rsi14, macdHistogram } = toColumns(candles);
  const closes = candles.map(({ close }) => close);
  const lines = [
    { indicator: "rsi14" as const, level: 30, only: "up", sides: rsi14.map((value) => sideIn(value, 30)) },
    { indicator: "rsi14" as const, level: 70, only: "down", sides: rsi14.map((value) => sideIn(value, 70)) },
    { indicator: "macd" as const, level: null, sides: macdHistogram.map((value) => sideIn(value, 0)) },
    ...windows.map((level) => ({
      indicator: "close" as const,
      level,
      sides: meansOf(closes, level).map((mean, at) => sideIn(closes[at]!, mean)),
    })),
  ];
  const found = lines.flatMap(({ sides, indicator, level, ...line }) =>
    crossingsOf(sides).flatMap(({ at, direction }) =>
      "only" in line && line.only !== direction ? [] : [{ at, date: candles[at]!.date, indicator, direction, level }],
    ),
  );
  const bars = [...new Set(found.map(({ at }) => at))].toSorted((one, other) => other - one).slice(0, MOST_BARS);
  return bars.flatMap((bar) => found.filter(({ at }) => at === bar).map(({ at: _at, ...signal }) => signal));
}

const sideIn = (value: number | null, line: number | null) =>
  value === null || line === null ? null : sideOf(value, line);

/** Returns the places at which the side changes. */
function crossingsOf(sides: readonly (number | null)[]): { at: number; direction: "up" | "down" }[] {
  let before = 0;
  return sides.flatMap((side, at) => {
    if (side === null || side === 0 || side === before) return [];
    const isCrossing = before !== 0;
    before = side;
    return isCrossing ? [{ at, direction: side > 0 ? ("up" as const) : ("down" as const) }] : [];
  });
}
