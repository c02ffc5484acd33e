import { describe, expect, it } from "vitest";
import { announcementsFromFmp, earningsFromFmp } from "../../../src/providers/financial-modeling-prep/earnings.js";
import { NO_REACTION } from "../../../src/market/statements/earnings-reactions.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();

atTime("2026-04-05T12:00:00Z");

const EXPECTED = {
  symbol: "AAPL",
  date: "2026-05-07",
  epsActual: null,
  epsEstimated: 1.95,
  revenueActual: null,
  revenueEstimated: 108916700000,
  lastUpdated: "2026-04-05",
};
const PAST = {
  symbol: "AAPL",
  date: "2026-01-29",
  epsActual: 2.84,
  epsEstimated: 2.67,
  revenueActual: 143756000000,
  revenueEstimated: 138391000000,
  lastUpdated: "2026-04-05",
};
const EXPECTED_LATER = { ...EXPECTED, date: "2026-07-30", epsEstimated: null, revenueEstimated: null };

const ask = () => createAsker().ask(earningsFromFmp, { symbol: "AAPL" });
const supply = async () => (await createAsker().supply(announcementsFromFmp, "AAPL")).facts;

describe("earnings by provider A", () => {
  it("are its past announcements and the nearest expected one, which is an estimate", async () => {
    const calls = simulateFmp(internet, { earnings: [EXPECTED_LATER, EXPECTED, PAST] });
    expect(await ask()).toEqual({
      data: {
        symbol: "AAPL",
        currency: null,
        reportingCurrency: null,
        next: {
          date: "2026-05-07",
          from: "2026-05-07",
          to: "2026-05-07",
          estimated: true,
          when: null,
          epsEstimate: 1.95,
          epsLow: null,
          epsHigh: null,
          revenueEstimate: 108916700000,
          revenueLow: null,
          revenueHigh: null,
        },
        history: [
          {
            periodEnd: null,
            fiscalQuarter: null,
            announced: "2026-01-29",
            epsActual: 2.84,
            epsEstimate: 2.67,
            surprise: 0.17,
            surprisePercent: 6.36704,
            revenueActual: 143756000000,
            revenueEstimate: 138391000000,
            ...NO_REACTION,
          },
        ],
        estimates: null,
      },
      notes: [
        "Provider A names neither the currency of its amounts nor the ends of quarters, and estimates no further periods.",
      ],
    });
    expect(calls).toEqual(["earnings?symbol=AAPL&limit=16"]);
  });

  it("have no next announcement when the expected day has passed without figures", async () => {
    simulateFmp(internet, { earnings: [{ ...EXPECTED, date: "2026-04-04" }, PAST] });
    expect((await ask()).data).toMatchObject({ next: null, history: [{ announced: "2026-01-29" }] });
  });

  it("are the newest eight, in order, each day once", async () => {
    const rows = Array.from({ length: 12 }, (_, back) => ({ ...PAST, date: `${2025 - back}-01-30` })).toReversed();
    simulateFmp(internet, { earnings: [...rows, rows[0], { ...PAST, date: "soon" }, null] });
    const days = (await ask()).data.history!.map(({ announced }) => announced);
    expect(days).toEqual(Array.from({ length: 8 }, (_, back) => `${2025 - back}-01-30`));
  });

  it("are asked again for five rows, and say so, where the plan has no more", async () => {
    const calls = simulateFmp(internet, {
      earnings: (query: URLSearchParams) => (query.get("limit") === "5" ? [PAST] : refused(402, NOT_IN_PLAN.limit)),
    });
    const { data, notes } = await ask();
    expect(data.history).toHaveLength(1);
    expect(notes?.at(-1)).toBe(
      "Provider A's plan for our API key gives at most 5 announcements, including expected ones.",
    );
    expect(calls).toEqual(["earnings?symbol=AAPL&limit=16", "earnings?symbol=AAPL&limit=5"]);
  });

  it.each(["symbol", "path"] as const)("are passed over in one call when the plan lacks the %s", async (what) => {
    const calls = simulateFmp(internet, { earnings: refused(402, NOT_IN_PLAN[what]) });
    const asker = createAsker();
    for (const _ of [1, 2]) {
      await expect(asker.ask(earningsFromFmp, { symbol: "AVGO" })).rejects.toMatchObject({ reason: "not_in_plan" });
    }
    expect(calls).toEqual(["earnings?symbol=AVGO&limit=16"]);
  });

  it.each([
    ["no_coverage", [{ symbol: "AAPL", companyName: "Fund" }]],
    ["not_found", []],
  ])("are %s when there are none", async (kind, profile) => {
    simulateFmp(internet, { earnings: [], profile });
    await expect(ask()).rejects.toMatchObject({ kind });
  });

  it("are no answer when no row has a day", async () => {
    simulateFmp(internet, { earnings: [{ ...PAST, date: "2026-02-30" }] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("announcements of provider A", () => {
  it("are its rows by day, newest first, without a revenue of 0", async () => {
    simulateFmp(internet, { earnings: [PAST, { ...EXPECTED, revenueEstimated: 0 }] });
    expect(await supply()).toEqual([
      { day: "2026-05-07", epsActual: null, epsEstimate: 1.95, revenueActual: null, revenueEstimate: null },
      {
        day: "2026-01-29",
        epsActual: 2.84,
        epsEstimate: 2.67,
        revenueActual: 143756000000,
        revenueEstimate: 138391000000,
      },
    ]);
  });
});
