/** Words for filed figures: a usual word gives the values of one tag, other words a list to choose from. */
import { toPlainText } from "../../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { filingFactsFromSec } from "../../../../src/providers/sec/facts/filing-facts.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFacts, type PlayedFiling, type PlayedLabels } from "../facts-play.js";

const internet = useInternet();
const REPORT: PlayedFiling = ["0000000001-25-000001", "10-K", "2025-02-01", 2024, "2024-12-31"];
const OLD_REPORT: PlayedFiling = ["0000000001-17-000001", "10-K", "2017-02-01", 2016, "2016-12-31"];

async function ask(facts: PlayedFacts, input: object, labels: PlayedLabels = {}) {
  const paths = playCompany(internet, { facts, labels, filings: [REPORT, OLD_REPORT] });
  const { data, notes } = await createAsker().ask(filingFactsFromSec, { symbol: "AAPL", ...input });
  const calls = paths.filter((path) => path.includes("/xbrl/")).length;
  return { concept: data.concept, facts: data.facts, tags: data.concepts?.map(({ concept }) => concept), notes, calls };
}

const year = (value: number): PlayedFact => ["2024-01-01", "2024-12-31", value, REPORT];
const oldYear = (value: number): PlayedFact => ["2016-01-01", "2016-12-31", value, OLD_REPORT];
const balance = (value: number): PlayedFact => ["", "2024-12-31", value, REPORT];
const inUnit = (unit: string, fact: (value: number) => PlayedFact, tags: string): PlayedFacts =>
  Object.fromEntries(tags.split(" ").map((tag, index) => [tag, { [unit]: [fact(index + 1)] }]));

const FLOWS =
  "NetIncomeLoss Revenues CostOfRevenue GrossProfit ResearchAndDevelopmentExpense SellingGeneralAndAdministrativeExpense OperatingExpenses OperatingIncomeLoss InterestExpense IncomeTaxExpenseBenefit DepreciationDepletionAndAmortization ShareBasedCompensation NetCashProvidedByUsedInOperatingActivities NetCashProvidedByUsedInInvestingActivities NetCashProvidedByUsedInFinancingActivities PaymentsToAcquirePropertyPlantAndEquipment PaymentsForRepurchaseOfCommonStock PaymentsOfDividends IncomeTaxesPaidNet InterestPaidNet IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest";
const BALANCES =
  "Assets AssetsCurrent CashAndCashEquivalentsAtCarryingValue AccountsReceivableNetCurrent InventoryNet PropertyPlantAndEquipmentNet Goodwill IntangibleAssetsNetExcludingGoodwill Liabilities LiabilitiesCurrent AccountsPayableCurrent ContractWithCustomerLiabilityCurrent DebtCurrent LongTermDebtNoncurrent StockholdersEquity RetainedEarningsAccumulatedDeficit AccumulatedOtherComprehensiveIncomeLossNetOfTax TreasuryStockValue MinorityInterest";
/** Tags that have the same words, and are other figures. */
const OTHERS =
  "InterestIncomeExpenseNet IncreaseDecreaseInInventories RepaymentsOfLongTermDebt ProfitLoss AdjustmentsToAdditionalPaidInCapitalSharebasedCompensation IncreaseDecreaseInAccountsReceivable IncreaseDecreaseInAccountsPayable";
const COMPANY: PlayedFacts = {
  ...inUnit("USD", year, `${FLOWS} ${OTHERS}`),
  ...inUnit("USD", balance, BALANCES),
  ...inUnit("USD/shares", year, "EarningsPerShareBasic EarningsPerShareDiluted"),
  ...inUnit(
    "shares",
    year,
    "WeightedAverageNumberOfSharesOutstandingBasic WeightedAverageNumberOfDilutedSharesOutstanding",
  ),
};

describe("a usual word for a figure", () => {
  it.each([
    ["revenue", "Revenues"],
    ["Net sales", "Revenues"],
    ["total revenues", "Revenues"],
    ["net income", "NetIncomeLoss"],
    ["earnings", "NetIncomeLoss"],
    ["cost of goods sold", "CostOfRevenue"],
    ["gross profit", "GrossProfit"],
    ["R&D", "ResearchAndDevelopmentExpense"],
    ["SG&A", "SellingGeneralAndAdministrativeExpense"],
    ["opex", "OperatingExpenses"],
    ["operating profit", "OperatingIncomeLoss"],
    ["interest expense", "InterestExpense"],
    ["income taxes", "IncomeTaxExpenseBenefit"],
    ["pre-tax income", "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest"],
    ["EPS", "EarningsPerShareBasic"],
    ["diluted EPS", "EarningsPerShareDiluted"],
    ["diluted shares", "WeightedAverageNumberOfDilutedSharesOutstanding"],
    ["depreciation and amortization", "DepreciationDepletionAndAmortization"],
    ["cash", "CashAndCashEquivalentsAtCarryingValue"],
    ["accounts receivable", "AccountsReceivableNetCurrent"],
    ["inventories", "InventoryNet"],
    ["PP&E", "PropertyPlantAndEquipmentNet"],
    ["goodwill", "Goodwill"],
    ["intangible assets", "IntangibleAssetsNetExcludingGoodwill"],
    ["current assets", "AssetsCurrent"],
    ["total assets", "Assets"],
    ["accounts payable", "AccountsPayableCurrent"],
    ["deferred revenue", "ContractWithCustomerLiabilityCurrent"],
    ["short-term debt", "DebtCurrent"],
    ["long-term debt", "LongTermDebtNoncurrent"],
    ["total liabilities", "Liabilities"],
    ["equity", "StockholdersEquity"],
    ["shareholders' equity", "StockholdersEquity"],
    ["retained earnings", "RetainedEarningsAccumulatedDeficit"],
    ["minority interest", "MinorityInterest"],
    ["stock-based compensation", "ShareBasedCompensation"],
    ["operating cash flow", "NetCashProvidedByUsedInOperatingActivities"],
    ["cash flow from investing activities", "NetCashProvidedByUsedInInvestingActivities"],
    ["capex", "PaymentsToAcquirePropertyPlantAndEquipment"],
    ["capital expenditures", "PaymentsToAcquirePropertyPlantAndEquipment"],
    ["buybacks", "PaymentsForRepurchaseOfCommonStock"],
    ["dividends paid", "PaymentsOfDividends"],
    ["taxes paid", "IncomeTaxesPaidNet"],
    ["epsdiluted", "EarningsPerShareDiluted"],
  ])("%s is the tag of its line in the statements, %s", async (concept, tag) => {
    const answer = await ask(COMPANY, { concept });
    expect(answer).toMatchObject({ concept: `us-gaap:${tag}`, facts: [{ end: "2024-12-31" }], tags: undefined });
    expect(answer.notes?.[0]).toContain(`the newest of them has it from us-gaap:${tag}`);
  });

  it.each([
    ["revenue", "CostOfRevenue"],
    ["goodwill", "IntangibleAssetsNetExcludingGoodwill"],
    ["interest expense", "InterestIncomeExpenseNet"],
    ["cash", "NetCashProvidedByUsedInOperatingActivities"],
    ["long-term debt", "RepaymentsOfLongTermDebt"],
    ["net interest income", "ProfitLoss"],
    ["stock-based compensation", "AdjustmentsToAdditionalPaidInCapitalSharebasedCompensation"],
    ["capital expenditures", "AdditionalPaidInCapital"],
    ["EPS", "EarningsPerShareDiluted"],
  ])("%s without its tag never gives the values of %s", async (concept, other) => {
    const facts = inUnit("USD", year, `NetIncomeLoss ${other}`);
    const label = { ProfitLoss: "Net Income (Loss), Including Portion Attributable to Noncontrolling Interest" };
    const answer = await ask(facts, { concept }, label).catch(() => ({ facts: undefined }));
    expect(answer.facts).toBeUndefined();
  });

  it("is the tag that the company uses now, and the note names those of other periods", async () => {
    const facts = {
      ...inUnit("USD", year, "NetIncomeLoss RevenueFromContractWithCustomerExcludingAssessedTax"),
      SalesRevenueNet: { USD: [oldYear(7)] },
    };
    const { concept, notes } = await ask(facts, { concept: "revenue" });
    expect(concept).toBe("us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax");
    expect(notes).toEqual([
      '"revenue" is revenue of the financial statements, and the newest of them has it from us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax; other periods may have it from us-gaap:SalesRevenueNet (to 2016-12-31).',
    ]);
    const past = await ask(
      { ...facts, NetIncomeLoss: { USD: [year(1), oldYear(1)] } },
      { concept: "revenue", as_of: "2017-06-30" },
    );
    expect(past.concept).toBe("us-gaap:SalesRevenueNet");
  });

  it("is the tag of the newest quarter, if that is newer than the year", async () => {
    const quarter: PlayedFiling = ["0000000001-25-000002", "10-Q", "2025-05-01", 2025, "2025-03-31"];
    const facts: PlayedFacts = {
      NetIncomeLoss: { USD: [year(1), ["2025-01-01", "2025-03-31", 1, quarter]] },
      SalesRevenueNet: { USD: [year(10)] },
      Revenues: { USD: [["2025-01-01", "2025-03-31", 3, quarter]] },
    };
    expect((await ask(facts, { concept: "revenue" })).concept).toBe("us-gaap:Revenues");
  });

  it("has at most three other tags in its note", async () => {
    const former = "SalesRevenueNet SalesRevenueGoodsNet SalesRevenueServicesNet RealEstateRevenueNet";
    const facts = { ...inUnit("USD", year, "NetIncomeLoss Revenues"), ...inUnit("USD", oldYear, former) };
    const { notes } = await ask(facts, { concept: "revenue" });
    expect(toPlainText(notes![0]!).match(/\(to 2016-12-31\)/g)).toHaveLength(3);
  });

  it("is the larger of two tags, as in the statements", async () => {
    const facts = {
      NetIncomeLoss: { USD: [year(1)] },
      Revenues: { USD: [year(713)] },
      RevenueFromContractWithCustomerExcludingAssessedTax: { USD: [year(706)] },
    };
    expect((await ask(facts, { concept: "sales" })).concept).toBe("us-gaap:Revenues");
  });

  it("gives no values of a tag that the company no longer uses, which stands first in the list", async () => {
    const facts = { ...inUnit("USD", year, "NetIncomeLoss GoodwillImpairmentLoss"), Goodwill: { USD: [oldYear(3)] } };
    for (const concept of ["goodwill", "Goodwill"]) {
      const { concept: none, tags, notes } = await ask(facts, { concept });
      expect([none, tags]).toEqual([null, ["us-gaap:Goodwill", "us-gaap:GoodwillImpairmentLoss"]]);
      expect(notes?.[0]).toMatch(/^No tag of the newest reports is surely/);
    }
    const named = await ask(facts, { concept: "us-gaap:Goodwill" });
    expect(named.facts).toMatchObject([{ value: 3 }]);
    expect(named.notes).toContain(
      "The newest value is of 2016-12-31; the reports since then, up to 2024-12-31, have none.",
    );
  });

  it("of a company with IFRS is found in its taxonomy", async () => {
    const facts = inUnit(
      "EUR",
      year,
      "ifrs-full:ProfitLoss ifrs-full:Revenue ifrs-full:FinanceCosts ifrs-full:InterestExpense",
    );
    expect((await ask(facts, { concept: "Revenue" })).concept).toBe("ifrs-full:Revenue");
    expect((await ask(facts, { concept: "net income" })).concept).toBe("ifrs-full:ProfitLoss");
    const { tags, notes } = await ask(facts, { concept: "interest expense" });
    expect(tags?.slice(0, 2)).toEqual(["ifrs-full:FinanceCosts", "ifrs-full:InterestExpense"]);
    expect(notes?.[0]).toMatch(/^"interest expense" can mean the first 2 of these tags/);
    expect((await ask(facts, { concept: "InterestExpense" })).concept).toBe("ifrs-full:InterestExpense");
  });

  it("that another tag is labelled with, or named, can mean both", async () => {
    const debt = inUnit(
      "USD",
      balance,
      "Assets DebtCurrent ShortTermBorrowings CashAndCashEquivalentsAtCarryingValue Cash",
    );
    const facts = { ...debt, NetIncomeLoss: { USD: [year(1)] } };
    const asked = (concept: string) =>
      ask(facts, { concept }, { ShortTermBorrowings: "Short-Term Debt", Cash: "Cash" });
    expect((await asked("short-term debt")).tags?.slice(0, 2)).toEqual([
      "us-gaap:DebtCurrent",
      "us-gaap:ShortTermBorrowings",
    ]);
    expect((await asked("Cash")).tags?.slice(0, 2)).toEqual([
      "us-gaap:CashAndCashEquivalentsAtCarryingValue",
      "us-gaap:Cash",
    ]);
    expect((await asked("cash")).concept).toBe("us-gaap:CashAndCashEquivalentsAtCarryingValue");
  });

  it("that a tag is labelled with which is no longer used means that of the line", async () => {
    const facts: PlayedFacts = {
      NetIncomeLoss: { USD: [year(1)] },
      DebtCurrent: { USD: [balance(2)] },
      ShortTermBorrowings: { USD: [["", "2016-12-31", 3, OLD_REPORT]] },
    };
    const labels = { ShortTermBorrowings: "Short-Term Debt" };
    expect((await ask(facts, { concept: "short-term debt" }, labels)).concept).toBe("us-gaap:DebtCurrent");
  });

  it("without its tag lists first the tags that have all words of one of the line's", async () => {
    const facts = inUnit(
      "USD",
      year,
      "NetIncomeLoss IncomeTaxesPaid AdditionalPaidInCapital PaymentsOfOrdinaryDividends",
    );
    const { tags } = await ask(facts, { concept: "dividends paid" });
    expect(tags?.[0]).toBe("us-gaap:PaymentsOfOrdinaryDividends");
  });

  it("for a computed figure lists the tags that it is made of, and says where it is", async () => {
    const computed =
      '"free cash flow" has no tag of its own: the financial statements compute it, as freeCashFlow with statement_type cash';
    const { tags, notes } = await ask(COMPANY, { concept: "free cash flow" });
    expect(tags?.slice(0, 2)).toEqual([
      "us-gaap:NetCashProvidedByUsedInOperatingActivities",
      "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment",
    ]);
    expect(notes?.[0]).toBe(`${computed}.`);
    await expect(ask(inUnit("USD", year, "ProfitLoss"), { concept: "free cash flow" })).rejects.toMatchObject({
      reason: "not_covered",
      says: expect.stringContaining(computed),
    });
  });

  it("is not meant by a tag's name that has its words, but by one that is no tag", async () => {
    const facts = { ...COMPANY, LongTermDebt: { USD: [balance(9)] } };
    expect(await ask(facts, { concept: "LongTermDebt" })).toMatchObject({ concept: "us-gaap:LongTermDebt", calls: 1 });
    expect((await ask(facts, { concept: "NetIncome" })).concept).toBe("us-gaap:NetIncomeLoss");
  });

  it("is not the tag of a quarter before the newest year, also without a list of filings", async () => {
    const quarter: PlayedFiling = ["0000000001-16-000002", "10-Q", "2016-11-01", 2016];
    const facts: PlayedFacts = {
      NetIncomeLoss: { USD: [year(1), ["2016-07-01", "2016-09-30", 1, quarter]] },
      Revenues: { USD: [["2016-07-01", "2016-09-30", 3, quarter]] },
    };
    playCompany(internet, { facts, filings: null });
    const { data } = await createAsker().ask(filingFactsFromSec, { symbol: "AAPL", concept: "revenue" });
    expect(data.concepts).toMatchObject([{ concept: "us-gaap:Revenues", newest: "2016-09-30" }]);
  });

  it("takes one call if it is the name of the tag that its line prefers", async () => {
    expect(await ask(COMPANY, { concept: "Goodwill" })).toMatchObject({ concept: "us-gaap:Goodwill", calls: 1 });
    expect((await ask(COMPANY, { concept: "revenue" })).calls).toBe(3);
  });
});

describe("other words for a figure", () => {
  const LABELS = {
    OperatingLeaseLiabilityCurrent: "Operating Lease, Liability, Current",
    DueFromRelatedParties: "Due from Related Parties",
    InterestIncomeExpenseNet: "Interest Income (Expense), Net",
    ProfitLoss: "Net Income (Loss), Including Portion Attributable to Noncontrolling Interest",
    NoncurrentAssets: "Long-Lived Assets",
    ProvisionForLoanLeaseAndOtherLosses: "Provision for Loan, Lease, and Other Losses",
    OffBalanceSheetCreditLossLiability: "Off-Balance-Sheet, Credit Loss, Liability",
    PreferredStockSharesOutstanding: "Preferred Stock, Shares Outstanding",
    CommonStockSharesOutstanding: "Common Stock, Shares, Outstanding",
  };
  const FACTS = { ...inUnit("USD", year, `NetIncomeLoss ${Object.keys(LABELS).join(" ")}`) };

  it.each([
    ["operating lease liability, current", "OperatingLeaseLiabilityCurrent"],
    ["current operating lease liabilities", "OperatingLeaseLiabilityCurrent"],
    ["due from related party", "DueFromRelatedParties"],
    ["long-lived assets", "NoncurrentAssets"],
  ])("%s is the only tag with this label, %s", async (concept, tag) => {
    expect(await ask(FACTS, { concept }, LABELS)).toMatchObject({ concept: `us-gaap:${tag}`, tags: undefined });
  });

  it.each([
    ["due to related parties", "DueFromRelatedParties"],
    ["net interest income", "InterestIncomeExpenseNet"],
    ["noncurrent assets", "NoncurrentAssets"],
    ["provision for credit losses", "ProvisionForLoanLeaseAndOtherLosses"],
    ["shares outstanding", "CommonStockSharesOutstanding"],
  ])("%s is no label, and %s stands first in the list", async (concept, tag) => {
    const { facts, tags } = await ask(FACTS, { concept }, LABELS);
    expect([facts, tags?.[0]]).toEqual([undefined, `us-gaap:${tag}`]);
  });

  it("list a tag that is still used before one that is not", async () => {
    const facts = {
      NetIncomeLoss: { USD: [year(1)] },
      LossReserve: { USD: [oldYear(1)] },
      ClaimsLossReserve: { USD: [year(2)] },
    };
    const { tags } = await ask(facts, { concept: "reserve" });
    expect(tags).toEqual(["us-gaap:ClaimsLossReserve", "us-gaap:LossReserve"]);
  });

  it.each([
    ["2024-02-15", "us-gaap:Deposits"],
    ["2024-02-14", null],
  ])("are those of a tag with a value of %s, 320 days before the newest report or later: %s", async (end, concept) => {
    const facts = { NetIncomeLoss: { USD: [year(1)] }, Deposits: { USD: [["", end, 5, REPORT] as const] } };
    expect((await ask(facts, { concept: "deposits" })).concept).toBe(concept);
  });
});
