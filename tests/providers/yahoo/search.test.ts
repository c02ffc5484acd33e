import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { searchFromYahoo } from "../../../src/providers/yahoo/market/search.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE } from "./upstream-yahoo.js";

const internet = useInternet();
const NOTES = [
  "matchScore is computed on provider C's scale; hours are those of the exchange. Provider B does not give the currency; the quote does.",
];

const APPLE = {
  exchange: "NMS",
  shortname: "Apple Inc.",
  quoteType: "EQUITY",
  symbol: "AAPL",
  index: "quotes",
  score: 3804300,
  typeDisp: "Equity",
  longname: "Apple Inc.",
  exchDisp: "NASDAQ",
  isYahooFinance: true,
};
const APPLE_MATCH = {
  symbol: "AAPL",
  name: "Apple Inc.",
  type: "Equity",
  region: "United States",
  marketOpen: "09:30",
  marketClose: "16:00",
  timezone: expect.stringMatching(/^UTC-0[45]$/),
  currency: null,
  matchScore: "1.0000",
};

async function search(quotes: JsonBodyType[], q = "aapl") {
  let asked: Record<string, string> = {};
  internet.use(
    http.get(`${BASE}/v1/finance/search`, ({ request }) => {
      asked = Object.fromEntries(new URL(request.url).searchParams);
      return HttpResponse.json({ explains: [], count: quotes.length, quotes, news: [] });
    }),
  );
  return { ...(await createAsker().ask(searchFromYahoo, { q })), asked };
}

const matchesOf = async (...quotes: JsonBodyType[]) => (await search(quotes)).data.bestMatches;

describe("search by provider B", () => {
  it("gives matches in provider C's shape, with the hours of the exchange", async () => {
    const { data, notes, asked } = await search([APPLE]);
    expect(data).toEqual({ bestMatches: [APPLE_MATCH] });
    expect(notes).toEqual(NOTES);
    expect(asked).toEqual({ q: "aapl", quotesCount: "20", newsCount: "0" });
  });

  it("takes what is found by an ISIN for an exact match, although its name is not alike", async () => {
    const { data } = await search([APPLE], "us0378331005");
    expect(data.bestMatches).toEqual([APPLE_MATCH]);
  });

  it("takes other listings of what an ISIN names for exact matches, and not what is only about it", async () => {
    const listing = { ...APPLE, symbol: "APC.DE", exchange: "GER", score: 20000 };
    const fund = { ...APPLE, symbol: "AAPU", quoteType: "ETF", longname: "Direxion AAPL Bull 2X", score: 20001 };
    const { data } = await search([fund, { ...APPLE, score: 31000 }, listing], "us0378331005");
    const scores = data.bestMatches.map(({ symbol, matchScore }) => [symbol, matchScore === "1.0000"]);
    expect(scores).toEqual([
      ["AAPL", true],
      ["APC.DE", true],
      ["AAPU", false],
    ]);
  });

  it("leaves out options, private companies and symbols that are invalid as input", async () => {
    const option = { ...APPLE, quoteType: "OPTION", symbol: "AAPL251219C00120000" };
    const privateCompany = {
      index: "78ddc07626ff4bbc",
      name: "AAPlasma",
      permalink: "aaplasma",
      isYahooFinance: false,
    };
    const unaskable = { ...APPLE, symbol: "../etc/passwd" };
    expect(await matchesOf(option, privateCompany, unaskable, null, 5, APPLE)).toEqual([APPLE_MATCH]);
  });

  it.each([
    ["EQUITY", "Equity"],
    ["ETF", "ETF"],
    ["MUTUALFUND", "Mutual Fund"],
    ["INDEX", "Index"],
    ["CRYPTOCURRENCY", "Cryptocurrency"],
    ["CURRENCY", "Forex"],
    ["FUTURE", "Commodity"],
    ["toString", null],
    [null, null],
  ])("converts the type %j to %j", async (quoteType, type) => {
    expect(await matchesOf({ ...APPLE, quoteType })).toEqual([{ ...APPLE_MATCH, type }]);
  });

  it.each([
    ["VUSD.L", "ETF", "LSE", null],
    ["0G8L.L", "EQUITY", "LSE", null],
    ["HISU-U.TO", "ETF", "TOR", null],
    ["BTC-USD", "CRYPTOCURRENCY", "CCC", "USD"],
    ["BTC-EUR", "CRYPTOCURRENCY", "CCC", "EUR"],
    ["ETH-BTC", "CRYPTOCURRENCY", "CCC", null],
    ["ABC-USD", "EQUITY", "NMS", null],
  ])("does not guess the currency of %s (%s) from the exchange %s", async (symbol, quoteType, exchange, currency) => {
    expect(await matchesOf({ ...APPLE, symbol, quoteType, exchange })).toMatchObject([{ symbol, currency }]);
  });

  it("has null for unknown facts of an exchange, and uses a listing's short name if there is no other", async () => {
    const { longname: _, ...row } = { ...APPLE, exchange: "XXX", shortname: "APPLE  INC" };
    expect(await matchesOf(row)).toEqual([
      {
        ...APPLE_MATCH,
        name: "APPLE INC",
        region: null,
        marketOpen: null,
        marketClose: null,
        timezone: null,
        currency: null,
      },
    ]);
  });

  it("ranks by score, keeps the first of duplicate symbols and returns at most ten", async () => {
    const others = Array.from({ length: 15 }, (_value, index) => ({
      ...APPLE,
      symbol: `ZZ${index}`,
      longname: "Other",
    }));
    const matches = await matchesOf(...others, APPLE, { ...APPLE, longname: "Again" });
    expect(matches).toHaveLength(10);
    expect(matches[0]).toEqual(APPLE_MATCH);
    expect(new Set(matches.map(({ symbol }) => symbol)).size).toBe(10);
  });

  describe("for a name that several companies share", () => {
    const listing = (symbol: string, longname: string, score: number) => ({ ...APPLE, symbol, longname, score });
    const INC = listing("AAPL", "Apple Inc.", 39_332);
    const HOTELS = listing("APLE", "Apple Hospitality REIT, Inc.", 20_043);
    const RUSH = listing("AAPL.NE", "Apple CDR", 20_012);
    const found = async (q: string, ...rows: JsonBodyType[]) =>
      (await search(rows, q)).data.bestMatches.map(({ symbol, matchScore }) => `${symbol} ${matchScore}`);

    it("puts provider B's clear favourite first and keeps the scores", async () => {
      expect(await found("apple", RUSH, HOTELS, INC)).toEqual(["AAPL 0.6667", "APLE 0.8889", "AAPL.NE 0.7143"]);
    });

    it("orders by score when provider B has no clear favourite", async () => {
      const near = { ...INC, score: 30_000 };
      expect((await found("apple", near, HOTELS, RUSH))[0]).toBe("APLE 0.8889");
      expect((await found("apple", { ...INC, score: null }, { ...HOTELS, score: "high" }))[0]).toBe("APLE 0.8889");
    });

    it("puts the requested symbol before any favourite", async () => {
      expect(await found("aple", INC, HOTELS)).toEqual(["APLE 1.0000", expect.stringContaining("AAPL ")]);
    });

    it("keeps provider B's order for equal scores", async () => {
      expect(await found("zz", listing("ZZA", "x", 5), listing("ZZB", "x", 5), listing("ZZC", "x", 5))).toEqual([
        "ZZA 0.8000",
        "ZZB 0.8000",
        "ZZC 0.8000",
      ]);
    });
  });

  it("fails with no_data when nothing matches", async () => {
    await expect(search([])).rejects.toMatchObject({ reason: "no_data" });
    await expect(search([{ ...APPLE, quoteType: "OPTION" }])).rejects.toMatchObject({ reason: "no_data" });
  });

  it("fails with bad_answer for a list of anything but rows", async () => {
    await expect(search([{ ...APPLE, symbol: "N/A" }])).rejects.toMatchObject({ reason: "bad_answer" });
    await expect(search([1, 2])).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
