/** The tags of balance sheets. */
import { balance, negated, type Rules } from "./tag-rules.js";

const LONG_TERM = ["ifrs:NoncurrentPortionOfNoncurrentBorrowings", "ifrs:LongtermBorrowings"];
/** The tag of equity with the minorities' part. */
export const WITH_MINORITIES = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";

export const BALANCE: Rules = {
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
  shortTermDebt: balance("DebtCurrent", "ifrs:CurrentBorrowings", "ifrs:ShorttermBorrowings"),
  deferredRevenue: balance(
    "ContractWithCustomerLiabilityCurrent",
    "DeferredRevenueCurrent",
    "ifrs:CurrentContractLiabilities",
  ),
  totalCurrentLiabilities: balance("LiabilitiesCurrent", "ifrs:CurrentLiabilities"),
  longTermDebt: balance("LongTermDebtNoncurrent", "LongTermDebt", ...LONG_TERM),
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
