import { describe, expect, it } from "vitest";
import { financials, withoutSegments } from "../../../src/capabilities/companies/financials.js";
import { parseInput } from "../../../src/contract/input.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { financialsFromFmp, SEGMENTS_NOTE } from "../../../src/providers/financial-modeling-prep/financials.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();

const YEAR = {
  symbol: "AAPL",
  fiscalYear: 2025,
  period: "FY",
  reportedCurrency: null,
  date: "2025-09-27",
  data: { Mac: 30_000_000_000, Service: 100_000_000_001 },
};
const OLDER = {
  ...YEAR,
  fiscalYear: 2024,
  reportedCurrency: "USD",
  date: "2024-09-28",
  data: { Mac: 29_000_000_000, Services: 90_000_000_000 },
};

const ask = (raw: object = {}, asker = createAsker()) =>
  asker.ask(financialsFromFmp, { symbol: "AAPL", statement_type: "revenue_by_product", ...raw });

describe("revenue by segment", () => {
  it("has each segment with the name and the revenue that were sent, newest period first", async () => {
    const calls = simulateFmp(internet, { "revenue-product-segmentation": [OLDER, YEAR] });
    expect(await ask()).toEqual({
      data: {
        symbol: "AAPL",
        statement_type: "revenue_by_product",
        period: "annual",
        data: [
          {
            date: "2025-09-27",
            symbol: "AAPL",
            fiscalYear: "2025",
            period: "FY",
            reportedCurrency: null,
            segments: [
              { name: "Mac", revenue: 30_000_000_000 },
              { name: "Service", revenue: 100_000_000_001 },
            ],
          },
          {
            date: "2024-09-28",
            symbol: "AAPL",
            fiscalYear: "2024",
            period: "FY",
            reportedCurrency: "USD",
            segments: [
              { name: "Mac", revenue: 29_000_000_000 },
              { name: "Services", revenue: 90_000_000_000 },
            ],
          },
        ],
      },
      accounts: null,
      notes: [toPlainText(SEGMENTS_NOTE)],
    });
    expect(calls).toEqual(["revenue-product-segmentation?symbol=AAPL&period=annual&structure=flat"]);
  });

  it("of regions comes from the other address, by quarter where quarters were asked for", async () => {
    const quarter = { ...YEAR, period: "Q3", data: { Americas: 1, Europe: 2 } };
    const calls = simulateFmp(internet, { "revenue-geographic-segmentation": [quarter, YEAR] });
    const { data } = (await ask({ statement_type: "revenue_by_region", period: "quarter" })).data;
    expect(data.map(({ period, segments }) => [period, segments])).toEqual([
      [
        "Q3",
        [
          { name: "Americas", revenue: 1 },
          { name: "Europe", revenue: 2 },
        ],
      ],
    ]);
    expect(calls).toEqual(["revenue-geographic-segmentation?symbol=AAPL&period=quarter&structure=flat"]);
  });

  it("takes names as values, also those that objects inherit, and cleans them", async () => {
    const data = JSON.parse(
      '{"__proto__": 1, "constructor": 2, "toString": 3, "Wear\\u202eables\\n": 4, "\\u200b": 5, "Mac": "unknown"}',
    ) as object;
    simulateFmp(internet, { "revenue-product-segmentation": [{ ...YEAR, data }] });
    const [record] = (await ask()).data.data;
    expect(record?.["segments"]).toEqual([
      { name: "__proto__", revenue: 1 },
      { name: "constructor", revenue: 2 },
      { name: "toString", revenue: 3 },
      { name: "Wearables", revenue: 4 },
      { name: "Mac", revenue: null },
    ]);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });

  it("has at most 60 segments a period", async () => {
    const data = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`Segment ${at}`, at]));
    simulateFmp(internet, { "revenue-product-segmentation": [{ ...YEAR, data }] });
    const [record] = (await ask()).data.data;
    expect(record?.["segments"]).toHaveLength(60);
  });

  it("leaves out periods without a day or without segments, and fails if none is left", async () => {
    const bad = [
      { ...YEAR, date: "2025-02-30" },
      { ...YEAR, data: {} },
      { ...YEAR, data: ["Mac", 1] },
    ];
    simulateFmp(internet, { "revenue-product-segmentation": [...bad, OLDER] });
    expect((await ask()).data.data.map(({ date }) => date)).toEqual(["2024-09-28"]);
    simulateFmp(internet, { "revenue-product-segmentation": bad });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("is no coverage for a known symbol without segments, and not found for an unknown one", async () => {
    simulateFmp(internet, {
      "revenue-product-segmentation": [],
      profile: [{ symbol: "AAPL", companyName: "Apple Inc." }],
    });
    await expect(ask()).rejects.toMatchObject({
      kind: "no_coverage",
      message:
        "Cannot fetch revenue by segment for AAPL: provider A knows the symbol but has no revenue by segment for it; statement_type income has the whole revenue.",
    });
    simulateFmp(internet, { "revenue-product-segmentation": [], profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("a question about segments", () => {
  const input = (more: object) =>
    parseInput(financials, { symbol: "AAPL", statement_type: "revenue_by_region", ...more });

  it("does not go to provider B, and that about a company's own segments not to provider A", () => {
    expect(withoutSegments({ statement_type: "revenue_by_region" })).toEqual(["statement_type revenue_by_region"]);
    expect(withoutSegments({ statement_type: "income" })).toEqual([]);
    expect(financialsFromFmp.cannot?.(input({}))).toEqual([]);
    const bySegment = input({ statement_type: "revenue_by_segment" });
    expect(financialsFromFmp.cannot?.(bySegment)).toEqual(["statement_type revenue_by_segment"]);
  });

  it("may name a past day, and ask for the places in the filing", () => {
    expect(input({ as_of: "2025-01-31", provenance: true })).toMatchObject({ provenance: true });
  });
});
