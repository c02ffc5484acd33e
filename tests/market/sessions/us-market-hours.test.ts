import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasFundPrices,
  nextPreMarketOpen,
  nextRegularHours,
  specialDaysFrom,
  usDate,
  usMarketDay,
  usMarketSession,
} from "../../../src/market/sessions/us-market-hours.js";
import { toUsMarketStatus } from "../../../src/market/sessions/us-market-hours.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Noon UTC is morning in New York on the same date. */
const dayOf = (date: string) => new Date(`${date}T12:00:00Z`);
const session = (instant: string) => usMarketSession(new Date(instant));

// The exchange's published calendars.
const HOLIDAYS = {
  2022: "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26",
  2023: "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25",
  2024: "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25",
  2025: "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25",
  2026: "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25",
  2027: "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24",
  2028: "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25",
};
const HALF_DAYS = {
  2022: "11-25",
  2023: "07-03 11-24",
  2024: "07-03 11-29 12-24",
  2025: "07-03 11-28 12-24",
  2026: "11-27 12-24",
  2027: "11-26",
  2028: "07-03 11-24",
};

function datesOf(year: string): string[] {
  const first = Date.UTC(Number(year), 0, 1);
  const dates = Array.from({ length: 366 }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10));
  return dates.filter((date) => date.startsWith(year));
}

/** Whether there is pre-market trading in the morning. */
function isTradingDay(noon: Date): boolean {
  return usMarketSession(noon) !== "closed";
}

function isWeekday(date: string): boolean {
  return ![0, 6].includes(dayOf(date).getUTCDay());
}

describe("a trading day", () => {
  it.each(Object.entries(HOLIDAYS))("is every weekday of %s except the holidays", (year, holidays) => {
    const closed = datesOf(year).filter((date) => isWeekday(date) && !isTradingDay(dayOf(date)));
    expect(closed.map((date) => date.slice(5)).join(" ")).toBe(holidays);
  });

  it("is never on a weekend", () => {
    const weekend = Object.keys(HOLIDAYS)
      .flatMap(datesOf)
      .filter((date) => !isWeekday(date));
    expect(weekend.filter((date) => isTradingDay(dayOf(date)))).toEqual([]);
  });

  it("includes the day before New Year's Day of 2028, a Saturday that is not observed on another day", () => {
    expect(isTradingDay(dayOf("2027-12-31"))).toBe(true);
  });
});

describe("usMarketSession", () => {
  it.each([
    ["2026-01-15T08:59:59.999Z", "closed"],
    ["2026-01-15T09:00:00Z", "pre-market"],
    ["2026-01-15T14:29:59.999Z", "pre-market"],
    ["2026-01-15T14:30:00Z", "regular"],
    ["2026-01-15T20:59:59.999Z", "regular"],
    ["2026-01-15T21:00:00Z", "after-hours"],
    ["2026-01-16T00:59:59.999Z", "after-hours"],
    ["2026-01-16T01:00:00Z", "closed"],
  ])("in winter, at %s, is %s", (instant, expected) => {
    expect(session(instant)).toBe(expected);
  });

  it.each([
    ["2026-07-15T07:59:59Z", "closed"],
    ["2026-07-15T08:00:00Z", "pre-market"],
    ["2026-07-15T13:30:00Z", "regular"],
    ["2026-07-15T20:00:00Z", "after-hours"],
    ["2026-07-16T00:00:00Z", "closed"],
  ])("in summer, at %s, is %s", (instant, expected) => {
    expect(session(instant)).toBe(expected);
  });

  it("opens an hour earlier in UTC once New York has changed its clocks", () => {
    expect([session("2026-03-06T13:30:00Z"), session("2026-03-09T13:30:00Z")]).toEqual(["pre-market", "regular"]);
    expect([session("2026-10-30T13:30:00Z"), session("2026-11-02T13:30:00Z")]).toEqual(["regular", "pre-market"]);
  });

  it.each(Object.entries(HALF_DAYS))("ends at 13:00 on the half days of %s and on no other day", (year, halfDays) => {
    const short = datesOf(year).filter((date) => {
      // Before 13:00 and after it, by New York's clock in winter and in summer.
      return session(`${date}T16:30:00Z`) === "regular" && session(`${date}T19:30:00Z`) === "after-hours";
    });
    expect(short.map((date) => date.slice(5)).join(" ")).toBe(halfDays);
  });

  it.each([
    ["2025-11-28T17:59:59Z", "regular"],
    ["2025-11-28T18:00:00Z", "after-hours"],
    ["2025-11-28T21:59:59Z", "after-hours"],
    ["2025-11-28T22:00:00Z", "closed"],
  ])("on the day after Thanksgiving, at %s, is %s", (instant, expected) => {
    expect(session(instant)).toBe(expected);
  });
});

describe("nextPreMarketOpen", () => {
  it.each([
    ["in the night", "2026-01-15T05:00:00Z", "2026-01-15T09:00:00.000Z"],
    ["at the opening itself, the next day's", "2026-01-15T09:00:00Z", "2026-01-16T09:00:00.000Z"],
    ["on a Friday evening, Monday's", "2026-01-10T01:30:00Z", "2026-01-12T09:00:00.000Z"],
    ["before a long weekend, Tuesday's", "2026-01-17T01:30:00Z", "2026-01-20T09:00:00.000Z"],
    ["over the change to summer time", "2026-03-07T02:00:00Z", "2026-03-09T08:00:00.000Z"],
    ["over the change to winter time", "2026-10-31T02:00:00Z", "2026-11-02T09:00:00.000Z"],
    ["before a day of mourning", "2025-01-09T02:00:00Z", "2025-01-10T09:00:00.000Z"],
  ])("%s", (_when, at, expected) => {
    expect(nextPreMarketOpen(new Date(at)).toISOString()).toBe(expected);
  });
});

describe("at any instant", () => {
  const instant = fc.date({ min: new Date("2022-01-01Z"), max: new Date("2099-12-31Z"), noInvalidDate: true });

  it("the next pre-market opens later, on a trading day, and no session begins before it", () => {
    fc.assert(
      fc.property(instant, (at) => {
        const next = nextPreMarketOpen(at);
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(usMarketSession(next)).toBe("pre-market");
        expect(usMarketSession(new Date(next.getTime() - 1))).toBe("closed");
        expect(next.getTime() - at.getTime()).toBeLessThan(6 * DAY_MS);
      }),
    );
  });

  it("does not depend on the time zone of the machine", () => {
    const zone = process.env["TZ"];
    const seen = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Apia"].map((TZ) => {
      process.env["TZ"] = TZ;
      return ["2026-01-15T14:30:00Z", "2026-01-16T01:00:00Z", "2026-07-03T15:00:00Z"].map((text) => {
        const at = new Date(text);
        return [usMarketSession(at), nextPreMarketOpen(at).toISOString()];
      });
    });
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
    expect(new Set(seen.map((answers) => JSON.stringify(answers))).size).toBe(1);
  });
});

describe("the prices of US mutual funds", () => {
  it.each([
    ["2026-11-20T20:05:00-05:00", false],
    ["2026-11-20T21:59:59-05:00", false],
    ["2026-11-20T22:00:00-05:00", true],
    ["2026-11-21T03:00:00-05:00", true],
    ["2026-11-22T12:00:00-05:00", true],
    ["2026-07-02T21:00:00-04:00", false],
    ["2026-07-02T22:00:00-04:00", true],
    // A half day: trading has ended at 17:00.
    ["2026-11-27T18:00:00-05:00", false],
  ])("at %s have been published: %j", (instant, come) => {
    expect(hasFundPrices(new Date(instant))).toBe(come);
  });
});

describe("usMarketDay", () => {
  it.each([
    ["2026-11-25", null, "2026-11-25T09:30:00-05:00", "2026-11-25T16:00:00-05:00"],
    ["2026-11-26", "Thanksgiving Day", null, null],
    ["2026-11-27", "Day after Thanksgiving", "2026-11-27T09:30:00-05:00", "2026-11-27T13:00:00-05:00"],
    ["2026-07-03", "Independence Day", null, null],
    ["2026-07-04", null, null, null],
    ["2027-12-24", "Christmas Day", null, null],
    ["2025-01-09", "National Day of Mourning", null, null],
  ])("gives %s its name and its regular hours", (date, name, opens, closes) => {
    expect(usMarketDay(date)).toEqual({ date, name, opens, closes });
  });
});

describe("specialDaysFrom", () => {
  it("names the holidays and half days of 2026 to 2028 as the exchange publishes them", () => {
    const days = specialDaysFrom("2026-01-01", 34);
    expect(
      days.map(({ date, name, closes }) => `${date} ${name}${closes ? ` to ${closes.slice(11, 16)}` : ""}`),
    ).toEqual([
      "2026-01-01 New Year's Day",
      "2026-01-19 Martin Luther King, Jr. Day",
      "2026-02-16 Washington's Birthday",
      "2026-04-03 Good Friday",
      "2026-05-25 Memorial Day",
      "2026-06-19 Juneteenth National Independence Day",
      "2026-07-03 Independence Day",
      "2026-09-07 Labor Day",
      "2026-11-26 Thanksgiving Day",
      "2026-11-27 Day after Thanksgiving to 13:00",
      "2026-12-24 Christmas Eve to 13:00",
      "2026-12-25 Christmas Day",
      "2027-01-01 New Year's Day",
      "2027-01-18 Martin Luther King, Jr. Day",
      "2027-02-15 Washington's Birthday",
      "2027-03-26 Good Friday",
      "2027-05-31 Memorial Day",
      "2027-06-18 Juneteenth National Independence Day",
      "2027-07-05 Independence Day",
      "2027-09-06 Labor Day",
      "2027-11-25 Thanksgiving Day",
      "2027-11-26 Day after Thanksgiving to 13:00",
      "2027-12-24 Christmas Day",
      "2028-01-17 Martin Luther King, Jr. Day",
      "2028-02-21 Washington's Birthday",
      "2028-04-14 Good Friday",
      "2028-05-29 Memorial Day",
      "2028-06-19 Juneteenth National Independence Day",
      "2028-07-03 Day before Independence Day to 13:00",
      "2028-07-04 Independence Day",
      "2028-09-04 Labor Day",
      "2028-11-23 Thanksgiving Day",
      "2028-11-24 Day after Thanksgiving to 13:00",
      "2028-12-25 Christmas Day",
    ]);
  });
});

describe("nextRegularHours", () => {
  it.each([
    ["2026-11-25T14:29:59Z", "2026-11-25T09:30:00-05:00", "2026-11-25T16:00:00-05:00"],
    ["2026-11-25T14:30:00Z", "2026-11-27T09:30:00-05:00", "2026-11-25T16:00:00-05:00"],
    ["2026-11-27T18:00:00Z", "2026-11-30T09:30:00-05:00", "2026-11-30T16:00:00-05:00"],
    ["2026-07-02T20:00:00Z", "2026-07-06T09:30:00-04:00", "2026-07-06T16:00:00-04:00"],
  ])("after %s opens at %s and closes at %s", (instant, opens, closes) => {
    expect(nextRegularHours(new Date(instant))).toEqual({ opens, closes });
  });
});

describe("toUsMarketStatus", () => {
  const AT = new Date("2026-11-25T20:00:00Z");
  const upcoming = [
    { date: "2026-11-26", name: "Thanksgiving Day", closes: null },
    { date: "2026-11-27", name: "Day after Thanksgiving", closes: "2026-11-27T13:00:00-05:00" },
    { date: "2026-12-24", name: "Christmas Eve", closes: "2026-12-24T13:00:00-05:00" },
    { date: "2026-12-25", name: "Christmas Day", closes: null },
    { date: "2027-01-01", name: "New Year's Day", closes: null },
  ];

  it("has the session of today, the next opening and closing, and the next holidays and half days by name", () => {
    expect(toUsMarketStatus(AT)).toEqual({
      date: "2026-11-25",
      state: "regular",
      holiday: null,
      opens: "2026-11-25T09:30:00-05:00",
      closes: "2026-11-25T16:00:00-05:00",
      next_open: "2026-11-27T09:30:00-05:00",
      next_close: "2026-11-25T16:00:00-05:00",
      upcoming,
    });
  });

  it("says of another day whether the market opens, and until when", () => {
    expect(toUsMarketStatus(AT, "2026-11-27")).toMatchObject({
      date: "2026-11-27",
      state: "half day",
      holiday: "Day after Thanksgiving",
      opens: "2026-11-27T09:30:00-05:00",
      closes: "2026-11-27T13:00:00-05:00",
      next_open: "2026-11-27T09:30:00-05:00",
      next_close: "2026-11-27T13:00:00-05:00",
    });
  });

  it.each([
    ["2026-11-26", "closed", "Thanksgiving Day"],
    ["2026-11-28", "closed", null],
    ["2027-03-26", "closed", "Good Friday"],
    ["2028-07-03", "half day", "Day before Independence Day"],
    ["2028-07-05", "open", null],
  ])("on %s it is %s", (date, state, holiday) => {
    expect(toUsMarketStatus(AT, date)).toMatchObject({ date, state, holiday });
  });
});

describe("usDate", () => {
  it("is the day in New York, not in UTC", () => {
    expect(usDate(new Date("2026-11-25T03:00:00Z"))).toBe("2026-11-24");
  });
});
