/** Statements from a company's facts. */
import type { StatementType } from "../../capabilities/financials.js";
import { contradictions, RULES as CONSISTENCY } from "../../market/consistency.js";
import type { FactBook } from "./fact-book.js";
import { combine, createFinder, inOtherScale, type Cell } from "./cells.js";
import { createKnownFacts } from "./known-facts.js";
import { quartersOf, reportingCurrency, yearsOf, type Period } from "./periods.js";
import { PARTS, RULES } from "./tags.js";

/** A period with its figures. */
export interface FiledRow {
  period: Period;
  currency: string;
  /** The figures by field, in the order of a record; `undefined` where nothing is filed. */
  cells: Cells;
  /** Why figures of the period are withheld. */
  notes: string[];
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
  const find = createFinder(facts, currency);
  const figures = Object.entries(RULES[statement]).map(([field, rule]) => [field, rule && find(rule)] as const);
  const parts = new Map(Object.entries(PARTS).map(([name, rule]) => [name, find(rule)]));
  const periods = length === "annual" ? yearsOf(facts, currency) : quartersOf(facts, currency);
  const rows = periods.slice(0, MAX_PERIODS).flatMap((period): FiledRow[] => {
    const cells: Cells = {};
    for (const [field, figureOf] of figures) cells[field] = figureOf?.(period);
    FORMULAS[statement](cells, (name) => parts.get(name)?.(period), isFinancial);
    const notes = withholdShares(cells, period);
    return Object.values(cells).some(Boolean) ? [{ period, currency, cells, notes }] : [];
  });
  for (const [field] of SHARES) withholdThousands(rows, field);
  return { rows, hasOlder: periods.length > MAX_PERIODS };
}

type Cells = Record<string, Cell | undefined>;

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

/**
 * Removes numbers of shares that the period itself contradicts; returns the reasons. One that was filed in another scale
 * takes their place if the period does not contradict it: a filer may state all periods around in a wrong scale.
 */
function withholdShares(cells: Cells, { end }: Period): string[] {
  return SHARES.flatMap(([field, perShare]) => {
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
    return other ? [] : reasons;
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
    notes.push(`${field} of ${period.end} is null: the filing states ${value}, a thousandth of the periods around it.`);
  }
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
