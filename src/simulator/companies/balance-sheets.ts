/** Balance sheets in FMP's record shape. */
import { type Economics, type Quarter, toUnit, trendRevenue } from "./accounts.js";
import { uniform } from "../market/random.js";
import type { Figures } from "./statements.js";

/** Returns assets and liabilities at a quarter's end; both sides have the same sum. */
export function balanceAt(economics: Economics, quarter: Quarter): Figures {
  const yearly = trendRevenue(economics, quarter) * 4;
  const money = (share: number, wobble = 0) =>
    toUnit(economics, yearly * share * (1 + wobble * (uniform(economics.key ^ 2, quarter) - 0.5)));
  const cash = money(0.14, 0.5);
  const shortTermInvestments = money(0.07);
  const accounts = money(0.11, 0.1);
  const otherReceivables = money(0.02);
  const inventory = money(0.06, 0.2);
  const prepaids = money(0.01);
  const otherCurrentAssets = money(0.03);
  const currentAssets =
    cash + shortTermInvestments + accounts + otherReceivables + inventory + prepaids + otherCurrentAssets;
  const plant = money(0.35);
  const goodwill = money(0.15);
  const intangibles = money(0.06);
  const longTermInvestments = money(0.16);
  const taxAssets = money(0.04);
  const otherNonCurrentAssets = money(0.08);
  const nonCurrentAssets = plant + goodwill + intangibles + longTermInvestments + taxAssets + otherNonCurrentAssets;
  const accountPayables = money(0.09, 0.1);
  const otherPayables = money(0.02);
  const accrued = money(0.04);
  const shortTermDebt = money(0.15 * economics.debt);
  const leasesCurrent = money(0.01);
  const taxPayables = money(0.005);
  const deferredRevenue = money(0.04);
  const otherCurrent = money(0.05);
  const currentLiabilities =
    accountPayables +
    otherPayables +
    accrued +
    shortTermDebt +
    leasesCurrent +
    taxPayables +
    deferredRevenue +
    otherCurrent;
  const longTermDebt = money(0.85 * economics.debt);
  const leasesLater = money(0.04);
  const deferredTax = money(0.03);
  const otherLater = money(0.06);
  const nonCurrentLiabilities = longTermDebt + leasesLater + deferredTax + otherLater;
  const assets = currentAssets + nonCurrentAssets;
  const liabilities = currentLiabilities + nonCurrentLiabilities;
  const equity = assets - liabilities;
  const commonStock = money(0.08);
  const comprehensive = -money(0.01);
  const totalDebt = shortTermDebt + longTermDebt + leasesCurrent + leasesLater;
  return {
    cashAndCashEquivalents: cash,
    shortTermInvestments,
    cashAndShortTermInvestments: cash + shortTermInvestments,
    netReceivables: accounts + otherReceivables,
    accountsReceivables: accounts,
    otherReceivables,
    inventory,
    prepaids,
    otherCurrentAssets,
    totalCurrentAssets: currentAssets,
    propertyPlantEquipmentNet: plant,
    goodwill,
    intangibleAssets: intangibles,
    goodwillAndIntangibleAssets: goodwill + intangibles,
    longTermInvestments,
    taxAssets,
    otherNonCurrentAssets,
    totalNonCurrentAssets: nonCurrentAssets,
    otherAssets: 0,
    totalAssets: assets,
    totalPayables: accountPayables + otherPayables,
    accountPayables,
    otherPayables,
    accruedExpenses: accrued,
    shortTermDebt,
    capitalLeaseObligationsCurrent: leasesCurrent,
    taxPayables,
    deferredRevenue,
    otherCurrentLiabilities: otherCurrent,
    totalCurrentLiabilities: currentLiabilities,
    longTermDebt,
    capitalLeaseObligationsNonCurrent: leasesLater,
    deferredRevenueNonCurrent: 0,
    deferredTaxLiabilitiesNonCurrent: deferredTax,
    otherNonCurrentLiabilities: otherLater,
    totalNonCurrentLiabilities: nonCurrentLiabilities,
    otherLiabilities: 0,
    capitalLeaseObligations: leasesCurrent + leasesLater,
    totalLiabilities: liabilities,
    treasuryStock: 0,
    preferredStock: 0,
    commonStock,
    retainedEarnings: equity - commonStock - comprehensive,
    additionalPaidInCapital: 0,
    accumulatedOtherComprehensiveIncomeLoss: comprehensive,
    otherTotalStockholdersEquity: 0,
    totalStockholdersEquity: equity,
    totalEquity: equity,
    minorityInterest: 0,
    totalLiabilitiesAndTotalEquity: assets,
    totalInvestments: shortTermInvestments + longTermInvestments,
    totalDebt,
    netDebt: totalDebt - cash,
  };
}
