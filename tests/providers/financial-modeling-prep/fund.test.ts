import { describe, expect, it } from "vitest";
import { fundFromFmp } from "../../../src/providers/financial-modeling-prep/fund.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();

const INFO = {
  symbol: "SPY",
  name: "S&P 500 Trust",
  etfCompany: "SPDR",
  expenseRatio: 0.0945,
  assetsUnderManagement: 653201930000,
  inceptionDate: "1993-01-22",
  nav: 655.08,
  navCurrency: "USD",
  sectorsList: [
    { industry: "Basic Materials", exposure: 1.93 },
    { industry: "Cash & Others", exposure: 0.009999999999990905 },
    { industry: "Technology", exposure: 33.08 },
  ],
};

describe("a fund by provider A", () => {
  it("has its facts and sectors, with costs and weights as ratios", async () => {
    simulateFmp(internet, { "etf/info": [INFO] });
    const none = { ytd: null, "1mo": null, "3mo": null, "1y": null, "3y": null, "5y": null, "10y": null, asOf: null };
    expect(await createAsker().ask(fundFromFmp, { symbol: "SPY" })).toEqual({
      data: {
        symbol: "SPY",
        name: "S&P 500 Trust",
        family: "SPDR",
        category: null,
        type: null,
        currency: "USD",
        assets: 653201930000,
        nav: 655.08,
        expenseRatio: 0.000945,
        yield: null,
        inception: "1993-01-22",
        turnover: null,
        returns: none,
        annual: null,
        holdings: null,
        sectors: [
          { sector: "Technology", weight: 0.3308 },
          { sector: "Materials", weight: 0.0193 },
        ],
        allocation: { stocks: null, bonds: null, cash: null, preferred: null, convertible: null, other: null },
        equity: { peRatio: null, priceToBook: null, priceToSales: null },
        bond: { duration: null },
      },
      currency: "USD",
      notes: ["Provider A has neither holdings nor returns of funds in most plans."],
    });
  });

  it("does not know the sectors that A does not send", async () => {
    simulateFmp(internet, { "etf/info": [{ ...INFO, sectorsList: null }] });
    expect((await createAsker().ask(fundFromFmp, { symbol: "SPY" })).data.sectors).toBeNull();
  });

  it("has no sectors where A sends an empty list", async () => {
    simulateFmp(internet, { "etf/info": [{ ...INFO, sectorsList: [] }] });
    expect((await createAsker().ask(fundFromFmp, { symbol: "SPY" })).data.sectors).toEqual([]);
  });

  it("is not covered for a company", async () => {
    simulateFmp(internet, { "etf/info": [], profile: [{ symbol: "AAPL", companyName: "Apple Inc.", price: 200 }] });
    await expect(createAsker().ask(fundFromFmp, { symbol: "AAPL" })).rejects.toMatchObject({ kind: "no_coverage" });
  });
});
