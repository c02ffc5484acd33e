/** How long an answer waits for a part of it that is slow, over real requests. */
import { delay, http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { overviewFromFmp } from "../../src/providers/financial-modeling-prep/overview.js";
import { shareFactsFromFmp } from "../../src/providers/financial-modeling-prep/quote.js";
import { overviewFromYahoo } from "../../src/providers/yahoo/companies/overview.js";
import { simulateFmp } from "../providers/financial-modeling-prep/upstream-fmp.js";
import { APPLE_PRICE, BASE, sessionRoutes, summary, summaryOf } from "../providers/yahoo/upstream-yahoo.js";
import { createAsker } from "../support/ask.js";
import { useInternet } from "../support/internet.js";

const internet = useInternet();

const PROFILE = {
  symbol: "AAPL",
  companyName: "Apple Inc.",
  price: 255.92,
  currency: "USD",
  marketCap: 3761492983658,
  averageVolume: 47782011,
};
const RATIOS = { symbol: "AAPL", priceToEarningsRatioTTM: 32.0465676266164, netIncomePerShareTTM: 7.985878643285487 };
const COUNTS = {
  symbol: "AAPL",
  date: "2026-04-01",
  analystRatingsStrongBuy: 6,
  analystRatingsBuy: 25,
  analystRatingsHold: 15,
  analystRatingsSell: 1,
  analystRatingsStrongSell: 1,
};

describe("an overview", () => {
  it("of provider A waits at most a second for a part that is slow", async () => {
    simulateFmp(internet, {
      profile: [PROFILE],
      "ratios-ttm": [RATIOS],
      "key-metrics-ttm": [{ symbol: "AAPL", returnOnEquityTTM: 1.5994, returnOnAssetsTTM: 0.3105 }],
      "price-target-consensus": [{ symbol: "AAPL", targetHigh: 350, targetLow: 239, targetConsensus: 316.67 }],
      "grades-historical": [COUNTS],
      "income-statement": [{ symbol: "AAPL", reportedCurrency: "USD", revenue: 416161000000 }],
    });
    // After the delay the handler of simulateFmp answers.
    internet.use(http.get("*/key-metrics-ttm", async () => void (await delay(1800))));
    const { data, missing } = await createAsker().ask(overviewFromFmp, { symbol: "AAPL" });
    expect(missing).toEqual(["roe", "roa"]);
    expect(data.financialMetrics.peRatio).toBe(32.0465676266164);
  });

  it("of provider B waits at most one second for the PEG ratio", async () => {
    const modules: Record<string, JsonBodyType> = {
      assetProfile: { sector: "Technology" },
      price: APPLE_PRICE,
      summaryDetail: { trailingPE: 38.91442, beta: 1.2 },
      defaultKeyStatistics: { trailingEps: 6.31 },
      financialData: { financialCurrency: "USD", totalRevenue: 395760009216 },
    };
    const trailingPegRatio = [{ asOfDate: "2025-02-21", periodType: "TTM", reportedValue: { raw: 1.9, fmt: "1.9" } }];
    const entry = { meta: { symbol: ["AAPL"], type: ["trailingPegRatio"] }, timestamp: [], trailingPegRatio };
    internet.use(
      ...sessionRoutes(),
      summary("AAPL", summaryOf(modules)),
      http.get(`${BASE}/ws/fundamentals-timeseries/v1/finance/timeseries/AAPL`, async () => {
        await delay(1800);
        return HttpResponse.json({ timeseries: { result: [entry], error: null } });
      }),
    );
    expect((await createAsker().ask(overviewFromYahoo, { symbol: "AAPL" })).missing).toEqual(["pegRatio"]);
  });
});

describe("the facts about a share", () => {
  it("wait for a part longer than a caller would", async () => {
    const late = async () => {
      await delay(1200);
      return [{ symbol: "AAPL", outstandingShares: 14697925069 }];
    };
    simulateFmp(internet, { profile: [PROFILE], "ratios-ttm": [RATIOS], "shares-float": late });
    const found = await createAsker().supply(shareFactsFromFmp, "AAPL");
    expect(found).toMatchObject({ facts: { sharesOutstanding: 14697925069 }, missing: [] });
  });
});
