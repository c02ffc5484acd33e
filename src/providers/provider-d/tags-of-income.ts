/** The tags of income statements. */
import { DEPRECIATION, flow, of, type Rules } from "./tag-rules.js";

const BEFORE_TAX = "IncomeLossFromContinuingOperationsBeforeIncomeTaxes";

export const INCOME: Rules = {
  revenue: flow(
    "RevenuesNetOfInterestExpense",
    // The contract tag is a part of `Revenues` at some companies, and the reverse at others; a total is never smaller.
    ["Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax", "SalesRevenueNet"],
    "SalesRevenueGoodsNet",
    "SalesRevenueServicesNet",
    "RealEstateRevenueNet",
    "RevenueFromContractWithCustomerIncludingAssessedTax",
    "ifrs:Revenue",
    "ifrs:RevenueFromContractsWithCustomers",
  ),
  costOfRevenue: flow(
    "CostOfRevenue",
    "CostOfGoodsAndServicesSold",
    "CostOfGoodsSold",
    "CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization",
    "ifrs:CostOfSales",
  ),
  grossProfit: flow("GrossProfit", "ifrs:GrossProfit"),
  researchAndDevelopmentExpenses: flow("ResearchAndDevelopmentExpense", "ifrs:ResearchAndDevelopmentExpense"),
  generalAndAdministrativeExpenses: flow("GeneralAndAdministrativeExpense", "ifrs:AdministrativeExpense"),
  sellingAndMarketingExpenses: flow("SellingAndMarketingExpense", "ifrs:DistributionCosts"),
  sellingGeneralAndAdministrativeExpenses: flow(
    "SellingGeneralAndAdministrativeExpense",
    "ifrs:SellingGeneralAndAdministrativeExpense",
  ),
  operatingExpenses: flow("OperatingExpenses", "NoninterestExpense"),
  costAndExpenses: flow("CostsAndExpenses"),
  operatingIncome: flow("OperatingIncomeLoss", "ifrs:ProfitLossFromOperatingActivities"),
  interestExpense: flow(
    "InterestExpense",
    "InterestExpenseNonoperating",
    "InterestAndDebtExpense",
    "ifrs:FinanceCosts",
  ),
  interestIncome: flow(
    "InvestmentIncomeInterest",
    "InterestIncomeOther",
    "InterestAndDividendIncomeOperating",
    "ifrs:FinanceIncome",
  ),
  totalOtherIncomeExpensesNet: flow("NonoperatingIncomeExpense", "OtherNonoperatingIncomeExpense"),
  incomeBeforeTax: flow(
    `${BEFORE_TAX}ExtraordinaryItemsNoncontrollingInterest`,
    `${BEFORE_TAX}MinorityInterestAndIncomeLossFromEquityMethodInvestments`,
    BEFORE_TAX,
    "ifrs:ProfitLossBeforeTax",
  ),
  incomeTaxExpense: flow("IncomeTaxExpenseBenefit", "ifrs:IncomeTaxExpenseContinuingOperations"),
  netIncome: flow("NetIncomeLoss", "ProfitLoss", "ifrs:ProfitLossAttributableToOwnersOfParent", "ifrs:ProfitLoss"),
  eps: of("perShare", "EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted", "ifrs:BasicEarningsLossPerShare"),
  epsdiluted: of(
    "perShare",
    "EarningsPerShareDiluted",
    "EarningsPerShareBasicAndDiluted",
    "ifrs:DilutedEarningsLossPerShare",
  ),
  weightedAverageShsOut: of("shares", "WeightedAverageNumberOfSharesOutstandingBasic", "ifrs:WeightedAverageShares"),
  weightedAverageShsOutDil: of(
    "shares",
    "WeightedAverageNumberOfDilutedSharesOutstanding",
    "ifrs:AdjustedWeightedAverageShares",
  ),
  depreciationAndAmortization: flow(...DEPRECIATION, "ifrs:DepreciationAndAmortisationExpense"),
  ebitda: undefined,
};
