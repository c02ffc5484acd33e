import { describe, expect, it } from "vitest";
import { type Figures, type YahooQuotes, type YahooScreen, type YahooSummary, useSimulator } from "./call-simulator.js";

const market = await useSimulator("2025-11-20T18:00:00Z");

async function summary<Modules = Record<string, Figures>>(symbol: string, modules: string): Promise<Modules> {
  const { body } = await market.b<YahooSummary<Modules>>(
    `/v10/finance/quoteSummary/${symbol}?formatted=false&modules=${modules}`,
  );
  return body.quoteSummary.result[0]!;
}

async function rowOfYahoo(symbol: string): Promise<Figures> {
  const { body } = await market.b<YahooQuotes>(`/v7/finance/quote?symbols=${encodeURIComponent(symbol)}`);
  return body.quoteResponse.result[0]!;
}

interface Ratings {
  upgradeDowngradeHistory: {
    history: {
      firm: string;
      toGrade: string;
      action: string;
      currentPriceTarget: number;
      priorPriceTarget: number;
    }[];
  };
}

interface Trade {
  filingDate: string;
  reportingName: string;
  acquisitionOrDisposition: string;
  securitiesOwned: number;
  securitiesTransacted: number;
}

describe("the label of invented data", () => {
  it("begins every description", async () => {
    for (const symbol of ["AAPL", "TSCO.L", "SPY", "%5EGSPC", "BTCUSD", "SIMA"]) {
      const [profile] = await market.a(`profile?symbol=${symbol}`);
      expect(profile!.description).toMatch(/^Simulated data, invented for demonstration: /);
    }
    const { assetProfile } = await summary<{ assetProfile: { longBusinessSummary: string } }>("AAPL", "assetProfile");
    expect(assetProfile.longBusinessSummary).toMatch(/^Simulated data, invented for demonstration: /);
  });

  it("is part of the names of people and firms", async () => {
    const invented =
      /sample|example|specimen|mock|placeholder|fiction|demo|invented|test|imaginary|pretend|makebelieve/i;
    const people = (await market.a("insider-trading/search?symbol=AAPL")).map(({ reportingName }) => reportingName);
    const firms = (await market.a("grades?symbol=AAPL")).map(({ gradingCompany }) => gradingCompany);
    expect([people.length, firms.length]).not.toContain(0);
    for (const name of [...people, ...firms]) expect(name).toMatch(invented);
  });
});

describe("the special securities", () => {
  it("quote Tesco in pence, with market cap and accounts in pounds", async () => {
    const [profile] = await market.a("profile?symbol=TSCO.L");
    const row = await rowOfYahoo("TSCO.L");
    const [float] = await market.a("shares-float?symbol=TSCO.L");
    expect(profile!.currency).toBe("GBp");
    expect(row).toMatchObject({ currency: "GBp", financialCurrency: "GBP", exchange: "LSE" });
    expect(row.marketCap).toBe(Math.round((row.regularMarketPrice! * float!.outstandingShares!) / 100));
    expect(row.trailingPE).toBeCloseTo(row.regularMarketPrice! / 100 / row.epsTrailingTwelveMonths!, 4);
  });

  it("report Alibaba in yuan while it is quoted in dollars", async () => {
    const [income] = await market.a("income-statement?symbol=BABA&limit=1");
    const [metrics] = await market.a("key-metrics-ttm?symbol=BABA");
    const [quote] = await market.a("quote?symbol=BABA");
    const { financialData } = await summary("BABA", "financialData");
    expect(income!.reportedCurrency).toBe("CNY");
    expect(financialData!.financialCurrency).toBe("CNY");
    expect((await rowOfYahoo("BABA")).currency).toBe("USD");
    expect(metrics!.marketCap! / quote!.marketCap!).toBeCloseTo(7.25, 6);
  });

  it("give a loss-making company no PE at provider B and a negative one at provider A", async () => {
    const row = await rowOfYahoo("RIVN");
    const [ratios] = await market.a("ratios-ttm?symbol=RIVN");
    expect(row).not.toHaveProperty("trailingPE");
    expect(row.epsTrailingTwelveMonths).toBeLessThan(0);
    expect(ratios!.priceToEarningsRatioTTM).toBeLessThan(0);
  });

  it.each(["SPOT", "BABA"])("have no insiders of %s", async (symbol) => {
    expect(await market.a(`insider-trading/search?symbol=${symbol}`)).toEqual([]);
    const modules = await summary(symbol, "price,insiderTransactions,insiderHolders");
    expect(Object.keys(modules)).toEqual(["price"]);
  });

  it("have no analysts for SIMY and SIMZ, and too short a history of SIMZ for a valuation", async () => {
    for (const symbol of ["SIMY", "SIMZ"]) {
      expect(await market.a(`grades?symbol=${symbol}`)).toEqual([]);
      expect(await market.a(`price-target-consensus?symbol=${symbol}`)).toEqual([]);
      const { financialData } = await summary(symbol, "financialData,recommendationTrend");
      expect(financialData!.recommendationKey).toBe("none");
    }
    expect(await market.a("discounted-cash-flow?symbol=SIMZ")).toEqual([]);
    expect(await market.a("discounted-cash-flow?symbol=SIMY")).toHaveLength(1);
  });

  it("spell coins in each provider's way, with a change since midnight or over a day", async () => {
    const [quote] = await market.a("quote?symbol=BTCUSD");
    const row = await rowOfYahoo("BTC-USD");
    expect(await market.a("quote?symbol=BTC-USD")).toEqual([]);
    expect(await rowOfYahoo("BTCUSD")).toBeUndefined();
    expect(row).toMatchObject({ quoteType: "CRYPTOCURRENCY", regularMarketPrice: quote!.price });
    expect(row.regularMarketChange).not.toBe(quote!.change);
    expect(quote!.exchange).toBe("CRYPTO");
  });

  it("give an index no market cap and a fund no accounts", async () => {
    const [index] = await market.a("quote?symbol=%5EGSPC");
    expect(index).toMatchObject({ symbol: "^GSPC", exchange: "INDEX", marketCap: 0 });
    expect(await rowOfYahoo("^GSPC")).not.toHaveProperty("marketCap");
    expect(await market.a("income-statement?symbol=SPY")).toEqual([]);
    expect(await market.a("profile?symbol=SPY")).toMatchObject([{ isEtf: true }]);
  });

  it.each([
    ["^GSPC", "SNP", 3_000, 7_000],
    ["^IXIC", "Nasdaq GIDS", 12_000, 25_000],
    ["^DJI", "DJI", 30_000, 50_000],
    ["^VIX", "Cboe Indices", 10, 35],
  ])("quote %s at %s and at its usual level", async (symbol, exchange, low, high) => {
    const [index] = await market.a(`quote?symbol=${encodeURIComponent(symbol)}`);
    expect(index).toMatchObject({ symbol, exchange: "INDEX", marketCap: 0 });
    // The slow waves move a price by up to 15 % around its level.
    expect(index!.price).toBeGreaterThan(low * 0.85);
    expect(index!.price).toBeLessThan(high * 1.15);
    expect(await rowOfYahoo(symbol)).toMatchObject({ fullExchangeName: exchange, quoteType: "INDEX" });
  });

  it.each(["F", "BAC", "GM", "VOO"])("list %s, which people ask for first", async (symbol) => {
    expect(await market.a(`quote?symbol=${symbol}`)).toMatchObject([{ symbol }]);
    expect(await rowOfYahoo(symbol)).toMatchObject({ symbol, currency: "USD" });
  });

  it.each([
    ["TSCO.L", "GBp", "£", "Europe/London", "United Kingdom", "GBX"],
    ["7203.T", "JPY", "¥", "Asia/Tokyo", "Japan", "JPY"],
    ["NESN.SW", "CHF", "CHF", "Europe/Zurich", "Switzerland", "CHF"],
  ])("list %s in its own country and currency at each provider", async (symbol, currency, sign, zone, region, atC) => {
    const [profile] = await market.a(`profile?symbol=${symbol}`);
    expect(profile).toMatchObject({ symbol, currency });
    expect(await rowOfYahoo(symbol)).toMatchObject({ currency, exchangeTimezoneName: zone });
    expect(await summary(symbol, "price")).toMatchObject({ price: { currency, currencySymbol: sign } });
    const chart = JSON.parse((await market.call(`/b/v8/finance/chart/${symbol}`)).text);
    expect(chart.chart.result[0].meta).toMatchObject({ currency, exchangeTimezoneName: zone });
    const keywords = String(profile!.companyName);
    const found = await market.call(
      `/c/query?function=SYMBOL_SEARCH&apikey=x&keywords=${encodeURIComponent(keywords)}`,
    );
    expect(JSON.parse(found.text).bestMatches[0]).toMatchObject({ "4. region": region, "8. currency": atC });
  });

  it.each([
    ["EURUSD=X", "USD"],
    ["JPY=X", "JPY"],
    ["CNY=X", "CNY"],
  ])("quote the exchange rate %s in %s, the second currency of the pair", async (symbol, currency) => {
    expect(await rowOfYahoo(symbol)).toMatchObject({ quoteType: "CURRENCY", currency });
    const chart = JSON.parse((await market.call(`/b/v8/finance/chart/${symbol}`)).text);
    expect(chart.chart.result[0].meta).toMatchObject({ currency });
  });

  it("have options that expire on the Thursday before a Friday without trading, as listed in June 2026", async () => {
    const { body } = await market.b<{ optionChain: { result: { expirationDates: number[] }[] } }>(
      "/v7/finance/options/AAPL",
    );
    const days = body.optionChain.result[0]!.expirationDates.map((at) =>
      new Date(at * 1000).toISOString().slice(0, 10),
    );
    expect(days).toContain("2026-05-15");
    expect(days).toContain("2026-06-18");
    expect(days).not.toContain("2026-06-19");
  });

  it("give both share classes of Alphabet the same accounts", async () => {
    const without = ({ symbol: _symbol, ...row }: Record<string, unknown>) => row;
    const [first] = await market.a("income-statement?symbol=GOOGL&limit=1");
    const [second] = await market.a("income-statement?symbol=GOOG&limit=1");
    expect(without(second!)).toEqual(without(first!));
  });
});

describe("the news", () => {
  it("differ between companies whose symbols begin alike", async () => {
    const subjects = async (symbol: string, name: string) => {
      const stories = await market.a(`news/stock?symbols=${symbol}&limit=12`);
      return stories.map(({ title }) => String(title).replace(name, ""));
    };
    expect(await subjects("AAPL", "Apple Inc.")).not.toEqual(await subjects("AMZN", "Amazon.com, Inc."));
  });
});

describe("the lists of the market", () => {
  it("agree with the quotes of the listed securities", async () => {
    for (const list of ["biggest-gainers", "biggest-losers", "most-actives"]) {
      const rows = await market.a(list);
      expect(rows).toHaveLength(50);
      for (const row of rows.slice(0, 5)) {
        const [quote] = await market.a(`quote?symbol=${row.symbol}`);
        expect(row).toEqual({
          symbol: quote!.symbol,
          price: quote!.price,
          name: quote!.name,
          change: quote!.change,
          changesPercentage: quote!.changePercentage,
          exchange: quote!.exchange,
        });
      }
    }
  });

  it("are sorted", async () => {
    const changes = async (list: string) =>
      (await market.a(list)).map(({ changesPercentage }) => changesPercentage ?? 0);
    const gains = await changes("biggest-gainers");
    const losses = await changes("biggest-losers");
    expect(gains).toEqual(gains.toSorted((one, other) => other - one));
    expect(losses).toEqual(losses.toSorted((one, other) => one - other));
    expect(gains.at(-1)).toBeGreaterThan(0);
    expect(losses.at(-1)).toBeLessThan(0);
  });

  it("filter by strict bounds and names", async () => {
    const rows = await market.a("company-screener?sector=Energy&country=US&marketCapMoreThan=1000000000&limit=1000");
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(row).toMatchObject({ sector: "Energy", country: "US" });
      expect(row.marketCap).toBeGreaterThan(1_000_000_000);
    }
    const [largest] = rows;
    const above = `company-screener?sector=Energy&marketCapMoreThan=${largest!.marketCap}`;
    expect(await market.a(above)).toEqual([]);
  });

  const listOf = async (id: string) => {
    const { body } = await market.b<YahooScreen>(`/v1/finance/screener/predefined/saved?scrIds=${id}&count=50`);
    return body.finance.result[0]!;
  };

  it.each(["day_gainers", "day_losers", "most_actives", "all_cryptocurrencies_us"])(
    "contain rows for provider B's %s at any time of a session",
    async (id) => {
      const { now } = market.clock;
      for (const day of [3, 4, 5, 6, 7]) {
        for (const time of ["14:31", "15:00", "20:59"]) {
          market.clock.now = `2025-11-${String(day).padStart(2, "0")}T${time}:00Z`;
          const { quotes, total } = await listOf(id);
          expect([market.clock.now, quotes.length > 0, total >= quotes.length]).toEqual([market.clock.now, true, true]);
        }
      }
      market.clock.now = now;
    },
  );

  it("move as far as provider B's gainers and losers do, or stand in for them where none does", async () => {
    for (const [id, sign] of [
      ["day_gainers", 1],
      ["day_losers", -1],
    ] as const) {
      const { quotes } = await listOf(id);
      const moves = quotes.map((quote) => sign * (quote as unknown as Figures)["regularMarketChangePercent"]!);
      expect(moves).toEqual(moves.toSorted((one, other) => other - one));
      expect(moves.at(-1)).toBeGreaterThan(0);
    }
  });
});

describe("analysts and insiders", () => {
  it("are the same at both providers", async () => {
    const grades = await market.a("grades?symbol=AAPL&limit=2");
    const { upgradeDowngradeHistory } = await summary<Ratings>("AAPL", "upgradeDowngradeHistory");
    expect(grades).toHaveLength(25);
    expect(grades.map(({ gradingCompany, newGrade }) => [gradingCompany, newGrade])).toEqual(
      upgradeDowngradeHistory.history.map(({ firm, toGrade }) => [firm, toGrade]),
    );
    const [targets] = await market.a("price-target-consensus?symbol=AAPL");
    const { financialData } = await summary("AAPL", "financialData");
    expect(financialData).toMatchObject({
      targetHighPrice: targets!.targetHigh,
      targetLowPrice: targets!.targetLow,
      targetMeanPrice: targets!.targetConsensus,
      targetMedianPrice: targets!.targetMedian,
    });
    const [month] = await market.a("grades-historical?symbol=AAPL&limit=1");
    const { recommendationTrend } = await summary<{ recommendationTrend: { trend: unknown[] } }>(
      "AAPL",
      "recommendationTrend",
    );
    expect(recommendationTrend.trend[0]).toEqual({
      period: "0m",
      strongBuy: month!.analystRatingsStrongBuy,
      buy: month!.analystRatingsBuy,
      hold: month!.analystRatingsHold,
      sell: month!.analystRatingsSell,
      strongSell: month!.analystRatingsStrongSell,
    });
  });

  it("remember each firm's target before", async () => {
    const { upgradeDowngradeHistory } = await summary<Ratings>("AAPL", "upgradeDowngradeHistory");
    const { history } = upgradeDowngradeHistory;
    const later = history.slice(0, 12).filter(({ action }) => action !== "init");
    expect(later.length).toBeGreaterThan(5);
    for (const note of later) {
      const before = history.slice(history.indexOf(note) + 1).find(({ firm }) => firm === note.firm);
      expect(note.priorPriceTarget).toBe(before?.currentPriceTarget);
    }
  });

  it("own after each trade the previous shares plus or minus the traded ones", async () => {
    const trades = await market.a<Trade>("insider-trading/search?symbol=AAPL");
    expect(trades).toHaveLength(20);
    for (const trade of trades.slice(0, 12)) {
      const earlier = trades.slice(trades.indexOf(trade) + 1);
      const before = earlier.find(({ reportingName }) => reportingName === trade.reportingName);
      const sign = trade.acquisitionOrDisposition === "A" ? 1 : -1;
      expect(trade.securitiesOwned).toBe((before?.securitiesOwned ?? 0) + sign * trade.securitiesTransacted);
    }
  });

  it("are newest first and never from the future", async () => {
    const trades = await market.a<Trade>("insider-trading/search?symbol=AAPL");
    const notes = await market.a<{ publishedDate: string }>("price-target-news?symbol=AAPL&limit=25");
    const days = trades.map(({ filingDate }) => filingDate);
    const times = notes.map(({ publishedDate }) => publishedDate);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(times).toEqual(times.toSorted().toReversed());
    expect(days[0]! <= "2025-11-20").toBe(true);
    expect(times[0]! <= "2025-11-20T18:00:00Z").toBe(true);
  });
});
