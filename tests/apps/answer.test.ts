import { describe, expect, it } from "vitest";
import { codeIn, listIn, numberIn, readAnswer } from "../../src/apps/parts/answer.js";
import { readCsv } from "../../src/apps/parts/csv.js";

const META = {
  "market-data/cache": {
    state: "stale",
    provider: "provider-b",
    asOf: "2026-11-20T16:35:00Z",
    fetchedAt: "2026-11-20T17:00:00Z",
    ageSeconds: 172_800,
    vendors: ["Yahoo Finance", "Financial Modeling Prep"],
  },
  "market-data/currency": "GBp; marketCap=GBP",
  "market-data/market": "within regular hours",
  "market-data/simulated": true,
  "market-data/remarks": ["Price in GBp (pence).", "Market cap in GBP."],
  "market-data/lead": ["Price in GBp (pence)."],
};
/** The note says what `_meta` says, for models. */
const OBJECT = {
  note: "OLD DATA: this answer is old. Simulated data, no real market figure. Price in GBp (pence) of 20 November 2026, 16:35 UTC, from Yahoo Finance (provider B).",
  stale: true,
  symbol: "TSCO.L",
  price: 388.4,
};

/** The names that a server without provider A writes into the page. */
const VENDORS = { "provider-b": "Yahoo Finance", "provider-d": "SEC EDGAR" };

describe("an answer", () => {
  it("has its source, time, market, currencies, warnings and remarks from _meta", () => {
    expect(readAnswer({ structuredContent: OBJECT, _meta: META })).toEqual({
      body: OBJECT,
      isError: false,
      failure: "",
      text: "",
      remarks: ["Price in GBp (pence).", "Market cap in GBP."],
      lead: ["Price in GBp (pence)."],
      simulated: true,
      currency: "GBp",
      otherCurrencies: { marketCap: "GBP" },
      provider: "provider-b",
      sources: ["Yahoo Finance", "Financial Modeling Prep"],
      asOf: "2026-11-20T16:35:00Z",
      fetchedAt: "2026-11-20T17:00:00Z",
      isStale: true,
      market: "within regular hours",
    });
  });

  it.each([
    ["only its object", { structuredContent: OBJECT }],
    ["only its text", { content: [{ type: "text", text: JSON.stringify(OBJECT) }] }],
  ])(
    "has its figures and the marks of old and simulated data, and nothing of its note, when the host passes %s",
    (_what, result) => {
      expect(readAnswer(result, {}, true)).toMatchObject({
        body: { symbol: "TSCO.L", price: 388.4 },
        remarks: [],
        simulated: true,
        currency: null,
        otherCurrencies: {},
        provider: null,
        sources: [],
        asOf: null,
        fetchedAt: null,
        isStale: true,
        market: null,
      });
    },
  );

  it("has its currency, time and source from fields of its object, if it has such fields and no _meta", () => {
    const own = { currency: "GBp", source: "PROVIDER_B", as_of: "2026-11-20T16:35:00.000Z" };
    expect(readAnswer({ structuredContent: own }, VENDORS)).toMatchObject({
      currency: "GBp",
      provider: "provider-b",
      sources: ["Yahoo Finance"],
      asOf: "2026-11-20T16:35:00.000Z",
      simulated: false,
    });
  });

  it.each([
    ["PROVIDER_D", "AAPL", "SEC EDGAR"],
    ["PROVIDER_D", "EURUSD=X", "ECB"],
    ["PROVIDER_B", "EURUSD=X", "Yahoo Finance"],
    ["PROVIDER_A", "AAPL", "provider A"],
  ])("names %s of %s as people know it: %s", (source, symbol, name) => {
    expect(readAnswer({ structuredContent: { symbol, source } }, VENDORS).sources).toEqual([name]);
  });
});

describe("a list as CSV", () => {
  it("has numbers, texts and missing values as in JSON", () => {
    expect(readCsv('date,close,name,volume\n2026-03-05,-1.5e-7,"A, ""B""\nC",\n2026-03-04,0,,7\n')).toEqual([
      { date: "2026-03-05", close: -1.5e-7, name: 'A, "B"\nC', volume: null },
      { date: "2026-03-04", close: 0, name: null, volume: 7 },
    ]);
    expect(readCsv("date\n2026-03-05\n")).toEqual([{ date: "2026-03-05" }]);
    expect([readCsv("date,close\n"), readCsv("")]).toEqual([[], []]);
  });

  it.each(["037833100", "594918104", "92939E102", "1e400", "NaN", "388.40"])("leaves the text %s as it is", (cusip) => {
    expect(codeIn(readCsv(`cusip\n${cusip}\n`)[0]!, "cusip")).toBe(cusip);
  });

  it("has a figure for a number only", () => {
    const figures = ["7", "-1.5e-7", "007", "Infinity"].map((cell) => numberIn(readCsv(`a\n${cell}\n`)[0]!, "a"));
    expect(figures).toEqual([7, -1.5e-7, null, null]);
  });

  it("stands for the list that an answer lacks", () => {
    expect(listIn({ csv: "date,close\n2026-03-05,2\n" }, "bars")).toEqual([{ date: "2026-03-05", close: 2 }]);
    expect(listIn({ bars: [{ close: 1 }] }, "bars")).toEqual([{ close: 1 }]);
    expect([listIn({ csv: "a\n1\n", bars: [] }, "bars"), listIn({}, "bars")]).toEqual([[], []]);
  });
});
