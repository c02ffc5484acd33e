/** Numbers as text for people, and for APIs that do not accept exponents. */

/** Formats a finite number with all of JavaScript's digits and without an exponent: `1e-7` → `0.0000001`. */
export function toPlainDecimal(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  // JavaScript writes exponents from 1e21 on; numbers that large have no digits after the decimal point.
  return `${sign}${digits.padEnd(point, "0")}`;
}
