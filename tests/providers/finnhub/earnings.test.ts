import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { earningsFromFinnhub } from "../../../src/providers/finnhub/earnings.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFinnhub } from "./upstream-finnhub.js";

const internet = useInternet();
atTime("2025-11-26T15:00:00Z");

// Its fiscal year ends in September: the quarter of December has the number 1, and `period` says March.
const FIRST = { actual: 1.5, estimate: 1.2, period: "2026-03-31", quarter: 1, surprise: 0.3, surprisePercent: 25 };
const ROWS = [
  { ...FIRST, symbol: "ACME", year: 2026 },
  { ...FIRST, symbol: "ACME", year: 2025, quarter: 4, actual: -0.1, estimate: 0.05 },
];
const COMING = {
  date: "2026-02-03",
  epsActual: null,
  epsEstimate: 1.31,
  hour: "",
  quarter: 2,
  revenueActual: null,
  revenueEstimate: 2_245_400_123,
  symbol: "ACME",
  year: 2026,
};

function simulate(rows: unknown, earningsCalendar: unknown) {
  const calendar = earningsCalendar instanceof Response ? earningsCalendar : { earningsCalendar };
  return simulateFinnhub(internet, { "stock/earnings": rows, "calendar/earnings": calendar });
}
const ask = () => createAsker().ask(earningsFromFinnhub, { symbol: "ACME" });

describe("earnings by provider E", () => {
  it("have quarters by their fiscal number, without the day that is wrong for other fiscal years", async () => {
    const calls = simulate(ROWS.toReversed(), [COMING]);
    const { data, missing } = await ask();
    expect(
      data.history!.map(({ fiscalQuarter, periodEnd, announced }) => [fiscalQuarter, periodEnd, announced]),
    ).toEqual([
      ["1Q2026", null, null],
      ["4Q2025", null, null],
    ]);
    expect(data.history![0]).toMatchObject({ epsActual: 1.5, epsEstimate: 1.2, surprise: 0.3, surprisePercent: 25 });
    // -0.15 / |0.05|: of the size of the estimate, with the sign of the surprise.
    expect(data.history![1]).toMatchObject({ surprise: -0.15, surprisePercent: -300, revenueActual: null });
    expect([data.currency, data.reportingCurrency, data.estimates, missing]).toEqual(["USD", null, null, []]);
    expect(calls.map(({ call }) => call).toSorted()).toEqual([
      "calendar/earnings?symbol=ACME&from=2025-11-26&to=2026-06-14",
      "stock/earnings?symbol=ACME",
    ]);
  });

  it("have the nearest day of the calendar as the next announcement, which may not be confirmed", async () => {
    simulate(ROWS, [
      { ...COMING, date: "2026-05-05", epsEstimate: 1.4 },
      COMING,
      { ...COMING, date: "2025-12-30", symbol: "ANVL" },
    ]);
    expect((await ask()).data.next).toMatchObject({
      date: "2026-02-03",
      from: "2026-02-03",
      to: "2026-02-03",
      estimated: null,
      epsEstimate: 1.31,
      revenueEstimate: 2_245_400_123,
    });
  });

  it("are complete without a day in the calendar", async () => {
    simulate(ROWS, []);
    const { data, missing } = await ask();
    expect([data.next, missing]).toEqual([null, []]);
  });

  it.each([
    ["fails", new HttpResponse(null, { status: 500 })],
    ["has no list", null],
  ])("report the next announcement as missing when the calendar %s", async (_how, calendar) => {
    simulate(ROWS, calendar);
    const { data, missing } = await ask();
    expect([data.next, data.history!.length, missing]).toEqual([null, 2, ["next"]]);
  });

  it("are no answer when there is no quarter and the calendar fails", async () => {
    simulate([], new HttpResponse(null, { status: 500 }));
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each([{ quarter: 5 }, { year: null }, { actual: null, estimate: null }])(
    "leave out a row with %j",
    async (wrong) => {
      simulate([ROWS[0], { ...ROWS[1], ...wrong }], []);
      expect((await ask()).data.history).toHaveLength(1);
    },
  );
});
