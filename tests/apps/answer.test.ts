import { describe, expect, it } from "vitest";
import { listIn, readAnswer } from "../../src/apps/answer.js";
import { readCsv } from "../../src/apps/csv.js";
import { compareStocks } from "../../src/capabilities/compare-stocks.js";
import { fund } from "../../src/capabilities/fund.js";
import { keyStatistics } from "../../src/capabilities/key-statistics.js";
import { alternativeQuote } from "../../src/capabilities/quote.js";
import { fieldsOf } from "../../src/contract/field.js";
import { toCurrencyWords } from "../../src/mcp/currency-words.js";
import { envelopeOf } from "../support/fakes.js";

const NOTE =
  "OLD DATA: this answer is 2 days old, because a newer one could not be fetched (provider B: timed out). Simulated data, invented for demonstration; no real market figure. " +
  "Price in GBp (pence) of 20 November 2026, 16:35 UTC, from Yahoo Finance (provider B), completed by Financial Modeling Prep (provider A). Market cap in GBP.";

describe("an answer", () => {
  it.each([
    ["only its object", (object: object) => ({ structuredContent: object })],
    ["only its text", (object: object) => ({ content: [{ type: "text", text: JSON.stringify(object) }] })],
  ])("has its currency, source and warnings when the host passes %s, without _meta", (_what, toResult) => {
    expect(readAnswer(toResult({ note: NOTE, stale: true, symbol: "TSCO.L", price: 388.4 }))).toMatchObject({
      body: { symbol: "TSCO.L", price: 388.4 },
      note: NOTE,
      simulated: true,
      isStale: true,
      currency: "GBp",
      source: "Yahoo Finance (provider B)",
    });
  });

  it.each([
    ["; the US market is open.", "regular"],
    ["; the US market is closed.", "closed"],
    ["; the US market is in pre-market trading.", "pre-market"],
    ["; its market is open.", "open"],
    ["; its market is in after-hours trading.", "after-hours"],
    ["; it is within the regular hours of its exchange, which may have a holiday.", "within regular hours"],
    ["; it is outside the regular hours of its exchange.", "outside regular hours"],
    [".", null],
  ])("has the state of the market that its note ends with: %j", (end, market) => {
    const note = `Price in USD of 20 November 2026, 16:00 New York time, from Yahoo Finance (provider B)${end} Units: margins are ratios.`;
    expect(readAnswer({ structuredContent: { note } }).market).toBe(market);
  });

  it.each([
    [
      "Price in GBp (pence) of 20 November 2026, 16:35 UTC, from X (provider A). Market cap in GBP.",
      "GBp",
      { marketCap: "GBP" },
    ],
    [
      "Prices in GBp (pence), fetched 20 November 2026, 16:35 UTC, from X (provider A). Market cap, earnings per share, and revenue in GBP; annual rate in EUR.",
      "GBp",
      { marketCap: "GBP", eps: "GBP", revenue: "GBP", annualRate: "EUR" },
    ],
    ["Statements in CNY, fetched 20 November 2026, 16:35 UTC, from X (provider A).", null, { data: "CNY" }],
    [
      "Amounts in CNY, fetched 20 November 2026, 16:35 UTC, from X (provider A). The share is quoted in USD.",
      "CNY",
      {},
    ],
  ])("has the currency of each field from its note: %s", (note, currency, otherCurrencies) => {
    expect(readAnswer({ structuredContent: { note } })).toMatchObject({ currency, otherCurrencies });
    expect(Object.keys(readAnswer({ structuredContent: { note } }).otherCurrencies)).toEqual(
      Object.keys(otherCurrencies),
    );
  });

  it.each([keyStatistics, fund, alternativeQuote, compareStocks])(
    "has the currency of each amount of $name that is not in that of its prices from the note",
    (capability) => {
      const others = [...fieldsOf(capability.output)].filter(
        ([, { owner }]) => owner === "major" || owner === "accounts",
      );
      const fields = Object.fromEntries(others.map(([path]) => [path.split(".").at(-1)!, "EUR"]));
      const words = toCurrencyWords(capability, envelopeOf(0, { currency: { price: "GBp", fields } }))!;
      const { noun, unit } = words.main!;
      const note = [`${noun}s in ${unit}, fetched 20 November 2026, 16:35 UTC, from X.`, ...words.more].join(" ");
      expect(others).not.toEqual([]);
      expect(readAnswer({ structuredContent: { note } })).toMatchObject({ currency: "GBp", otherCurrencies: fields });
    },
  );

  it("names all sources of an answer that was computed from several", () => {
    const note = "Prices in USD, fetched 20 November 2026, 16:35 UTC, from X (provider A) and Y (provider B).";
    expect(readAnswer({ structuredContent: { note } }).source).toBe("X (provider A) and Y (provider B)");
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

  it("stands for the list that an answer lacks", () => {
    expect(listIn({ csv: "date,close\n2026-03-05,2\n" }, "bars")).toEqual([{ date: "2026-03-05", close: 2 }]);
    expect(listIn({ bars: [{ close: 1 }] }, "bars")).toEqual([{ close: 1 }]);
    expect([listIn({ csv: "a\n1\n", bars: [] }, "bars"), listIn({}, "bars")]).toEqual([[], []]);
  });
});
