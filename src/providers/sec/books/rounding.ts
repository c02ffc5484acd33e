/** Rounded figures: a later filing often states thousands where an earlier one states units. */

/** Whether two values may be the same figure, one of them rounded: the difference is below the last digit of either. */
export function isRounding(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(lastDigit(one), lastDigit(other));
}

/** Returns the value of a figure's last digit that is not 0, at most a million; that of a fraction is a hundredth. */
function lastDigit(value: number): number {
  if (!Number.isInteger(value)) return 0.01;
  return [1e6, 1e5, 1e4, 1e3, 100, 10].find((digit) => value !== 0 && value % digit === 0) ?? 1;
}
