/** Statements from a company's facts. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import type { StatementType } from "../../../capabilities/companies/financials.js";
import { contradictions, RULES as CONSISTENCY } from "../../../market/consistency.js";
import type { FactBook } from "../books/fact-book.js";
import { combine, createFinder, inOtherScale, spanOf, type FactCell, type Cells, type Part } from "./cells.js";
import { createKnownFacts } from "./known-facts.js";
import { quartersOf, reportingCurrency, yearsOf, type Period } from "./periods.js";
import { toVintage, type RowVintage } from "./row-vintages.js";
import { CURRENT_DEBT, PARTS, RULES, SHARES_AND_EPS, WHOLE_DEBT } from "../books/tags.js";
import { areOfOne, changesWith, createVintages } from "./vintages.js";

/** A period with its figures. */
export interface FiledRow {
  period: Period;
  currency: string;
  /** The figures by field, in the order of a record; `undefined` where nothing is filed. */
  cells: Cells;
  /** Why figures of the period are withheld. */
  notes: { field: string; says: Sentence }[];
  vintage: RowVintage & {
    /** Fields of differences that are left out, because they are of a restated period and of one that is not. */
    leftOut: string[];
  };
}

/** The wanted statements. */
export interface Wanted {
  statement: StatementType;
  length: "annual" | "quarter";
  /** Only filings up to this day. */
  asOf?: string | undefined;
  /** Whether the company is a bank or insurer, which has no gross profit. */
  isFinancial: boolean;
}

/** The SEC's codes of industries of banks, brokers and insurers. */
const FINANCIAL = /^6[0-4]/;
/** The revenue that only banks and brokers file. */
const REVENUE_OF_BANKS = "RevenuesNetOfInterestExpense";

/** Whether a company of this industry, with these facts, is a bank or insurer. */
export function isFinancialFiler(industry: string, book: FactBook): boolean {
  return FINANCIAL.test(industry) || book.unitsOf(REVENUE_OF_BANKS).size > 0;
}

/** The most periods of an answer. */
const MAX_PERIODS = 40;

/** The periods with a figure, newest first, and whether older ones are left out. */
export interface FiledRows {
  rows: FiledRow[];
  hasOlder: boolean;
}

/** Returns the wanted statements. */
export function toFiledRows(book: FactBook, { statement, length, asOf, isFinancial }: Wanted): FiledRows {
  const facts = createKnownFacts(book, asOf);
  const currency = reportingCurrency(facts);
  if (currency === null) return { rows: [], hasOlder: false };
  const vintages = createVintages(facts, currency, statement);
  const find = createFinder({ facts, currency, vintages });
  const figures = Object.entries(RULES[statement]).map(([field, rule]) => {
    return [field, rule && find(rule, changesWith(statement, field))] as const;
  });
  const parts = new Map(Object.entries(PARTS).map(([name, rule]) => [name, find(rule, changesWith(statement, name))]));
  const periods = length === "annual" ? yearsOf(facts, currency) : quartersOf(facts, currency);
  const rows = periods.slice(0, MAX_PERIODS).flatMap((period): FiledRow[] => {
    const cells: Cells = {};
    const days = vintages.of(period);
    const across = figures.filter(([field, figureOf]) => {
      const crossed: string[] = [];
      cells[field] = figureOf?.(period, crossed);
      return crossed.length > 0;
    });
    const sum = sumWithin(days.all);
    FORMULAS[statement]({ cells, sum, part: (name) => parts.get(name)?.(period), isFinancial });
    const notes = withholdShares(cells, period);
    const leftOut = across.map(([field]) => field).filter((field) => cells[field] === undefined);
    if (leftOut.length === 0 && !Object.values(cells).some(Boolean)) return [];
    const vintage = { ...toVintage(cells, days), leftOut };
    return [{ period, currency, cells, notes, vintage }];
  });
  for (const [field] of SHARES_AND_EPS) withholdThousands(rows, field);
  return { rows, hasOlder: periods.length > MAX_PERIODS };
}

/** Figures from which formulas are computed. */
interface Terms {
  cells: Cells;
  part(name: string): FactCell | undefined;
  sum: ReturnType<typeof sumWithin>;
  isFinancial: boolean;
}

/** Whether a figure is that of a tag. */
const isOf = (cell: FactCell | undefined, name: string): cell is FactCell =>
  cell?.terms.length === 1 && cell.terms[0]![1] === name;

/** Fills the fields that are sums and differences; a formula is used only when all its parts are filed. */
const FORMULAS: Record<StatementType, (terms: Terms) => void> = {
  income({ cells, sum: { plus, less }, isFinancial }) {
    if (!isFinancial) cells["grossProfit"] ??= less(cells["revenue"], cells["costOfRevenue"]);
    cells["sellingGeneralAndAdministrativeExpenses"] ??= plus(
      cells["sellingAndMarketingExpenses"],
      cells["generalAndAdministrativeExpenses"],
    );
    cells["operatingExpenses"] ??= less(cells["grossProfit"], cells["operatingIncome"]);
    cells["costAndExpenses"] ??= less(cells["revenue"], cells["operatingIncome"]);
    cells["ebitda"] = plus(cells["operatingIncome"], cells["depreciationAndAmortization"]);
  },
  balance({ cells, part, sum: { plus, less, ofFiled } }) {
    cells["cashAndShortTermInvestments"] ??= plus(cells["cashAndCashEquivalents"], cells["shortTermInvestments"]);
    cells["totalNonCurrentAssets"] ??= less(cells["totalAssets"], cells["totalCurrentAssets"]);
    cells["shortTermDebt"] ??= ofFiled(["shortTermBorrowings", "commercialPaper", "longTermDebtCurrent"].map(part));
    const outside = less(cells["totalLiabilitiesAndTotalEquity"], part("equityWithMinorities"));
    const temporary = part("temporaryEquity");
    cells["totalLiabilities"] ??= temporary ? less(outside, temporary) : outside;
    const [current, whole] = [part("longTermDebtCurrent"), cells["longTermDebt"]];
    const isWhole = isOf(whole, WHOLE_DEBT);
    // The tag means all long-term debt, so that its current part is counted with the short-term debt.
    if (isWhole && current && current.value <= whole.value) cells["longTermDebt"] = less(whole, current);
    const mayOverlap = isWhole && !current && isOf(cells["shortTermDebt"], CURRENT_DEBT);
    cells["totalDebt"] = mayOverlap ? undefined : plus(cells["shortTermDebt"], cells["longTermDebt"]);
    cells["netDebt"] = less(cells["totalDebt"], cells["cashAndCashEquivalents"]);
  },
  cash({ cells, part, sum: { plus } }) {
    cells["salesMaturitiesOfInvestments"] ??= plus(part("sales"), part("maturities"));
    cells["operatingCashFlow"] = cells["netCashProvidedByOperatingActivities"];
    cells["capitalExpenditure"] = cells["investmentsInPropertyPlantAndEquipment"];
    cells["freeCashFlow"] = plus(cells["operatingCashFlow"], cells["capitalExpenditure"]);
  },
};

/**
 * Removes numbers of shares that the period itself contradicts; returns the reasons. One that was filed in another scale
 * takes their place if the period does not contradict it: a filer may state all periods around in a wrong scale.
 */
function withholdShares(cells: Cells, { end }: Period): FiledRow["notes"] {
  return SHARES_AND_EPS.flatMap(([field, perShare]) => {
    const valueOf = (name: string) => cells[name]?.value ?? null;
    const reasonsAgainst = (shares: number | null) =>
      contradictions(CONSISTENCY.filedShares, {
        field,
        end,
        shares,
        netIncome: valueOf("netIncome"),
        eps: valueOf(perShare),
      });
    const reasons = reasonsAgainst(valueOf(field));
    if (reasons.length === 0) return [];
    const other = cells[field]?.slips?.find(({ wrong }) => reasonsAgainst(wrong.value).length === 0);
    cells[field] = other && inOtherScale(cells[field]!, other);
    return other ? [] : reasons.map((says) => ({ field, says }));
  });
}

/** Rows before and after one with which its number of shares is compared. */
const NEIGHBOURS = 4;

/**
 * Removes numbers of shares that were filed in thousands: they are a thousandth of those of the periods around them. One
 * that was filed in units, too, takes their place.
 */
function withholdThousands(rows: readonly FiledRow[], field: string): void {
  const values = rows.map(({ cells }) => cells[field]?.value);
  for (const [index, { cells, notes, period }] of rows.entries()) {
    const value = values[index];
    if (!value) continue;
    const around = values.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
    if (!around.some((other) => other !== undefined && other / value > 700 && other / value < 1_400)) continue;
    const other = cells[field]?.slips?.find(({ wrong }) => wrong.value > value);
    cells[field] = other && inOtherScale(cells[field]!, other);
    if (other) continue;
    const says = say`${the.field(field)} of ${period.end} is ${the.absent}: the filing states ${value}, a thousandth of the periods around it.`;
    notes.push({ field, says });
  }
}

/** Returns sums of figures of a period that was restated on these days; `undefined` if they are not of one vintage. */
function sumWithin(days: readonly string[]) {
  const sum = (...parts: readonly Part[]) => {
    const spans = parts.map(([, cell]) => spanOf(cell));
    return areOfOne(days, ...spans) ? combine(...parts) : undefined;
  };
  return {
    plus: (one: FactCell | undefined, other: FactCell | undefined) => one && other && sum([1, one], [1, other]),
    less: (one: FactCell | undefined, other: FactCell | undefined) => one && other && sum([1, one], [-1, other]),
    /** The sum of those that are filed. */
    ofFiled(cells: readonly (FactCell | undefined)[]): FactCell | undefined {
      const filed = cells.filter((cell) => cell !== undefined);
      return filed.length > 1 ? sum(...filed.map((cell) => [1, cell] as const)) : filed[0];
    },
  };
}
