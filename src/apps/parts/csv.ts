/** Reads the CSV in which an answer has its list; the server writes it by the rules of RFC 4180. */

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns a record for each line below the names; an empty cell is `null`, and a cell with a number is a number. */
export function readCsv(text: string): Record<string, unknown>[] {
  const [names = [], ...lines] = linesOf(text);
  return lines.map((cells) => Object.fromEntries(names.map((name, index) => [name, toValue(cells[index] ?? "")])));
}

function toValue(cell: string): string | number | null {
  if (cell === "") return null;
  return NUMBER.test(cell) ? Number(cell) : cell;
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
