import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { recommendations, toSectorChanges } from "../../../src/capabilities/companies/recommendations.js";
import { parseInput } from "../../../src/contract/input.js";
import { recommendationsFromYahoo } from "../../../src/providers/yahoo/companies/recommendations.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, APPLE_ROW, BASE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();
const NOW = { period: "0m", strongBuy: 7, buy: 21, hold: 14, sell: 2, strongSell: 2 };
const LAST = { period: "-1m", strongBuy: 8, buy: 21, hold: 13, sell: 2, strongSell: 2 };
const ZERO = { period: "0m", strongBuy: 0, buy: 0, hold: 0, sell: 0, strongSell: 0 };
const NOBODY = {
  symbol: "AAPL",
  recommendations: { strongBuy: 0, buy: 0, hold: 0, sell: 0, strongSell: 0 },
  summary: { total_analysts: 0, average_rating: null, consensus: null },
};

async function recommendationsOf(modules: Record<string, JsonBodyType>) {
  internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: APPLE_PRICE, ...modules })));
  return (await createAsker().ask(recommendationsFromYahoo, { symbol: "AAPL" })).data;
}

const trendOf = (...trend: JsonBodyType[]) => recommendationsOf({ recommendationTrend: { trend, maxAge: 86400 } });

describe("recommendations by provider B", () => {
  it("are this month's counts with their own average, not provider B's mean, which is of another panel", async () => {
    expect(
      await recommendationsOf({
        recommendationTrend: { trend: [NOW, LAST] },
        financialData: { recommendationMean: 2.06522, numberOfAnalystOpinions: 40 },
      }),
    ).toEqual({
      symbol: "AAPL",
      recommendations: { strongBuy: 7, buy: 21, hold: 14, sell: 2, strongSell: 2 },
      summary: { total_analysts: 46, average_rating: 2.37, consensus: "Buy" },
    });
  });

  it("are those of this month, at any place in the list", async () => {
    expect((await trendOf(LAST, NOW)).recommendations?.strongBuy).toBe(7);
  });

  it("are those of last month while this month has none", async () => {
    expect((await trendOf(ZERO, LAST)).recommendations).toEqual({
      strongBuy: 8,
      buy: 21,
      hold: 13,
      sell: 2,
      strongSell: 2,
    });
  });

  it.each([-3, 1.5, 1e300, "N/A"])("have no average beside a count of %j, which is none", async (hold) => {
    const { recommendations: counts, summary: found } = await trendOf({ ...NOW, hold });
    expect([counts?.hold, counts?.buy, found?.average_rating, found?.total_analysts]).toEqual([null, 21, null, null]);
  });

  it("have zero analysts when all months are empty", async () => {
    expect(await trendOf(ZERO)).toEqual(NOBODY);
  });

  it.each([
    ["there is no trend", {}],
    ["the trend is empty", { recommendationTrend: { trend: [] } }],
    ["the module is null", { recommendationTrend: null }],
  ])("have zero analysts when %s", async (_what, modules) => {
    expect(await recommendationsOf(modules as Record<string, JsonBodyType>)).toEqual(NOBODY);
  });

  it("say that their zeros stand for ratings that provider B does not have", async () => {
    internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: APPLE_PRICE })));
    expect((await createAsker().ask(recommendationsFromYahoo, { symbol: "AAPL" })).notes).toEqual([
      "The counts are 0 because provider B has no analyst ratings for it, as with most funds, coins and indices.",
    ]);
  });

  it("are null, not 0, beside analysts whose ratings are not sent", async () => {
    expect(await recommendationsOf({ financialData: { numberOfAnalystOpinions: 40 } })).toEqual({
      symbol: "AAPL",
      recommendations: { strongBuy: null, buy: null, hold: null, sell: null, strongSell: null },
      summary: { total_analysts: null, average_rating: null, consensus: null },
    });
  });

  it("are null, not 0, when no count can be read", async () => {
    expect(await trendOf({ period: "0m", buy: "NaN" })).toEqual({
      symbol: "AAPL",
      recommendations: { strongBuy: null, buy: null, hold: null, sell: null, strongSell: null },
      summary: { total_analysts: null, average_rating: null, consensus: null },
    });
  });

  it.each(["none", ["none"], { trend: "none" }, { trend: ["none"] }])(
    "are no valid answer when the module is %j",
    async (recommendationTrend) => {
      await expect(recommendationsOf({ recommendationTrend })).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );

  it("have no sum when a count is missing", async () => {
    expect(await trendOf({ ...NOW, hold: null })).toEqual({
      symbol: "AAPL",
      recommendations: { strongBuy: 7, buy: 21, hold: null, sell: 2, strongSell: 2 },
      summary: { total_analysts: null, average_rating: null, consensus: null },
    });
  });
});

describe("changes of ratings in a sector", () => {
  const change = (day: string, firm: string, action: string) => ({
    epochGradeDate: Date.parse(`${day}T14:00:00Z`) / 1000,
    firm,
    toGrade: "Buy",
    fromGrade: "Hold",
    action,
  });
  const HISTORY: Record<string, JsonBodyType> = {
    AAPL: [change("2026-03-20", "Alder", "up"), change("2026-01-02", "Birch", "down")],
    MSFT: [change("2026-03-21", "Cedar", "main"), change("2026-03-10", "Damson", "down")],
  };

  function play(history: Record<string, JsonBodyType>, rows = Object.keys(history)) {
    const screens: unknown[] = [];
    internet.use(
      ...sessionRoutes(),
      http.post(`${BASE}/v1/finance/screener`, async ({ request }) => {
        screens.push(await request.json());
        const quotes = rows.map((symbol) => ({ ...APPLE_ROW, symbol, longName: `${symbol[0]} Inc.` }));
        return HttpResponse.json({ finance: { result: [{ quotes, total: quotes.length }], error: null } });
      }),
      ...Object.entries(history).map(([symbol, changes]) =>
        summary(
          symbol,
          changes === null
            ? () => new HttpResponse("boom", { status: 503 })
            : summaryOf({ price: { ...APPLE_PRICE, symbol }, upgradeDowngradeHistory: { history: changes } }),
        ),
      ),
    );
    return screens;
  }
  const ask = (input: Record<string, unknown> = {}) =>
    createAsker().ask(recommendationsFromYahoo, {
      sector: "Technology",
      from: "2026-03-01",
      to: "2026-03-31",
      ...input,
    });

  it("are those of its largest companies within the range, newest first", async () => {
    // A second class of shares of a company is not another company.
    const screens = play(HISTORY, ["AAPL", "AAPL2", "MSFT"]);
    expect((await ask()).data).toEqual({
      sector: "Technology",
      from: "2026-03-01",
      to: "2026-03-31",
      companies: [
        { symbol: "AAPL", upgrades: 1, downgrades: 0 },
        { symbol: "MSFT", upgrades: 0, downgrades: 1 },
      ],
      changes: [
        { symbol: "MSFT", date: "2026-03-21", firm: "Cedar", rating: "Buy", ratingChange: "Maintain" },
        { symbol: "AAPL", date: "2026-03-20", firm: "Alder", rating: "Buy", ratingChange: "Upgrade" },
        { symbol: "MSFT", date: "2026-03-10", firm: "Damson", rating: "Buy", ratingChange: "Downgrade" },
      ],
      upgrades: 1,
      downgrades: 1,
      total: 3,
    });
    expect(JSON.stringify(screens)).toContain('"operands":["sector","Technology"]');
  });

  it("name a company whose history cannot be had", async () => {
    play({ ...HISTORY, NVDA: null });
    const { data, notes, missing } = await ask();
    expect([data.total, missing, notes]).toEqual([3, ["changes"], ["The changes of NVDA could not be had."]]);
    expect(data.companies?.at(-1)).toEqual({ symbol: "NVDA", upgrades: null, downgrades: null });
  });

  it("leave out those that maintain a rating first", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      symbol: "AAPL",
      date: `2026-03-${String(at + 1).padStart(2, "0")}`,
      firm: "Alder",
      rating: "Buy",
      ratingChange: at < 5 ? "Upgrade" : "Maintain",
    }));
    const range = { from: "2026-03-01", to: "2026-03-31" };
    const { changes, total } = toSectorChanges("Energy", range, new Map([["AAPL", many]]));
    expect([changes?.length, total, changes?.at(-1)?.date, changes?.[0]?.date]).toEqual([
      20,
      30,
      "2026-03-01",
      "2026-03-30",
    ]);
  });

  it.each([
    [{}, "Missing"],
    [{ symbol: "AAPL", sector: "Energy" }, "not possible"],
    [{ symbol: "AAPL", from: "2026-01-01" }, "not possible"],
    [{ sector: "Energy", from: "2024-02-01", to: "2024-01-01" }, "before"],
    [{ sector: "Energy", from: "2020-02-01", to: "2024-01-01" }, "366"],
    [{ sector: "Magic" }, "sector"],
  ])("refuse %j without a call", (input, words) => {
    expect(() => parseInput(recommendations, input)).toThrow(words);
  });
});
