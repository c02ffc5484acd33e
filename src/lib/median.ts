/** The middle of some numbers. */

/** Returns the median: the mean of both middle numbers of an even count; `undefined` without any. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  return upper === undefined || sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
}
