/** Makes CSV of a table's cells, or paragraphs where the table only arranges text. */
import { indexOf, toColumns, type ColumnRange } from "./columns.js";
import { BULLET, ITEM_BEGINS, isHeadingText, MAX_COLUMNS, type RawBlock } from "./raw-blocks.js";
import { isNumber, isRaisedMark, isYear, resolveRaised, squeeze, toCsvCell, toPrinted } from "./words.js";

/** A cell with its paragraphs, whose lines "\n" parts, and the columns that it covers. */
export interface TextCell extends ColumnRange {
  parts: string[];
  rows: number;
  emphasis: boolean;
}

interface Field extends ColumnRange {
  text: string;
  /** Whether the text is the mark of a note or a number of a list, although "(1)" looks like a loss. */
  isMark: boolean;
  isRaised: boolean;
}

/** Signs that stand in a cell of their own, before and after their number. */
const OPENING = /^(?:\(|[-−–]?\(?\s*(?:US|C|A|HK|NT)?[$€£¥₩₹]\s*\(?)$/;
const CLOSING = /^(?:\)? ?% ?\)?|\) ?%?)[*†‡§+]{0,3}$/;
/** A number whose bracket the next cell closes. */
const OPEN_NUMBER = /^[$€£¥₩₹]? ?\( ?[$€£¥₩₹]? ?[\d.][\d.,]* ?%?$/;
const CLOSED_BRACKET = /^(?:\.\d+)? ?[a-z%]{0,6}\.? ?\)/i;
const WHOLE_NUMBER = /^[$€£¥₩₹(-]{0,3}\d[\d,]*$/;
/** Decimals, and the signs that stand in their column. */
const DECIMALS = /^(?:\.\d+)? ?[%)]{0,2}$/;
const FOOTNOTE = /^\(\d{1,2}\)$/;
/** A cell of prose, longer than a label. */
const PROSE = 240;
const MAX_HEADERS = 5;
/** Lines of a cell that can be rows; bounds the work for a damaged table. */
const MAX_ROWS_OF_LINES = 200;
const CSV_CELL = /(?:^|,)("(?:[^"]|"")*"|[^,]*)/g;

/** The blocks of a table; none if it is empty. `marked` is false where columns are only approximate, as in ASCII. */
export function toTableBlocks(rows: readonly (readonly TextCell[])[], marked = true): RawBlock[] {
  const fields = rows.flatMap(toRowsOfLines).map(toFields);
  const known = marked ? fields : [];
  const columns: Columns = {
    marks: columnsOf(known, FOOTNOTE),
    decimals: columnsOf(known, DECIMALS),
    values: new Set(fields.flatMap((row) => row.filter(beginsColumn)).map(({ from }) => from)),
  };
  const lines = fields.map((row) => joinSigns(row, columns));
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
  const hasValue = (line: string) =>
    cellsOf(line)
      .slice(1)
      .some((cell) => isNumber(cell) && !isYear(cell));
  const first = lines.slice(0, MAX_HEADERS + 1).findIndex(hasValue);
  return first < 0 ? Math.min(1, lines.length - 1) : Math.min(first, MAX_HEADERS);
}

/** The cells of a line of a table's CSV. */
export const cellsOf = (line: string): string[] =>
  [...line.matchAll(CSV_CELL)].map(([, cell]) => cell!.replace(/^"|"$/g, ""));

/** A row for each line where the lines of a cell are numbers below each other: "Sales<br>Costs" beside "10<br>7". */
function toRowsOfLines(row: readonly TextCell[]): (readonly TextCell[])[] {
  const lines = row.map(({ parts }) => toLines(parts));
  const height = lines.find(areValues)?.length ?? 0;
  if (height === 0) return [row];
  // Another number of lines, without a blank one that keeps the place, belongs to no row in particular.
  const isInPlace = (cell: readonly string[]) =>
    cell.length < 2 || cell.length === height || (cell.length < height && cell.includes(""));
  if (!lines.every(isInPlace)) return [row];
  return Array.from({ length: height }, (_, line) =>
    row.map((cell, column) => ({ ...cell, parts: lines[column]![line] ? [lines[column]![line]!] : [] })),
  );
}

/** The lines of a cell down to the last one with a text; none of a cell with very many. */
function toLines(parts: readonly string[]): string[] {
  if (parts.length === 0 || (parts.length === 1 && !parts[0]!.includes("\n"))) return [...parts];
  const lines = parts.flatMap((part) => part.split("\n", MAX_ROWS_OF_LINES + 1)).map(squeeze);
  return lines.length > MAX_ROWS_OF_LINES ? [] : lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

/** Whether lines are numbers below each other; a single one above "(1)" has a footnote mark. */
function areValues(lines: readonly string[]): boolean {
  const texts = lines.filter((line) => line !== "").map((line) => toPrinted(resolveRaised(line)));
  const isMark = (line: string) => FOOTNOTE.test(line);
  return texts.length > 1 && texts.every(isNumber) && lines.filter((line) => line !== "" && !isMark(line)).length !== 1;
}

function toFields(row: readonly TextCell[]): Field[] {
  const fields = row.flatMap(({ parts, from, to }) => {
    const words = squeeze(parts.join(" "));
    const text = resolveRaised(words);
    const isRaised = isRaisedMark(words);
    return text === "" ? [] : [{ text, from, to, isMark: isRaised, isRaised }];
  });
  // "(1)" before a text is the number of a note or of a list, and so are others in a row that has no other number.
  const begun = fields.findIndex(({ text }) => !BULLET.test(text));
  const isListed = begun > 0 && !isNumber(fields[begun]!.text);
  const ofRow = isListed && fields.every(({ text }) => FOOTNOTE.test(text) || !isNumber(text));
  for (const [index, field] of fields.entries()) {
    const isBeforeWords = / \w+ /.test(fields[index + 1]?.text ?? "");
    const isNumbering = isBeforeWords || (index === 0 && field.from === 0) || (index < begun ? isListed : ofRow);
    field.isMark ||= isNumbering && FOOTNOTE.test(field.text);
  }
  return fields;
}

/** Whether a field is a number. */
const isValue = ({ text, isMark }: Field): boolean => !isMark && isNumber(text);

const beginsColumn = ({ text, isMark }: Field): boolean => !isMark && !CLOSING.test(text);

/** Columns, by the first of those that a cell covers. */
interface Columns {
  /** Columns of nothing but what can be a mark or a small loss, with true where no heading stands above one. */
  marks: ReadonlyMap<number, boolean>;
  decimals: ReadonlyMap<number, boolean>;
  /** Columns in which a row has a text of its own. */
  values: ReadonlySet<number>;
}

/** The columns in which nothing but a pattern begins, with true where no other text covers them. */
function columnsOf(rows: readonly Field[][], pattern: RegExp): Map<number, boolean> {
  const found = new Set<number>();
  const starts = new Set<number>();
  const covered = new Set<number>();
  for (const row of rows) {
    for (const [index, { text, from, to }] of row.entries()) {
      if (index > 0 && pattern.test(text)) found.add(from);
      else {
        starts.add(from);
        for (let column = from; column < to; column++) covered.add(column);
      }
    }
  }
  return new Map([...found].filter((column) => !starts.has(column)).map((column) => [column, !covered.has(column)]));
}

/** Joins "$", "(", ")", "%" and decimals with the number they belong to. */
function joinSigns(row: readonly Field[], columns: Columns): Field[] {
  const joined: Field[] = [];
  let opening: Field | null = null;
  for (const field of row) {
    const before = opening ? undefined : joined.at(-1);
    if (before && closes(field, before, columns)) {
      before.text += /^[a-z]/i.test(field.text) ? ` ${field.text}` : field.text;
      before.to = field.to;
    } else if (before && isBesideValues(field, columns)) {
      // A raised mark of a number is dropped; any other mark may be a number, and stays as filed beside the one before it.
      if (!field.isRaised || !/[\d−–—―-][%)]?$/.test(before.text))
        joined.push({ ...field, from: before.from, to: before.to, isMark: true });
    } else if (OPENING.test(field.text) && field !== row.at(-1)) {
      if (opening) joined.push(opening);
      opening = { ...field };
    } else {
      const isSigned = opening !== null && !field.isMark && /^[\d(.*−–—―-]/.test(field.text);
      if (opening && !isSigned) joined.push(opening);
      joined.push(isSigned ? { ...field, text: opening!.text + field.text, from: opening!.from } : { ...field });
      opening = null;
    }
  }
  if (opening) joined.push(opening);
  const isAsFiled = ({ text, from, isMark }: Field) => isMark || (FOOTNOTE.test(text) && columns.marks.has(from));
  return joined.map((field) => (isAsFiled(field) ? field : { ...field, text: toPrinted(field.text) }));
}

/** Whether a field goes on with the number before it. */
function closes({ text, from }: Field, before: Field, { decimals }: Columns): boolean {
  if (CLOSING.test(text)) return /[\d%−–—―-]\)?$/.test(before.text);
  if (OPEN_NUMBER.test(before.text)) return CLOSED_BRACKET.test(text);
  return /^\.\d/.test(text) && decimals.has(from) && from === before.to && WHOLE_NUMBER.test(before.text);
}

/** Whether a field can be a mark of the one before it, and stands where no row has a text of its own. */
const isBesideValues = ({ from, to, text, isRaised }: Field, { marks, values }: Columns): boolean =>
  isRaised
    ? !Array.from({ length: to - from }, (_, at) => from + at).some((column) => values.has(column))
    : FOOTNOTE.test(text) && marks.get(from) === true;

/** The columns of labels and numbers, and those of words beside them. */
function columnGroups(rows: readonly Field[][]): ColumnRange[] {
  // A year stands above several columns.
  const isFull = (row: readonly Field[]) => row.slice(1).some((field) => isValue(field) && !isYear(field.text));
  const full = rows.filter(isFull);
  const measured = full.length > 0 ? full : rows.filter((row) => row.length > 1);
  const used = measured.length > 0 ? measured : rows;
  const inColumns = (row: readonly Field[]) =>
    row.filter((field, index) => index === 0 || field.from === 0 || full.length === 0 || isValue(field));
  const withoutYears = (row: readonly Field[]) =>
    inColumns(row).filter(({ text }, index) => index === 0 || !isYear(text));
  const narrow = toColumns(used.map(withoutYears), rows.map(withoutYears));
  // A year reaches over a column of another one, unless it has a column of its own.
  const isShared = (row: readonly Field[]) => new Set(row.map(({ from }) => indexOf(narrow, from))).size < row.length;
  const columns = rows.some((row) => isShared(inColumns(row)))
    ? toColumns(used.map(withoutYears), rows.map(inColumns))
    : narrow;
  const beside = used.map((row) => row.filter(({ from, to }) => (columns[indexOf(columns, from)]?.from ?? to) >= to));
  return [...columns, ...toColumns(beside, beside)].toSorted((a, b) => a.from - b.from);
}

/** The cells of a row; a text that no column covers stands in the next one. */
function toRow(row: readonly Field[], columns: readonly ColumnRange[]): string[] {
  const cells = columns.map(() => "");
  for (const { text, from } of row) {
    const at = Math.min(indexOf(columns, from), columns.length - 1);
    cells[at] = cells[at] === "" ? text : `${cells[at]} ${text}`;
  }
  return cells;
}

function isLayout(rows: readonly Field[][], groups: readonly unknown[]): boolean {
  if (groups.length <= 1 || groups.length > MAX_COLUMNS || rows.every((row) => row.length <= 1)) return true;
  if (rows.length === 1 && (ITEM_BEGINS.test(rows[0]![0]?.text ?? "") || !rows[0]!.slice(1).some(isValue))) {
    return true;
  }
  const hasNumbers = rows.some((row) => row.slice(1).some((field) => isValue(field) && !isYear(field.text)));
  if (hasNumbers) return false;
  if (rows.every((row) => row.length <= 1 || BULLET.test(row[0]!.text))) return true;
  const isProse = rows.some((row) => row.some(({ text }) => text.length > PROSE));
  const items = rows.filter((row) => ITEM_BEGINS.test(row[0]?.text ?? "")).length;
  return isProse || (items > 0 && items < 3 && rows.length <= 3);
}

/** Whether a cell has a text; a blank line only keeps the place of those below it. */
export const hasText = ({ parts }: TextCell): boolean => parts.some((part) => part !== "");

/** A row of a table that only arranges text: a bullet and its text, a heading in two cells, or columns of prose. */
function toParagraphs(row: readonly TextCell[]): RawBlock[] {
  const cells = row.filter(hasText);
  if (cells.length === 0) return [];
  const emphasis = cells.every((cell) => cell.emphasis);
  const lines = cells.length === 1 ? cells[0]!.parts : [cells.flatMap(({ parts }) => parts).join(" ")];
  return lines.flatMap((line) => {
    const text = resolveRaised(squeeze(line));
    return text === "" ? [] : [{ kind: isHeadingText(text, emphasis) ? "heading" : "paragraph", text } as const];
  });
}
