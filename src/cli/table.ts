/** Formats rows as text in columns. */
import stringWidth from "fast-string-width";
import { createHumanNumbers } from "../lib/human-number.js";
import { toPrintableLine } from "../lib/printable.js";
import { toNumber } from "../contract/values.js";

export type Row = Readonly<Record<string, unknown>>;

const GAP = "  ";

/**
 * Formats rows under their column names; numbers are aligned right, including those that are text
 * in the interface.
 *
 * A table wider than `width` becomes one block of lines per row, because wrapped lines are
 * unreadable.
 */
export function toTable(rows: readonly Row[], names: readonly string[], width: number | undefined): string[] {
  const cells = rows.map((row) => names.map((name) => toCell(name, row[name])));
  const titles = names.map(toPrintableLine);
  const widths = titles.map((name, at) => Math.max(stringWidth(name), ...cells.map((line) => stringWidth(line[at]!))));
  const total = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  if (width !== undefined && total > width) return toBlocks(rows, names);
  const right = names.map((name) => rows.every((row) => toNumber(row[name] ?? 0) !== null));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => pad(text, widths[at]!, right[at]!))
      .join(GAP)
      .trimEnd();
  return [line(titles), line(widths.map((each) => "-".repeat(each))), ...cells.map(line)];
}

/** Formats named values, one per line; each sentence of a list has a separate line. */
export function toLines(values: Row): string[] {
  const lines = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const [first, ...rest] = isSentences(value) ? value.map(toPrintableLine) : [toCell(name, value)];
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

function toBlocks(rows: readonly Row[], names: readonly string[]): string[] {
  return rows.flatMap((row, at) => [
    ...(at > 0 ? [""] : []),
    ...toLines(Object.fromEntries(names.map((name) => [name, row[name]]))),
  ]);
}

// Numbers are written in the language of the environment (`LANG`).
const numbers = createHumanNumbers();
/** Fields whose numbers are labels, such as years; digits of labels are not grouped. */
const LABELS = /(^|[._])(calendar|fiscal)?year$|^founded$|^cik$|^page$|port$/i;
/** Signed percentages. */
const PERCENT = /changesPercentage$|(_p|P)ercent$|^returns\.|^return(1mo|1y|Ytd)$|fromHigh52$|maxDrawdown1y$/;
/** Prices; they line up with two decimals. */
const PRICE =
  /price|cost|open$|close$|(^|\.|day|year)(low|high)$|(High|Low)52|high52$|low52$|target|^summary\.(first|last|change)$/i;
/** Figures that the interface gives as text in some answers. */
const TEXT_FIGURES = /^(price|changes?|changesPercentage)$/;

/** Formats a value in one line for a person; a missing value is a dash. `--json` prints exact values. */
function toCell(name: string, value: unknown): string {
  if (value === null || value === undefined) return "-";
  const figure = typeof value === "number" ? value : TEXT_FIGURES.test(name) ? toNumber(value) : null;
  if (figure !== null && Number.isFinite(figure)) return toFigure(name, figure);
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return toPrintableLine(value.join(", "));
  return toPrintableLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}

function toFigure(name: string, value: number): string {
  if (LABELS.test(name)) return String(value);
  if (PERCENT.test(name)) return numbers.percent(value);
  if (name.endsWith("volatility20")) return numbers.share(value);
  return PRICE.test(name) ? numbers.price(value) : numbers.number(value);
}

function pad(text: string, width: number, right: boolean): string {
  const blanks = " ".repeat(width - stringWidth(text));
  return right ? blanks + text : text + blanks;
}
