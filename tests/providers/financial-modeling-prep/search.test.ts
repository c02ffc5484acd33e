import { describe, expect, it } from "vitest";
import { searchFromFmp } from "../../../src/providers/financial-modeling-prep/search.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();
atTime("2026-01-15T12:00:00Z");

const AAPL = {
  symbol: "AAPL",
  name: "Apple Inc.",
  currency: "USD",
  exchangeFullName: "NASDAQ Global Select",
  exchange: "NASDAQ",
};
const TRACKER = { symbol: "AAPL.L", name: "LS 1x Apple Tracker ETC", currency: "GBp", exchange: "LSE" };
const XETRA = { symbol: "APC.DE", name: "Apple Inc.", currency: "EUR", exchange: "XETRA" };
const ask = (q = "AAPL") => createAsker().ask(searchFromFmp, { q });

describe("a search", () => {
  it("returns only symbols that are valid as input", async () => {
    simulateFmp(internet, {
      "search-symbol": [
        { ...AAPL, symbol: "AAPL/WS A" },
        { ...AAPL, symbol: "aapl" },
      ],
      "search-name": [],
    });
    expect((await ask()).data.bestMatches.map(({ symbol }) => symbol)).toEqual(["AAPL"]);
  });

  it("merges matches by symbol and by name, best score first", async () => {
    const calls = simulateFmp(internet, { "search-symbol": [TRACKER, AAPL], "search-name": [XETRA, AAPL] });
    expect(await ask()).toEqual({
      data: {
        bestMatches: [
          {
            symbol: "AAPL",
            name: "Apple Inc.",
            type: null,
            region: "United States",
            marketOpen: "09:30",
            marketClose: "16:00",
            timezone: "UTC-05",
            currency: "USD",
            matchScore: "1.0000",
          },
          {
            symbol: "AAPL.L",
            name: "LS 1x Apple Tracker ETC",
            type: null,
            region: "United Kingdom",
            marketOpen: "08:00",
            marketClose: "16:30",
            timezone: "UTC+00",
            currency: "GBX",
            matchScore: "0.8000",
          },
          {
            symbol: "APC.DE",
            name: "Apple Inc.",
            type: null,
            region: "XETRA",
            marketOpen: "09:00",
            marketClose: "17:30",
            timezone: "UTC+01",
            currency: "EUR",
            matchScore: "0.4286",
          },
        ],
      },
      missing: [],
      notes: ["Scores are computed here on provider C's scale; provider A sends none."],
    });
    expect(calls.sort()).toEqual(["search-name?query=aapl&limit=50", "search-symbol?query=aapl&limit=50"]);
  });

  it("sends any text as one parameter", async () => {
    const calls = simulateFmp(internet, { "search-symbol": [AAPL], "search-name": [] });
    await ask("a&apikey=x#é");
    expect(calls.sort()).toEqual([
      "search-name?query=a%26apikey%3Dx%23%C3%A9&limit=50",
      "search-symbol?query=a%26apikey%3Dx%23%C3%A9&limit=50",
    ]);
  });

  it("returns at most ten, with null for facts of an unknown exchange", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ symbol: `S${index}`, exchange: "MOON" }));
    simulateFmp(internet, { "search-symbol": [{ name: "no symbol" }, ...rows], "search-name": [] });
    const { bestMatches } = (await ask("S")).data;
    expect(bestMatches).toHaveLength(10);
    expect(bestMatches[0]).toEqual({
      symbol: "S0",
      name: null,
      type: null,
      region: null,
      marketOpen: null,
      marketClose: null,
      timezone: null,
      currency: null,
      matchScore: "0.6667",
    });
  });

  it("does not guess a currency that provider A does not send", async () => {
    simulateFmp(internet, { "search-symbol": [{ ...TRACKER, currency: null }], "search-name": [] });
    expect((await ask()).data.bestMatches).toMatchObject([{ region: "United Kingdom", currency: null }]);
  });

  it("understands NGM as the exchange in Stockholm, while at provider B it is one of Nasdaq's", async () => {
    simulateFmp(internet, {
      "search-symbol": [{ symbol: "NORD", currency: "SEK", exchange: "NGM" }],
      "search-name": [],
    });
    expect((await ask("NORD")).data.bestMatches).toMatchObject([
      { region: "Stockholm", marketOpen: "09:00", marketClose: "17:30", timezone: "UTC+01", currency: "SEK" },
    ]);
  });

  it.each([
    ["CRYPTO", "Cryptocurrency"],
    ["INDEX", "Index"],
    ["constructor", null],
  ])("gives a listing on %s the type %j", async (exchange, type) => {
    simulateFmp(internet, { "search-symbol": [{ symbol: "X", exchange }], "search-name": [] });
    expect((await ask("X")).data.bestMatches[0]!.type).toBe(type);
  });

  it("answers with one list when the other fails, and notes that matches may be missing", async () => {
    simulateFmp(internet, { "search-symbol": [AAPL], "search-name": refused(402, NOT_IN_PLAN.path) });
    const { data, missing } = await ask();
    expect(data.bestMatches.map(({ symbol }) => symbol)).toEqual(["AAPL"]);
    expect(missing).toEqual(["bestMatches"]);
  });

  it("fails with no_data when nothing matches", async () => {
    simulateFmp(internet, { "search-symbol": [], "search-name": [] });
    await expect(ask()).rejects.toMatchObject({ reason: "no_data" });
  });

  it("fails when one list fails and the other is empty", async () => {
    simulateFmp(internet, { "search-symbol": [], "search-name": refused(402, NOT_IN_PLAN.path) });
    await expect(ask()).rejects.toMatchObject({ reason: "not_in_plan" });
  });
});
