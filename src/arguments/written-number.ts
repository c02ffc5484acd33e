/** Numbers as people write them: `1B`, `5.0`, and with the unit or the bound of their parameter, `3%`, `$10B`, `<15`. */
import { unitOf, withoutBlanks, type WrittenUnit } from "../contract/fields.js";
import type { z } from "../contract/schema.js";
import { innermost, MAX_SPELLING } from "./from-text.js";

const MULTIPLES: Readonly<Record<string, number>> = { k: 3, th: 3, m: 6, mi: 6, b: 9, bn: 9, bi: 9, t: 12, tr: 12 };
/** 1,000,000 or 2.5, with an optional multiple: 1B, 10 M, 250k, 5 billion. */
const WRITTEN_NUMBER =
  /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?(?:(k|m|bn?|t|th(?=ousand)|mi(?=llion)|bi(?=llion)|tr(?=illion))(?:ousand|llion|illion)?)?$/i;

/** The sign of each unit in a text. */
const SIGNS: Readonly<Record<WrittenUnit, RegExp>> = { "%": / ?%$/, USD: /^\$ ?/, x: / ?x$/i };
/** The sign of a bound in a text, by the end of a parameter's name. */
const BOUNDS = [
  ["_max", /^(?:<=?|≤) ?/],
  ["_min", /^(?:>=?|≥) ?/],
] as const;

/**
 * Writes a number in plain digits; the multiple becomes an exponent of the text, so that no digit is lost. Any other
 * text, and a unit or a bound that is not that of the parameter, stays unchanged.
 */
export function toPlainNumber(name: string, field: z.ZodTypeAny, written: string): string {
  if (written.length > MAX_SPELLING) return written;
  const text = withoutBlanks(written);
  const unit = unitOf(innermost(field)!);
  const bound = BOUNDS.find(([end]) => name.endsWith(end))?.[1];
  const bare = text.replace(bound ?? "", "").replace(unit === undefined ? "" : SIGNS[unit], "");
  const [, digits, multiple] = WRITTEN_NUMBER.exec(bare) ?? [];
  if (digits === undefined) return /^\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(bare) ? String(Number(bare)) : text;
  const plain = digits.replaceAll(",", "").replace(/^\+/, "");
  return multiple === undefined
    ? withoutZeros(plain)
    : String(Number(`${plain}e${MULTIPLES[multiple.toLowerCase()]!}`));
}

/** Returns `5` for `5.0`; any other text is returned unchanged. */
export function withoutZeros(text: string): string {
  return text.replace(/^([+-]?\d{1,15})\.0{1,15}$/, "$1");
}
