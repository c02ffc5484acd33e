/**
 * Converts arguments as models write them to the form that the schemas expect: "AAPL,MSFT" for a list, a list of one
 * for a single value, "1B" for a number, "Germany" for DE. Rejecting such a form would cost the model a turn. The
 * schemas still validate the result.
 */
import { withoutBlanks } from "../contract/fields.js";
import type { z } from "../contract/schema.js";
import { toCode } from "./code-names.js";
import { expects, fromText, isNumberList, MAX_SPELLING } from "./from-text.js";
import { toItems } from "./list-text.js";

const MULTIPLES: Readonly<Record<string, number>> = { k: 3, th: 3, m: 6, mi: 6, b: 9, bn: 9, bi: 9, t: 12, tr: 12 };
/** 1,000,000 or 2.5, with an optional multiple: 1B, 10 M, 250k, 5 billion. */
const WRITTEN_NUMBER =
  /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?(?:(k|m|bn?|t|th(?=ousand)|mi(?=llion)|bi(?=llion)|tr(?=illion))(?:ousand|llion|illion)?)?$/i;

/** Returns the value of a parameter in the form that its schema expects, where that form is clear. */
export function toExpectedForm(name: string, field: z.ZodTypeAny, value: unknown): unknown {
  const expected = expects(field);
  const isOne = Array.isArray(value) && value.length === 1 && expected !== "list";
  // An item such as 1,000 of a list of numbers is one item.
  if (expected === "list" && Array.isArray(value) && !isNumberList(field)) return toItems(value);
  const single: unknown = isOne ? value[0] : value;
  if (typeof single === "number" && isNumberList(field)) return [single];
  if (typeof single !== "string") return single;
  const text = toCode(name, field, single);
  if (expected === "list") return toItems(text);
  if (expected === "number") return fromText(field, toPlainNumber(text));
  return toListed(field, fromText(field, text));
}

const UNITS: Readonly<Record<string, string>> = { m: "m", h: "h", d: "d", w: "wk", mo: "mo", y: "y" };
const SPANS: Readonly<Record<string, string>> = {
  hourly: "1h",
  daily: "1d",
  week: "1wk",
  weekly: "1wk",
  monthly: "1mo",
};

/**
 * `1 year`, `6 months`, `1w` or `daily` as the parameter spells it (`1y`, `6mo`, `1wk`, `1d`); otherwise the unchanged
 * value.
 */
function toListed(field: z.ZodTypeAny, value: unknown): unknown {
  if (typeof value !== "string" || value.length > MAX_SPELLING) return value;
  const text = value.toLowerCase();
  const others = toSpans(text);
  // The schema comes second, because it takes longer and most texts have no other spelling.
  if (others.length === 0 || field.safeParse(value).success) return value;
  return others.find((each) => field.safeParse(each).success) ?? value;
}

/** Returns the spellings of a span that the text may mean. */
function toSpans(text: string): string[] {
  if (/^\d+m$/.test(text)) return [...sameSpan(text), ...sameSpan(`${text}o`)];
  const [, count, unit = ""] = /^(\d+)[ -]?(min|hour|h|day|d|week|w|month|mo|year|yr|y)(?:ute)?s?$/.exec(text) ?? [];
  const short = unit.startsWith("mo") ? "mo" : unit.slice(0, 1);
  const span = count === undefined ? SPANS[text] : `${count}${UNITS[short]}`;
  if (span === undefined) return [];
  // A range of a price history has no week, but its five days of trading.
  return [span, ...sameSpan(span), ...(span === "1wk" ? ["5d"] : [])];
}

/** Returns the same span in a larger unit: `1h` for `60m`, `1y` for `12mo`. */
function sameSpan(span: string): string[] {
  const [, digits, unit] = /^(\d+)(m|mo)$/.exec(span) ?? [];
  const [size, larger] = unit === "m" ? [60, "h"] : [12, "y"];
  const count = Number(digits) / size;
  return Number.isInteger(count) && count > 0 ? [`${count}${larger}`] : [];
}

/**
 * Writes a number in plain digits; the multiple becomes an exponent of the text, so that no digit is lost. Any other
 * text stays unchanged.
 */
function toPlainNumber(written: string): string {
  if (written.length > MAX_SPELLING) return written;
  const text = withoutBlanks(written);
  const [, digits, multiple] = WRITTEN_NUMBER.exec(text) ?? [];
  if (digits === undefined) return /^\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(text) ? String(Number(text)) : text;
  const plain = digits.replaceAll(",", "").replace(/^\+/, "");
  return multiple === undefined ? plain : String(Number(`${plain}e${MULTIPLES[multiple.toLowerCase()]!}`));
}
