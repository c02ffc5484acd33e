/** Labels of charts: an axis of values, and labels that stay inside the drawing. */
import { svg } from "../parts/elements.js";
import { extentOf, ticksOf, toScale } from "./scale.js";
import { decimalsIn, type Formats } from "../parts/format.js";

/** Width of a character in fonts with wide digits, and the additional width of a minus sign, in pixels. */
const CHARACTER = 7.4;
const MINUS = 3;
/** Room between two labels. */
const GAP = 8;
const TICKS = 4;

/** Returns an upper estimate of a label's width in pixels, because a text can be measured only on the page. */
export function widthOf(text: string): number {
  return text.length * CHARACTER + (text.startsWith("−") ? MINUS : 0);
}

/**
 * Returns labels centred on their `x`, which is in ascending order. Labels are moved inwards if they would leave the
 * space from `left` to `right`, and left out if they would touch a later one.
 */
export function labelsAt(
  labels: readonly { text: string; x: number }[],
  y: number,
  [left, right]: readonly [number, number],
  name = "tick",
): SVGElement[] {
  let free = Infinity;
  return labels.toReversed().flatMap(({ text, x }) => {
    const half = widthOf(text) / 2;
    const middle = Math.max(left + half, Math.min(x, right - half));
    if (middle + half > free) return [];
    free = middle - half - GAP;
    return [svg("text", { class: name, x: middle, y, "text-anchor": "middle" }, text)];
  });
}

/** An axis of values: lines at round values, with labels to the left. */
export interface ValueAxis {
  /** Right edge of the labels. */
  left: number;
  y(value: number): number;
  draw(width: number): SVGElement[];
}

/** Returns the format of an axis' figures, all with the same number of decimals; those with a unit have at most two. */
export function evenTick(ticks: readonly number[], formats: Formats): (tick: number) => string {
  const decimals = Math.max(...ticks.map((tick) => decimalsIn(Number(tick.toPrecision(10)))));
  return decimals > 0 ? formats.fixed(decimals) : formats.tick;
}

/** Returns the axis that covers these values between `bottom` and `top`. */
export function valueAxis(values: readonly number[], bottom: number, top: number, formats: Formats): ValueAxis {
  const ticks = ticksOf(extentOf(values), TICKS);
  const toTick = evenTick(ticks, formats);
  const left = Math.max(...ticks.map((tick) => widthOf(toTick(tick)))) + 8;
  const y = toScale(extentOf(ticks), [bottom, top]);
  const draw = (width: number) =>
    ticks.flatMap((tick) => [
      svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, toTick(tick)),
    ]);
  return { left, y, draw };
}
