import { describe, expect, it } from "vitest";
import { findZoneClock } from "../../src/lib/zone-clock.js";

const seconds = (iso: string) => Date.parse(iso) / 1000;

describe("a zone's clock", () => {
  const newYork = findZoneClock("America/New_York")!;
  const london = findZoneClock("Europe/London")!;

  it("puts a currency's summer bar on its own day", () => {
    // 23:00 UTC is midnight in London.
    expect(london.day(seconds("2025-07-01T23:00:00Z"))).toBe("2025-07-02");
    expect(london.day(seconds("2025-01-01T23:00:00Z"))).toBe("2025-01-01");
  });

  it("writes each moment with the offset of that moment, not of today", () => {
    expect(newYork.time(seconds("2026-01-05T14:30:00Z"))).toBe("2026-01-05T09:30:00-05:00");
    expect(newYork.time(seconds("2026-07-06T13:30:00Z"))).toBe("2026-07-06T09:30:00-04:00");
  });

  it("writes the right hour before and after a change to summer time", () => {
    expect(newYork.time(seconds("2026-03-08T06:59:00Z"))).toBe("2026-03-08T01:59:00-05:00");
    expect(newYork.time(seconds("2026-03-08T07:00:00Z"))).toBe("2026-03-08T03:00:00-04:00");
  });

  it("keeps the right offset from one bar to the next, across changes in either order", () => {
    const clock = findZoneClock("America/New_York")!;
    const times = ["2026-03-06T14:30:00Z", "2026-03-09T13:30:00Z", "2026-01-05T14:30:00Z", "2026-03-09T13:35:00Z"];
    expect(times.map((time) => clock.time(seconds(time)).slice(-6))).toEqual(["-05:00", "-04:00", "-05:00", "-04:00"]);
  });

  it("agrees with Intl on New York in each half hour around each change, and each day, from 2006 to 2040", () => {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeZoneName: "longOffset" });
    const moments = Array.from({ length: 35 }, (_, at) => 2006 + at).flatMap((year) => [
      ...Array.from({ length: 366 }, (_, day) => Date.UTC(year, 0, 1 + day, 17)),
      ...[Date.UTC(year, 2, 7), Date.UTC(year, 9, 31), Date.UTC(year, 11, 31), Date.UTC(year, 0, 1)].flatMap((start) =>
        Array.from({ length: 9 * 48 }, (_, half) => start + half * 1_800_000),
      ),
    ]);
    const differing = moments.filter((at) => !format.format(at).endsWith(`GMT${newYork.time(at / 1000).slice(-6)}`));
    expect(differing.map((at) => new Date(at).toISOString())).toEqual([]);
  });

  it("writes offsets with half hours, and UTC", () => {
    expect(findZoneClock("Asia/Kolkata")!.time(seconds("2026-01-05T03:45:00Z"))).toBe("2026-01-05T09:15:00+05:30");
    expect(findZoneClock("UTC")!.time(seconds("2026-01-05T00:00:00Z"))).toBe("2026-01-05T00:00:00+00:00");
  });

  it("is the same one each time, because a new one learns its offsets again", () => {
    expect(findZoneClock("America/New_York")).toBe(newYork);
  });

  it("is right after more moments than it remembers", () => {
    const quarters = Array.from({ length: 12_000 }, (_, at) => seconds("1970-01-01T00:00:00Z") + at * 15 * 60 * 97);
    for (const moment of quarters) newYork.time(moment);
    expect(newYork.time(seconds("2026-07-06T13:30:00Z"))).toBe("2026-07-06T09:30:00-04:00");
  });

  it("is undefined for an unknown zone", () => {
    expect(findZoneClock("Mars/Olympus")).toBeUndefined();
  });
});
