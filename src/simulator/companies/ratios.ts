/** FMP's two rows of trailing ratios. Like the upstream's, values per share are in the reporting currency. */
import type { Tick } from "../market/snapshot.js";
import { type Fundamentals, priceToEarnings } from "./fundamentals.js";
import { minorUnitFactor } from "../market/prices.js";
import type { Security } from "../market/security.js";

/** Divides; returns 0 for an impossible division, as FMP does. */
function over(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

type Read = (field: string) => number;

function readers({ income, balance, cash }: Fundamentals): { flow: Read; stock: Read; paid: Read } {
  return {
    flow: (field) => income[field] ?? 0,
    stock: (field) => balance[field] ?? 0,
    paid: (field) => cash[field] ?? 0,
  };
}

/** Returns the row of `ratios-ttm`. */
export function ratiosRow(security: Security, now: Tick, books: Fundamentals): Record<string, string | number> {
  const { flow, stock, paid } = readers(books);
  const shares = books.economics.shares;
  const cap = now.marketCap * books.rate;
  const revenue = flow("revenue");
  const netIncome = flow("netIncome");
  const equity = stock("totalEquity");
  const debt = stock("totalDebt");
  const operating = paid("operatingCashFlow");
  const free = paid("freeCashFlow");
  const capex = -paid("capitalExpenditure");
  const pe = priceToEarnings(security, now.price, books) ?? over(now.price, books.eps * minorUnitFactor(security));
  const growth = books.economics.growth * 100;
  return {
    symbol: security.symbol,
    grossProfitMarginTTM: over(flow("grossProfit"), revenue),
    ebitMarginTTM: over(flow("ebit"), revenue),
    ebitdaMarginTTM: over(flow("ebitda"), revenue),
    operatingProfitMarginTTM: over(flow("operatingIncome"), revenue),
    pretaxProfitMarginTTM: over(flow("incomeBeforeTax"), revenue),
    continuousOperationsProfitMarginTTM: over(netIncome, revenue),
    netProfitMarginTTM: over(netIncome, revenue),
    bottomLineProfitMarginTTM: over(netIncome, revenue),
    receivablesTurnoverTTM: over(revenue, stock("netReceivables")),
    payablesTurnoverTTM: over(flow("costOfRevenue"), stock("accountPayables")),
    inventoryTurnoverTTM: over(flow("costOfRevenue"), stock("inventory")),
    fixedAssetTurnoverTTM: over(revenue, stock("propertyPlantEquipmentNet")),
    assetTurnoverTTM: over(revenue, stock("totalAssets")),
    currentRatioTTM: over(stock("totalCurrentAssets"), stock("totalCurrentLiabilities")),
    quickRatioTTM: over(stock("totalCurrentAssets") - stock("inventory"), stock("totalCurrentLiabilities")),
    solvencyRatioTTM: over(netIncome + flow("depreciationAndAmortization"), stock("totalLiabilities")),
    cashRatioTTM: over(stock("cashAndCashEquivalents"), stock("totalCurrentLiabilities")),
    priceToEarningsRatioTTM: pe,
    priceToEarningsGrowthRatioTTM: over(pe, growth),
    forwardPriceToEarningsGrowthRatioTTM: over(pe / (1 + growth / 100), growth),
    priceToBookRatioTTM: over(cap, equity),
    priceToSalesRatioTTM: over(cap, revenue),
    priceToFreeCashFlowRatioTTM: over(cap, free),
    priceToOperatingCashFlowRatioTTM: over(cap, operating),
    debtToAssetsRatioTTM: over(debt, stock("totalAssets")),
    debtToEquityRatioTTM: over(debt, equity),
    debtToCapitalRatioTTM: over(debt, debt + equity),
    longTermDebtToCapitalRatioTTM: over(stock("longTermDebt"), stock("longTermDebt") + equity),
    financialLeverageRatioTTM: over(stock("totalAssets"), equity),
    workingCapitalTurnoverRatioTTM: over(revenue, stock("totalCurrentAssets") - stock("totalCurrentLiabilities")),
    operatingCashFlowRatioTTM: over(operating, stock("totalCurrentLiabilities")),
    operatingCashFlowSalesRatioTTM: over(operating, revenue),
    freeCashFlowOperatingCashFlowRatioTTM: over(free, operating),
    debtServiceCoverageRatioTTM: over(flow("ebitda"), flow("interestExpense") + stock("shortTermDebt")),
    interestCoverageRatioTTM: over(flow("operatingIncome"), flow("interestExpense")),
    shortTermOperatingCashFlowCoverageRatioTTM: over(operating, stock("shortTermDebt")),
    operatingCashFlowCoverageRatioTTM: over(operating, debt),
    capitalExpenditureCoverageRatioTTM: over(operating, capex),
    dividendPaidAndCapexCoverageRatioTTM: over(operating, capex - paid("commonDividendsPaid")),
    dividendPayoutRatioTTM: over(-paid("commonDividendsPaid"), netIncome),
    dividendYieldTTM: over(books.dividend * minorUnitFactor(security), now.price),
    enterpriseValueTTM: cap + stock("netDebt"),
    revenuePerShareTTM: over(revenue, shares),
    netIncomePerShareTTM: over(netIncome, shares),
    interestDebtPerShareTTM: over(debt, shares),
    cashPerShareTTM: over(stock("cashAndShortTermInvestments"), shares),
    bookValuePerShareTTM: over(equity, shares),
    tangibleBookValuePerShareTTM: over(equity - stock("goodwillAndIntangibleAssets"), shares),
    shareholdersEquityPerShareTTM: over(equity, shares),
    operatingCashFlowPerShareTTM: over(operating, shares),
    capexPerShareTTM: over(capex, shares),
    freeCashFlowPerShareTTM: over(free, shares),
    netIncomePerEBTTTM: over(netIncome, flow("incomeBeforeTax")),
    ebtPerEbitTTM: over(flow("incomeBeforeTax"), flow("ebit")),
    priceToFairValueTTM: over(cap, equity),
    debtToMarketCapTTM: over(debt, cap),
    effectiveTaxRateTTM: over(flow("incomeTaxExpense"), flow("incomeBeforeTax")),
    enterpriseValueMultipleTTM: over(cap + stock("netDebt"), flow("ebitda")),
    dividendPerShareTTM: books.dividend,
  };
}

/** Returns the row of `key-metrics-ttm`; its market cap is in the reporting currency. */
export function keyMetricsRow(security: Security, now: Tick, books: Fundamentals): Record<string, string | number> {
  const { flow, stock, paid } = readers(books);
  const cap = now.marketCap * books.rate;
  const enterprise = cap + stock("netDebt");
  const revenue = flow("revenue");
  const assets = stock("totalAssets");
  const equity = stock("totalEquity");
  const days = (part: number, whole: number) => over(part * 365, whole);
  const salesDays = days(stock("netReceivables"), revenue);
  const payableDays = days(stock("accountPayables"), flow("costOfRevenue"));
  const inventoryDays = days(stock("inventory"), flow("costOfRevenue"));
  return {
    symbol: security.symbol,
    marketCap: cap,
    enterpriseValueTTM: enterprise,
    evToSalesTTM: over(enterprise, revenue),
    evToOperatingCashFlowTTM: over(enterprise, paid("operatingCashFlow")),
    evToFreeCashFlowTTM: over(enterprise, paid("freeCashFlow")),
    evToEBITDATTM: over(enterprise, flow("ebitda")),
    netDebtToEBITDATTM: over(stock("netDebt"), flow("ebitda")),
    currentRatioTTM: over(stock("totalCurrentAssets"), stock("totalCurrentLiabilities")),
    incomeQualityTTM: over(paid("operatingCashFlow"), flow("netIncome")),
    taxBurdenTTM: over(flow("netIncome"), flow("incomeBeforeTax")),
    interestBurdenTTM: over(flow("incomeBeforeTax"), flow("ebit")),
    workingCapitalTTM: stock("totalCurrentAssets") - stock("totalCurrentLiabilities"),
    investedCapitalTTM: equity + stock("netDebt"),
    returnOnAssetsTTM: over(flow("netIncome"), assets),
    operatingReturnOnAssetsTTM: over(flow("operatingIncome"), assets),
    returnOnTangibleAssetsTTM: over(flow("netIncome"), assets - stock("goodwillAndIntangibleAssets")),
    returnOnEquityTTM: over(flow("netIncome"), equity),
    returnOnInvestedCapitalTTM: over(flow("operatingIncome"), equity + stock("netDebt")),
    returnOnCapitalEmployedTTM: over(flow("ebit"), assets - stock("totalCurrentLiabilities")),
    earningsYieldTTM: over(flow("netIncome"), cap),
    freeCashFlowYieldTTM: over(paid("freeCashFlow"), cap),
    capexToOperatingCashFlowTTM: over(-paid("capitalExpenditure"), paid("operatingCashFlow")),
    capexToDepreciationTTM: over(-paid("capitalExpenditure"), flow("depreciationAndAmortization")),
    capexToRevenueTTM: over(-paid("capitalExpenditure"), revenue),
    salesGeneralAndAdministrativeToRevenueTTM: over(flow("sellingGeneralAndAdministrativeExpenses"), revenue),
    researchAndDevelopementToRevenueTTM: over(flow("researchAndDevelopmentExpenses"), revenue),
    stockBasedCompensationToRevenueTTM: over(paid("stockBasedCompensation"), revenue),
    intangiblesToTotalAssetsTTM: over(stock("goodwillAndIntangibleAssets"), assets),
    averageReceivablesTTM: stock("netReceivables"),
    averagePayablesTTM: stock("accountPayables"),
    averageInventoryTTM: stock("inventory"),
    daysOfSalesOutstandingTTM: salesDays,
    daysOfPayablesOutstandingTTM: payableDays,
    daysOfInventoryOutstandingTTM: inventoryDays,
    operatingCycleTTM: salesDays + inventoryDays,
    cashConversionCycleTTM: salesDays + inventoryDays - payableDays,
    tangibleAssetValueTTM: equity - stock("goodwillAndIntangibleAssets"),
    netCurrentAssetValueTTM: stock("totalCurrentAssets") - stock("totalLiabilities"),
  };
}
