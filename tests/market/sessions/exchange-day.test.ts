import { afterEach, describe, expect, it, vi } from "vitest";
import { NEW_YORK } from "../../../src/lib/zone-clock.js";
import {
  exchangeDay,
  latestDay,
  latestDayBy,
  nextDayAt,
  publicationDay,
} from "../../../src/market/sessions/exchange-day.js";

const EVENING_IN_NEW_YORK = Date.UTC(2026, 10, 24, 2);
const MORNING_IN_SYDNEY = Date.UTC(2026, 10, 23, 22);
afterEach(() => void vi.useRealTimers());

describe("the day at the exchange of a symbol", () => {
  it.each([
    ["AAPL", EVENING_IN_NEW_YORK, "2026-11-23"],
    ["BRK.B", EVENING_IN_NEW_YORK, "2026-11-23"],
    ["^GSPC", EVENING_IN_NEW_YORK, "2026-11-23"],
    ["BTC-USD", EVENING_IN_NEW_YORK, "2026-11-24"],
    ["NESN.SW", EVENING_IN_NEW_YORK, "2026-11-24"],
    ["BHP.AX", MORNING_IN_SYDNEY, "2026-11-24"],
    ["7203.T", MORNING_IN_SYDNEY, "2026-11-24"],
    ["TSCO.LON", MORNING_IN_SYDNEY, "2026-11-23"],
    ["X.UNKNOWN", MORNING_IN_SYDNEY, "2026-11-23"],
  ])("of %s is its local one", (symbol, at, day) => {
    expect(exchangeDay(symbol, at)).toBe(day);
  });

  it.each([
    ["AAPL", EVENING_IN_NEW_YORK, "2026-11-24T05:00:00.000Z"],
    [undefined, EVENING_IN_NEW_YORK, "2026-11-24T05:00:00.000Z"],
    ["BHP.AX", MORNING_IN_SYDNEY, "2026-11-24T13:00:00.000Z"],
    ["BTC-USD", EVENING_IN_NEW_YORK, "2026-11-25T00:00:00.000Z"],
    // The clocks are set back during this day in New York, and forward during that one.
    ["AAPL", Date.UTC(2026, 10, 1, 5), "2026-11-02T05:00:00.000Z"],
    ["AAPL", Date.UTC(2027, 2, 14, 6), "2027-03-15T04:00:00.000Z"],
  ])("of %s at %d ends at midnight there", (symbol, at, midnight) => {
    expect(new Date(nextDayAt(symbol, at)).toISOString()).toBe(midnight);
  });

  it("is that of a publication, unless the source states a day without a time", () => {
    expect(publicationDay("AAPL", EVENING_IN_NEW_YORK)).toBe("2026-11-23");
    expect(publicationDay("AAPL", Date.UTC(2026, 10, 24))).toBe("2026-11-24");
  });

  it("may be asked about as soon as it has begun there or in UTC", () => {
    vi.useFakeTimers({ now: EVENING_IN_NEW_YORK, toFake: ["Date"] });
    expect([latestDay("AAPL"), latestDay("BHP.AX"), latestDayBy(NEW_YORK)]).toEqual([
      "2026-11-24",
      "2026-11-24",
      "2026-11-24",
    ]);
    vi.setSystemTime(MORNING_IN_SYDNEY);
    expect([latestDay("AAPL"), latestDay("BHP.AX")]).toEqual(["2026-11-23", "2026-11-24"]);
  });
});
