/** The columns on request of financial statements: ratios and growth, computed as `ratios.ts` defines them. */
import { shownWhen, type AskedColumns, type RequestedColumns, type ToPresent } from "../../contract/rows-spec.js";
import { onRows, say, type Sentence, the } from "../../contract/sentence.js";
import { days, fieldsOf, figure, inPoints, multiple, ratio, signed } from "../../contract/field.js";
import { toFieldLabel } from "../../contract/field-facts.js";
import { z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { choosePeriods, isChosen, type Choice } from "./chosen-periods.js";
import type { Ratio } from "./ratio-values.js";
import { SHAREHOLDER_YIELD, toYieldSummary } from "./shareholder-yield.js";
import { figuresOf, GROWTHS, isGrowth, RATIO_NAMES, STATEMENT_OF, type RatioName, type Statement } from "./ratios.js";
import {
  ACROSS_RESTATEMENT,
  createRatioReader,
  keepOthers,
  KEPT_NAMES,
  otherLengths,
  STATEMENTS,
  toSheets,
  YEAR_END,
  type Sheets,
  type StatementRow,
} from "./statement-books.js";
import { toTrailing } from "./trailing.js";
import { GROWTH_OVERALL } from "./statement-summary.js";

/** The most rows with a growth between periods of other lengths that a note names, and the most reasons for a null. */
const [MAX_NAMED, MAX_REASONS] = [4, 4];

const ofYear = "flows of quarters: four quarters";
const onYear = "that of the same period a year before - 1; null after a loss";
const onPeriod = "that of the period just before - 1; null after a loss";
const noSplit = ", when either is below 0.2 in size, and when a split may be between";

/** The ratios and growths, each only in rows of which the question names it. */
const ratioColumns = {
  grossMargin: ratio("grossProfit / revenue").optional(),
  operatingMargin: ratio("operatingIncome / revenue").optional(),
  netMargin: ratio("netIncome / revenue").optional(),
  freeCashFlowMargin: ratio("freeCashFlow / revenue").optional(),
  revenueGrowth: signed(ratio(`revenue / ${onYear}`, "Revenue growth, 1 year")).optional(),
  netIncomeGrowth: signed(ratio(`netIncome / ${onYear}`)).optional(),
  epsGrowth: signed(ratio(`epsdiluted / ${onYear}${noSplit}`)).optional(),
  revenueGrowthSequential: signed(ratio(`revenue / ${onPeriod}`, "Revenue growth on the period before")).optional(),
  netIncomeGrowthSequential: signed(
    ratio(`netIncome / ${onPeriod}`, "Net income growth on the period before"),
  ).optional(),
  epsGrowthSequential: signed(
    ratio(`epsdiluted / ${onPeriod}${noSplit}`, "EPS growth on the period before"),
  ).optional(),
  interestCoverage: multiple("operatingIncome / interestExpense; null without interest and for lenders").optional(),
  effectiveTaxRate: ratio("incomeTaxExpense / incomeBeforeTax").optional(),
  researchToRevenue: ratio("researchAndDevelopmentExpenses / revenue").optional(),
  capexToRevenue: ratio("- capitalExpenditure / revenue").optional(),
  stockCompensationToRevenue: ratio("stockBasedCompensation / revenue").optional(),
  payoutRatio: ratio("- netDividendsPaid / netIncome; null after a loss").optional(),
  freeCashFlowPayout: ratio("- netDividendsPaid / freeCashFlow").optional(),
  currentRatio: multiple("totalCurrentAssets / totalCurrentLiabilities; null for banks").optional(),
  quickRatio: multiple(
    "(cashAndShortTermInvestments + netReceivables) / totalCurrentLiabilities; without them cashAndCashEquivalents, accountsReceivables; null for banks",
  ).optional(),
  debtToEquity: ratio("totalDebt / totalEquity", "Debt / equity").optional(),
  netDebtToEbitda: multiple(
    `(totalDebt - cashAndShortTermInvestments) / ebitda; ${ofYear}; null for lenders`,
    "Net debt / EBITDA",
  ).optional(),
  inventoryTurnover: multiple(`costOfRevenue / mean inventory of both ends of a year; ${ofYear}`).optional(),
  receivablesDays: days(`mean netReceivables of both ends of a year / revenue * 365; ${ofYear}`).optional(),
  assetTurnover: multiple(`revenue / mean totalAssets of both ends of a year; ${ofYear}`).optional(),
  returnOnEquity: ratio(`netIncome / mean totalStockholdersEquity of both ends of a year; ${ofYear}`).optional(),
  returnOnAssets: ratio(`netIncome / mean totalAssets of both ends of a year; ${ofYear}`).optional(),
  returnOnInvestedCapital: ratio(
    `operatingIncome * (1 - effectiveTaxRate) / mean of totalDebt + totalEquity - cashAndShortTermInvestments at both ends of a year; ${ofYear}; null for lenders`,
  ).optional(),
} satisfies Partial<Record<RatioName, unknown>>;

/** The ratios that people read as percentages, with their names for people; days and multiples have no such change. */
const RATIOS = [...fieldsOf(z.object(ratioColumns))].flatMap(([name, field]) =>
  field.kind === "ratio" ? [[name as BaseName, toFieldLabel(name, field)] as const] : [],
);
type BaseName = keyof typeof ratioColumns;
type Change = `${BaseName}Change`;
type Column = BaseName | Change;

const changeColumns = Object.fromEntries(
  RATIOS.map(([name, label]) => {
    const note = `percentage points: (${name} - that of the row before) * 100`;
    return [`${name}Change`, inPoints(signed(figure(note, `${label}, change`))).optional()];
  }),
) as Record<Change, z.ZodOptional<ReturnType<typeof figure>>>;

/** The columns, each only in rows of which the question names it: ratios, growths, and the changes of these. */
export const statementColumns = { ...ratioColumns, ...changeColumns };

const CHANGE = /Change$/;
const toBase = (name: Column) => name.replace(CHANGE, "") as BaseName;

const COLUMNS = Object.keys(statementColumns) as readonly Column[];

/** When rows of statements have them, and the figures of other statements of which they are made. */
export const columnsOfStatements = {
  ...shownWhen(COLUMNS, "on request"),
  ...shownWhen([...KEPT_NAMES, YEAR_END], "never"),
};

const isStatement = (type: unknown): type is Statement => STATEMENTS.some((each) => each === type);

/**
 * The columns of financial statements. Each value has at most six significant digits, and is `null` when a figure is
 * missing, when its base is not above 0, and when currencies, periods or vintages do not fit.
 */
export const requestedColumns: RequestedColumns = {
  brief:
    "any ratio by name: {gross,net}Margin, revenueGrowth, grossMarginChange, revenueCagr, returnOnEquity, quickRatio, shareholderYield …",
  namesOf: ({ statement_type: type }) => (isStatement(type) ? COLUMNS : []),
  overall: { ...GROWTH_OVERALL, [SHAREHOLDER_YIELD]: "netDividendsPaid" },
  unasked: ({ statement_type: type }, isPage) => (isPage && type === "income" ? ["revenueGrowth"] : []),

  also(names, rows, input) {
    const own = input["statement_type"];
    if (rows.length === 0 || keepOthers(rows)) return [];
    const needed = STATEMENTS.filter((each) => each !== own && (names as Column[]).some((name) => needs(name, each)));
    return needed.map((each) => ({
      columns: (names as Column[]).filter((name) => needs(name, each)),
      input: { ...input, statement_type: each },
    }));
  },
  toColumns(asked) {
    const { names, rows, input } = asked;
    const own = input["statement_type"] as Statement;
    const further = asked.further.map((each) => [String(each.input["statement_type"]), each.rows]);
    const quarters: Sheets = { ...toSheets(own, rows), ...Object.fromEntries(further) };
    const isTrailing = input["ttm"] === true;
    const sheets = isTrailing ? toTrailingSheets(quarters) : quarters;
    const read = createRatioReader(own, sheets, input["period"] === "quarter" && !isTrailing);
    const ratios = rows.map(
      (row, at) =>
        new Map(
          (names as Column[]).map((name) => [
            name,
            CHANGE.test(name) ? toChange(toBase(name), row, rows[at + 1], read) : read(toBase(name), row),
          ]),
        ),
    );
    const newest = Math.max(
      0,
      rows.findIndex((row) => isChosen(row, input)),
    );
    return {
      rows: ratios.map((each) => Object.fromEntries([...each].map(([name, { value }]) => [name, value]))),
      notes: [
        ...toReasons(String(rows[newest]?.["date"]), ratios[newest], (name) => isKnown(name, sheets)),
        ...toInsteadNotes(ratios),
        ...(isTrailing ? [] : toLengthNotes(asked)),
      ],
    };
  },
};

/** Returns the periods that the input chooses, and the summary with the yield of all that shareholders get, if it is asked for. */
export async function presentStatements({ rows, stored, input, asOf, overall, askBeside }: ToPresent) {
  const chosen = choosePeriods(rows, stored, input as Choice, COLUMNS);
  if (!overall.includes(SHAREHOLDER_YIELD)) return chosen ?? {};
  const { body, failure } = await askBeside({ symbol: input["symbol"] }, [SHAREHOLDER_YIELD]);
  const { summary, notes } = toYieldSummary(stored, { ...input, as_of: asOf }, body);
  return { ...chosen, fields: { summary }, notes: [...(chosen?.notes ?? []), ...notes, ...(failure ? [failure] : [])] };
}

type Reader = ReturnType<typeof createRatioReader>;

/** Returns the difference of a ratio to that of the row before, in percentage points. */
function toChange(name: BaseName, row: StatementRow, before: StatementRow | undefined, read: Reader): Ratio {
  if (!before) return { value: null, why: say`there is no row before` };
  const now = read(name, row);
  if (now.value === null) return now;
  if (row["source"] !== before["source"]) return { value: null, why: say`the periods needed are of two sources` };
  if (crossesRestatement(name, row))
    return { value: null, why: say`its figures are from before and after a restatement` };
  const then = read(name, before);
  if (then.value === null)
    return { value: null, why: say`${the.field(name)} of ${String(before["date"])} is ${the.absent}` };
  return { value: toSixDigits((now.value - then.value) * 100), ...(now.instead && { instead: now.instead }) };
}

/** Whether a restatement lies between a row and the one before for a figure of a ratio: the growth of that figure says so. */
function crossesRestatement(name: BaseName, row: StatementRow): boolean {
  const across = row[ACROSS_RESTATEMENT];
  if (!Array.isArray(across)) return false;
  const figures = figuresOf([name]);
  return RATIO_NAMES.some((each) => isGrowth(each) && across.includes(each) && figures.includes(GROWTHS[each][0]));
}

/** Returns the statements of twelve months, of which ratios are made as of years. */
function toTrailingSheets(sheets: Sheets): Sheets {
  const made = Object.entries(sheets).map(([statement, rows]) => [statement, toTrailing(statement, rows).rows]);
  return Object.fromEntries(made) as Sheets;
}

const needs = (name: Column, statement: Statement) =>
  figuresOf([toBase(name)]).some((each) => STATEMENT_OF[each] === statement);

/** Whether all statements of a column were answered: if not, a note says so already. */
const isKnown = (name: Column, sheets: object) => STATEMENTS.every((each) => each in sheets || !needs(name, each));

/** Returns why columns of the newest row are null, one sentence for each reason. */
function toReasons(end: string, ratios: ReadonlyMap<Column, Ratio> = new Map(), mayAsk: (name: Column) => boolean) {
  const byReason = new Map<Sentence, string[]>();
  for (const [name, { why }] of ratios) {
    if (why !== undefined && mayAsk(name)) byReason.set(why, [...(byReason.get(why) ?? []), name]);
  }
  return [...byReason]
    .slice(0, MAX_REASONS)
    .map(
      ([why, names]) =>
        say`${the.fieldsAnd(names)} of ${end} ${names.length > 1 ? "are" : "is"} ${the.absent}: ${why}.`,
    );
}

/** Names figures that count in place of usual ones. */
function toInsteadNotes(ratios: readonly ReadonlyMap<Column, Ratio>[]): Sentence[] {
  const counted = new Map<Sentence, Set<string>>();
  for (const [name, { instead = [] }] of ratios.flatMap((each) => [...each])) {
    for (const [usual, used] of instead) {
      const what = say`${the.field(used)} where ${the.field(usual)} is missing`;
      counted.set(what, (counted.get(what) ?? new Set()).add(name));
    }
  }
  return [...counted].map(
    ([what, names]) => say`${the.fieldsAnd([...names])} ${names.size > 1 ? "count" : "counts"} ${what}.`,
  );
}

/** Names growth between periods of other lengths; the first sentence of the note says that of the newest row on a year. */
function toLengthNotes({ names, rows, input }: AskedColumns): Sentence[] {
  const isQuarter = input["period"] === "quarter";
  const isAsked = (isSequential: boolean) =>
    names.some((name) => name.includes("Growth") && name.endsWith("Sequential") === isSequential);
  const unequal = (on: "year" | "period", some: readonly StatementRow[]) =>
    some.flatMap((row) => {
      const lengths = otherLengths(row, rows, on, isQuarter);
      const day = String(row["date"]);
      return lengths === undefined ? [] : [{ days: [day], says: say`${day} ${lengths}` }];
    });
  const said = [
    ...(isAsked(false) ? unequal("year", rows.slice(1)) : []),
    ...(isAsked(true) ? unequal("period", rows) : []),
  ];
  // Growth on the year and on the period before can be between the same lengths.
  const each = new Map(said.map((part) => [part.says, part]));
  return onRows([...each.values()], { lead: "Growth between periods of other lengths: ", most: MAX_NAMED });
}
