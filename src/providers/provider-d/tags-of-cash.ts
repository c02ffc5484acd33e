/** The tags of cash flow statements. */
import { balance, DEPRECIATION, flow, negated, type Rules } from "./tag-rules.js";

const CASH_AND_RESTRICTED = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents";

export const CASH: Rules = {
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
