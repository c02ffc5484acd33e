/** The sentence that a note on statements begins with, and the one on numbers of shares. */
import { joinSentences, onRows, say, type Sentence, the } from "../../contract/sentence.js";
import { toQuotient } from "./ratio-values.js";
import type { GrowthName, QuotientName, Statement } from "./ratios.js";
import { createRatioReader, findBefore, otherLengths, type StatementRow } from "./statement-books.js";
import { SPLIT_FACTOR, timesApart } from "./times-apart.js";
import { toTrailing } from "./trailing.js";

/**
 * Returns sentences on an answer with statements:
 * `Year to 2025-09-27: revenue rose 6.4 % and net income 19.5 % in a year; margin net 26.9 %.`, and for cash flow
 * statements what the signs mean. `all` has the periods before, of which growth is made, also where the input chooses some.
 */
export function toStatementSentences(
  { statement_type: type, period, data }: StatementRow,
  { ttm }: StatementRow = {},
  all: StatementRow = { data },
): Sentence[] {
  const [rows, known] = [data, all["data"]].map((each) =>
    Array.isArray(each) ? (each as readonly StatementRow[]) : [],
  );
  return toSentences(String(type), rows![0], ttm === true ? toTrailing(String(type), known!).rows : known!, {
    isQuarter: period === "quarter" && ttm !== true,
    span: ttm === true && type !== "balance" ? "Twelve months" : period === "quarter" ? "Quarter" : "Year",
  });
}

function toSentences(
  type: string,
  newest: StatementRow | undefined,
  rows: readonly StatementRow[],
  { isQuarter, span }: { isQuarter: boolean; span: string },
): Sentence[] {
  if (!newest) return [];
  const read = createRatioReader(type as Statement, { [type]: rows }, isQuarter);
  const before = findBefore(newest, rows, "year", isQuarter);
  const changes = (CHANGES[type] ?? []).flatMap(([name, growth, field]) => {
    return read(growth, newest).value === null ? [] : toChange(name, newest[field], before?.[field]);
  });
  const margins = (MARGINS[type] ?? []).flatMap(([name, column]) => {
    const { value } = read(column, newest);
    return value === null ? [] : [say`${name} ${the.figure(toPercent(value))}`];
  });
  const lengths = otherLengths(newest, rows, "year", isQuarter);
  const parts = [
    ...(changes.length > 0
      ? [say`${joinSentences(changes)} in a year${lengths === undefined ? "" : ` (${lengths})`}`]
      : []),
    ...(margins.length > 0 ? [say`margin ${joinSentences(margins)}`] : []),
  ];
  return [
    ...(parts.length === 0 ? [] : [say`${span} to ${String(newest["date"])}: ${joinSentences(parts, "; ")}.`]),
    ...(type === "cash" ? [SIGNS] : []),
  ];
}

const SIGNS = say`Repurchases are negative.`;

const CHANGES: Readonly<Record<string, readonly (readonly [name: string, column: GrowthName, field: string])[]>> = {
  income: [
    ["revenue", "revenueGrowth", "revenue"],
    ["net income", "netIncomeGrowth", "netIncome"],
    ["diluted EPS", "epsGrowth", "epsdiluted"],
  ],
  cash: [
    ["operating cash flow", "operatingCashFlowGrowth", "operatingCashFlow"],
    ["free", "freeCashFlowGrowth", "freeCashFlow"],
  ],
};

const MARGINS: Readonly<Record<string, readonly (readonly [name: string, column: QuotientName])[]>> = {
  income: [
    ["gross", "grossMargin"],
    ["operating", "operatingMargin"],
    ["net", "netMargin"],
  ],
};

function toChange(name: string, now: unknown, before: unknown): Sentence[] {
  const quotient = toQuotient(now, before);
  if (quotient === null) return [];
  if (quotient < 0) return [say`${name} fell below zero`];
  if (quotient === 1) return [say`${name} unchanged`];
  return [say`${name} ${the.figure(`${quotient > 1 ? "+" : "-"}${toPercent(Math.abs(quotient - 1))}`)}`];
}

/** `6.4 %`, `0.05 %`: people read few decimals, and the columns have the exact value. */
function toPercent(share: number): string {
  return `${Number((share * 100).toFixed(Math.abs(share) < 0.01 ? 2 : 1))} %`;
}

/**
 * Returns a sentence on the newest two periods between which the number of shares changes as much as by a split, whose
 * earnings per share may be on two bases.
 */
export function toShareJumpNotes(rows: readonly StatementRow[]): Sentence[] {
  const known = rows.flatMap((row) => {
    const count = row["weightedAverageShsOutDil"] ?? row["weightedAverageShsOut"];
    return typeof count === "number" && count > 0 ? [{ end: String(row["date"]), count }] : [];
  });
  const at = known.findIndex(({ count }, index) => timesApart(count, known[index + 1]?.count ?? count) > SPLIT_FACTOR);
  if (at < 0) return [];
  const [later, earlier] = [known[at]!, known[at + 1]!];
  const times = Number(timesApart(later.count, earlier.count).toPrecision(2));
  const says = say`The number of shares ${later.count > earlier.count ? "rose" : "fell"} ${times}-fold between ${earlier.end} and ${later.end}: if by a split, earnings per share before are on another basis`;
  return onRows([{ days: [earlier.end], says }]);
}
