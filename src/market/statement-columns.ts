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

const EPS = "epsdiluted";
const FREE_CASH_FLOW_MARGIN = "freeCashFlowMargin";

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
 * missing, when its base is not above 0, and when currencies or periods do not fit.
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
    return {
      grossMargin: toQuotient(row["grossProfit"], row["revenue"]),
      operatingMargin: toQuotient(row["operatingIncome"], row["revenue"]),
      netMargin: toQuotient(row["netIncome"], row["revenue"]),
      freeCashFlowMargin: toQuotient(figures["freeCashFlow"], figures["revenue"]),
      revenueGrowth: toGrowth("revenue", row, rows),
      netIncomeGrowth: toGrowth("netIncome", row, rows),
      epsGrowth: mayHaveSplit(row, findYearBefore(row, rows)) ? null : toGrowth(EPS, row, rows),
      interestCoverage: toQuotient(row["operatingIncome"], row["interestExpense"]),
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
  const changes = (CHANGES[String(type)] ?? []).flatMap(([name, field]) =>
    field === EPS && mayHaveSplit(newest, before) ? [] : toChange(name, newest[field], before?.[field]),
  );
  const margins = (MARGINS[String(type)] ?? []).flatMap(([name, field]) => {
    const margin = toQuotient(newest[field], newest["revenue"]);
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

type Named = readonly (readonly [name: string, field: string])[];

const CHANGES: Readonly<Record<string, Named>> = {
  income: [
    ["revenue", "revenue"],
    ["net income", "netIncome"],
    ["diluted EPS", EPS],
  ],
  cash: [
    ["operating cash flow", "operatingCashFlow"],
    ["free", "freeCashFlow"],
  ],
};

const MARGINS: Readonly<Record<string, Named>> = {
  income: [
    ["gross", "grossProfit"],
    ["operating", "operatingIncome"],
    ["net", "netIncome"],
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

function toGrowth(field: string, row: Row, rows: readonly Row[]): number | null {
  const before = findYearBefore(row, rows)?.[field];
  const now = row[field];
  return typeof now === "number" && typeof before === "number" && before > 0 ? toSixDigits(now / before - 1) : null;
}

/** Returns the row of the same period a year before, in the same currency. */
function findYearBefore(row: Row, rows: readonly Row[]): Row | undefined {
  const at = Date.parse(String(row["date"]));
  return rows.find((other) => {
    const days = (at - Date.parse(String(other["date"]))) / DAY_MS;
    return Math.abs(days - YEAR_DAYS) <= YEAR_TOLERANCE_DAYS && haveOneCurrency(row, other);
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
