import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRetryAfter } from "../../src/upstream/http-call.js";

describe("readRetryAfter", () => {
  const NOW = Date.parse("2026-01-15T12:00:00Z");

  it.each([
    ["seconds", "7", 7],
    ["blanks around", " 7 ", 7],
    ["a part of a second, rounded up", "1.2", 2],
    ["nothing to wait for", "0", 1],
    ["the past", "-5", 1],
    ["a day, which is bounded to an hour", "86400", 3600],
    ["more digits than a number holds", "9".repeat(400), 3600],
    ["a date", "Thu, 15 Jan 2026 12:00:30 GMT", 30],
    ["a date in the old form", "Thursday, 15-Jan-26 12:00:30 GMT", 30],
    ["a date in the oldest form, which is UTC in every time zone", "Thu Jan 15 12:00:30 2026", 30],
    ["a day of one digit in that form", "Thu Jan  1 12:00:30 2026", 1],
    ["a date in the ISO form", "2026-01-15T12:00:30Z", 30],
    ["a date that is past", "Thu, 15 Jan 2026 11:59:30 GMT", 1],
    ["a date far away", "Fri, 16 Jan 2026 12:00:00 GMT", 3600],
    ["a date a moment away", "2026-01-15T12:00:00.250Z", 1],
  ])("parses %s", (_what, value, seconds) => {
    expect(readRetryAfter(value, NOW)).toBe(seconds);
  });

  it.each(["", " ", "soon", "7 seconds", "in 7", "7,8", "0x10", "NaN", "Infinity", "1e3", "try 5", "May 5", "٣"])(
    "does not parse %j",
    (value) => {
      expect(readRetryAfter(value, NOW)).toBeUndefined();
    },
  );

  it("uses the first of several values, and is undefined without one", () => {
    expect(readRetryAfter(["7", "8"], NOW)).toBe(7);
    expect(readRetryAfter(undefined, NOW)).toBeUndefined();
    expect(readRetryAfter([], NOW)).toBeUndefined();
  });

  it("returns a whole number of seconds from 1 to 3600, or undefined", () => {
    const value = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(value, (text) => {
        const seconds = readRetryAfter(text, NOW) ?? 1;
        expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600).toBe(true);
      }),
    );
  });
});
