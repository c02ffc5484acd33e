/** Rows as CSV, safe to open in a spreadsheet. */

import type { Row } from "./rows.js";

/**
 * Creates the function that writes rows as CSV: the names of the columns, then a line for each row, separated by LF.
 */
export async function csvWriter(columns: readonly string[]): Promise<(rows: readonly Row[]) => string> {
  // The library is loaded on first use, which keeps starts fast.
  const { unparse } = (await import("papaparse")).default;
  const options = { newline: "\n", escapeFormulae: FORMULA };
  return (rows) => {
    const data = rows.map((row) => columns.map((name) => row[name]));
    const text = unparse({ fields: [...columns], data }, options);
    // The library ends the text with a line feed only if there are no rows.
    return rows.length === 0 ? text.trimEnd() : text;
  };
}

/**
 * Matches texts that a spreadsheet would execute; they get an apostrophe in front. Decimal numbers and percentages stay
 * unchanged.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?%?$)[=+\-@\t\r\n＝＋－＠]/i;
