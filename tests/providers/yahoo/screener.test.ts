import { HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { screenerFromYahoo } from "../../../src/providers/yahoo/market/screener.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_ROW, sessionRoutes, crumbRoute } from "./upstream-yahoo.js";

const internet = useInternet();

const STOCK = {
  symbol: "AAPL",
  name: "Apple Inc.",
  price: 244.6,
  marketCap: 3674405863424,
  volume: 50443058,
  sector: null,
  country: null,
  beta: 1.2,
  pe: 38.763866,
  eps: 6.31,
  changesPercentage: 1.2710667,
  dividendYield: null,
  yearHigh: 260.1,
  yearLow: 164.08,
  yearChangePercent: null,
  priceToBook: null,
};

/** Answers the screener with these rows, and the call for betas with `betas`. */
async function screen(
  quotes: JsonBodyType[],
  { input = {}, total = quotes.length, betas = { AAPL: 1.2 } }: Screening = {},
) {
  const asked: { body?: unknown; quotes: string[] } = { quotes: [] };
  internet.use(
    ...sessionRoutes(),
    crumbRoute("/v1/finance/screener", async (request) => {
      asked.body = await request.json();
      const page = { start: 0, count: quotes.length, total, quotes };
      return HttpResponse.json({ finance: { result: [page], error: null } });
    }),
    crumbRoute("/v7/finance/quote", (request) => {
      asked.quotes.push(new URL(request.url).search);
      if (betas === null) return new HttpResponse("<html>");
      const result = Object.entries(betas).map(([symbol, beta]) => ({ symbol, beta }));
      return HttpResponse.json({ quoteResponse: { result, error: null } });
    }),
  );
  return { ...(await createAsker().ask(screenerFromYahoo, input)), asked };
}

interface Screening {
  input?: Record<string, string | number>;
  total?: number;
  betas?: Record<string, number> | null;
}

const conditionsOf = async (input: Record<string, string | number>) => {
  const { asked } = await screen([APPLE_ROW], { input });
  return (asked.body as { query: { operator: string; operands: unknown[] } }).query;
};

describe("the screener by provider B", () => {
  it("gives matching stocks, the exact total and the filters as understood", async () => {
    const { data, missing, asked } = await screen([APPLE_ROW], { total: 4321 });
    expect(data).toEqual({ results: [STOCK], filters_applied: { limit: 50 }, total_results: 4321 });
    expect(missing).toEqual([]);
    expect(asked.body).toEqual({
      offset: 0,
      size: 100,
      sortField: "intradaymarketcap",
      sortType: "DESC",
      quoteType: "EQUITY",
      userId: "",
      userIdType: "guid",
      query: { operator: "AND", operands: [{ operator: "EQ", operands: ["region", "us"] }] },
    });
    expect(asked.quotes).toEqual(["?symbols=AAPL&fields=symbol%2Cbeta&crumb=a.b%2FCRUMB12"]);
  });

  it("passes on every filter, including bounds", async () => {
    const query = await conditionsOf({
      market_cap_min: 1,
      market_cap_max: 2,
      price_min: 3.5,
      price_max: 4.5,
      volume_min: 5,
      sector: "Industrial",
      country: "gb",
      beta_min: -1,
      beta_max: 1,
      limit: 3,
    });
    expect(query).toEqual({
      operator: "AND",
      operands: [
        { operator: "EQ", operands: ["region", "gb"] },
        { operator: "EQ", operands: ["sector", "Industrials"] },
        { operator: "GTE", operands: ["intradaymarketcap", 1] },
        { operator: "LTE", operands: ["intradaymarketcap", 2] },
        { operator: "GTE", operands: ["intradayprice", 3.5] },
        { operator: "LTE", operands: ["intradayprice", 4.5] },
        { operator: "GTE", operands: ["avgdailyvol3m", 5] },
        { operator: "GTE", operands: ["beta", -1] },
        { operator: "LTE", operands: ["beta", 1] },
      ],
    });
  });

  it("notes that bounds in dollars may have been compared with amounts in another currency", async () => {
    const notesOf = async (input: Record<string, string | number>) => (await screen([APPLE_ROW], { input })).notes;
    expect(await notesOf({ country: "JP", market_cap_min: 1_000_000_000, price_max: 9 })).toEqual([
      expect.stringContaining("listings"),
      "market_cap_min, price_max: bounds are US dollars, but provider B takes them without a currency and may compare them with amounts in the currency of the JP listings, so check the results.",
    ]);
    expect(await notesOf({ country: "JP", volume_min: 5, beta_max: 2 })).toHaveLength(1);
    expect(await notesOf({ country: "us", market_cap_min: 5 })).toHaveLength(1);
    expect(await notesOf({ market_cap_min: 5 })).toHaveLength(1);
  });

  it("inserts the sector of the filter, under our name", async () => {
    const { data } = await screen([APPLE_ROW], { input: { sector: "Materials" } });
    expect(data.results).toEqual([{ ...STOCK, sector: "Materials" }]);
    expect(data.filters_applied).toEqual({ sector: "Materials", limit: 50 });
  });

  it("does not pass a market cap in pounds as dollars", async () => {
    const { data } = await screen([{ ...APPLE_ROW, currency: "GBp" }]);
    expect(data.results).toEqual([{ ...STOCK, marketCap: null }]);
  });

  it("states the currency of the prices if it is the same for all, and that market caps are in dollars", async () => {
    const inPence = { ...APPLE_ROW, symbol: "TSCO.L", currency: "GBp" };
    expect(await screen([inPence])).toMatchObject({ currency: "GBp", currencies: { eps: "GBP" } });
    const mixed = await screen([APPLE_ROW, inPence]);
    expect([mixed.currency, mixed.currencies]).toEqual([undefined, undefined]);
    expect(mixed.notes).toContain(
      "The listings are not all in one currency, so price is in USD or GBp, and eps in USD or GBP.",
    );
  });

  it("does not take an unknown currency for dollars", async () => {
    const { currency: _, ...unknown } = APPLE_ROW;
    for (const rows of [[unknown], [{ ...APPLE_ROW, symbol: "OTHER" }, unknown]]) {
      const { data, currency, currencies } = await screen(rows);
      expect([currency, currencies]).toEqual([null, undefined]);
      expect(data.results.find(({ symbol }) => symbol === "AAPL")).toMatchObject({ marketCap: null });
    }
  });

  it("lists each stock once, largest first, whatever provider B's order", async () => {
    const small = { ...APPLE_ROW, symbol: "SMALL", marketCap: 5 };
    const { data } = await screen([small, APPLE_ROW, small]);
    expect(data.results.map(({ symbol }) => symbol)).toEqual(["AAPL", "SMALL"]);
  });

  it.each([-2, 0, 1.5])("does not know how many match when provider B's total is %j beside a row", async (total) => {
    expect((await screen([APPLE_ROW], { total })).data.total_results).toBeNull();
  });

  it("is no valid answer without a row of the stocks that it counts", async () => {
    await expect(screen([], { total: 3 })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("has null for missing PE and EPS", async () => {
    const { trailingPE: _, epsTrailingTwelveMonths: __, ...row } = APPLE_ROW;
    expect((await screen([row])).data.results).toEqual([{ ...STOCK, pe: null, eps: null }]);
  });

  it("reports missing betas when they cannot be fetched", async () => {
    const { data, missing } = await screen([APPLE_ROW], { betas: null });
    expect(data.results).toEqual([{ ...STOCK, beta: null }]);
    expect(missing).toEqual(["beta"]);
  });

  it("is no valid answer without rows and without a count, such as that of another call", async () => {
    await expect(screen([], { total: -1 })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("has an empty list and the total 0 when nothing matches", async () => {
    const { data, missing } = await screen([]);
    expect(data).toEqual({ results: [], filters_applied: { limit: 50 }, total_results: 0 });
    expect(missing).toEqual([]);
  });

  it.each([[[{ ...APPLE_ROW, symbol: null }]], [[5]], [[{ ...APPLE_ROW, regularMarketPrice: "NaN" }]]])(
    "fails with bad_answer when no row has a symbol and a price",
    async (rows) => {
      await expect(screen(rows)).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );
});

describe("the filters and orders that only provider B has", () => {
  it("are conditions of the query, and the order of its rows", async () => {
    const { asked } = await screen([APPLE_ROW], {
      input: { pe_min: 5, pe_max: 15, dividend_yield_min: 4, change_min: -3, change_max: 2.5, sort: "-dividend_yield" },
    });
    expect(asked.body).toMatchObject({
      size: 100,
      sortField: "forward_dividend_yield",
      sortType: "DESC",
      query: {
        operands: [
          { operator: "EQ", operands: ["region", "us"] },
          { operator: "GTE", operands: ["peratio.lasttwelvemonths", 5] },
          { operator: "LTE", operands: ["peratio.lasttwelvemonths", 15] },
          { operator: "GTE", operands: ["forward_dividend_yield", 4] },
          { operator: "GTE", operands: ["percentchange", -3] },
          { operator: "LTE", operands: ["percentchange", 2.5] },
        ],
      },
    });
  });

  it.each([
    ["market_cap", "intradaymarketcap", "ASC"],
    ["-change", "percentchange", "DESC"],
    ["volume", "avgdailyvol3m", "ASC"],
    ["-PRICE", "intradayprice", "DESC"],
  ])("sort by %s", async (sort, sortField, sortType) => {
    const { asked } = await screen([APPLE_ROW], { input: { sort } });
    expect(asked.body).toMatchObject({ sortField, sortType });
  });

  it("leave out losses where the P/E decides, because they have none", async () => {
    for (const input of [{ sort: "pe" }, { pe_max: 15 }]) {
      const { asked, notes } = await screen([APPLE_ROW], { input });
      expect(JSON.stringify(asked.body)).toContain('{"operator":"GT","operands":["peratio.lasttwelvemonths",0]}');
      expect(notes).toContain("Stocks without a P/E, such as those with losses, are left out.");
    }
  });

  it.each<[string, object, Record<string, number>, boolean]>([
    ["a P/E far above the highest", { trailingPE: 38 }, { pe_max: 15 }, true],
    ["a P/E below the lowest", { trailingPE: 3 }, { pe_min: 5 }, true],
    ["a P/E that is nearly low enough, because B has two kinds", { trailingPE: 16 }, { pe_max: 15 }, false],
    ["a fall, asked for gains", { regularMarketChangePercent: -4 }, { change_min: 2 }, true],
    ["a change that was a moment ago as asked", { regularMarketChangePercent: 1.4 }, { change_min: 2 }, false],
    ["a price above the highest", { regularMarketPrice: 900 }, { price_max: 50 }, true],
    ["a market cap above the highest", { marketCap: 3e12 }, { market_cap_max: 2e9 }, true],
    [
      "a market cap in another currency than the filter",
      { marketCap: 3e12, currency: "JPY" },
      { market_cap_max: 2e9 },
      false,
    ],
    ["a volume below the lowest", { averageDailyVolume3Month: 10 }, { volume_min: 1000 }, true],
    ["no such figure", { trailingPE: null }, { pe_max: 15 }, false],
  ])("are no valid answer when most rows have %s", async (_what, figures, input, isRefused) => {
    const rows = ["A", "B", "C", "D", "E"].map((symbol) => ({ ...APPLE_ROW, symbol, ...figures }));
    const answer = screen(rows, { input });
    const outcome = await answer.then(
      ({ data }) => data.results.length,
      (error: { reason: string }) => error.reason,
    );
    expect(outcome).toBe(isRefused ? "bad_answer" : 5);
  });

  it("show the rows by their own figures, those without the figure last", async () => {
    const row = (symbol: string, trailingPE: number | null) => ({ ...APPLE_ROW, symbol, trailingPE });
    const { data } = await screen([row("B", 9), row("NONE", null), row("A", 7), row("C", 30)], {
      input: { sort: "pe" },
    });
    expect(data.results.map(({ symbol }) => symbol)).toEqual(["A", "B", "C", "NONE"]);
  });

  it("search the 250 largest for stocks near their low or high, and do not count all", async () => {
    const row = (symbol: string, above: number | null, below: number | null) => ({
      ...APPLE_ROW,
      symbol,
      fiftyTwoWeekLowChangePercent: above,
      fiftyTwoWeekHighChangePercent: below,
    });
    const rows = [row("LOW", 0.02, -0.4), row("HIGH", 0.9, -0.005), row("UNKNOWN", null, null)];
    const low = await screen(rows, { input: { near_low_max: 2, sort: "pe" }, total: 4321 });
    expect(low.asked.body).toMatchObject({ size: 250, sortField: "intradaymarketcap", sortType: "DESC" });
    expect(low.data.results.map(({ symbol }) => symbol)).toEqual(["LOW"]);
    expect(low.data.total_results).toBeNull();
    expect(low.notes).toEqual(expect.arrayContaining([expect.stringContaining("250 largest searched")]));
    const high = await screen(rows, { input: { near_high_max: 1 } });
    expect(high.data.results.map(({ symbol }) => symbol)).toEqual(["HIGH"]);
    const none = await screen(rows, { input: { near_low_max: 1 } });
    expect(none.data.results).toEqual([]);
    expect(none.notes).toContain("None of them is that near.");
  });
});

describe("price to book, and the change over a year", () => {
  // Both rows of a recorded screen of US auto manufacturers.
  const RECORDED = [
    {
      ...APPLE_ROW,
      financialCurrency: "USD",
      symbol: "TSLA",
      priceToBook: 20.314655,
      fiftyTwoWeekChangePercent: 4.092753,
    },
    {
      ...APPLE_ROW,
      financialCurrency: "USD",
      symbol: "GM",
      priceToBook: 1.1671352,
      fiftyTwoWeekChangePercent: 56.67808,
    },
  ];
  const figuresOf = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ symbol, priceToBook, yearChangePercent }) => [symbol, priceToBook, yearChangePercent]);

  it("are conditions of the query, and figures of the rows as they are sent", async () => {
    const input = { pb_max: 25, change_min: 2.5, change_max: 60, change_period: "1y", sort: "-change" };
    const { asked, data, notes } = await screen(RECORDED, { input });
    expect(asked.body).toMatchObject({
      sortField: "fiftytwowkpercentchange",
      sortType: "DESC",
      query: {
        operands: [
          { operator: "EQ", operands: ["region", "us"] },
          { operator: "LTE", operands: ["pricebookratio.quarterly", 25] },
          { operator: "GT", operands: ["pricebookratio.quarterly", 0] },
          { operator: "GTE", operands: ["fiftytwowkpercentchange", 2.5] },
          { operator: "LTE", operands: ["fiftytwowkpercentchange", 60] },
        ],
      },
    });
    expect(figuresOf(data.results)).toEqual([
      ["GM", 1.1671352, 56.67808],
      ["TSLA", 20.314655, 4.092753],
    ]);
    expect(notes).toContain("Stocks without a known P/B, and those with negative equity, are left out.");
  });

  it("are null where they mix currencies, or pence and pounds, and where the ratio is 0", async () => {
    const row = (symbol: string, more: object) => ({ ...RECORDED[1], symbol, ...more });
    const rows = [
      row("CNY", { financialCurrency: "CNY" }),
      row("GBp", { currency: "GBp", financialCurrency: "GBP" }),
      row("ZERO", { priceToBook: 0 }),
      row("NEGATIVE", { priceToBook: -0.443826 }),
    ];
    const { data, notes } = await screen(rows, { input: { pb_max: 3 } });
    expect(data.results.map(({ priceToBook }) => priceToBook)).toEqual([null, null, null, -0.443826]);
    const said = "priceToBook is null where price and accounts differ in currency.";
    expect(notes).toContain(said);
    expect((await screen(RECORDED, { input: { pb_max: 30 } })).notes).not.toContain(said);
  });

  it.each([
    [
      "twice as high a P/B as asked, because the present price is another one",
      { priceToBook: 3.1 },
      { pb_max: 1.5 },
      5,
    ],
    ["a P/B more than twice as high", { priceToBook: 3.2 }, { pb_max: 1.5 }, "bad_answer"],
    ["a fall over a year, asked for gains", { fiftyTwoWeekChangePercent: -4 }, { change_min: 2 }, "bad_answer"],
  ])("are no valid answer when most rows have %s", async (_what, figures, input, expected) => {
    const rows = ["A", "B", "C", "D", "E"].map((symbol) => ({ ...RECORDED[1], symbol, ...figures }));
    const outcome = await screen(rows, { input: { ...input, change_period: "1y", sort: "change" } }).then(
      ({ data }) => data.results.length,
      (error: { reason: string }) => error.reason,
    );
    expect(outcome).toBe(expected);
  });
});

describe("filters whose figures provider B's rows do not have", () => {
  const QUALITY = {
    roe_min: 15,
    revenue_growth_min: 15.5,
    net_income_growth_min: -5,
    eps_growth_min: 12.5,
    ps_max: 2,
    debt_to_equity_max: 50,
    gross_margin_min: 40,
    dividend_years_min: 10,
  };

  it("are conditions in percent, without stocks whose ratio is missing or negative", async () => {
    expect((await conditionsOf(QUALITY)).operands).toEqual([
      { operator: "EQ", operands: ["region", "us"] },
      { operator: "GTE", operands: ["returnonequity.lasttwelvemonths", 15] },
      { operator: "GTE", operands: ["totalrevenues1yrgrowth.lasttwelvemonths", 15.5] },
      { operator: "GTE", operands: ["netincome1yrgrowth.lasttwelvemonths", -5] },
      { operator: "GTE", operands: ["epsgrowth.lasttwelvemonths", 12.5] },
      { operator: "LTE", operands: ["lastclosemarketcaptotalrevenue.lasttwelvemonths", 2] },
      { operator: "LTE", operands: ["totaldebtequity.lasttwelvemonths", 50] },
      { operator: "GTE", operands: ["grossprofitmargin.lasttwelvemonths", 40] },
      { operator: "GTE", operands: ["consecutive_years_of_dividend_growth_count", 10] },
      { operator: "GTE", operands: ["totaldebtequity.lasttwelvemonths", 0] },
      { operator: "GT", operands: ["lastclosemarketcaptotalrevenue.lasttwelvemonths", 0] },
    ]);
  });

  it("are stated in a sentence, because no column shows them", async () => {
    const { notes } = await screen([APPLE_ROW], { input: QUALITY });
    expect(notes).toContain(
      "Provider B filtered by these figures, which its rows do not have: return on equity (TTM) of at least 15 %; revenue growth (TTM) of at least 15.5 %; net income growth (TTM) of at least -5 %; growth of earnings per share (TTM) of at least 12.5 %; market cap / revenue (TTM) of at most 2; total debt / equity of at most 50 %; gross margin (TTM) of at least 40 %; dividend raised in a row for at least 10 years.",
    );
    expect(notes).toContain("Stocks without a known debt / equity, and those with negative equity, are left out.");
    expect((await screen([APPLE_ROW], { input: { industry: "Gold" } })).notes).toHaveLength(1);
  });
});

describe("the industry and the exchange", () => {
  it("are provider B's names, with one condition for all tiers of Nasdaq", async () => {
    const nasdaq = ["NMS", "NGM", "NCM"].map((code) => ({ operator: "EQ", operands: ["exchange", code] }));
    expect((await conditionsOf({ industry: "banks - regional", exchange: "Nasdaq" })).operands).toEqual([
      { operator: "EQ", operands: ["region", "us"] },
      { operator: "OR", operands: nasdaq },
      { operator: "EQ", operands: ["industry", "Banks—Regional"] },
    ]);
  });

  it("screen the country of the exchange, in whose currency bounds may be compared", async () => {
    expect((await conditionsOf({ exchange: "XETRA" })).operands).toEqual([
      { operator: "EQ", operands: ["region", "de"] },
      { operator: "EQ", operands: ["exchange", "GER"] },
    ]);
    const { notes } = await screen([APPLE_ROW], { input: { exchange: "LSE", price_max: 9 } });
    expect(notes).toContainEqual(expect.stringContaining("amounts in the currency of the GB listings"));
  });

  it("are no valid answer when most rows are of another exchange", async () => {
    const rows = ["A", "B", "C", "D", "E"].map((symbol) => ({ ...APPLE_ROW, symbol, exchange: "NYQ" }));
    await expect(screen(rows, { input: { exchange: "NASDAQ" } })).rejects.toMatchObject({ reason: "bad_answer" });
    expect((await screen(rows, { input: { exchange: "NYSE" } })).data.results).toHaveLength(5);
  });
});
