import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { ratingChanges, type priceTargets } from "../../../src/capabilities/companies/price-targets.js";
import type { DataOf } from "../../../src/contract/capability.js";
import { priceTargetsFromYahoo, ratingChangesFromYahoo } from "../../../src/providers/yahoo/companies/price-targets.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();
const FINANCIAL_DATA = {
  targetHighPrice: 325,
  targetLowPrice: 197,
  targetMeanPrice: 252.22575,
  targetMedianPrice: 257.5,
  numberOfAnalystOpinions: 40,
};
const TREND = { trend: [{ period: "0m", strongBuy: 7, buy: 21, hold: 14, sell: 2, strongSell: 2 }] };
const RAISED = {
  action: "main",
  currentPriceTarget: 350,
  epochGradeDate: 1781014385,
  firm: "TD Cowen",
  fromGrade: "Buy",
  priceTargetAction: "Raises",
  priorPriceTarget: 335,
  toGrade: "Buy",
};
const CHANGE = {
  analystName: "TD Cowen",
  date: "2026-06-09",
  previousTarget: 335,
  newTarget: 350,
  rating: "Buy",
  ratingChange: "Maintain",
};

function answerModules(modules: Record<string, JsonBodyType>) {
  internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: APPLE_PRICE, ...modules })));
}

async function targetsOf(modules: Record<string, JsonBodyType>) {
  answerModules(modules);
  return createAsker().ask(priceTargetsFromYahoo, { symbol: "AAPL" });
}

async function changesOf(...history: JsonBodyType[]) {
  answerModules({ upgradeDowngradeHistory: { history } });
  return (await createAsker().supply(ratingChangesFromYahoo, "AAPL")).facts;
}

describe("price targets by provider B", () => {
  it("have null for a target of 0, which no analyst sets", async () => {
    const financialData = { targetMeanPrice: 0, targetHighPrice: 0, targetLowPrice: 0, targetMedianPrice: 0 };
    const { data } = await targetsOf({ financialData, recommendationTrend: TREND });
    expect(data).toMatchObject({ priceTargetAverage: null, priceTargetHigh: null, priceTargetMedian: null });
  });

  it("have targets, counts and the latest changes", async () => {
    expect(
      await targetsOf({
        financialData: FINANCIAL_DATA,
        recommendationTrend: TREND,
        upgradeDowngradeHistory: { history: [RAISED] },
      }),
    ).toEqual({
      data: {
        symbol: "AAPL",
        priceTargetAverage: 252.22575,
        priceTargetHigh: 325,
        priceTargetLow: 197,
        priceTargetMedian: 257.5,
        numberOfAnalysts: 40,
        lastUpdated: "2026-06-09",
        strongBuy: 7,
        buy: 21,
        hold: 14,
        sell: 2,
        strongSell: 2,
        consensusRating: "Buy",
        recentChanges: [CHANGE],
        // 252.22575 / 245.55 - 1
        upsidePercent: 2.71869,
      },
      missing: [],
      currency: "USD",
    });
  });

  it.each([
    ["financialData", "numberOfAnalysts"],
    ["recommendationTrend", "strongBuy"],
    ["upgradeDowngradeHistory", "recentChanges"],
  ])("report missing fields when %s has another shape, and state nothing without a figure", async (name, field) => {
    const whole = {
      financialData: FINANCIAL_DATA,
      recommendationTrend: { trend: [{ period: "0m", strongBuy: 6, buy: 1, hold: 1, sell: 1, strongSell: 1 }] },
      upgradeDowngradeHistory: { history: [RAISED] },
    };
    for (const wrong of ["text", ["list"], 5]) {
      expect((await targetsOf({ ...whole, [name]: wrong })).missing).toContain(field);
      internet.resetHandlers();
      await expect(targetsOf({ [name]: wrong })).rejects.toMatchObject({ reason: "bad_answer" });
      internet.resetHandlers();
    }
  });

  it("have the day of the newest change with a target", async () => {
    const rated = { epochGradeDate: 1781200000, firm: "Citigroup", toGrade: "Buy", action: "reit" };
    const { data } = await targetsOf({ upgradeDowngradeHistory: { history: [rated, RAISED] } });
    expect(data.lastUpdated).toBe("2026-06-09");
    expect(data.recentChanges!.map(({ analystName }) => analystName)).toEqual(["Citigroup", "TD Cowen"]);
  });

  it("date a change by the day at the exchange, which ends after that in UTC", async () => {
    const evening = { ...RAISED, epochGradeDate: Date.UTC(2026, 5, 10, 1) / 1000 };
    const { data } = await targetsOf({ upgradeDowngradeHistory: { history: [evening] } });
    expect(data.recentChanges!.map(({ date }) => date)).toEqual(["2026-06-09"]);
  });

  it("have null counts when provider B has none", async () => {
    const { data } = await targetsOf({ financialData: FINANCIAL_DATA });
    expect(data).toMatchObject({
      strongBuy: null,
      strongSell: null,
      consensusRating: null,
      recentChanges: [],
      lastUpdated: null,
    });
  });

  it("do not know the changes that cannot be read", async () => {
    const { data, missing } = await targetsOf({ financialData: FINANCIAL_DATA, upgradeDowngradeHistory: "none" });
    expect({ data, missing }).toMatchObject({
      data: { recentChanges: null, lastUpdated: null },
      missing: ["recentChanges", "lastUpdated"],
    });
  });

  it.each([
    ["there is nothing but a price", {}],
    ["everything is empty", { financialData: {}, recommendationTrend: { trend: [] }, upgradeDowngradeHistory: {} }],
    [
      "all counts are 0",
      { recommendationTrend: { trend: [{ period: "0m", strongBuy: 0, buy: 0, hold: 0, sell: 0, strongSell: 0 }] } },
    ],
  ])("are not covered when %s", async (_what, modules) => {
    await expect(targetsOf(modules as Record<string, JsonBodyType>)).rejects.toMatchObject({
      kind: "no_coverage",
      message: "Cannot fetch price targets for AAPL: provider B knows the symbol but no analyst follows it.",
    });
  });
});

describe("rating changes by provider B", () => {
  it.each([
    ["up", "Upgrade"],
    ["down", "Downgrade"],
    ["init", "Initiate"],
    ["main", "Maintain"],
    ["reit", "Maintain"],
    ["constructor", null],
    ["", null],
  ])("convert %j to %j", async (action, ratingChange) => {
    expect(await changesOf({ ...RAISED, action })).toEqual([{ ...CHANGE, ratingChange }]);
  });

  it("have null for a target of 0 or a missing one", async () => {
    const { currentPriceTarget: _, ...older } = RAISED;
    expect(await changesOf({ ...older, priorPriceTarget: 0 })).toEqual([
      { ...CHANGE, previousTarget: null, newTarget: null },
    ]);
  });

  it("are complete and newest first, whatever their order", async () => {
    const rows = Array.from({ length: 30 }, (_value, day) => ({
      ...RAISED,
      epochGradeDate: 1_700_000_000 + day * 86400,
    }));
    const dates = (await changesOf(...rows)).map(({ date }) => date);
    expect(dates).toHaveLength(30);
    expect(dates).toEqual([...dates].sort().toReversed());
    expect(dates[0]).toBe("2023-12-13");
  });

  it("contain a change once that is sent twice", async () => {
    const other = { ...RAISED, firm: "Citigroup" };
    expect((await changesOf(RAISED, other, RAISED)).map(({ analystName }) => analystName)).toEqual([
      CHANGE.analystName,
      "Citigroup",
    ]);
  });

  it("leave out a row without a date, and invalid rows", async () => {
    expect(await changesOf({ ...RAISED, epochGradeDate: null }, 5, null, [], RAISED)).toEqual([CHANGE]);
  });

  it("are an empty list when provider B has no history", async () => {
    answerModules({});
    expect(await createAsker().supply(ratingChangesFromYahoo, "AAPL")).toEqual({ facts: [], currency: "USD" });
  });

  it("state the day of the newest target, else of the newest change, and their provider", () => {
    const open = { recentChanges: null, lastUpdated: null } as unknown as DataOf<typeof priceTargets>;
    const rated = { ...CHANGE, date: "2026-06-29", newTarget: null };
    const { data, fields } = ratingChanges.apply(open, [rated, CHANGE]);
    expect([data.lastUpdated, fields]).toEqual([CHANGE.date, ["recentChanges", "lastUpdated"]]);
    expect(ratingChanges.apply(open, [])).toMatchObject({ data: { recentChanges: [], lastUpdated: null }, fields: [] });
    expect(ratingChanges.apply(open, [rated])).toMatchObject({
      data: { lastUpdated: "2026-06-29" },
      fields: ["recentChanges", "lastUpdated"],
    });
    const known = { ...open, lastUpdated: "2026-07-01" };
    expect(ratingChanges.apply(known, [CHANGE])).toMatchObject({
      data: { lastUpdated: "2026-07-01" },
      fields: ["recentChanges"],
    });
  });
});
