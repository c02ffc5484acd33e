import { describe, expect, it } from "vitest";
import { useSimulator } from "./call-simulator.js";

const market = await useSimulator("2025-11-20T18:00:00Z");
const COMPANIES = ["AAPL", "JPM", "RIVN", "BABA", "TSCO.L", "SIMA", "GOOG"];

describe.each(COMPANIES)("the accounts of %s", (symbol) => {
  it("have income statements that add up", async () => {
    const quarters = await market.a(`income-statement?symbol=${symbol}&limit=12&period=quarter`);
    expect(quarters).toHaveLength(12);
    for (const row of quarters) {
      expect(row.grossProfit!).toBe(row.revenue! - row.costOfRevenue!);
      expect(row.operatingIncome!).toBe(row.grossProfit! - row.operatingExpenses!);
      expect(row.incomeBeforeTax!).toBe(row.operatingIncome! + row.totalOtherIncomeExpensesNet!);
      expect(row.netIncome!).toBe(row.incomeBeforeTax! - row.incomeTaxExpense!);
      expect(row.eps!).toBeCloseTo(row.netIncome! / row.weightedAverageShsOut!, 2);
    }
  });

  it("have balance sheets with two equal sides", async () => {
    const sheets = await market.a(`balance-sheet-statement?symbol=${symbol}&limit=10`);
    expect(sheets).toHaveLength(10);
    for (const row of sheets) {
      expect(row.totalAssets!).toBe(row.totalCurrentAssets! + row.totalNonCurrentAssets!);
      expect(row.totalAssets!).toBe(row.totalLiabilities! + row.totalEquity!);
      expect(row.totalLiabilities!).toBe(row.totalCurrentLiabilities! + row.totalNonCurrentLiabilities!);
      expect(row.totalEquity!).toBe(
        row.commonStock! + row.retainedEarnings! + row.accumulatedOtherComprehensiveIncomeLoss!,
      );
    }
  });

  it("have cash flows that match the cash on the balance sheets", async () => {
    const flows = await market.a(`cash-flow-statement?symbol=${symbol}&limit=10`);
    const sheets = await market.a(`balance-sheet-statement?symbol=${symbol}&limit=10`);
    expect(flows).toHaveLength(10);
    for (const [index, row] of flows.entries()) {
      expect(row.netChangeInCash!).toBe(
        row.netCashProvidedByOperatingActivities! +
          row.netCashProvidedByInvestingActivities! +
          row.netCashProvidedByFinancingActivities!,
      );
      expect(row.netChangeInCash!).toBe(row.cashAtEndOfPeriod! - row.cashAtBeginningOfPeriod!);
      expect(row.cashAtEndOfPeriod!).toBe(sheets[index]!.cashAndCashEquivalents);
      expect(row.freeCashFlow!).toBe(row.operatingCashFlow! + row.capitalExpenditure!);
    }
  });

  it("have years that are the sum of their quarters, newest first", async () => {
    const quarters = await market.a(`income-statement?symbol=${symbol}&limit=12&period=quarter`);
    const [year] = await market.a(`income-statement?symbol=${symbol}&limit=1`);
    const own = quarters.filter(({ fiscalYear }) => fiscalYear === year!.fiscalYear);
    expect(own.map(({ period }) => period)).toEqual(["Q4", "Q3", "Q2", "Q1"]);
    for (const field of ["revenue", "operatingIncome", "netIncome"]) {
      expect(year![field]).toBe(own.reduce((sum, quarter) => sum + quarter[field]!, 0));
    }
  });

  it("are the same through provider B", async () => {
    const types = "annualTotalRevenue,annualNetIncome,annualInventory,annualChangeInInventory,annualNoSuchThing";
    const { text } = await market.call(`/b/ws/fundamentals-timeseries/v1/finance/timeseries/${symbol}?type=${types}`);
    const [revenue, netIncome, inventory, change, nothing] = JSON.parse(text).timeseries.result;
    const [income] = await market.a(`income-statement?symbol=${symbol}&limit=1`);
    const [balance] = await market.a(`balance-sheet-statement?symbol=${symbol}&limit=1`);
    const [cash] = await market.a(`cash-flow-statement?symbol=${symbol}&limit=1`);
    expect(revenue.annualTotalRevenue.at(-1)).toMatchObject({
      asOfDate: income!.date,
      currencyCode: income!.reportedCurrency,
      reportedValue: { raw: income!.revenue },
    });
    expect(netIncome.annualNetIncome.at(-1).reportedValue.raw).toBe(income!.netIncome);
    expect(inventory.annualInventory.at(-1).reportedValue.raw).toBe(balance!.inventory);
    expect(change.annualChangeInInventory.at(-1).reportedValue.raw).toBe(cash!.inventory);
    expect(Object.keys(nothing)).toEqual(["meta"]);
  });
});

describe("figures derived from the accounts", () => {
  it("agree between ratios, statements and quote", async () => {
    const [ratios] = await market.a("ratios-ttm?symbol=AAPL");
    const [ttm] = await market.a("income-statement-ttm?symbol=AAPL&limit=1");
    const [float] = await market.a("shares-float?symbol=AAPL");
    const [quote] = await market.a("quote?symbol=AAPL");
    expect(ratios!.netProfitMarginTTM).toBe(ttm!.netIncome! / ttm!.revenue!);
    expect(ratios!.netIncomePerShareTTM).toBe(ttm!.netIncome! / float!.outstandingShares!);
    expect(ratios!.priceToSalesRatioTTM).toBe(quote!.marketCap! / ttm!.revenue!);
  });

  it("project five years after the five reported ones, and value the share by them", async () => {
    const rows = await market.a("custom-discounted-cash-flow?symbol=AAPL");
    expect(rows.map(({ year }) => year)).toEqual(Array.from({ length: 10 }, (_, index) => String(2029 - index)));
    const years = await market.a("income-statement?symbol=AAPL&limit=5");
    expect(rows.slice(5).map(({ revenue }) => revenue)).toEqual(years.map(({ revenue }) => revenue));
    const [dcf] = await market.a("discounted-cash-flow?symbol=AAPL");
    const [quote] = await market.a("quote?symbol=AAPL");
    expect(rows[0]!.equityValuePerShare).toBeCloseTo(dcf!.dcf!, 2);
    expect(dcf!["Stock Price"]).toBe(quote!.price);
    expect(rows.map(({ sumPvUfcf }) => sumPvUfcf! > 0)).toEqual([true, ...Array(9).fill(false)]);
  });

  it("appear only when a quarter's figures are filed", async () => {
    const newest = async () => (await market.a("income-statement?symbol=AAPL&limit=1&period=quarter"))[0]!.date;
    market.clock.now = "2025-10-30T11:00:00Z";
    expect(await newest()).toBe("2025-06-30");
    market.clock.now = "2025-10-30T13:00:00Z";
    expect(await newest()).toBe("2025-09-30");
    market.clock.now = "2025-11-20T18:00:00Z";
  });
});
