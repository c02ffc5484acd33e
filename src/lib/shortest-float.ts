/** 32-bit floats that were widened to 64 bits, in the digits they were stored for. */

/**
 * The shortest decimal that is the same 32-bit float: 129.0399932861328 → 129.04.
 *
 * This undoes a widening and rounds nothing: each stored float has many
 * decimals, and the shortest is the one that was stored. A number that is no
 * 32-bit float stays as it is.
 */
export function toShortestFloat(value: number): number {
  if (Math.fround(value) !== value || Number.isInteger(value)) return value;
  // Seven digits are right for nearly all; trailing zeros vanish. Nine always are.
  for (let digits = 7; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return digits === 7 ? shorter(short, value) : short;
  }
  return value;
}

/** The same with six digits where that is the same float. */
function shorter(seven: number, value: number): number {
  const six = Number(value.toPrecision(6));
  return Math.fround(six) === value ? six : seven;
}
