/** The tags of the SEC's facts that fill the fields of statements. */
import type { StatementType } from "../../../capabilities/companies/financials.js";

/** The unit of a figure, and whether it is of a period or of its end. */
type Measure = "flow" | "balance" | "perShare" | "shares";

/** How a field is filled. */
export interface Rule {
  measure: Measure;
  /** In order of preference; of several in a list the largest value counts. `ifrs:` stands for the taxonomy of IFRS. */
  tags: readonly (string | readonly string[])[];
  /** The taxonomy counts payments as positive, statements as negative. */
  negated?: boolean;
}

/** Returns the rule of a field with this measure. */
const of = (measure: Measure, ...tags: Rule["tags"]): Rule => ({ measure, tags });
/** Returns the rule of an amount of a period. */
const flow = (...tags: Rule["tags"]) => of("flow", ...tags);
/** Returns the rule of an amount at the end of a period. */
const balance = (...tags: Rule["tags"]) => of("balance", ...tags);
/** Returns the rule with the sign turned. */
const negated = (rule: Rule): Rule => ({ ...rule, negated: true });

/** The rules of a statement by field, in the order of a record; a field without a rule is computed. */
type Rules = Readonly<Record<string, Rule | undefined>>;

/** The tags of depreciation, of the income statement and of the cash flow statement. */
const DEPRECIATION = [
  "DepreciationDepletionAndAmortization",
  "DepreciationAmortizationAndAccretionNet",
  "DepreciationAndAmortization",
];

const BEFORE_TAX = "IncomeLossFromContinuingOperationsBeforeIncomeTaxes";

const INCOME: Rules = {
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

/** The tag of long-term debt with its current part, and that of all debt due within a year. */
export const [WHOLE_DEBT, CURRENT_DEBT] = ["LongTermDebt", "DebtCurrent"];
const LONG_TERM = ["ifrs:NoncurrentPortionOfNoncurrentBorrowings", "ifrs:LongtermBorrowings"];
/** The tag of equity with the minorities' part. */
const WITH_MINORITIES = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";

const BALANCE: Rules = {
  cashAndCashEquivalents: balance(
    "CashAndCashEquivalentsAtCarryingValue",
    "CashAndDueFromBanks",
    "Cash",
    "ifrs:CashAndCashEquivalents",
  ),
  shortTermInvestments: balance(
    "MarketableSecuritiesCurrent",
    "ShortTermInvestments",
    "AvailableForSaleSecuritiesDebtSecuritiesCurrent",
    "ifrs:OtherCurrentFinancialAssets",
  ),
  cashAndShortTermInvestments: balance("CashCashEquivalentsAndShortTermInvestments"),
  accountsReceivables: balance(
    "AccountsReceivableNetCurrent",
    "ReceivablesNetCurrent",
    "ifrs:CurrentTradeReceivables",
    "ifrs:TradeAndOtherCurrentReceivables",
  ),
  inventory: balance("InventoryNet", "ifrs:Inventories"),
  otherCurrentAssets: balance("OtherAssetsCurrent"),
  totalCurrentAssets: balance("AssetsCurrent", "ifrs:CurrentAssets"),
  propertyPlantEquipmentNet: balance(
    "PropertyPlantAndEquipmentNet",
    "PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization",
    "ifrs:PropertyPlantAndEquipment",
  ),
  goodwill: balance("Goodwill", "ifrs:Goodwill"),
  intangibleAssets: balance(
    "IntangibleAssetsNetExcludingGoodwill",
    "FiniteLivedIntangibleAssetsNet",
    "ifrs:IntangibleAssetsOtherThanGoodwill",
  ),
  longTermInvestments: balance("MarketableSecuritiesNoncurrent", "LongTermInvestments"),
  totalNonCurrentAssets: balance("AssetsNoncurrent", "ifrs:NoncurrentAssets"),
  totalAssets: balance("Assets", "ifrs:Assets"),
  accountPayables: balance(
    "AccountsPayableCurrent",
    "AccountsPayableTradeCurrent",
    "ifrs:TradeAndOtherCurrentPayables",
  ),
  shortTermDebt: balance(CURRENT_DEBT, "ifrs:CurrentBorrowings", "ifrs:ShorttermBorrowings"),
  deferredRevenue: balance(
    "ContractWithCustomerLiabilityCurrent",
    "DeferredRevenueCurrent",
    "ifrs:CurrentContractLiabilities",
  ),
  totalCurrentLiabilities: balance("LiabilitiesCurrent", "ifrs:CurrentLiabilities"),
  longTermDebt: balance("LongTermDebtNoncurrent", WHOLE_DEBT, ...LONG_TERM),
  totalLiabilities: balance("Liabilities", "ifrs:Liabilities"),
  treasuryStock: negated(balance("TreasuryStockCommonValue", "TreasuryStockValue", "ifrs:TreasuryShares")),
  commonStock: balance("CommonStocksIncludingAdditionalPaidInCapital", "CommonStockValue", "ifrs:IssuedCapital"),
  retainedEarnings: balance("RetainedEarningsAccumulatedDeficit", "ifrs:RetainedEarnings"),
  additionalPaidInCapital: balance("AdditionalPaidInCapital", "ifrs:SharePremium"),
  accumulatedOtherComprehensiveIncomeLoss: balance(
    "AccumulatedOtherComprehensiveIncomeLossNetOfTax",
    "ifrs:AccumulatedOtherComprehensiveIncome",
  ),
  totalStockholdersEquity: balance("StockholdersEquity", "ifrs:EquityAttributableToOwnersOfParent"),
  totalEquity: balance(WITH_MINORITIES, "StockholdersEquity", "ifrs:Equity"),
  minorityInterest: balance("MinorityInterest", "ifrs:NoncontrollingInterests"),
  totalLiabilitiesAndTotalEquity: balance("LiabilitiesAndStockholdersEquity", "ifrs:EquityAndLiabilities"),
  totalDebt: undefined,
  netDebt: undefined,
};

const CASH_AND_RESTRICTED = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents";

const CASH: Rules = {
  netIncome: flow("ProfitLoss", "NetIncomeLoss", "ifrs:ProfitLoss"),
  depreciationAndAmortization: flow(...DEPRECIATION, "ifrs:AdjustmentsForDepreciationAndAmortisationExpense"),
  deferredIncomeTax: flow("DeferredIncomeTaxExpenseBenefit", "DeferredIncomeTaxesAndTaxCredits"),
  stockBasedCompensation: flow("ShareBasedCompensation", "ifrs:AdjustmentsForSharebasedPayments"),
  accountsReceivables: negated(flow("IncreaseDecreaseInAccountsReceivable")),
  inventory: negated(flow("IncreaseDecreaseInInventories")),
  accountsPayables: flow(
    "IncreaseDecreaseInAccountsPayable",
    "ifrs:AdjustmentsForIncreaseDecreaseInTradeAccountPayable",
  ),
  netCashProvidedByOperatingActivities: flow(
    "NetCashProvidedByUsedInOperatingActivities",
    "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
    "ifrs:CashFlowsFromUsedInOperatingActivities",
  ),
  investmentsInPropertyPlantAndEquipment: negated(
    flow(
      "PaymentsToAcquirePropertyPlantAndEquipment",
      "PaymentsToAcquireProductiveAssets",
      "ifrs:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
    ),
  ),
  acquisitionsNet: negated(flow("PaymentsToAcquireBusinessesNetOfCashAcquired")),
  purchasesOfInvestments: negated(
    flow(
      "PaymentsToAcquireInvestments",
      "PaymentsToAcquireAvailableForSaleSecuritiesDebt",
      "PaymentsToAcquireMarketableSecurities",
    ),
  ),
  salesMaturitiesOfInvestments: flow("ProceedsFromSaleMaturityAndCollectionsOfInvestments"),
  netCashProvidedByInvestingActivities: flow(
    "NetCashProvidedByUsedInInvestingActivities",
    "NetCashProvidedByUsedInInvestingActivitiesContinuingOperations",
    "ifrs:CashFlowsFromUsedInInvestingActivities",
  ),
  commonStockIssuance: flow("ProceedsFromIssuanceOfCommonStock"),
  commonStockRepurchased: negated(
    flow("PaymentsForRepurchaseOfCommonStock", "ifrs:PaymentsToAcquireOrRedeemEntitysShares"),
  ),
  netDividendsPaid: negated(
    flow("PaymentsOfDividends", "PaymentsOfDividendsCommonStock", "ifrs:DividendsPaidClassifiedAsFinancingActivities"),
  ),
  netCashProvidedByFinancingActivities: flow(
    "NetCashProvidedByUsedInFinancingActivities",
    "NetCashProvidedByUsedInFinancingActivitiesContinuingOperations",
    "ifrs:CashFlowsFromUsedInFinancingActivities",
  ),
  effectOfForexChangesOnCash: flow(
    "EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents",
    "ifrs:EffectOfExchangeRateChangesOnCashAndCashEquivalents",
  ),
  netChangeInCash: flow(
    `${CASH_AND_RESTRICTED}PeriodIncreaseDecreaseIncludingExchangeRateEffect`,
    "CashAndCashEquivalentsPeriodIncreaseDecrease",
    "ifrs:IncreaseDecreaseInCashAndCashEquivalents",
  ),
  cashAtEndOfPeriod: balance(
    CASH_AND_RESTRICTED,
    "CashAndCashEquivalentsAtCarryingValue",
    "ifrs:CashAndCashEquivalents",
  ),
  operatingCashFlow: undefined,
  capitalExpenditure: undefined,
  freeCashFlow: undefined,
  incomeTaxesPaid: flow("IncomeTaxesPaidNet", "IncomeTaxesPaid"),
  interestPaid: flow("InterestPaidNet"),
};

/** The rules of each statement. */
export const RULES: Readonly<Record<StatementType, Rules>> = { income: INCOME, balance: BALANCE, cash: CASH };

/** Figures that only formulas use. */
export const PARTS: Readonly<Record<string, Rule>> = {
  shortTermBorrowings: balance("ShortTermBorrowings"),
  commercialPaper: balance("CommercialPaper"),
  longTermDebtCurrent: balance("LongTermDebtCurrent"),
  equityWithMinorities: balance(WITH_MINORITIES, "StockholdersEquity"),
  sales: flow("ProceedsFromSaleOfAvailableForSaleSecuritiesDebt"),
  maturities: flow("ProceedsFromMaturitiesPrepaymentsAndCallsOfAvailableForSaleSecurities"),
  temporaryEquity: balance("TemporaryEquityCarryingAmountAttributableToParent"),
};

/** Tags of the net income of periods, by which periods are found. */
export const ANCHORS = [
  "NetIncomeLoss",
  "ProfitLoss",
  "ifrs:ProfitLoss",
  "ifrs:ProfitLossAttributableToOwnersOfParent",
];

/** Tags by which periods are found at a company that states no net income. */
export const OTHER_ANCHORS = [RULES.income["revenue"]!, RULES.income["weightedAverageShsOutDil"]!]
  .flatMap(({ tags }) => tags)
  .flat();

const NEEDED = new Set(
  [...Object.values(RULES).flatMap((rules) => Object.values(rules)), ...Object.values(PARTS)]
    .flatMap((rule) => rule?.tags ?? [])
    .flat(),
);

/** Whether a field is filled from the tag. */
export function isNeeded(tag: string): boolean {
  return NEEDED.has(tag);
}

/** Numbers of shares, each with the earnings that are divided by it. */
export const SHARES_AND_EPS = [
  ["weightedAverageShsOut", "eps"],
  ["weightedAverageShsOutDil", "epsdiluted"],
] as const;
