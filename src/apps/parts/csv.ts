/** Reads the CSV in which an answer has its list; the server writes it by the rules of RFC 4180. */

/**
 * Returns a record for each line below the names; an empty cell is `null`, and one with a number as the server writes it is a
 * number.
 */
export function readCsv(text: string): Record<string, unknown>[] {
  const [names = [], ...lines] = linesOf(text);
  return lines.map((cells) => Object.fromEntries(names.map((name, index) => [name, toValue(cells[index] ?? "")])));
}

function toValue(cell: string): string | number | null {
  if (cell === "") return null;
  const number = Number(cell);
  return Number.isFinite(number) && String(number) === cell ? number : cell;
}

/** A cell with or without quotation marks, and the character that ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g;

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [whole, quoted, plain = "", end] of text.matchAll(CELL)) {
    if (whole === "") break;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
