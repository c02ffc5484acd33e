/** Statements from a company's facts. */
import type { StatementType } from "../../capabilities/financials.js";
import type { FactBook } from "./fact-book.js";
import { combine, findCell, type Cell } from "./cells.js";
import { createKnownFacts, type KnownFacts } from "./known-facts.js";
import { quartersOf, reportingCurrency, yearsOf, type Period } from "./periods.js";
import type { Rule } from "./tag-rules.js";
import { PARTS, RULES } from "./tags.js";

/** A period with its figures. */
export interface FiledRow {
  period: Period;
  currency: string;
  /** The figures by field, in the order of a record; `undefined` where nothing is filed. */
  cells: Readonly<Record<string, Cell | undefined>>;
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

/** The most periods of an answer. */
const MAX_PERIODS = 40;

/** Returns the periods with a figure, newest first. */
export function toFiledRows(book: FactBook, { statement, length, asOf, isFinancial }: Wanted): FiledRow[] {
  const facts = createKnownFacts(book, asOf);
  const currency = reportingCurrency(facts);
  if (currency === null) return [];
  const periods = length === "annual" ? yearsOf(facts, currency) : quartersOf(facts, currency);
  return periods.slice(0, MAX_PERIODS).flatMap((period) => {
    const cells = toCells(statement, period, facts, currency, isFinancial);
    return Object.values(cells).some(Boolean) ? [{ period, currency, cells }] : [];
  });
}

type Cells = Record<string, Cell | undefined>;

function toCells(
  type: StatementType,
  period: Period,
  facts: KnownFacts,
  currency: string,
  isFinancial: boolean,
): Cells {
  const find = (rule: Rule) => findCell(rule, period, facts, currency);
  const cells: Cells = {};
  for (const [field, rule] of Object.entries(RULES[type])) cells[field] = rule && find(rule);
  FORMULAS[type](cells, (name) => find(PARTS[name]!), isFinancial);
  return cells;
}

/** Fills the fields that are sums and differences; a formula is used only when all its parts are filed. */
const FORMULAS: Record<
  StatementType,
  (cells: Cells, part: (name: string) => Cell | undefined, isFinancial: boolean) => void
> = {
  income(cells, _part, isFinancial) {
    if (!isFinancial) cells["grossProfit"] ??= less(cells["revenue"], cells["costOfRevenue"]);
    cells["sellingGeneralAndAdministrativeExpenses"] ??= plus(
      cells["sellingAndMarketingExpenses"],
      cells["generalAndAdministrativeExpenses"],
    );
    cells["operatingExpenses"] ??= less(cells["grossProfit"], cells["operatingIncome"]);
    cells["costAndExpenses"] ??= less(cells["revenue"], cells["operatingIncome"]);
    cells["ebitda"] = plus(cells["operatingIncome"], cells["depreciationAndAmortization"]);
    for (const [shares, perShare] of SHARES) if (isContradicted(cells, shares, perShare)) cells[shares] = undefined;
  },
  balance(cells, part) {
    cells["cashAndShortTermInvestments"] ??= plus(cells["cashAndCashEquivalents"], cells["shortTermInvestments"]);
    cells["totalNonCurrentAssets"] ??= less(cells["totalAssets"], cells["totalCurrentAssets"]);
    cells["shortTermDebt"] ??= sumOf(["shortTermBorrowings", "commercialPaper", "longTermDebtCurrent"].map(part));
    const outside = less(cells["totalLiabilitiesAndTotalEquity"], part("equityWithMinorities"));
    const temporary = part("temporaryEquity");
    cells["totalLiabilities"] ??= temporary ? less(outside, temporary) : outside;
    cells["totalDebt"] = plus(cells["shortTermDebt"], cells["longTermDebt"]);
    cells["netDebt"] = less(cells["totalDebt"], cells["cashAndCashEquivalents"]);
  },
  cash(cells, part) {
    cells["salesMaturitiesOfInvestments"] ??= plus(part("sales"), part("maturities"));
    cells["operatingCashFlow"] = cells["netCashProvidedByOperatingActivities"];
    cells["capitalExpenditure"] = cells["investmentsInPropertyPlantAndEquipment"];
    cells["freeCashFlow"] = plus(cells["operatingCashFlow"], cells["capitalExpenditure"]);
  },
};

const SHARES = [
  ["weightedAverageShsOut", "eps"],
  ["weightedAverageShsOutDil", "epsdiluted"],
] as const;
/** More than rounding, minorities or preferred dividends can make of income / (shares * income a share). */
const MOST_APART = 300;

/** Whether the period's income and income a share contradict its shares, which some filings state in thousands. */
function isContradicted(cells: Cells, shares: string, perShare: string): boolean {
  const [count, amount, income] = [shares, perShare, "netIncome"].map((field) => cells[field]?.value ?? 0);
  if (!count || !amount || !income) return false;
  const quotient = Math.abs(income / amount / count);
  return quotient > MOST_APART || quotient < 1 / MOST_APART;
}

function plus(one: Cell | undefined, other: Cell | undefined): Cell | undefined {
  return one && other && combine([1, one], [1, other]);
}

function less(one: Cell | undefined, other: Cell | undefined): Cell | undefined {
  return one && other && combine([1, one], [-1, other]);
}

/** Returns the sum of those that are filed. */
function sumOf(cells: readonly (Cell | undefined)[]): Cell | undefined {
  const filed = cells.filter((cell) => cell !== undefined);
  return filed.length > 1 ? combine(...filed.map((cell) => [1, cell] as const)) : filed[0];
}
