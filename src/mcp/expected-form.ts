/**
 * Converts arguments as models write them to the form that the schemas expect: "AAPL,MSFT" for a list, "1B" for a
 * number, `ticker` for `symbol`. Rejecting such a form would cost the model a turn. The schemas still validate the
 * result.
 */
import { expects, fromText } from "../contract/from-text.js";
import type { z } from "../contract/schema.js";

const MULTIPLES: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, bn: 9, t: 12 };
/** 1,000,000 or 2.5, with an optional multiple: 1B, 10 M, 250k. */
const WRITTEN_NUMBER = /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?(k|m|bn?|t)?$/i;
/** Longer texts are not converted to numbers; no number takes as many characters. */
const MAX_NUMBER_TEXT = 64;
/** Longer texts are not split; no list takes as many characters. */
const MAX_LIST_TEXT = 5_000;

/**
 * Returns a copy of the arguments whose names and values have the form that `shape` expects, where that form is clear.
 */
export function toExpectedForm(
  args: object,
  shape: z.ZodRawShape,
  aliases: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const given: Record<string, unknown> = { ...args };
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(given, alias) || Object.hasOwn(given, name)) continue;
    given[name] = given[alias];
    delete given[alias];
  }
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "string" && Object.hasOwn(shape, name)) given[name] = fromWriting(shape[name]!, value);
  }
  return given;
}

function fromWriting(field: z.ZodTypeAny, text: string): unknown {
  switch (expects(field)) {
    case "list":
      return toList(text);
    case "number":
      return fromText(field, toPlainNumber(text.length > MAX_NUMBER_TEXT ? text : withoutBlanks(text)));
    default:
      return fromText(field, text);
  }
}

/**
 * Converts `AAPL, MSFT` or `["AAPL","MSFT"]` to a list. A text that is too long stays text, and the schema rejects it.
 */
function toList(text: string): unknown {
  if (text.length > MAX_LIST_TEXT) return text;
  if (text.trimStart().startsWith("[")) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  return text.split(",").map(withoutBlanks);
}

/** Removes blanks at both ends. Other white space stays, and the schema rejects it. */
function withoutBlanks(text: string): string {
  return text.replace(/^ +/, "").replace(/ +$/, "");
}

/**
 * Writes a number in plain digits; the multiple becomes an exponent of the text, so that no digit is lost. Any other
 * text stays unchanged.
 */
function toPlainNumber(text: string): string {
  const [, digits, multiple] = WRITTEN_NUMBER.exec(text) ?? [];
  if (digits === undefined) return /^\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(text) ? String(Number(text)) : text;
  const plain = digits.replaceAll(",", "").replace(/^\+/, "");
  return multiple === undefined ? plain : String(Number(`${plain}e${MULTIPLES[multiple.toLowerCase()]!}`));
}
