/** Growth and margins computed from statements: columns on request, and the sentence that a note begins with. */
import type { RequestedColumns } from "../contract/rows-spec.js";
import { multiple, ratio, signed } from "../contract/field.js";
import { toSixDigits } from "../contract/values.js";
import { DAY_MS } from "../lib/day.js";
import { SPLIT_FACTOR, timesApart } from "./times-apart.js";

/** A statement's figures by field, as any source sends them. */
type Row = Readonly<Record<string, unknown>>;

/** The same period ends about a year before; a year may have 53 weeks. */
const YEAR_DAYS = 365;
const YEAR_TOLERANCE_DAYS = 15;

/** Days between the ends of two quarters, of 12 to 17 weeks, and of two years; a gap in the list is longer. */
const PERIOD_DAYS = [
  [75, 125],
  [350, 380],
] as const;
/** Two periods that differ by as many days or more are of another number of weeks: months differ by three at most. */
const OTHER_LENGTH_DAYS = 6;
/** The most rows with a growth between periods of other lengths that a note names. */
const MAX_NAMED = 4;

const EPS = "epsdiluted" as const;
const FREE_CASH_FLOW_MARGIN = "freeCashFlowMargin";

/** Figures that are divided, by the column with the quotient. */
export const QUOTIENTS = {
  grossMargin: ["grossProfit", "revenue"],
  operatingMargin: ["operatingIncome", "revenue"],
  netMargin: ["netIncome", "revenue"],
  freeCashFlowMargin: ["freeCashFlow", "revenue"],
  interestCoverage: ["operatingIncome", "interestExpense"],
} as const;

/** Figures that are compared with those of a year before, by the name of the change; the last two are only in the sentence. */
export const GROWTHS = {
  revenueGrowth: "revenue",
  netIncomeGrowth: "netIncome",
  epsGrowth: EPS,
  operatingCashFlowGrowth: "operatingCashFlow",
  freeCashFlowGrowth: "freeCashFlow",
} as const;

type Computed = keyof typeof QUOTIENTS | keyof typeof GROWTHS;

/** The field of a record that names the columns whose figures are from before and after a restatement. */
export const ACROSS_RESTATEMENT = "acrossRestatement";

/** The columns, each only in rows of which the question names it. */
export const statementColumns = {
  grossMargin: ratio("grossProfit / revenue").optional(),
  operatingMargin: ratio("operatingIncome / revenue").optional(),
  netMargin: ratio("netIncome / revenue").optional(),
  freeCashFlowMargin: ratio("freeCashFlow / revenue, from two statements: A is called once more for it").optional(),
  revenueGrowth: signed(
    ratio("revenue / that of the same period a year before - 1", "Revenue growth, 1 year"),
  ).optional(),
  netIncomeGrowth: signed(ratio("netIncome / that of the same period a year before - 1; null after a loss")).optional(),
  epsGrowth: signed(
    ratio("epsdiluted / that of the same period a year before - 1; null after a loss, and when a split may be between"),
  ).optional(),
  interestCoverage: multiple("operatingIncome / interestExpense; null without interest").optional(),
};

const OF_STATEMENT: Readonly<Record<string, readonly string[]>> = {
  income: Object.keys(statementColumns),
  cash: [FREE_CASH_FLOW_MARGIN, "netIncomeGrowth"],
};

/**
 * The columns of financial statements. Each value has at most six significant digits, and is `null` when a figure is
 * missing, when its base is not above 0, and when currencies, periods or vintages do not fit.
 */
export const requestedColumns: RequestedColumns = {
  names: Object.keys(statementColumns),
  brief: "{gross,operating,net,freeCashFlow}Margin, {revenue,netIncome,eps}Growth, interestCoverage",
  namesOf: ({ statement_type: type }) => OF_STATEMENT[String(type)] ?? [],
  also(names, rows, input) {
    const isStored = rows.some((row) => FREE_CASH_FLOW_MARGIN in row);
    if (isStored || !names.includes(FREE_CASH_FLOW_MARGIN)) return undefined;
    const other = input["statement_type"] === "income" ? "cash" : "income";
    return { column: FREE_CASH_FLOW_MARGIN, input: { ...input, statement_type: other } };
  },
  toColumns(row, rows, others) {
    const figures = { ...withFigure(row, others, "freeCashFlow"), ...withFigure(row, others, "revenue"), ...row };
    const ofDay = others.find(({ date }) => date === row["date"]) ?? {};
    const quotient = (column: keyof typeof QUOTIENTS) => {
      const [value, base] = QUOTIENTS[column];
      return isAcross(row, column) ? null : toQuotient(figures[value], figures[base]);
    };
    return {
      grossMargin: quotient("grossMargin"),
      operatingMargin: quotient("operatingMargin"),
      netMargin: quotient("netMargin"),
      freeCashFlowMargin: isAcross(ofDay, FREE_CASH_FLOW_MARGIN) ? null : quotient(FREE_CASH_FLOW_MARGIN),
      revenueGrowth: toGrowth("revenueGrowth", row, rows),
      netIncomeGrowth: toGrowth("netIncomeGrowth", row, rows),
      epsGrowth: mayHaveSplit(row, findYearBefore(row, rows)) ? null : toGrowth("epsGrowth", row, rows),
      interestCoverage: quotient("interestCoverage"),
    };
  },
  notesOn(names, rows) {
    const grown = GROWTH.filter((name) => names.includes(name));
    // The first sentence of the note says it of the newest row.
    const unequal = rows.slice(1).flatMap((row) => {
      const lengths = grown.some((name) => typeof row[name] === "number") ? otherLengths(row, rows) : undefined;
      return lengths ? [`${String(row["date"])} ${lengths}`] : [];
    });
    return unequal.length === 0
      ? []
      : [`Growth between periods of other lengths: ${unequal.slice(0, MAX_NAMED).join("; ")}.`];
  },
};

const GROWTH = ["revenueGrowth", "netIncomeGrowth", "epsGrowth"];

/** Returns value / base with at most six digits; `null` if one is missing or the base is not above 0. */
export function toQuotient(value: unknown, base: unknown): number | null {
  return typeof value === "number" && typeof base === "number" && base > 0 ? toSixDigits(value / base) : null;
}

/**
 * Returns sentences on an answer with statements:
 * `Year to 2025-09-27: revenue rose 6.4 % and net income 19.5 % in a year; margin net 26.9 %.`, and for cash flow
 * statements what the signs mean.
 */
export function toStatementSentences({ statement_type: type, period, data }: Row): string[] {
  const rows = Array.isArray(data) ? (data as readonly Row[]) : [];
  const [newest] = rows;
  if (!newest) return [];
  const before = findYearBefore(newest, rows);
  const changes = (CHANGES[String(type)] ?? []).flatMap(([name, growth]) => {
    const field = GROWTHS[growth];
    const isUnknown = isAcross(newest, growth) || (field === EPS && mayHaveSplit(newest, before));
    return isUnknown ? [] : toChange(name, newest[field], before?.[field]);
  });
  const margins = (MARGINS[String(type)] ?? []).flatMap(([name, column]) => {
    const [value, base] = QUOTIENTS[column];
    const margin = isAcross(newest, column) ? null : toQuotient(newest[value], newest[base]);
    return margin === null ? [] : [`${name} ${toPercent(margin)}`];
  });
  const lengths = otherLengths(newest, rows);
  const grown =
    changes.length > 0 ? `${changes.join(", ")} in a year${lengths === undefined ? "" : ` (${lengths})`}` : "";
  const said = [grown, margins.length > 0 ? `margin ${margins.join(", ")}` : ""]
    .filter((part) => part !== "")
    .join("; ");
  return [
    ...(said === "" ? [] : [`${period === "quarter" ? "Quarter" : "Year"} to ${String(newest["date"])}: ${said}.`]),
    ...(type === "cash" ? [SIGNS] : []),
  ];
}

const SIGNS = "Repurchases are negative.";

/** Names in the sentence, by type of statement. */
type Named<Column> = Readonly<Record<string, readonly (readonly [name: string, column: Column])[]>>;

const CHANGES: Named<keyof typeof GROWTHS> = {
  income: [
    ["revenue", "revenueGrowth"],
    ["net income", "netIncomeGrowth"],
    ["diluted EPS", "epsGrowth"],
  ],
  cash: [
    ["operating cash flow", "operatingCashFlowGrowth"],
    ["free", "freeCashFlowGrowth"],
  ],
};

const MARGINS: Named<keyof typeof QUOTIENTS> = {
  income: [
    ["gross", "grossMargin"],
    ["operating", "operatingMargin"],
    ["net", "netMargin"],
  ],
};

function toChange(name: string, now: unknown, before: unknown): string[] {
  const quotient = toQuotient(now, before);
  if (quotient === null) return [];
  if (quotient < 0) return [`${name} fell below zero`];
  if (quotient === 1) return [`${name} unchanged`];
  return [`${name} ${quotient > 1 ? "+" : "-"}${toPercent(Math.abs(quotient - 1))}`];
}

/** `6.4 %`, `0.05 %`: people read few decimals, and the columns have the exact value. */
function toPercent(share: number): string {
  return `${Number((share * 100).toFixed(Math.abs(share) < 0.01 ? 2 : 1))} %`;
}

/** Whether a column would be computed from figures before and after a restatement. */
function isAcross(row: Row, column: Computed): boolean {
  const across = row[ACROSS_RESTATEMENT];
  return Array.isArray(across) && across.includes(column);
}

function toGrowth(column: keyof typeof GROWTHS, row: Row, rows: readonly Row[]): number | null {
  if (isAcross(row, column)) return null;
  const field = GROWTHS[column];
  const before = findYearBefore(row, rows)?.[field];
  const now = row[field];
  return typeof now === "number" && typeof before === "number" && before > 0 ? toSixDigits(now / before - 1) : null;
}

/** Returns the row of the same period a year before, in the same currency. */
function findYearBefore(row: Row, rows: readonly Row[]): Row | undefined {
  const at = Date.parse(String(row["date"]));
  return rows.find((other) => {
    return isYear((at - Date.parse(String(other["date"]))) / DAY_MS) && haveOneCurrency(row, other);
  });
}

/**
 * Returns `119 days against 112` where a row's period has another number of weeks than that of a year before, as the ends of
 * the periods before each show it; `undefined` where they do not.
 */
function otherLengths(row: Row, rows: readonly Row[]): string | undefined {
  const before = findYearBefore(row, rows);
  const [days, daysBefore] = [daysOf(row, rows), before && daysOf(before, rows)];
  if (days === undefined || daysBefore === undefined) return undefined;
  return Math.abs(days - daysBefore) < OTHER_LENGTH_DAYS ? undefined : `${days} days against ${daysBefore}`;
}

/** Returns the days since the end of the next older period; `undefined` where none ended a quarter or a year before. */
function daysOf({ date }: Row, rows: readonly Row[]): number | undefined {
  const apart = rows.map((other) => (Date.parse(String(date)) - Date.parse(String(other["date"]))) / DAY_MS);
  const days = Math.min(...apart.filter((each) => each > 0));
  return PERIOD_DAYS.some(([least, most]) => days >= least && days <= most) ? days : undefined;
}

/** Whether so many days lie between the ends of a period and of the same one of the year before. */
export function isYear(days: number): boolean {
  return Math.abs(days - YEAR_DAYS) <= YEAR_TOLERANCE_DAYS;
}

function haveOneCurrency(one: Row, other: Row): boolean {
  return typeof one["reportedCurrency"] === "string" && one["reportedCurrency"] === other["reportedCurrency"];
}

/** Whether the shares of two periods differ as much as by a split, which may be missing from the earlier figures. */
function mayHaveSplit(now: Row, before: Row | undefined): boolean {
  const share = toQuotient(now["weightedAverageShsOutDil"], before?.["weightedAverageShsOutDil"]);
  return share !== null && (share > SPLIT_FACTOR || share < 1 / SPLIT_FACTOR);
}

/**
 * Returns a sentence on the newest two periods between which the number of shares changes as much as by a split, whose
 * earnings per share may be on two bases.
 */
export function toShareJumpNotes(rows: readonly Row[]): string[] {
  const known = rows.flatMap((row) => {
    const count = row["weightedAverageShsOutDil"] ?? row["weightedAverageShsOut"];
    return typeof count === "number" && count > 0 ? [{ end: String(row["date"]), count }] : [];
  });
  const at = known.findIndex(({ count }, index) => timesApart(count, known[index + 1]?.count ?? count) > SPLIT_FACTOR);
  if (at < 0) return [];
  const [later, earlier] = [known[at]!, known[at + 1]!];
  const times = Number(timesApart(later.count, earlier.count).toPrecision(2));
  return [
    `The number of shares ${later.count > earlier.count ? "rose" : "fell"} ${times}-fold between ${earlier.end} and ${later.end}: if by a split, earnings per share before are on another basis.`,
  ];
}

/** Returns a figure of the other statement on the same period and in the same currency. */
function withFigure(row: Row, others: readonly Row[], field: string): Row {
  const other = others.find(({ date }) => date === row["date"]);
  return other && haveOneCurrency(row, other) ? { [field]: other[field] } : {};
}
