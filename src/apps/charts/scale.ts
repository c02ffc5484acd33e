/** Converts figures to positions on an axis. */

/** Returns the linear function from one range to another; if the first range is a single value, it is in the middle. */
export function toScale([low, high]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number): number =>
    high === low ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start);
}

/** Returns the smallest and the largest value. */
export function extentOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** Returns about `count` round numbers that cover the extent. */
export function ticksOf([low, high]: readonly [number, number], count: number): number[] {
  if (low === high) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // A product has no accumulated rounding error, so that the tick at 0 is exactly 0.
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
