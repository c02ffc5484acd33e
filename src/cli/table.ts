/** Formats an answer for a person: single values as lines, rows as text in columns, gains and losses in colour. */
import stringWidth from "fast-string-width";
import { isObject } from "../lib/is-object.js";
import { createHumanNumbers, type HumanNumbers } from "../lib/human-number.js";
import { toPrintableLine } from "../lib/printable.js";
import { toHumanFigure, type Field } from "../contract/field-facts.js";
import { toNumber } from "../contract/values.js";

export type Row = Readonly<Record<string, unknown>>;

/** A figure as people read it; of a change, its sign says whether something rose or fell. */
interface Figure {
  text: string;
  isChange?: boolean | undefined;
}

/** Returns a figure as people read it; `undefined` for a value that is no figure. */
export type Format = (path: string, value: unknown) => Figure | undefined;

const GAP = "  ";

/**
 * Formats rows under their column names; numbers are aligned right, including those that are text in the interface.
 *
 * A table wider than `width` becomes one block of lines per row, because wrapped lines are unreadable.
 */
export function toTable(
  rows: readonly Row[],
  names: readonly string[],
  width: number | undefined,
  format: Format = plainFormat,
): string[] {
  const cells = rows.map((row) => names.map((name) => toCell(name, row[name], format)));
  const titles = names.map(toPrintableLine);
  const widths = titles.map((name, at) => Math.max(stringWidth(name), ...cells.map((line) => stringWidth(line[at]!))));
  const total = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  if (width !== undefined && total > width) return toBlocks(rows, names, format);
  const right = names.map((name) => rows.every((row) => toNumber(row[name] ?? 0) !== null));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => pad(text, widths[at]!, right[at]!))
      .join(GAP)
      .trimEnd();
  return [line(titles), line(widths.map((each) => "-".repeat(each))), ...cells.map(line)];
}

/** Formats named values, one per line; each sentence of a list has a separate line. */
export function toLines(values: Row, format: Format = plainFormat): string[] {
  const lines = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const [first, ...rest] = isSentences(value) ? value.map(toPrintableLine) : [toCell(name, value, format)];
    return [[toPrintableLine(name), first!], ...rest.map((text): [string, string] => ["", text])];
  });
  const width = Math.max(0, ...lines.map(([name]) => stringWidth(name)));
  return lines.map(([name, text]) => `${pad(name, width, false)}${GAP}${text}`);
}

/** Whether the value is a list of texts of several words, such as notes; a list of single words fits on one line. */
function isSentences(value: unknown): value is string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return false;
  return value.some((each) => each.includes(" "));
}

function toBlocks(rows: readonly Row[], names: readonly string[], format: Format): string[] {
  return rows.flatMap((row, at) => [
    ...(at > 0 ? [""] : []),
    ...toLines(Object.fromEntries(names.map((name) => [name, row[name]])), format),
  ]);
}

/** Formats figures whose fields are not declared, in the language of these numbers. */
const toPlainFormat =
  (numbers: HumanNumbers): Format =>
  (_path, value) =>
    typeof value === "number" && Number.isFinite(value) ? { text: numbers.number(value) } : undefined;
const plainFormat = toPlainFormat(createHumanNumbers());

/** Returns the formats of an answer's fields, by their units. `provider` is the one that answered. */
export function formatOf(
  fields: ReadonlyMap<string, Field>,
  provider: string,
  numbers: HumanNumbers = createHumanNumbers(),
): Format {
  const plain = toPlainFormat(numbers);
  return (path, value) => {
    const field = fields.get(path) ?? fields.get(path.replace(/[^.]*$/, "*"));
    if (!field) return plain(path, value);
    const figure = typeof value === "number" ? value : field.isText ? toNumber(value) : null;
    if (figure === null) return undefined;
    return { text: toHumanFigure(field, figure, numbers, provider), isChange: field.signed };
  };
}

/** Formats a value in one line for a person; a missing value is a dash. `--json` prints exact values. */
function toCell(name: string, value: unknown, format: Format): string {
  if (value === null || value === undefined) return "-";
  const figure = format(name, value);
  if (figure !== undefined) return figure.text;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return toPrintableLine(value.join(", "));
  return toPrintableLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Returns the text in a field of this width, at its right end or at its left. */
export function pad(text: string, width: number, right = false): string {
  const blanks = " ".repeat(Math.max(0, width - stringWidth(text)));
  return right ? blanks + text : text + blanks;
}

const GREEN = "\u001B[32m";
const RED = "\u001B[31m";
const PLAIN = "\u001B[39m";

/** Returns the text of a gain in green, of a loss in red. */
export function inColourOf(change: number, text: string): string {
  return change === 0 ? text : `${change > 0 ? GREEN : RED}${text}${PLAIN}`;
}

/** Returns the text in bold, for the figure that was asked for. */
export const bold = (text: string): string => `\u001B[1m${text}\u001B[22m`;

/** Exactly the sequences that this file writes; other control characters never reach a terminal. */
// oxlint-disable-next-line no-control-regex
export const COLOURS = /(\u001B\[(?:3[129]|1|22)m)/;

/** Returns the format with gains in green and losses in red. */
export function inColour(format: Format): Format {
  return (path, value) => {
    const figure = format(path, value);
    const change = figure?.isChange ? toNumber(value) : null;
    if (figure === undefined || change === null || change === 0) return figure;
    return { ...figure, text: inColourOf(change, figure.text) };
  };
}

/** The widest table of a single row; a wider one is easier to read as lines. */
const ROW_WIDTH = 80;

/** Lists that are left out when they are empty, because nobody misses them. */
const SILENT: ReadonlySet<string> = new Set(["errors", "notes"]);

/**
 * Returns the text to print; `width` is the terminal's, if there is one, and `format` says how people read the fields.
 */
export function toTerminalText(body: Row, width: number | undefined, format: Format = plainFormat): string {
  const all: Record<string, unknown> = {};
  const tables: [string, Row[]][] = [];
  collect(body, "", all, tables);
  const prose = Object.entries(all).filter((each): each is [string, string] => isProse(each[1]));
  const singles = Object.fromEntries(Object.entries(all).filter(([, value]) => !isProse(value)));
  const parts = Object.keys(singles).length > 0 ? [toLines(singles, format)] : [];
  const named = parts.length > 0 || tables.filter(([, rows]) => rows.length > 0).length > 1;
  for (const [name, list] of tables) {
    const title = toPrintableLine(name);
    if (list.length === 0 && SILENT.has(name)) continue;
    const rows = list.map((row) => flatten(row));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const room = rows.length === 1 ? Math.min(width ?? ROW_WIDTH, ROW_WIDTH) : width;
    const table = toTable(rows, columns, room, (column, value) => format(`${name}.${column}`, value));
    parts.push(rows.length > 0 ? [...(named ? [`${title}:`] : []), ...table] : [`${title}: none`]);
  }
  parts.push(...prose.map(([, text]) => text.split("\n").flatMap((line) => wrapped(toPrintableLine(line), width))));
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Characters of a text that is read as prose, not as one value among others. */
const PROSE_CHARACTERS = 1_000;
/** The widest line of prose; longer ones are hard to read. */
const PROSE_WIDTH = 100;
/** The width of facts and of help where the output has none. */
export const USUAL_WIDTH = 80;

/** Whether a value is a text of several paragraphs, or a long one. */
export function isProse(value: unknown): boolean {
  return typeof value === "string" && (value.includes("\n") || value.length > PROSE_CHARACTERS);
}

/** The characters that a text takes on a terminal; colours take none. */
export const widthOf = (text: string): number => stringWidth(text);

/** A blank at which a line may be broken: not between a number and its unit or month, such as "17.5 %" and "27 Nov". */
const BREAK = / (?!(?<=\d )(?:%|[A-Z][A-Za-z]{0,3})(?!\w))/;

/** Returns a line in lines of this width, broken at blanks. */
export function wrapped(line: string, width = PROSE_WIDTH, most = PROSE_WIDTH): string[] {
  const room = Math.min(width, most);
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(BREAK)) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current === "" || stringWidth(longer) <= room) current = longer;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

/** Collects an object's single values and its lists of rows; nested ones are named by their path. */
function collect(values: Row, path: string, singles: Record<string, unknown>, tables: [string, Row[]][]): void {
  for (const [name, value] of Object.entries(values)) {
    const fieldPath = `${path}${name}`;
    if (isRows(value)) tables.push([fieldPath, value]);
    else if (isObject(value)) collect(value, `${fieldPath}.`, singles, tables);
    else singles[fieldPath] = value;
  }
}

/** Returns the row with the fields of nested objects as separate columns, named by their path. */
export function flatten(row: Row, path = ""): Row {
  const cells = Object.entries(row).map(([name, value]): Row =>
    isObject(value) ? flatten(value, `${path}${name}.`) : { [`${path}${name}`]: value },
  );
  return Object.assign({}, ...cells) as Row;
}

/** Whether a value is a list of rows; an empty list is one. */
export function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every(isObject);
}
