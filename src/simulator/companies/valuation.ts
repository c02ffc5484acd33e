/** FMP's discounted cash flow rows: five projected years, then five reported, newest first. */
import { fiscalOf, fiscalYearEnd, type Quarter } from "./accounts.js";
import { balanceAt } from "./balance-sheets.js";
import { cashOver } from "./cash-flows.js";
import type { Fundamentals } from "./fundamentals.js";
import type { Tick } from "../market/snapshot.js";
import { minorUnitFactor } from "../market/prices.js";
import { round } from "../market/random.js";
import type { Security } from "../market/security.js";
import { type Figures, incomeOver } from "./statements.js";

const YEARS = 5;
// Percent, as the upstream sends them.
const RISK_FREE = 4;
const RISK_PREMIUM = 4.7;
const COST_OF_DEBT = 4;
const LONG_TERM_GROWTH = 3;
const TAX_RATE = 19;

/** Valuation rows, and `dcf`, the value of a share that follows from them, in the unit of its price. */
export interface Valuation {
  dcf: number;
  rows: Record<string, string | number>[];
}

/** The figures of a year besides its revenue, with their names in FMP's rows. */
const FIGURES = {
  ebitda: "ebitda",
  ebit: "ebit",
  depreciation: "depreciation",
  cash: "totalCash",
  receivables: "receivables",
  inventories: "inventories",
  payable: "payable",
  capex: "capitalExpenditure",
} as const;
type YearFigures = Record<keyof typeof FIGURES, number>;
const NAMES = Object.keys(FIGURES) as (keyof YearFigures)[];

/** The model's inputs for one year: as reported, or projected from their mean shares of revenue. */
export interface Year extends YearFigures {
  year: number;
  revenue: number;
  growthPercent: number;
  ufcf: number;
}

/** Returns the model's base years, newest first; they change only when a new year is reported. */
export function reportedYears(books: Fundamentals): readonly Year[] {
  const lastAnnual = fiscalYearEnd(books.quarter, books.economics);
  return Array.from({ length: YEARS }, (_, back) => reportedYear(books, lastAnnual - back * 4));
}

/** Returns the valuation of a company whose newest figures are `books`. */
export function valuationOf(security: Security, now: Tick, books: Fundamentals, reported: readonly Year[]): Valuation {
  const { economics, balance } = books;
  const debt = balance["totalDebt"] ?? 0;
  const netDebt = balance["netDebt"] ?? 0;
  const marketValue = now.marketCap * books.rate;
  const equityShare = marketValue / (marketValue + debt);
  const costOfEquity = RISK_FREE + books.beta * RISK_PREMIUM;
  const afterTax = COST_OF_DEBT * (1 - TAX_RATE / 100);
  const wacc = round(costOfEquity * equityShare + afterTax * (1 - equityShare), 2);

  const projected = projectedYears(reported, economics.growth * 100);
  const discount = (value: number, years: number) => value / (1 + wacc / 100) ** years;
  const sumPvUfcf = Math.round(projected.reduce((sum, { ufcf }, index) => sum + discount(ufcf, YEARS - index), 0));
  const freeCashFlowT1 = Math.round((projected[0]?.ufcf ?? 0) * (1 + LONG_TERM_GROWTH / 100));
  const terminalValue = Math.round(freeCashFlowT1 / ((wacc - LONG_TERM_GROWTH) / 100));
  const presentTerminalValue = Math.round(discount(terminalValue, YEARS));
  const enterpriseValue = sumPvUfcf + presentTerminalValue;
  const equityValue = enterpriseValue - netDebt;
  const dcf = (equityValue / books.rate / economics.dilutedShares) * minorUnitFactor(security);
  const shared = {
    price: now.price,
    beta: books.beta,
    dilutedSharesOutstanding: economics.dilutedShares,
    costofDebt: COST_OF_DEBT,
    taxRate: TAX_RATE,
    afterTaxCostOfDebt: round(afterTax, 2),
    riskFreeRate: RISK_FREE,
    marketRiskPremium: RISK_PREMIUM,
    costOfEquity: round(costOfEquity, 2),
    totalDebt: debt,
    totalEquity: Math.round(marketValue),
    totalCapital: Math.round(marketValue + debt),
    debtWeighting: round((1 - equityShare) * 100, 2),
    equityWeighting: round(equityShare * 100, 2),
    wacc,
    taxRateCash: TAX_RATE * 1e6,
  };
  const values = {
    longTermGrowthRate: LONG_TERM_GROWTH,
    terminalValue,
    presentTerminalValue,
    enterpriseValue,
    netDebt,
    equityValue,
    equityValuePerShare: round(dcf, 2),
    freeCashFlowT1,
  };
  const rows = [...projected, ...reported].map((year, index) => ({
    ...rowHead(security.symbol, year),
    ...shared,
    ebiat: Math.round(year.ebit * (1 - TAX_RATE / 100)),
    ufcf: year.ufcf,
    // Only the last projected year contains the sum.
    sumPvUfcf: index === 0 ? sumPvUfcf : 0,
    ...values,
  }));
  return { dcf, rows };
}

function reportedYear({ economics }: Fundamentals, quarter: Quarter): Year {
  const income = incomeOver(economics, quarter, 4);
  const before = incomeOver(economics, quarter - 4, 4)["revenue"] ?? 1;
  const balance = balanceAt(economics, quarter);
  const cash = cashOver(economics, quarter, 4);
  const of = (figures: Figures, field: string) => figures[field] ?? 0;
  const year = {
    year: fiscalOf(quarter, economics).year,
    revenue: of(income, "revenue"),
    growthPercent: round((of(income, "revenue") / before - 1) * 100, 2),
    ebitda: of(income, "ebitda"),
    ebit: of(income, "ebit"),
    depreciation: of(income, "depreciationAndAmortization"),
    cash: of(balance, "cashAndShortTermInvestments"),
    receivables: of(balance, "netReceivables"),
    inventories: of(balance, "inventory"),
    payable: of(balance, "accountPayables"),
    capex: of(cash, "capitalExpenditure"),
  };
  return { ...year, ufcf: freeFlow(year) };
}

function freeFlow(year: Pick<Year, "ebit" | "depreciation" | "capex">): number {
  return Math.round(
    Math.max(0, year.ebit) * (1 - TAX_RATE / 100) + Math.min(0, year.ebit) + year.depreciation + year.capex,
  );
}

/** Returns projected years, newest first: growth declines every year, other figures keep their share of revenue. */
function projectedYears(reported: readonly Year[], growth: number): Year[] {
  const years: Year[] = [];
  const [newest] = reported;
  if (!newest) return years;
  const shares = NAMES.map((name) => {
    return [name, reported.reduce((sum, year) => sum + year[name] / year.revenue, 0) / reported.length] as const;
  });
  let { revenue } = newest;
  for (let ahead = 1; ahead <= YEARS; ahead++) {
    const growthPercent = round(growth * (1 - 0.05 * ahead), 2);
    revenue = Math.round(revenue * (1 + growthPercent / 100));
    const figures = Object.fromEntries(
      shares.map(([name, share]) => [name, Math.round(revenue * share)]),
    ) as YearFigures;
    const ebit = figures.ebitda - figures.depreciation;
    const year = { year: newest.year + ahead, revenue, growthPercent, ...figures, ebit };
    years.unshift({ ...year, ufcf: freeFlow(year) });
  }
  return years;
}

function rowHead(symbol: string, year: Year): Record<string, string | number> {
  const figures = NAMES.flatMap((name) => [
    [FIGURES[name], year[name]] as const,
    [`${FIGURES[name]}Percentage`, round((year[name] / year.revenue) * 100, 2)] as const,
  ]);
  return {
    year: String(year.year),
    symbol,
    revenue: year.revenue,
    revenuePercentage: year.growthPercent,
    ...Object.fromEntries(figures),
  };
}
