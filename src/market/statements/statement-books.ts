/** Rows of statements, of any source, in the form from which ratios are computed. */
import { say } from "../../contract/sentence.js";
import { daysBetween } from "../../lib/day.js";
import { createPeriods, findEarlier, findPrevious, toRatio, type Books, type Ratio } from "./ratio-values.js";
import { figuresOf, RATIO_NAMES, STATEMENT_OF, type Figure, type RatioName, type Statement } from "./ratios.js";

/** A statement's figures by field, as any source sends them. */
export type StatementRow = Readonly<Record<string, unknown>>;

/** The field of a record that names the columns whose figures are from before and after a restatement. */
export const ACROSS_RESTATEMENT = "acrossRestatement";

/**
 * The name under which the quarters of a source that does not count fiscal years keep the end of theirs; the dot keeps
 * callers from naming it.
 */
export const YEAR_END = "fiscal.yearEnd";

/** The rows of one company by statement; a statement is missing if it was not asked for. */
export type Sheets = Readonly<Partial<Record<Statement, readonly StatementRow[]>>>;

export const STATEMENTS: readonly Statement[] = ["income", "balance", "cash"];

/** The figures of all formulas. */
const FIGURES = figuresOf(RATIO_NAMES);

/** Returns the figures that the formulas of a statement's columns take from other statements. */
export function figuresBeside(statement: Statement): Figure[] {
  return FIGURES.filter((figure) => STATEMENT_OF[figure] !== statement);
}

/** Returns the name under which rows keep a figure of another statement; the dot keeps callers from naming it. */
export function toKeptName(figure: Figure): string {
  return `${STATEMENT_OF[figure]}.${figure}`;
}

/** The names under which rows keep figures of other statements. */
export const KEPT_NAMES: readonly string[] = FIGURES.map(toKeptName);

/** Whether all rows keep figures of other statements: those of two sources may differ. */
export function keepOthers(rows: readonly StatementRow[]): boolean {
  return rows.every((row) => KEPT_NAMES.some((name) => name in row));
}

/** Returns the statements that rows of one contain: their own and, if they keep figures of others, these, too. */
export function toSheets(own: Statement, rows: readonly StatementRow[]): Sheets {
  if (!keepOthers(rows)) return { [own]: rows };
  const others = STATEMENTS.filter((each) => each !== own).map((statement) => {
    const figures = FIGURES.filter((figure) => STATEMENT_OF[figure] === statement);
    const kept = rows.map((row) => {
      const values = figures.map((figure) => [figure, row[toKeptName(figure)] ?? null]);
      return {
        date: row["date"],
        reportedCurrency: row["reportedCurrency"],
        source: row["source"],
        fiscalYear: row["fiscalYear"],
        period: row["period"],
        [YEAR_END]: row[YEAR_END],
        ...Object.fromEntries(values),
      } as StatementRow;
    });
    return [statement, kept] as const;
  });
  return { [own]: rows, ...Object.fromEntries(others) };
}

/**
 * Returns a function to a ratio of a row of `own`, from its figures and those of other periods in the same currency and of
 * the same source; `null`, with the reason, also where its figures are from before and after a restatement, or of two
 * sources.
 */
export function createRatioReader(
  own: Statement,
  sheets: Sheets,
  isQuarter: boolean,
): (name: RatioName, row: StatementRow) => Ratio {
  const known = new Map<string, ReturnType<typeof toBooks>>();
  let ofAnySource: ((name: RatioName, row: StatementRow) => Ratio) | undefined;
  return (name: RatioName, row: StatementRow): Ratio => {
    const end = String(row["date"]);
    const key = keyOf(row);
    let books = key === undefined ? undefined : known.get(key);
    if (!books) {
      // Without a currency nothing but the row itself is comparable.
      const comparable = (rows: readonly StatementRow[] = []) => rows.filter((other) => keyOf(other) === key);
      const ofKey = Object.fromEntries(STATEMENTS.map((each) => [each, comparable(sheets[each])]));
      books = toBooks(key === undefined ? { [own]: [row] } : ofKey, isQuarter);
      if (key !== undefined) known.set(key, books);
    }
    if (books.isAcross(name, end))
      return { value: null, why: say`its figures are from before and after a restatement` };
    const ratio = toRatio(name, end, books);
    if (ratio.value !== null || row["source"] === undefined) return ratio;
    ofAnySource ??= createRatioReader(own, withoutSources(sheets), isQuarter);
    return ofAnySource(name, withoutSource(row)).value === null
      ? ratio
      : { value: null, why: say`the periods needed are of two sources` };
  };
}

const withoutSource = (row: StatementRow): StatementRow => ({ ...row, source: undefined });

/** Returns the rows as if one source had sent them all. */
function withoutSources(sheets: Sheets): Sheets {
  return Object.fromEntries(Object.entries(sheets).map(([statement, rows]) => [statement, rows.map(withoutSource)]));
}

/** Returns what rows have in common that can be compared: their currency, and their source if they name one. */
function keyOf({ reportedCurrency: currency, source }: StatementRow): string | undefined {
  return typeof currency === "string" ? `${currency} ${String(source ?? "")}` : undefined;
}

function toBooks(sheets: Sheets, isQuarter: boolean): Books & { isAcross(name: RatioName, end: string): boolean } {
  const byEnd = new Map(
    STATEMENTS.map((each) => [each, new Map((sheets[each] ?? []).map((row) => [String(row["date"]), row]))]),
  );
  return {
    periods: createPeriods(isQuarter, (statement) => [...byEnd.get(statement)!.keys()]),
    figure(figure, end) {
      const value = byEnd.get(STATEMENT_OF[figure])!.get(end)?.[figure];
      return typeof value === "number" ? value : null;
    },
    isAcross: (name, end) =>
      STATEMENTS.some((statement) => {
        const across = byEnd.get(statement)!.get(end)?.[ACROSS_RESTATEMENT];
        return Array.isArray(across) && across.includes(name);
      }),
  };
}

/** Returns the row of the same period a year before, or of the period just before, of the same currency and source. */
export function findBefore(
  row: StatementRow,
  rows: readonly StatementRow[],
  on: "year" | "period",
  isQuarter: boolean,
): StatementRow | undefined {
  const key = keyOf(row);
  if (key === undefined) return undefined;
  const end = String(row["date"]);
  const comparable = rows.filter((other) => keyOf(other) === key);
  const ends = comparable.map(({ date }) => String(date));
  const before = findEarlier(on, end, ends, isQuarter);
  return before === undefined ? undefined : comparable.find(({ date }) => date === before);
}

/** Two periods that differ by as many days or more are of another number of weeks: months differ by three at most. */
const OTHER_LENGTH_DAYS = 6;

/**
 * Returns `119 days against 112` where a row's period has another number of weeks than the one that it is compared with, as
 * the ends of the periods before each show it; `undefined` where they do not.
 */
export function otherLengths(
  row: StatementRow,
  rows: readonly StatementRow[],
  on: "year" | "period",
  isQuarter: boolean,
): string | undefined {
  const before = findBefore(row, rows, on, isQuarter);
  const [days, daysBefore] = [daysOf(row, rows, isQuarter), before && daysOf(before, rows, isQuarter)];
  if (days === undefined || daysBefore === undefined) return undefined;
  return Math.abs(days - daysBefore) < OTHER_LENGTH_DAYS ? undefined : `${days} days against ${daysBefore}`;
}

function daysOf({ date }: StatementRow, rows: readonly StatementRow[], isQuarter: boolean): number | undefined {
  const end = String(date);
  const before = findPrevious(
    end,
    rows.map((other) => String(other["date"])),
    isQuarter,
  );
  return before === undefined ? undefined : daysBetween(before, end);
}
