/** Income statements in FMP's record shape, and the period fields of every statement. */
import { oncePer } from "../../lib/once-per.js";
import { type Economics, filedAt, fiscalOf, type Quarter, quarterEnd, revenueOf, taxOn, toUnit } from "./accounts.js";
import { normal, round, uniform } from "../market/random.js";

/** Money fields by FMP's names. */
export type Figures = Record<string, number>;

/** Income by quarter and number of quarters, because each calendar asks for that of all companies. */
const incomesOf = oncePer((_company: Economics) => new Map<string, Readonly<Figures>>());

/** Returns the money flows of one quarter, in the order of an income statement. */
function toIncomeFlows(economics: Economics, quarter: Quarter): Figures {
  const { key } = economics;
  const money = (share: number) => toUnit(economics, revenue * share);
  const revenue = revenueOf(economics, quarter);
  const margin = economics.operatingMargin + 0.008 * normal(key ^ 1, quarter);
  const research = money(economics.research);
  const administration = money(economics.administration);
  const marketing = money(economics.marketing);
  const operatingExpenses = research + administration + marketing;
  const grossProfit = money(margin) + operatingExpenses;
  const operatingIncome = grossProfit - operatingExpenses;
  const interestIncome = money(0.004);
  const interestExpense = money(0.02 * economics.debt);
  const totalOther = interestIncome - interestExpense;
  const beforeTax = operatingIncome + totalOther;
  const tax = taxOn(economics, beforeTax);
  const depreciation = money(economics.depreciation * (0.8 + 0.4 * uniform(key ^ 4, quarter)));
  const ebit = beforeTax + interestExpense;
  const netIncome = beforeTax - tax;
  return {
    revenue,
    costOfRevenue: revenue - grossProfit,
    grossProfit,
    researchAndDevelopmentExpenses: research,
    generalAndAdministrativeExpenses: administration,
    sellingAndMarketingExpenses: marketing,
    sellingGeneralAndAdministrativeExpenses: administration + marketing,
    otherExpenses: 0,
    operatingExpenses,
    costAndExpenses: revenue - grossProfit + operatingExpenses,
    netInterestIncome: totalOther,
    interestIncome,
    interestExpense,
    depreciationAndAmortization: depreciation,
    ebitda: ebit + depreciation,
    ebit,
    nonOperatingIncomeExcludingInterest: operatingIncome - ebit,
    operatingIncome,
    totalOtherIncomeExpensesNet: totalOther,
    incomeBeforeTax: beforeTax,
    incomeTaxExpense: tax,
    netIncomeFromContinuingOperations: netIncome,
    netIncomeFromDiscontinuedOperations: 0,
    otherAdjustmentsToNetIncome: 0,
    netIncome,
    netIncomeDeductions: 0,
    bottomLineNetIncome: netIncome,
  };
}

/** Returns the period fields of a row, which precede its figures. */
export function periodHead(symbol: string, economics: Economics, quarter: Quarter, annual: boolean) {
  const filed = new Date(filedAt(quarter, economics)).toISOString().slice(0, 10);
  const { year, number } = fiscalOf(quarter, economics);
  return {
    date: quarterEnd(quarter),
    symbol,
    reportedCurrency: economics.currency,
    cik: "0000000000",
    filingDate: filed,
    acceptedDate: `${filed} 06:00:00`,
    fiscalYear: String(year),
    period: annual ? "FY" : `Q${number}`,
  };
}

/** Returns the income of the quarters that end with `last`, with per-share figures for the whole span. */
export function incomeOver(economics: Economics, last: Quarter, quarters: number): Readonly<Figures> {
  const spans = incomesOf(economics);
  const name = `${last} ${quarters}`;
  const income = spans.get(name) ?? toIncome(economics, last, quarters);
  spans.set(name, income);
  return income;
}

function toIncome(economics: Economics, last: Quarter, quarters: number): Figures {
  const sum = sumOf(span(last, quarters).map((quarter) => toIncomeFlows(economics, quarter)));
  const netIncome = sum["netIncome"] ?? 0;
  return {
    ...sum,
    eps: round(netIncome / economics.shares, 2),
    epsDiluted: round(netIncome / economics.dilutedShares, 2),
    weightedAverageShsOut: economics.shares,
    weightedAverageShsOutDil: economics.dilutedShares,
  };
}

/** Returns the quarters of a span, oldest first. */
export function span(last: Quarter, quarters: number): Quarter[] {
  return Array.from({ length: quarters }, (_, index) => last - quarters + 1 + index);
}

/** Returns the sums, field by field. */
export function sumOf(parts: readonly Figures[]): Figures {
  const total: Figures = {};
  for (const part of parts)
    for (const [field, value] of Object.entries(part)) total[field] = (total[field] ?? 0) + value;
  return total;
}
