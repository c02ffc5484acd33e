/** Cash flow statements in FMP's record shape, computed from income and the balance sheets at both ends. */
import { type Economics, type Quarter, toUnit } from "./accounts.js";
import { balanceAt } from "./balance-sheets.js";
import { uniform } from "../market/random.js";
import { type Figures, incomeOver, span, sumOf } from "./statements.js";

/** Returns the cash flows of the quarters that end with `last`; the change in cash matches the balance sheets. */
export function cashOver(economics: Economics, last: Quarter, quarters: number): Figures {
  const flows = sumOf(span(last, quarters).map((quarter) => quarterlyFlows(economics, quarter)));
  const cashAtBeginningOfPeriod = balanceAt(economics, last - quarters)["cashAndCashEquivalents"] ?? 0;
  const cashAtEndOfPeriod = balanceAt(economics, last)["cashAndCashEquivalents"] ?? 0;
  // In the upstream's order both balances precede the summary fields.
  const { operatingCashFlow, capitalExpenditure, freeCashFlow, incomeTaxesPaid, interestPaid, ...body } = flows;
  return {
    ...body,
    cashAtEndOfPeriod,
    cashAtBeginningOfPeriod,
    operatingCashFlow: operatingCashFlow ?? 0,
    capitalExpenditure: capitalExpenditure ?? 0,
    freeCashFlow: freeCashFlow ?? 0,
    incomeTaxesPaid: incomeTaxesPaid ?? 0,
    interestPaid: interestPaid ?? 0,
  };
}

function quarterlyFlows(economics: Economics, quarter: Quarter): Figures {
  const income = incomeOver(economics, quarter, 1);
  const now = balanceAt(economics, quarter);
  const then = balanceAt(economics, quarter - 1);
  const grown = (field: string) => (now[field] ?? 0) - (then[field] ?? 0);
  const revenue = income["revenue"] ?? 0;
  const money = (share: number) => toUnit(economics, revenue * share);

  const netIncome = income["netIncome"] ?? 0;
  const depreciation = income["depreciationAndAmortization"] ?? 0;
  const deferredIncomeTax = money(0.002);
  const stockBasedCompensation = money(0.02);
  const accountsReceivables = -grown("netReceivables");
  const inventory = -grown("inventory");
  const accountsPayables = grown("accountPayables");
  const otherWorkingCapital = money(0.01 * (uniform(economics.key ^ 3, quarter) - 0.5));
  const changeInWorkingCapital = accountsReceivables + inventory + accountsPayables + otherWorkingCapital;
  const operating = netIncome + depreciation + deferredIncomeTax + stockBasedCompensation + changeInWorkingCapital;

  const capitalExpenditure = -money(economics.depreciation * (0.9 + 0.5 * uniform(economics.key ^ 5, quarter)));
  const purchases = -money(0.08);
  const sales = money(0.07);
  const investing = capitalExpenditure + purchases + sales;

  const longTermDebt = grown("longTermDebt");
  const shortTermDebt = grown("shortTermDebt");
  const dividends = -toUnit(economics, Math.max(0, netIncome) * economics.payout);
  const netChangeInCash = grown("cashAndCashEquivalents");
  const financing = netChangeInCash - operating - investing;
  // A surplus is spent on buying back shares; a deficit is covered by issuing shares.
  const stock = financing - longTermDebt - shortTermDebt - dividends;
  return {
    netIncome,
    depreciationAndAmortization: depreciation,
    deferredIncomeTax,
    stockBasedCompensation,
    changeInWorkingCapital,
    accountsReceivables,
    inventory,
    accountsPayables,
    otherWorkingCapital,
    otherNonCashItems: 0,
    netCashProvidedByOperatingActivities: operating,
    investmentsInPropertyPlantAndEquipment: capitalExpenditure,
    acquisitionsNet: 0,
    purchasesOfInvestments: purchases,
    salesMaturitiesOfInvestments: sales,
    otherInvestingActivities: 0,
    netCashProvidedByInvestingActivities: investing,
    netDebtIssuance: longTermDebt + shortTermDebt,
    longTermNetDebtIssuance: longTermDebt,
    shortTermNetDebtIssuance: shortTermDebt,
    netStockIssuance: stock,
    netCommonStockIssuance: stock,
    commonStockIssuance: Math.max(0, stock),
    commonStockRepurchased: Math.min(0, stock),
    netPreferredStockIssuance: 0,
    netDividendsPaid: dividends,
    commonDividendsPaid: dividends,
    preferredDividendsPaid: 0,
    otherFinancingActivities: 0,
    netCashProvidedByFinancingActivities: financing,
    effectOfForexChangesOnCash: 0,
    netChangeInCash,
    operatingCashFlow: operating,
    capitalExpenditure,
    freeCashFlow: operating + capitalExpenditure,
    incomeTaxesPaid: income["incomeTaxExpense"] ?? 0,
    interestPaid: income["interestExpense"] ?? 0,
  };
}
