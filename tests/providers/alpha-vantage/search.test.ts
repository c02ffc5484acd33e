import * as fc from "fast-check";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { searchFromAlphaVantage } from "../../../src/providers/alpha-vantage/search.js";
import { BASES, createAsker, TEST_KEY } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
const ENDPOINT = `${BASES["provider-c"]}/query`;

const TESCO = {
  "1. symbol": "TSCO.LON",
  "2. name": "Tesco PLC",
  "3. type": "Equity",
  "4. region": "United Kingdom",
  "5. marketOpen": "08:00",
  "6. marketClose": "16:30",
  "7. timezone": "UTC+01",
  "8. currency": "GBX",
  "9. matchScore": "0.7273",
};

const MATCH = {
  symbol: "TSCO.LON",
  name: "Tesco PLC",
  type: "Equity",
  region: "United Kingdom",
  marketOpen: "08:00",
  marketClose: "16:30",
  timezone: "UTC+01",
  currency: "GBX",
  matchScore: "0.7273",
};

const NOTHING_KNOWN = {
  name: null,
  type: null,
  region: null,
  marketOpen: null,
  marketClose: null,
  timezone: null,
  currency: null,
  matchScore: null,
};

/** Returns the matches of an answer with this body. */
async function matchesIn(body: unknown, q = "tesco") {
  internet.use(http.get(ENDPOINT, () => HttpResponse.json(body as never)));
  const { data } = await createAsker().ask(searchFromAlphaVantage, { q });
  return data.bestMatches;
}

/** Returns the matches of an answer with these rows. */
const matchesOf = (...bestMatches: unknown[]) => matchesIn({ bestMatches });

describe("search by provider C", () => {
  it("names the indices, futures and coins that the search may mean, because C lists shares and funds only", async () => {
    internet.use(http.get(ENDPOINT, () => HttpResponse.json({ bestMatches: [TESCO] })));
    const notesOf = async (q: string) => (await createAsker().ask(searchFromAlphaVantage, { q })).notes?.at(-1);
    expect(await notesOf("S&P 500")).toBe("Not among shares and funds: ^GSPC (S&P 500 index).");
    expect(await notesOf("gold")).toBe("Not among shares and funds: GC=F (Gold).");
    expect(await notesOf("tesco")).toBeUndefined();
  });

  it("returns the matches with provider C's scores, every value as its original text", async () => {
    const tracker = {
      "1. symbol": "BAAX39.SAO",
      "2. name": "iShares Barclays Aggregate",
      "3. type": "ETF",
      "4. region": "Brazil/Sao Paolo",
      "5. marketOpen": "10:00",
      "6. marketClose": "17:30",
      "7. timezone": "UTC-03",
      "8. currency": "BRL",
      "9. matchScore": "0.5000",
    };
    expect(await matchesOf(TESCO, tracker)).toEqual([
      MATCH,
      {
        symbol: "BAAX39.SAO",
        name: "iShares Barclays Aggregate",
        type: "ETF",
        region: "Brazil/Sao Paolo",
        marketOpen: "10:00",
        marketClose: "17:30",
        timezone: "UTC-03",
        currency: "BRL",
        matchScore: "0.5000",
      },
    ]);
  });

  it("returns each symbol once, best score first, whatever provider C's order", async () => {
    const weak = { ...TESCO, "1. symbol": "TCO2.FRK", "9. matchScore": "0.5455" };
    const matches = await matchesOf(weak, TESCO, TESCO, weak);
    expect(matches.map(({ symbol }) => symbol)).toEqual(["TSCO.LON", "TCO2.FRK"]);
  });

  it("lists the fields in the interface's order", async () => {
    const [match] = await matchesOf(Object.fromEntries(Object.entries(TESCO).toReversed()));
    expect(Object.keys(match!)).toEqual(Object.keys(MATCH));
  });

  it("sends the query as one encoded value, and the key in the query, as provider C requires", async () => {
    const asked: string[] = [];
    internet.use(
      http.get(ENDPOINT, ({ request }) => {
        asked.push(request.url);
        return HttpResponse.json({ bestMatches: [TESCO] });
      }),
    );
    const q = "m&m apikey=x&function=quote#é/..";
    await createAsker().ask(searchFromAlphaVantage, { q });
    const url = new URL(asked[0]!);
    expect([...url.searchParams]).toEqual([
      ["function", "SYMBOL_SEARCH"],
      ["keywords", q],
      ["apikey", TEST_KEY],
    ]);
    expect(url.pathname).toBe("/query");
  });

  it("keeps a full score's four decimals", async () => {
    expect(await matchesOf({ ...TESCO, "9. matchScore": "1.0000" })).toEqual([{ ...MATCH, matchScore: "1.0000" }]);
  });

  it("writes a numeric score with four decimals", async () => {
    expect(await matchesOf({ ...TESCO, "9. matchScore": 1 })).toEqual([{ ...MATCH, matchScore: "1.0000" }]);
  });

  it.each(["NaN", "Infinity", "high", "", null, {}, ["0.5"], true])("has a null score for %j", async (score) => {
    expect(await matchesOf({ ...TESCO, "9. matchScore": score })).toEqual([{ ...MATCH, matchScore: null }]);
  });

  it("trims trailing blanks", async () => {
    expect(await matchesOf({ ...TESCO, "2. name": "Tesco PLC   " })).toEqual([MATCH]);
  });

  it("returns India's time zone unchanged", async () => {
    expect(await matchesOf({ ...TESCO, "7. timezone": "UTC+5.5" })).toEqual([{ ...MATCH, timezone: "UTC+5.5" }]);
  });

  it("has null for missing, empty and non-text values", async () => {
    expect(await matchesOf({ "1. symbol": "TSCDF" }, { "1. symbol": "TSCDY", "2. name": "", "3. type": {} })).toEqual([
      { symbol: "TSCDF", ...NOTHING_KNOWN },
      { symbol: "TSCDY", ...NOTHING_KNOWN },
    ]);
  });

  it("leaves out rows without a symbol", async () => {
    expect(await matchesOf(null, 7, "row", [], {}, { ...TESCO, "1. symbol": " " }, TESCO)).toEqual([MATCH]);
    // Every symbol in a search result must be valid as an input.
    expect(await matchesOf({ ...TESCO, "1. symbol": "BRK/A WS" }, TESCO)).toEqual([MATCH]);
  });

  it("removes characters that hide instructions", async () => {
    const name = "Tesco\u202e PLC\u200b\u{e0041}\u0000";
    expect(await matchesOf({ ...TESCO, "2. name": name })).toEqual([MATCH]);
  });

  it("returns at most ten matches", async () => {
    const rows = Array.from({ length: 12 }, (_, index) => ({ ...TESCO, "1. symbol": `T${index}` }));
    const symbols = (await matchesOf(...rows)).map(({ symbol }) => symbol);
    expect(symbols).toEqual(["T0", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"]);
  });

  it("fails with no_data when nothing matches, so that a provider with coins and indices is asked", async () => {
    await expect(matchesOf()).rejects.toMatchObject({ provider: "provider-c", reason: "no_data" });
  });

  it.each([
    ["a list", [TESCO]],
    ["matches that are no list", { bestMatches: { 0: TESCO } }],
    ["matches without one symbol", { bestMatches: [{}, null] }],
  ])("fails with bad_answer for %s", async (_what, body) => {
    await expect(matchesIn(body)).rejects.toMatchObject({ provider: "provider-c", reason: "bad_answer" });
  });

  it.each([
    ["an empty object", {}],
    ["null", null],
  ])("does not treat %s, which has no list of matches, as an empty result", async (_what, body) => {
    await expect(matchesIn(body)).rejects.toMatchObject({ provider: "provider-c", reason: "bad_answer" });
  });

  it("accepts any row", async () => {
    const values = fc.dictionary(fc.constantFrom(...Object.keys(TESCO), "__proto__"), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(values, async (row) => {
        const matches = await matchesOf(TESCO, row);
        // A row with a higher score stands first.
        expect(matches).toContainEqual(MATCH);
        for (const match of matches) {
          expect(Object.keys(match)).toEqual(Object.keys(MATCH));
          expect(Object.values(match).every((value) => value === null || typeof value === "string")).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});
