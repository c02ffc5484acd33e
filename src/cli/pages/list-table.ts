/** The layout of a list on a page: rows with an address, facts of an only row, rows side by side, or a table. */
import type { Cell } from "./cells.js";
import { toFacts, toGrid, toTurned, type Column, type Table } from "./layout.js";
import { pad, USUAL_WIDTH, widthOf, wrapped } from "./printed-text.js";

/** A column with the name of its field. */
export type NamedColumn = Column & { name: string };

/** From this number of columns on, a few rows are easier to compare side by side. */
const MANY_COLUMNS = 8;
const FEW_ROWS = 6;
/** The most bands of rows side by side: five years of statements at 60 columns. A table would lose columns there. */
const MOST_BANDS = 3;

const ADDRESS = /(?:^|\.)(?:url|link)$/;
const WHEN = /^(?:date|published|filed)$/;
/** A text of this length has a paragraph of its own. */
const LONG = 80;

/**
 * Returns the list as lines; `isWithInner` says whether the lists within its rows stand below it. Securities stand side by
 * side only where they were asked for by name (`isNamed`): a ranking is read downward.
 */
export function toListTable(
  columns: readonly NamedColumn[],
  rowCount: number,
  width: number | undefined,
  colour: boolean,
  isNamed: boolean,
): Table & { isWithInner: boolean } {
  const has = (pattern: RegExp) => columns.some(({ name }) => pattern.test(name));
  if (has(ADDRESS) && rowCount > 1) return { lines: toLinkedRows(columns, width), left: [], isWithInner: false };
  const isWithInner = true;
  const isWide = () => width !== undefined && toGrid(columns, undefined).lines[1]!.length > width;
  if (rowCount === 1 && columns.length > 1 && (columns.length >= MANY_COLUMNS || isWide())) {
    const facts = columns.map(({ label, cells }) => [label, cells[0]!] as const);
    return { lines: toFacts([{ facts }], width ?? USUAL_WIDTH, colour), left: [], isWithInner };
  }
  // Companies and periods are compared with each other, transactions and bars are read one by one.
  const isPeriods = has(/^fiscalYear$/);
  const key = columns.find(({ name }) => /^(?:symbol|periodEnd)$/.test(name) || (isPeriods && name === "date"));
  const figures = columns.filter(({ cells }) => cells.some((cell) => cell?.isNumber)).length;
  const isFew =
    columns.length >= MANY_COLUMNS &&
    figures > columns.length / 2 &&
    key !== undefined &&
    (isNamed || key.name !== "symbol");
  const turned = (most: number) => toTurned([key!, ...columns.filter((each) => each !== key)], width, most, colour);
  // Securities have a line each where that fits.
  const fits = !isPeriods && key?.name === "symbol" && toGrid(columns, width ?? USUAL_WIDTH).left.length === 0;
  const sideBySide = isFew && !fits && rowCount <= FEW_ROWS ? turned(1) : undefined;
  if (sideBySide) return { lines: sideBySide, left: [], isWithInner };
  const table = toGrid(columns, width, colour);
  const bands = table.left.length > 0 && isFew ? turned(MOST_BANDS) : undefined;
  return bands ? { lines: bands, left: [], isWithInner } : { ...table, isWithInner };
}

/** Returns rows such as news one below the other: a heading, what belongs to it, and the address, which is never cut. */
function toLinkedRows(columns: readonly NamedColumn[], width = 100): string[] {
  const count = columns[0]?.cells.length ?? 0;
  const when = columns.find(({ name }) => WHEN.test(name));
  const title = columns.find(({ name }) => name === "title") ?? columns.find((each) => each !== when)!;
  const indent = Math.max(0, ...(when?.cells ?? []).map((cell) => widthOf(cell?.text ?? ""))) + (when ? 2 : 0);
  return Array.from({ length: count }, (_, at) => {
    const own = columns.filter((each) => each !== when && each !== title);
    const textsOf = (chosen: (column: NamedColumn, text: string) => boolean) =>
      own.flatMap((each) => {
        const cell: Cell | undefined = each.cells[at];
        return cell && chosen(each, cell.text) ? [cell.text] : [];
      });
    const addresses = textsOf(({ name }) => ADDRESS.test(name));
    const long = textsOf(({ name }, text) => !ADDRESS.test(name) && text.length > LONG);
    const short = textsOf(({ name }, text) => !ADDRESS.test(name) && text.length <= LONG);
    const room = Math.max(20, width - indent);
    const [name, rest] = [title.cells[at]?.text ?? "", short.join(" · ")];
    const isOneLine = widthOf(name) + widthOf(rest) + 3 <= room;
    const first = isOneLine ? [[name, rest].filter(Boolean).join(" · ")] : [name, rest];
    const lines = [...first, ...long].filter((text) => text !== "").flatMap((text) => wrapped(text, room));
    // A long address begins at the margin, so that as much as possible of it is on one line.
    const links = addresses.map((text) => " ".repeat(widthOf(text) <= room ? indent : 0) + text);
    return [
      ...lines.map((line, index) => pad(index === 0 ? (when?.cells[at]?.text ?? "") : "", indent) + line),
      ...links,
    ];
  }).flat();
}
