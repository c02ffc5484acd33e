/** The rows of a table's CSV, each with the heads of its columns and the headings of its group. */
import { cellsOf, headerLines } from "./tables.js";
import { isNumber, isYear } from "./words.js";

/** A line of a table. */
export interface TableRow {
  line: string;
  /** The first cell. */
  label: string;
  /** `heads` names columns, `group` is a heading of the rows below it. */
  kind: "heads" | "group" | "row";
  /** The places of the lines that name its columns, and of the headings of its group. */
  heads: readonly number[];
  groups: readonly number[];
  hasFigure: boolean;
}

/** A line within a table that names the columns of the rows below it. */
const NAMES_COLUMNS = /^(?:(?:19|20)\d\d|.{0,40}\b(?:months|year|years|quarter|weeks) ended\b.{0,40})$/i;
/** Headings above each other that one row stands under. */
const MAX_GROUPS = 2;
const MAX_HEADS = 3;

/** The lines of a table. */
export function rowsOf(text: string): TableRow[] {
  const lines = text.split("\n");
  const cells = lines.map(cellsOf);
  const isLabelAlone = (at: number) =>
    cells[at]!.length > 1 && cells[at]![0] !== "" && cells[at]!.slice(1).every((cell) => cell === "");
  let above = headerLines(lines);
  // A label alone below the names of the columns is the heading of the first group.
  while (above > 1 && isLabelAlone(above - 1) && cells.slice(0, above - 1).some((_, at) => !isLabelAlone(at))) above--;
  let heads: readonly number[] = lines.slice(0, above).map((_, at) => at);
  let groups: readonly number[] = [];
  return lines.map((line, at) => {
    const own = cells[at]!;
    const label = own[0]!;
    if (at < above) return { line, label, kind: "heads", heads: [], groups: [], hasFigure: false };
    if (isLabelAlone(at)) {
      groups = groups.at(-1) === at - 1 ? [...groups, at].slice(-MAX_GROUPS) : [at];
      return { line, label, kind: "group", heads, groups: groups.filter((each) => each !== at), hasFigure: false };
    }
    const values = own.slice(1);
    const hasFigure = values.some((cell) => /\d/.test(cell) && isNumber(cell) && !isYear(cell));
    if (!hasFigure && values.some((cell) => NAMES_COLUMNS.test(cell))) {
      heads = heads.at(-1) === at - 1 ? [...heads, at].slice(-MAX_HEADS) : [at];
      groups = [];
      return { line, label, kind: "heads", heads, groups, hasFigure };
    }
    return { line, label, kind: "row", heads, groups, hasFigure };
  });
}

/** A table of so many items is one of contents. */
const MIN_ITEMS = 3;
/** So many rows that end with the number of a page, ever greater, are contents, too. */
const MIN_PAGES = 4;

/** Whether a table is one of contents. */
export function isContents(rows: readonly TableRow[]): boolean {
  if (rows.filter(({ label }) => /^item \d/i.test(label)).length >= MIN_ITEMS) return true;
  const lasts = rows.map(({ line }) => Number(/,(?:[A-Z]-)?(\d{1,3})$/.exec(line)?.[1] ?? Number.NaN));
  const pages = lasts.filter((page) => !Number.isNaN(page));
  return (
    pages.length >= MIN_PAGES &&
    pages.length > rows.length / 2 &&
    pages.every((page, at) => at === 0 || page >= pages[at - 1]!)
  );
}
