/** Adds decimal numbers as they are written: 0.1 and 0.2 are 0.3, and 1e-7 twice is 2e-7. */
export function addExactly(one: number, other: number): number {
  const sum = one + other;
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return sum;
  return Number(sum.toFixed(Math.max(placesOf(one), placesOf(other)))) + 0;
}

/** The most places behind the point that `toFixed` writes. */
const MAX_PLACES = 100;

/** Returns the places behind the point of a number, which the language writes as 0.000001 or 1e-7. */
function placesOf(value: number): number {
  const [, part = "", exponent = "0"] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  return Math.min(MAX_PLACES, Math.max(0, part.length - Number(exponent)));
}
