import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { keyStatistics } from "../../../src/capabilities/companies/key-statistics.js";
import { parseInput } from "../../../src/contract/input.js";
import { keyStatisticsFromFmp } from "../../../src/providers/financial-modeling-prep/key-statistics.js";
import { keyStatisticsFromYahoo } from "../../../src/providers/yahoo/companies/key-statistics.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, crumbRoute, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();
beforeEach(() => {
  internet.use(
    ...sessionRoutes(),
    http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result: [], error: null } })),
  );
});

const row = (symbol: string, longName: string, trailingPE?: number) => ({
  symbol,
  longName,
  quoteType: "EQUITY",
  currency: "USD",
  regularMarketPrice: 10,
  ...(trailingPE === undefined ? {} : { trailingPE }),
});
const ROWS = [
  row("AAPL", "Apple Inc.", 31.2),
  row("SONY", "Sony Group", 24.5),
  // A second class of the same company, a loss, and one without earnings.
  row("SONY2", "Sony Group", 24.4),
  row("LOSS", "Loss Inc.", -3),
  row("NEW", "New Inc."),
  row("GPRO", "GoPro", 18.9),
  row("SONO", "Sonos", 42.7),
];

/** Returns the answer and the queries to the screener. */
async function industryOf(
  { symbol = "AAPL", rows = ROWS as object[] | null, industry = "Consumer Electronics" as string | null } = {},
  raw: object = { industry: true },
) {
  const queries: unknown[] = [];
  internet.use(
    summary(symbol, summaryOf({ price: { ...APPLE_PRICE, symbol }, assetProfile: { sector: "Technology", industry } })),
    crumbRoute("/v1/finance/screener", async (request) => {
      const { query, ...page } = (await request.json()) as { query: { operands: unknown[] }; size: number };
      queries.push({ size: page.size, operands: query.operands });
      if (rows === null) return new HttpResponse("<html>");
      const result = [{ start: 0, total: rows.length, quotes: rows }];
      return HttpResponse.json({ finance: { result, error: null } });
    }),
  );
  const asker = createAsker();
  const { data, missing, notes } = await asker.ask(keyStatisticsFromYahoo, { symbol, ...raw });
  return { data, missing, notes: notes?.join(" "), queries, asker };
}

describe("the industry of key statistics", () => {
  it("has the median of the positive P/E of its largest companies, each once, by one call of the screener", async () => {
    const { data, queries, notes, asker } = await industryOf();
    // statistics.median([31.2, 24.5, 18.9, 42.7]) of python3.
    expect(data.industry).toEqual({ name: "Consumer Electronics", medianPe: 27.85, companies: 4 });
    expect(queries).toEqual([
      {
        size: 250,
        operands: [
          { operator: "EQ", operands: ["region", "us"] },
          { operator: "EQ", operands: ["industry", "Consumer Electronics"] },
        ],
      },
    ]);
    expect(notes).toContain("medianPe is the median of 4 companies with a positive P/E");
    await asker.ask(keyStatisticsFromYahoo, { symbol: "AAPL", industry: true });
    expect(queries).toHaveLength(1);
  });

  it("is of the region of the listing, in the spelling of the screener", async () => {
    const { queries } = await industryOf({ symbol: "BARC.L", industry: "Banks - Diversified" });
    expect(JSON.stringify(queries)).toContain('["region","gb"]');
    expect(JSON.stringify(queries)).toContain("Banks—Diversified");
  });

  it("is null where the screener knows no such industry, and its median where no company has a P/E", async () => {
    const unknown = await industryOf({ industry: "Alchemy" });
    expect([unknown.data.industry, unknown.queries]).toEqual([null, []]);
    expect(unknown.notes).toContain("industry is null: provider B names no industry of it that its screener knows");
    const losses = await industryOf({ rows: [row("LOSS", "Loss Inc.", -3)] });
    expect(losses.data.industry).toEqual({ name: "Consumer Electronics", medianPe: null, companies: 0 });
    expect(losses.notes).toContain("medianPe is null: no company of the industry has a positive P/E.");
  });

  it("is missing this time when the screener fails, and in no answer without the parameter", async () => {
    const failed = await industryOf({ rows: null });
    expect([failed.data.industry, failed.missing]).toEqual([null, expect.arrayContaining(["industry"])]);
    const usual = await industryOf({}, {});
    expect([Object.keys(usual.data).includes("industry"), usual.queries]).toEqual([false, []]);
  });

  it("is no question for provider A, and its parameter must be true or false", () => {
    const input = parseInput(keyStatistics, { symbol: "AAPL", industry: true });
    expect(keyStatisticsFromFmp.cannot!(input)).toEqual(["industry"]);
    expect(() => parseInput(keyStatistics, { symbol: "AAPL", industry: "chips" })).toThrow("true, false");
  });
});
