/** Rows as CSV, safe to open in a spreadsheet. */

import { isObject } from "../lib/is-object.js";
import type { Row } from "./rows.js";

/** Creates the function that writes rows as CSV: the names of the columns, then a line for each row, each ending with LF. */
export async function csvWriter(columns: readonly string[]): Promise<(rows: readonly Row[]) => string> {
  // The library is loaded on first use, which keeps starts fast.
  const { unparse } = (await import("papaparse")).default;
  const options = { newline: "\n", escapeFormulae: FORMULA };
  return (rows) => {
    const data = rows.map((row) =>
      columns.map((name) => (Object.hasOwn(row, name) ? withoutInnerFormulas(row[name]) : undefined)),
    );
    const text = unparse({ fields: [...columns], data }, options);
    // The library ends the text with a line feed only if there are no rows.
    return text.endsWith("\n") ? text : `${text}\n`;
  };
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?%?`;
const FORMULA_START = "[=+\\-@\\t\\r\\n＝＋－＠]";
/** Where a spreadsheet may begin a cell: at the list separators of some languages, and at tabs and quotes within a text. */
const BEGINS_CELL = `(?:[;|]|(?<!^)[\\t"])`;

/**
 * Matches texts that a spreadsheet would execute, also behind quotes and blanks; they get an apostrophe in front.
 * Decimal numbers and percentages stay unchanged.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = new RegExp(`^(?!${NUMBER}$)["'\\s]{0,20}${FORMULA_START}`, "i");

/**
 * Matches the places within a text where a spreadsheet with another separator than the comma would begin a cell that it
 * executes.
 */
const FORMULA_WITHIN = new RegExp(
  `(${BEGINS_CELL}["'\\s]{0,20})(?!${NUMBER}(?:$|${BEGINS_CELL}))(?=${FORMULA_START})`,
  "gi",
);

/**
 * Writes a list or object as JSON, and puts an apostrophe in front of each formula within a text; the library marks one
 * at the beginning.
 */
function withoutInnerFormulas(value: unknown): unknown {
  if (isObject(value) || Array.isArray(value)) return withoutInnerFormulas(JSON.stringify(value));
  return typeof value === "string" ? value.replace(FORMULA_WITHIN, "$1'") : value;
}
