/**
 * Provider B's names of reported figures, each with provider A's record and field for the same
 * figure.
 */

export type StatementName = "income" | "balance" | "cash";

const NAMES: Readonly<Record<StatementName, Readonly<Record<string, string>>>> = {
  income: {
    TotalRevenue: "revenue",
    OperatingRevenue: "revenue",
    CostOfRevenue: "costOfRevenue",
    GrossProfit: "grossProfit",
    ResearchAndDevelopment: "researchAndDevelopmentExpenses",
    SellingGeneralAndAdministration: "sellingGeneralAndAdministrativeExpenses",
    OperatingExpense: "operatingExpenses",
    TotalExpenses: "costAndExpenses",
    OperatingIncome: "operatingIncome",
    InterestIncome: "interestIncome",
    InterestExpense: "interestExpense",
    NetInterestIncome: "netInterestIncome",
    EBIT: "ebit",
    EBITDA: "ebitda",
    PretaxIncome: "incomeBeforeTax",
    TaxProvision: "incomeTaxExpense",
    NetIncome: "netIncome",
    NetIncomeCommonStockholders: "netIncome",
    NetIncomeContinuousOperations: "netIncome",
    BasicEPS: "eps",
    DilutedEPS: "epsDiluted",
    BasicAverageShares: "weightedAverageShsOut",
    DilutedAverageShares: "weightedAverageShsOutDil",
  },
  balance: {
    CashAndCashEquivalents: "cashAndCashEquivalents",
    OtherShortTermInvestments: "shortTermInvestments",
    CashCashEquivalentsAndShortTermInvestments: "cashAndShortTermInvestments",
    Receivables: "netReceivables",
    AccountsReceivable: "accountsReceivables",
    OtherReceivables: "otherReceivables",
    Inventory: "inventory",
    PrepaidAssets: "prepaids",
    OtherCurrentAssets: "otherCurrentAssets",
    CurrentAssets: "totalCurrentAssets",
    NetPPE: "propertyPlantEquipmentNet",
    Goodwill: "goodwill",
    OtherIntangibleAssets: "intangibleAssets",
    GoodwillAndOtherIntangibleAssets: "goodwillAndIntangibleAssets",
    InvestmentsAndAdvances: "longTermInvestments",
    NonCurrentDeferredTaxesAssets: "taxAssets",
    OtherNonCurrentAssets: "otherNonCurrentAssets",
    TotalNonCurrentAssets: "totalNonCurrentAssets",
    TotalAssets: "totalAssets",
    Payables: "totalPayables",
    AccountsPayable: "accountPayables",
    OtherPayable: "otherPayables",
    TotalTaxPayable: "taxPayables",
    CurrentAccruedExpenses: "accruedExpenses",
    CurrentDebt: "shortTermDebt",
    CurrentCapitalLeaseObligation: "capitalLeaseObligationsCurrent",
    CurrentDeferredRevenue: "deferredRevenue",
    OtherCurrentLiabilities: "otherCurrentLiabilities",
    CurrentLiabilities: "totalCurrentLiabilities",
    LongTermDebt: "longTermDebt",
    LongTermCapitalLeaseObligation: "capitalLeaseObligationsNonCurrent",
    NonCurrentDeferredTaxesLiabilities: "deferredTaxLiabilitiesNonCurrent",
    OtherNonCurrentLiabilities: "otherNonCurrentLiabilities",
    TotalNonCurrentLiabilitiesNetMinorityInterest: "totalNonCurrentLiabilities",
    CapitalLeaseObligations: "capitalLeaseObligations",
    TotalLiabilitiesNetMinorityInterest: "totalLiabilities",
    CommonStock: "commonStock",
    RetainedEarnings: "retainedEarnings",
    GainsLossesNotAffectingRetainedEarnings: "accumulatedOtherComprehensiveIncomeLoss",
    StockholdersEquity: "totalStockholdersEquity",
    TotalEquityGrossMinorityInterest: "totalEquity",
    TotalDebt: "totalDebt",
    NetDebt: "netDebt",
  },
  cash: {
    NetIncomeFromContinuingOperations: "netIncome",
    DepreciationAndAmortization: "depreciationAndAmortization",
    DeferredIncomeTax: "deferredIncomeTax",
    StockBasedCompensation: "stockBasedCompensation",
    ChangeInWorkingCapital: "changeInWorkingCapital",
    ChangeInReceivables: "accountsReceivables",
    ChangeInInventory: "inventory",
    ChangeInAccountPayable: "accountsPayables",
    ChangeInOtherWorkingCapital: "otherWorkingCapital",
    OperatingCashFlow: "operatingCashFlow",
    PurchaseOfPPE: "investmentsInPropertyPlantAndEquipment",
    CapitalExpenditure: "capitalExpenditure",
    PurchaseOfInvestment: "purchasesOfInvestments",
    SaleOfInvestment: "salesMaturitiesOfInvestments",
    InvestingCashFlow: "netCashProvidedByInvestingActivities",
    NetIssuancePaymentsOfDebt: "netDebtIssuance",
    NetLongTermDebtIssuance: "longTermNetDebtIssuance",
    NetShortTermDebtIssuance: "shortTermNetDebtIssuance",
    NetCommonStockIssuance: "netCommonStockIssuance",
    CommonStockIssuance: "commonStockIssuance",
    CommonStockPayments: "commonStockRepurchased",
    RepurchaseOfCapitalStock: "commonStockRepurchased",
    CashDividendsPaid: "netDividendsPaid",
    CommonStockDividendPaid: "commonDividendsPaid",
    FinancingCashFlow: "netCashProvidedByFinancingActivities",
    ChangesInCash: "netChangeInCash",
    EndCashPosition: "cashAtEndOfPeriod",
    BeginningCashPosition: "cashAtBeginningOfPeriod",
    FreeCashFlow: "freeCashFlow",
    IncomeTaxPaidSupplementalData: "incomeTaxesPaid",
    InterestPaidSupplementalData: "interestPaid",
  },
};

/**
 * Returns the record and field of a figure of provider B; `undefined` for one that the simulator
 * lacks.
 */
export function findFigure(name: string): { statement: StatementName; field: string } | undefined {
  for (const statement of ["income", "balance", "cash"] as const) {
    const field = Object.hasOwn(NAMES[statement], name) ? NAMES[statement][name] : undefined;
    if (field !== undefined) return { statement, field };
  }
  return undefined;
}
