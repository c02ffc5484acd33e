import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import {
  priceTargetsFromFmp,
  ratingChangesFromFmp,
} from "../../../src/providers/financial-modeling-prep/price-targets.js";
import { priceTargets } from "../../../src/capabilities/companies/price-targets.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { hang, NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();

const TARGETS = { symbol: "AAPL", targetHigh: 350, targetLow: 239, targetConsensus: 316.67, targetMedian: 325 };
const SUMMARY = { symbol: "AAPL", lastMonthCount: 0, lastQuarterCount: 12, lastYearCount: 49, publishers: '["A"]' };
const SNAPSHOT = {
  symbol: "AAPL",
  date: "2026-04-01",
  analystRatingsStrongBuy: 6,
  analystRatingsBuy: 25,
  analystRatingsHold: 15,
  analystRatingsSell: 1,
  analystRatingsStrongSell: 1,
};
const ALL_FIRMS = { symbol: "AAPL", strongBuy: 1, buy: 68, hold: 33, sell: 7, strongSell: 0, consensus: "Buy" };
const WHOLE = {
  "price-target-consensus": [TARGETS],
  "price-target-summary": [SUMMARY],
  "grades-historical": [{ ...SNAPSHOT, date: "2026-03-01", analystRatingsHold: 16 }, SNAPSHOT],
};
const DATA = {
  symbol: "AAPL",
  priceTargetAverage: 316.67,
  priceTargetHigh: 350,
  priceTargetLow: 239,
  priceTargetMedian: 325,
  numberOfAnalysts: 12,
  lastUpdated: null,
  strongBuy: 6,
  buy: 25,
  hold: 15,
  sell: 1,
  strongSell: 1,
  consensusRating: "Buy",
  recentChanges: null,
  upsidePercent: null,
};
const NO_COUNTS = { strongBuy: null, buy: null, hold: null, sell: null, strongSell: null, consensusRating: null };

const ask = () => createAsker().ask(priceTargetsFromFmp, { symbol: "AAPL" });

describe("price targets", () => {
  it("are returned with the newest counts of ratings", async () => {
    simulateFmp(internet, WHOLE);
    expect(await ask()).toEqual({ data: DATA, missing: [], currency: null });
  });

  it("use the counts over all firms when there is no monthly list", async () => {
    simulateFmp(internet, {
      ...WHOLE,
      "grades-historical": refused(402, NOT_IN_PLAN.path),
      "grades-consensus": [ALL_FIRMS],
    });
    const { data, missing } = await ask();
    expect(data).toEqual({ ...DATA, strongBuy: 1, buy: 68, hold: 33, sell: 7, strongSell: 0, consensusRating: "Buy" });
    expect(missing).toEqual([]);
  });

  it.each([
    [{ lastQuarterCount: 12, lastYearCount: 49 }, 12],
    [{ lastQuarterCount: 0, lastYearCount: 49 }, 49],
    [{ lastQuarterCount: 0, lastYearCount: 0 }, 0],
    [{ lastQuarterCount: null, lastYearCount: 49 }, null],
  ])("have for %j as number of analysts %j", async (summary, analysts) => {
    simulateFmp(internet, { ...WHOLE, "price-target-summary": [{ symbol: "AAPL", ...summary }] });
    expect((await ask()).data.numberOfAnalysts).toBe(analysts);
  });

  it("say why they have no distance to the price, unless there is no target either", () => {
    const input = { symbol: "AAPL" };
    const body = { ...DATA, source: "PROVIDER_A", timestamp: "" };
    const notesOf = (more: object) => priceTargets.viewNotes!({ ...body, ...more }, input, body);
    expect(texts(notesOf({}))).toEqual(["upsidePercent is null, because provider A sends targets without a price."]);
    expect(notesOf({ priceTargetAverage: null })).toEqual([]);
    expect(notesOf({ source: "PROVIDER_B", upsidePercent: 2 })).toEqual([]);
  });

  it("ask for the number of analysts once for several answers", async () => {
    const calls = simulateFmp(internet, WHOLE);
    const asker = createAsker();
    await asker.ask(priceTargetsFromFmp, { symbol: "AAPL" });
    expect((await asker.ask(priceTargetsFromFmp, { symbol: "AAPL" })).data.numberOfAnalysts).toBe(12);
    expect(calls.filter((call) => call.startsWith("price-target-summary"))).toHaveLength(1);
  });

  it("are returned without the parts that fail or hang", async () => {
    simulateFmp(internet, {
      ...WHOLE,
      "price-target-summary": hang,
      "grades-historical": refused(400, ""),
      "grades-consensus": [{}],
    });
    expect(await ask()).toEqual({
      data: { ...DATA, ...NO_COUNTS, numberOfAnalysts: null },
      missing: ["numberOfAnalysts", "strongBuy", "buy", "hold", "sell", "strongSell", "consensusRating"],
      permanentlyMissing: false,
      currency: null,
    });
  });

  it("are null when only ratings are known, four zeros included", async () => {
    const zeros = { symbol: "AAPL", targetHigh: 0, targetLow: 0, targetConsensus: 0, targetMedian: 0 };
    simulateFmp(internet, { ...WHOLE, "price-target-consensus": [zeros] });
    expect((await ask()).data).toMatchObject({ priceTargetAverage: null, priceTargetLow: null, hold: 15 });
  });

  it("are null where a single one is 0", async () => {
    simulateFmp(internet, { ...WHOLE, "price-target-consensus": [{ ...TARGETS, targetMedian: 0 }] });
    expect((await ask()).data).toEqual({ ...DATA, priceTargetMedian: null });
  });

  it("are no valid answer when none of the four can be read", async () => {
    simulateFmp(internet, { "price-target-consensus": [{ symbol: "AAPL", targetHigh: "n/a" }] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  const NOBODY = { "price-target-consensus": [], "grades-historical": [], "grades-consensus": [] };

  it("of a stock without analysts are reported as no coverage", async () => {
    simulateFmp(internet, { ...NOBODY, profile: [{ symbol: "AAPL", companyName: "Small Inc." }] });
    await expect(ask()).rejects.toMatchObject({
      kind: "no_coverage",
      message:
        "Cannot fetch price targets for AAPL: provider A knows the symbol, but no analyst gives a target or a rating for it.",
    });
  });

  it("of an unknown symbol are not found", async () => {
    simulateFmp(internet, { ...NOBODY, profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });

  it("are left to another source when it is not certain that the stock has no analysts", async () => {
    simulateFmp(internet, { ...NOBODY, "grades-historical": refused(402, NOT_IN_PLAN.path) });
    await expect(ask()).rejects.toMatchObject({ reason: "not_in_plan" });
  });
});

describe("rating changes", () => {
  const news = (publishedDate: string, adjPriceTarget: number, analystCompany: string, analystName = "") => ({
    symbol: "AAPL",
    publishedDate,
    analystName,
    analystCompany,
    priceTarget: 999,
    adjPriceTarget,
  });
  const grade = (date: string, gradingCompany: string, newGrade: string, action: string) => ({
    symbol: "AAPL",
    date,
    gradingCompany,
    previousGrade: "Hold",
    newGrade,
    action,
  });
  const supply = () => createAsker().supply(ratingChangesFromFmp, "AAPL");

  it("are dated by the day at the exchange, which ends after that in UTC", async () => {
    const times = ["2025-09-22T02:03:37.000Z", "2025-09-20T00:00:00.000Z", "2025-09-19 23:00:00"];
    simulateFmp(internet, { "price-target-news": times.map((time) => news(time, 1, "Loop")), grades: [] });
    const { facts } = await supply();
    expect(facts.map(({ date }) => date)).toEqual(["2025-09-21", "2025-09-20", "2025-09-19"]);
  });

  it("join targets and grades by firm and day", async () => {
    simulateFmp(internet, {
      "price-target-news": [
        news("2025-09-22T05:03:37.000Z", 310, "Wedbush", "Dan Ives"),
        news("2025-09-20T05:00:00.000Z", 250, "B. of A. Securities"),
        news("2025-07-01T05:00:00.000Z", 270, "WEDBUSH"),
        news("2025-06-01T05:00:00.000Z", 200, "Loop"),
      ],
      grades: [
        grade("2025-09-26", "Wedbush", "Too late", "upgrade"),
        grade("2025-09-25", "Wedbush", "Outperform", "maintain"),
        grade("2025-09-20", "B of A Securities", "Buy", "upgrade"),
        grade("2025-06-01", "Wedbush", "Neutral", "downgrade"),
        grade("2025-06-02", "Loop", "Hold", "initialise"),
      ],
    });
    expect((await supply()).facts).toEqual([
      {
        analystName: "Dan Ives",
        date: "2025-09-22",
        previousTarget: 270,
        newTarget: 310,
        rating: "Outperform",
        ratingChange: "Maintain",
      },
      {
        analystName: "B. of A. Securities",
        date: "2025-09-20",
        previousTarget: null,
        newTarget: 250,
        rating: "Buy",
        ratingChange: "Upgrade",
      },
      // The firm's grade of a month before still holds; that it was a downgrade is no longer reported.
      {
        analystName: "WEDBUSH",
        date: "2025-07-01",
        previousTarget: null,
        newTarget: 270,
        rating: "Neutral",
        ratingChange: null,
      },
      {
        analystName: "Loop",
        date: "2025-06-01",
        previousTarget: null,
        newTarget: 200,
        rating: "Hold",
        ratingChange: "Initiate",
      },
    ]);
  });

  it("have null for a target of 0", async () => {
    simulateFmp(internet, {
      "price-target-news": [
        news("2025-09-22T05:03:37.000Z", 0, "Wedbush"),
        news("2025-07-01T05:00:00.000Z", 0, "Wedbush"),
      ],
      grades: [],
    });
    expect((await supply()).facts).toMatchObject([
      { previousTarget: null, newTarget: null },
      { previousTarget: null, newTarget: null },
    ]);
  });

  it("are newest first, without rows that have no day", async () => {
    const days = Array.from({ length: 30 }, (_, day) => `2025-08-${String(day + 1).padStart(2, "0")}T10:00:00.000Z`);
    simulateFmp(internet, {
      "price-target-news": [news("soon", 1, "X"), ...days.map((day) => news(day, 1, ""))],
      grades: [],
    });
    const { facts: changes } = await supply();
    expect(changes.map(({ date }) => date)).toEqual(days.toReversed().map((day) => day.slice(0, 10)));
    expect(changes[0]).toEqual({
      analystName: null,
      date: "2025-08-30",
      previousTarget: null,
      newTarget: 1,
      rating: null,
      ratingChange: null,
    });
  });

  it("are listed once for a report that is sent twice, which is not its own previous target", async () => {
    const twice = news("2025-09-22T05:03:37.000Z", 310, "Wedbush");
    simulateFmp(internet, { "price-target-news": [twice, twice], grades: [] });
    expect((await supply()).facts).toMatchObject([{ newTarget: 310, previousTarget: null }]);
  });

  it("are no valid answer when no report has a readable day", async () => {
    simulateFmp(internet, { "price-target-news": [news("yesterday", 310, "Wedbush")], grades: [] });
    await expect(supply()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("are at most as many as were requested", async () => {
    const rows = Array.from({ length: 60 }, (_value, index) => news("2025-08-01T10:00:00.000Z", index + 1, "X"));
    simulateFmp(internet, { "price-target-news": rows, grades: [] });
    expect((await supply()).facts).toHaveLength(50);
  });

  it("are returned without grades that cannot be fetched", async () => {
    simulateFmp(internet, {
      "price-target-news": [news("2025-09-22T05:03:37.000Z", 310, "Wedbush")],
      grades: refused(402, NOT_IN_PLAN.path),
    });
    expect((await supply()).facts).toEqual([
      {
        analystName: "Wedbush",
        date: "2025-09-22",
        previousTarget: null,
        newTarget: 310,
        rating: null,
        ratingChange: null,
      },
    ]);
  });

  it("are empty, after one call, when there is no news", async () => {
    const calls = simulateFmp(internet, { "price-target-news": [] });
    expect(await supply()).toEqual({ facts: [] });
    expect(calls).toEqual(["price-target-news?symbol=AAPL&page=0&limit=50"]);
  });
});
