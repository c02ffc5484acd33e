/** Rows and answers under the names of their fields: lists of commands and keys, and what `--fields` asks for. */
import { toPrintableLine } from "../../lib/printable.js";
import { createNamedCells, flatten, isRows, painted, type Cell, type Row } from "./cells.js";
import { joined, toFactLines, toGrid } from "./layout.js";
import { isProse, toProseLines, USUAL_WIDTH, widthOf } from "./printed-text.js";

type CellOf = ReturnType<typeof createNamedCells>;

/**
 * Returns rows under these names. A table wider than `width` becomes one block of lines per row, because a program that
 * reads it must find every value whole.
 */
export function toTable(
  rows: readonly Row[],
  names: readonly string[],
  width: number | undefined,
  cellOf: CellOf = createNamedCells(),
  colour = false,
): string[] {
  const columns = names.map((name) => ({
    label: toPrintableLine(name),
    cells: rows.map((row) => cellOf(name, row[name], row)),
  }));
  const { lines } = toGrid(columns, undefined, colour, "-");
  if (width === undefined || widthOf(lines[1]!) <= width) return lines;
  return joined(
    rows.map((row) =>
      toNamedLines(
        names.map((name) => [name, row[name]]),
        row,
        cellOf,
        colour,
      ),
    ),
  );
}

/** Returns named values of a row, one per line; each sentence of a list has a separate line. */
function toNamedLines(values: readonly [string, unknown][], row: Row, cellOf: CellOf, colour: boolean): string[] {
  const facts = values.flatMap(([name, value]): [string, Cell][] => {
    const cell = cellOf(name, value, row);
    const texts = isSentences(value) ? value.map(toPrintableLine) : [colour ? painted(cell) : cell.text];
    return texts.map((text, at) => [at === 0 ? toPrintableLine(name) : "", { text }]);
  });
  return toFactLines({ facts }, Number.POSITIVE_INFINITY, false);
}

/** Whether the value is a list of texts of several words, such as notes; a list of single words fits on one line. */
function isSentences(value: unknown): value is string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return false;
  return value.some((each) => each.includes(" "));
}

/** Lists that are left out when they are empty, because nobody misses them. */
const SILENT: ReadonlySet<string> = new Set(["errors", "notes"]);

/** Returns an answer under the names of its fields: single values as lines, then its lists as tables, then its prose. */
export function toNamedAnswer(
  body: Row,
  width: number | undefined,
  cellOf: CellOf = createNamedCells(),
  colour = false,
): string {
  const all = Object.entries(flatten(body));
  const lists = all.filter((each): each is [string, Row[]] => isRows(each[1]));
  const singles = all.filter(([, value]) => !isRows(value) && !isProse(value));
  const parts = singles.length > 0 ? [toNamedLines(singles, body, cellOf, colour)] : [];
  const isTitled = parts.length > 0 || lists.filter(([, rows]) => rows.length > 0).length > 1;
  for (const [name, list] of lists) {
    const title = toPrintableLine(name);
    const rows = list.map((row) => flatten(row));
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    // A wide table of a single row is easier to read as lines.
    const room = rows.length === 1 ? Math.min(width ?? USUAL_WIDTH, USUAL_WIDTH) : width;
    const inList: CellOf = (column, value, row) => cellOf(`${name}.${column}`, value, row);
    if (rows.length > 0)
      parts.push([...(isTitled ? [`${title}:`] : []), ...toTable(rows, names, room, inList, colour)]);
    else if (!SILENT.has(name)) parts.push([`${title}: none`]);
  }
  const prose = all.flatMap(([, value]) => (isProse(value) ? [toProseLines(value, width)] : []));
  return `${joined([...parts, ...prose]).join("\n")}\n`;
}
