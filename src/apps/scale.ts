/** From figures to places on an axis. */

/** Maps `from` onto `to`; all figures alike lie in the middle. */
export function toScale([low, high]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number): number =>
    high === low ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start);
}

/** The smallest and the largest. */
export function extentOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** Round numbers that cover the extent, about `count` of them. */
export function ticksOf([low, high]: readonly [number, number], count: number): number[] {
  if (low === high) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // Multiplied, not added up, so that 0 is 0.
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
