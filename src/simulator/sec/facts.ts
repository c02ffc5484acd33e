/** The simulated SEC's facts of a company: each filing states its own periods and those that it compares them with. */
import { dayAfter } from "../../lib/day.js";
import { fiscalOf, fiscalYearEnd, quarterEnd, type Quarter } from "../companies/accounts.js";
import { balanceAt } from "../companies/balance-sheets.js";
import { cashOver } from "../companies/cash-flows.js";
import { type Figures, incomeOver } from "../companies/statements.js";
import type { World } from "../companies/world.js";
import { filingsOf, restatedQuarter, type Filer, type SimulatedFiling } from "./filers.js";

type Tags = Readonly<Record<string, string>>;

/** Tags by field: of flows, of balances, and of shares. A foreign company uses those of IFRS. */
const US: Record<"flows" | "cash" | "balances" | "perShare" | "shares", Tags> = {
  flows: {
    revenue: "RevenueFromContractWithCustomerExcludingAssessedTax",
    costOfRevenue: "CostOfGoodsAndServicesSold",
    grossProfit: "GrossProfit",
    researchAndDevelopmentExpenses: "ResearchAndDevelopmentExpense",
    sellingGeneralAndAdministrativeExpenses: "SellingGeneralAndAdministrativeExpense",
    operatingExpenses: "OperatingExpenses",
    operatingIncome: "OperatingIncomeLoss",
    interestExpense: "InterestExpense",
    incomeBeforeTax: "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
    incomeTaxExpense: "IncomeTaxExpenseBenefit",
    netIncome: "NetIncomeLoss",
    depreciationAndAmortization: "DepreciationDepletionAndAmortization",
  },
  cash: {
    stockBasedCompensation: "ShareBasedCompensation",
    netCashProvidedByOperatingActivities: "NetCashProvidedByUsedInOperatingActivities",
    netCashProvidedByInvestingActivities: "NetCashProvidedByUsedInInvestingActivities",
    netCashProvidedByFinancingActivities: "NetCashProvidedByUsedInFinancingActivities",
  },
  balances: {
    cashAndCashEquivalents: "CashAndCashEquivalentsAtCarryingValue",
    shortTermInvestments: "MarketableSecuritiesCurrent",
    accountsReceivables: "AccountsReceivableNetCurrent",
    inventory: "InventoryNet",
    totalCurrentAssets: "AssetsCurrent",
    goodwill: "Goodwill",
    totalAssets: "Assets",
    accountPayables: "AccountsPayableCurrent",
    shortTermDebt: "DebtCurrent",
    totalCurrentLiabilities: "LiabilitiesCurrent",
    longTermDebt: "LongTermDebtNoncurrent",
    totalLiabilities: "Liabilities",
    totalStockholdersEquity: "StockholdersEquity",
  },
  perShare: { eps: "EarningsPerShareBasic", epsDiluted: "EarningsPerShareDiluted" },
  shares: {
    weightedAverageShsOut: "WeightedAverageNumberOfSharesOutstandingBasic",
    weightedAverageShsOutDil: "WeightedAverageNumberOfDilutedSharesOutstanding",
  },
};
const IFRS: typeof US = {
  flows: {
    revenue: "Revenue",
    costOfRevenue: "CostOfSales",
    grossProfit: "GrossProfit",
    operatingIncome: "ProfitLossFromOperatingActivities",
    incomeBeforeTax: "ProfitLossBeforeTax",
    incomeTaxExpense: "IncomeTaxExpenseContinuingOperations",
    netIncome: "ProfitLossAttributableToOwnersOfParent",
  },
  cash: { netCashProvidedByOperatingActivities: "CashFlowsFromUsedInOperatingActivities" },
  balances: {
    cashAndCashEquivalents: "CashAndCashEquivalents",
    totalAssets: "Assets",
    totalLiabilities: "Liabilities",
  },
  perShare: { eps: "BasicEarningsLossPerShare", epsDiluted: "DilutedEarningsLossPerShare" },
  shares: { weightedAverageShsOut: "WeightedAverageShares", weightedAverageShsOutDil: "AdjustedWeightedAverageShares" },
};

/** Figures of which the companies' own are a part: FMP adds related ones, so that its figures differ. */
const NARROW = {
  interestIncome: "InvestmentIncomeInterest",
  accountsReceivables: "IncreaseDecreaseInAccountsReceivable",
};
const NARROW_SHARE = 0.9;
/** Payments, which filings state as positive amounts. */
const PAYMENTS = { spent: "PaymentsToAcquirePropertyPlantAndEquipment", dividends: "PaymentsOfDividends" };

/** Figures that belong to no standard statement, with their unit; a tag without a taxonomy is one of the accounts. */
const FURTHER: readonly (readonly [tag: string, unit: string, figureOf: (figures: Figures) => number | undefined])[] = [
  ["RestructuringCharges", "money", ({ revenue }) => roundTo(1000, revenue, 0.004)],
  [
    "EffectiveIncomeTaxRateContinuingOperations",
    "pure",
    ({ incomeBeforeTax = 0, incomeTaxExpense = 0 }) => {
      return incomeBeforeTax > 0 ? Math.round((incomeTaxExpense / incomeBeforeTax) * 1000) / 1000 : undefined;
    },
  ],
  ["sim:OrdersReceived", "Order", ({ revenue }) => roundTo(1, revenue, 1e-4)],
];
const COVER_TAG = "dei:EntityCommonStockSharesOutstanding";
const roundTo = (step: number, value = 0, share = 1) => Math.round((value * share) / step) * step;

/** Figures that the restated year first had too low. */
const RESTATED = new Set(["revenue", "grossProfit", "operatingIncome", "netIncome"]);
const FIRST_SHARE = 0.97;

interface Fact {
  start?: string;
  end: string;
  val: number;
  accn: string;
  fy: number;
  fp: string;
  form: string;
  filed: string;
}

interface CompanyFacts {
  cik: number;
  entityName: string;
  facts: Record<string, Record<string, object>>;
}

/** Whether a filing is one of those whose facts are wanted. */
type IsWanted = (filing: SimulatedFiling) => boolean;

/** Returns all facts of a company up to a moment; `undefined` for one without figures. */
export function factsOf(
  world: World,
  filer: Filer,
  at: number,
  isWanted: IsWanted = () => true,
): CompanyFacts | undefined {
  const { cik, security, isForeign } = filer;
  const tags = isForeign ? IFRS : US;
  const currency = security.reporting;
  const economics = world.books.economics(security);
  const filings = filingsOf(filer, at)
    .filter((filing) => filing.quarter !== undefined && isWanted(filing))
    .toReversed();
  if (filings.length === 0) return undefined;
  const concepts = new Map<string, Record<string, Fact[]>>();
  const restated = isForeign ? undefined : restatedQuarter(at, filer);

  function state(
    filing: SimulatedFiling,
    names: Tags,
    unit: string,
    period: { start?: string; end: string },
    figures: Figures,
    scale = 1,
  ) {
    const { accession: accn, form, filed, quarter = 0 } = filing;
    const { year: fy, number } = fiscalOf(quarter, economics);
    const fp = number === 4 ? "FY" : `Q${number}`;
    for (const [field, tag] of Object.entries(names)) {
      const value = figures[field];
      if (value === undefined) continue;
      const units = concepts.get(tag) ?? {};
      concepts.set(tag, units);
      const val = RESTATED.has(field) ? Math.round((value * scale) / 1000) * 1000 : value;
      (units[unit] ??= []).push({ ...period, val, accn, fy, fp, form, filed });
    }
  }

  for (const filing of filings) {
    const quarter = filing.quarter!;
    const { number } = fiscalOf(quarter, economics);
    const spans =
      number === 4
        ? [
            [quarter, 4],
            [quarter - 4, 4],
            [quarter - 8, 4],
          ]
        : reportedSpans(quarter, number);
    const { weightedAverageShsOut } = incomeOver(economics, quarter, 1);
    if (weightedAverageShsOut !== undefined) {
      state(filing, { shares: COVER_TAG }, "shares", { end: filing.filed }, { shares: weightedAverageShsOut });
    }
    for (const [last, length] of spans as [Quarter, number][]) {
      const period = { start: dayAfter(quarterEnd(last - length)), end: quarterEnd(last) };
      const isFirst = last === restated && length === 4 && filing.form === "10-K" && filing.quarter === restated;
      const income = incomeOver(economics, last, length);
      const scale = isFirst ? FIRST_SHARE : 1;
      state(filing, tags.flows, currency, period, income, scale);
      state(filing, tags.perShare, `${currency}/shares`, period, income);
      state(filing, tags.shares, "shares", period, income);
      for (const [tag, unit, figureOf] of FURTHER) {
        const value = figureOf(income);
        if (value !== undefined) state(filing, { value: tag }, unit === "money" ? currency : unit, period, { value });
      }
      // Cash flows are filed for the year to date only.
      const isToDate = length === number;
      if (isToDate) state(filing, tags.cash, currency, period, cashOver(economics, last, length));
      if (!isForeign) {
        const cash = cashOver(economics, last, length);
        const { capitalExpenditure = 0, accountsReceivables = 0, netDividendsPaid = 0 } = cash;
        const payments = { spent: -capitalExpenditure, dividends: -netDividendsPaid };
        const narrow = (value: number) => Math.round((value * NARROW_SHARE) / 1000) * 1000;
        const { interestIncome = 0 } = income;
        state(filing, { interestIncome: NARROW.interestIncome }, currency, period, {
          interestIncome: narrow(interestIncome),
        });
        if (isToDate) {
          state(filing, PAYMENTS, currency, period, payments);
          const receivables = { accountsReceivables: narrow(-accountsReceivables) };
          state(filing, { accountsReceivables: NARROW.accountsReceivables }, currency, period, receivables);
        }
      }
    }
    for (const last of [quarter, fiscalYearEnd(quarter - 1, economics)]) {
      state(filing, tags.balances, currency, { end: quarterEnd(last) }, balanceAt(economics, last));
    }
  }
  const facts: Record<string, Record<string, object>> = {};
  for (const [name, units] of concepts) {
    const [tag = "", taxonomy = isForeign ? "ifrs-full" : "us-gaap"] = name.split(":").toReversed();
    // The taxonomy of IFRS has no labels at the SEC.
    const text = taxonomy === "ifrs-full" ? null : tag.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
    (facts[taxonomy] ??= {})[tag] = { label: text, description: text, units };
  }
  return { cik, entityName: security.name.toUpperCase(), facts };
}

/** Returns the facts of one tag of a company up to a moment; `undefined` if it has none. */
export function conceptOf(
  world: World,
  filer: Filer,
  taxonomy: string,
  tag: string,
  at: number,
  isWanted?: IsWanted,
): object | undefined {
  const all = factsOf(world, filer, at, isWanted);
  const concept = all?.facts[taxonomy]?.[tag];
  return all && concept && { cik: all.cik, taxonomy, tag, entityName: all.entityName, ...concept };
}

/** Returns the periods of a quarterly report: the quarter and the year to date, of this year and the one before. */
function reportedSpans(quarter: Quarter, toDate: number): [Quarter, number][] {
  return [quarter, quarter - 4].flatMap((last): [Quarter, number][] =>
    toDate === 1
      ? [[last, 1]]
      : [
          [last, 1],
          [last, toDate],
        ],
  );
}
