/** Makes CSV of a table's cells, or paragraphs where the table only arranges text. */
import { ITEM_BEGINS, isHeadingText, type RawBlock } from "./filing-raw-blocks.js";
import { isNumber, isYear, resolveMarks, squeeze, toCsvCell, toPrinted } from "./filing-words.js";

/** A cell with its lines and the columns that it covers, `to` not included. */
export interface Cell {
  parts: string[];
  from: number;
  to: number;
  rows: number;
  emphasis: boolean;
}

interface Field {
  text: string;
  from: number;
  to: number;
}

/** Signs that stand in a cell of their own, before and after their number. */
const OPENING = /^(?:\(|[-–]?\(?\s*(?:US|C|A|HK|NT)?[$€£¥₩₹]\s*\(?)$/;
const CLOSING = /^(?:\)?\s*%\s*\)?|\)|\)\s*%)$/;
const FOOTNOTE = /^\(\d{1,2}\)$/;
const BULLET = /^(?:[•·●○▪■◦‣–—*-]|o|§|\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)])$/i;
/** A cell of prose, longer than a label. */
const PROSE = 240;
const MAX_HEADERS = 5;
const CSV_CELL = /(?:^|,)("(?:[^"]|"")*"|[^,]*)/g;

/** The blocks of a table; none if it is empty. `marked` is false where columns are only approximate, as in ASCII. */
export function toTableBlocks(rows: readonly (readonly Cell[])[], marked = true): RawBlock[] {
  const fields = rows.map(toFields);
  const marks = marked ? footnoteColumns(fields) : new Map<number, boolean>();
  const lines = fields
    .map((row) => row.filter(({ text, from }, index) => index === 0 || !marks.get(from) || !FOOTNOTE.test(text)))
    .map((row) => joinSigns(row, marks));
  const groups = columnGroups(lines);
  if (isLayout(lines, groups)) return rows.flatMap(toParagraphs);
  const table = lines.map((row) => toRow(row, groups)).filter((row) => row.some((text) => text !== ""));
  const used = groups.map((_, column) => table.some((row) => row[column] !== ""));
  const text = table
    .map((row) =>
      row
        .filter((_, column) => used[column])
        .map(toCsvCell)
        .join(","),
    )
    .join("\n");
  return text === "" ? [] : [{ kind: "table", text }];
}

/** The number of lines at the top of a table's CSV that name its columns; 0 for a table without names. */
export function headerLines(lines: readonly string[]): number {
  const first = lines.slice(0, MAX_HEADERS + 1).findIndex((line) => {
    const cells = [...line.matchAll(CSV_CELL)].map(([, cell]) => cell!.replace(/^"|"$/g, ""));
    return cells.slice(1).some((cell) => isNumber(cell) && !isYear(cell));
  });
  return first < 0 ? Math.min(1, lines.length - 1) : Math.min(first, MAX_HEADERS);
}

function toFields(row: readonly Cell[]): Field[] {
  return row.flatMap(({ parts, from, to }) => {
    const text = resolveMarks(squeeze(parts.join(" ")));
    return text === "" ? [] : [{ text, from, to }];
  });
}

/**
 * Columns that hold nothing but what can be a footnote mark or a small loss, with true where no heading stands above them.
 * Such a mark is dropped; below a heading it stays as filed.
 */
function footnoteColumns(rows: readonly Field[][]): Map<number, boolean> {
  const marks = new Set<number>();
  const starts = new Set<number>();
  const covered = new Set<number>();
  for (const row of rows) {
    for (const [index, { text, from, to }] of row.entries()) {
      if (index > 0 && FOOTNOTE.test(text)) marks.add(from);
      else {
        starts.add(from);
        for (let column = from; column < to; column++) covered.add(column);
      }
    }
  }
  return new Map([...marks].filter((column) => !starts.has(column)).map((column) => [column, !covered.has(column)]));
}

/** Joins "$", "(", ")" and "%" with the number they belong to. */
function joinSigns(row: readonly Field[], marks: ReadonlyMap<number, boolean>): Field[] {
  const joined: Field[] = [];
  let opening: Field | null = null;
  for (const field of row) {
    const before = joined.at(-1);
    if (CLOSING.test(field.text) && before && !opening && /\d\)?$/.test(before.text)) {
      before.text += field.text;
      before.to = field.to;
    } else if (OPENING.test(field.text) && field !== row.at(-1)) {
      if (opening) joined.push(opening);
      opening = { ...field };
    } else {
      const isSigned = opening !== null && /^[\d(.–—-]/.test(field.text);
      if (opening && !isSigned) joined.push(opening);
      joined.push(isSigned ? { text: opening!.text + field.text, from: opening!.from, to: field.to } : { ...field });
      opening = null;
    }
  }
  if (opening) joined.push(opening);
  return joined.map((field) =>
    FOOTNOTE.test(field.text) && marks.has(field.from) ? field : { ...field, text: toPrinted(field.text) },
  );
}

/** Ranges of columns that belong together: those of labels and numbers, which overlap from row to row. */
function columnGroups(rows: readonly Field[][]): { from: number; to: number }[] {
  const full = rows.filter((row) => row.slice(1).some(({ text }) => isNumber(text)));
  const measured = full.length > 0 ? full : rows.filter((row) => row.length > 1);
  const used = measured.length > 0 ? measured : rows;
  const ranges = used
    .flatMap((row) =>
      row.filter(({ text, from }, index) => index === 0 || from === 0 || full.length === 0 || isNumber(text)),
    )
    .map(({ from, to }) => ({ from, to }))
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
  const groups: { from: number; to: number }[] = [];
  for (const range of ranges) {
    const last = groups.at(-1);
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to);
    else groups.push(range);
  }
  // A column of words between columns of numbers belongs to no number.
  for (const { from, to } of used.flat()) {
    if (!groups.some((group) => from < group.to && to > group.from)) groups.push({ from, to });
  }
  return groups.toSorted((a, b) => a.from - b.from);
}

function toRow(row: readonly Field[], groups: readonly { from: number; to: number }[]): string[] {
  const cells = groups.map(() => "");
  for (const { text, from, to } of row) {
    const overlapping = groups.findIndex((group) => from < group.to && to > group.from);
    const at = overlapping >= 0 ? overlapping : nearest(groups, from);
    cells[at] = cells[at] === "" ? text : `${cells[at]} ${text}`;
  }
  return cells;
}

function nearest(groups: readonly { from: number; to: number }[], column: number): number {
  const after = groups.findIndex((group) => group.from >= column);
  return after < 0 ? groups.length - 1 : after;
}

function isLayout(rows: readonly Field[][], groups: readonly unknown[]): boolean {
  if (groups.length <= 1 || rows.every((row) => row.length <= 1)) return true;
  if (
    rows.length === 1 &&
    (ITEM_BEGINS.test(rows[0]![0]?.text ?? "") || !rows[0]!.slice(1).some(({ text }) => isNumber(text)))
  ) {
    return true;
  }
  const hasNumbers = rows.some((row) => row.slice(1).some(({ text }) => isNumber(text) && !isYear(text)));
  if (hasNumbers) return false;
  if (rows.every((row) => row.length <= 1 || BULLET.test(row[0]!.text))) return true;
  const isProse = rows.some((row) => row.some(({ text }) => text.length > PROSE));
  const items = rows.filter((row) => ITEM_BEGINS.test(row[0]?.text ?? "")).length;
  return isProse || (items > 0 && items < 3 && rows.length <= 3);
}

/** A row of a table that only arranges text: a bullet and its text, a heading in two cells, or columns of prose. */
function toParagraphs(row: readonly Cell[]): RawBlock[] {
  const cells = row.filter(({ parts }) => parts.length > 0);
  if (cells.length === 0) return [];
  const emphasis = cells.every((cell) => cell.emphasis);
  const lines = cells.length === 1 ? cells[0]!.parts : [cells.flatMap(({ parts }) => parts).join(" ")];
  return lines.map((line) => {
    const text = resolveMarks(squeeze(line));
    return { kind: isHeadingText(text, emphasis) ? "heading" : "paragraph", text };
  });
}
