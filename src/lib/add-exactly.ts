/** Adds decimal numbers as they are written: 0.1 and 0.2 are 0.3, and 1e-7 twice is 2e-7. */
export function addExactly(one: number, other: number): number {
  const sum = one + other;
  if (!Number.isFinite(sum) || (Number.isSafeInteger(one) && Number.isSafeInteger(other))) return sum;
  const [first, second] = [toDecimal(one), toDecimal(other)];
  const places = Math.max(first.places, second.places);
  const scaled = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return Number(`${scaled(first) + scaled(second)}e${-places}`);
}

/** A number as its digits and how many of them stand behind the point; below zero for zeros before it. */
interface Decimal {
  digits: bigint;
  places: number;
}

/** Returns the number that the language writes as 0.000001, 1e-7 or 1.5e+21. */
function toDecimal(value: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", part = ""] = mantissa.split(".");
  return { digits: BigInt(whole + part), places: part.length - Number(exponent) };
}
