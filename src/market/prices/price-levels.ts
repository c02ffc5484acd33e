/** Price levels: classic pivots of the last complete bar, and supports and resistances from swings. */
import { toSixDigits } from "../../contract/values.js";
import type { Bar } from "./price-bars.js";

/** Complete bars on each side of a swing. */
const SIDE = 5;

interface Swing {
  date: string;
  price: number;
}

/**
 * Returns the levels of bars, newest first, of which the newest may be `isComplete` or not, with the `most` nearest supports
 * and resistances.
 *
 * With high H, low L and close C of the last complete bar: pivot P = (H + L + C) / 3, r1 = 2P - L, s1 = 2P - H,
 * r2 = P + (H - L), s2 = P - (H - L). A swing low (high) is strictly below (above) the lows (highs) of five complete bars
 * on each side; supports are swing lows below the latest close, resistances swing highs above it, nearest first.
 */
export function toLevels(bars: readonly Bar[], isComplete: boolean, most: number) {
  const complete = isComplete ? bars : bars.slice(1);
  const [last, close] = [complete[0], bars[0]?.close];
  return {
    ...pivotsOf(last),
    support: close === undefined ? [] : nearest(swings(complete, "low"), (price) => close - price, most),
    resistance: close === undefined ? [] : nearest(swings(complete, "high"), (price) => price - close, most),
  };
}

const NO_PIVOTS = { pivot: null, s1: null, s2: null, r1: null, r2: null };

function pivotsOf(bar: Bar | undefined): Record<keyof typeof NO_PIVOTS, number | null> {
  if (!bar || bar.high === null || bar.low === null) return NO_PIVOTS;
  const { high, low, close } = bar;
  const pivot = (high + low + close) / 3;
  return {
    pivot: toSixDigits(pivot),
    s1: toSixDigits(2 * pivot - high),
    s2: toSixDigits(pivot - (high - low)),
    r1: toSixDigits(2 * pivot - low),
    r2: toSixDigits(pivot + (high - low)),
  };
}

/** Returns the swing lows or highs. A bar without the figure makes no swing of itself or its neighbours. */
function swings(bars: readonly Bar[], name: "low" | "high"): Swing[] {
  const sign = name === "low" ? -1 : 1;
  const isBeyond = (price: number, other: number | null | undefined) => other != null && sign * (price - other) > 0;
  return bars.flatMap((bar, at): Swing[] => {
    const price = bar[name];
    if (price === null) return [];
    for (let side = 1; side <= SIDE; side++) {
      if (!isBeyond(price, bars[at - side]?.[name]) || !isBeyond(price, bars[at + side]?.[name])) return [];
    }
    return [{ date: bar.date, price }];
  });
}

/** Returns those at a positive distance, nearest first. */
function nearest(all: readonly Swing[], distanceOf: (price: number) => number, most: number): Swing[] {
  return all
    .filter(({ price }) => distanceOf(price) > 0)
    .toSorted((one, other) => distanceOf(one.price) - distanceOf(other.price))
    .slice(0, most);
}
