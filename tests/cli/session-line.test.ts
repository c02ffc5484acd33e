/** The state of the US market as one sentence. */
import { describe, expect, it } from "vitest";
import { createReader } from "../../src/cli/pages/reader.js";
import { toSessionLine } from "../../src/cli/pages/session-line.js";

const reader = createReader({ TZ: "UTC" });
const nextOpen = "2020-11-27T14:30:00Z";
const closes = "2020-11-25T21:00:00Z";

describe("the state of the market", () => {
  it.each([
    [{ state: "regular", holiday: null, nextOpen }, "The US market is open."],
    [{ state: "regular", closes, nextOpen }, "The US market is open; it closes 25 Nov 2020, 21:00 UTC."],
    [{ state: "closed", holiday: null, nextOpen }, "The US market is closed; it opens 27 Nov 2020, 14:30 UTC."],
    [
      { state: "closed", holiday: "Thanksgiving Day", nextOpen },
      "The US market is closed (Thanksgiving Day); it opens 27 Nov 2020, 14:30 UTC.",
    ],
    [
      { state: "pre-market", holiday: null, nextOpen },
      "The US market is in pre-market trading; it opens 27 Nov 2020, 14:30 UTC.",
    ],
  ])("of %j is %j", (session, sentence) => {
    expect(toSessionLine({ session }, reader)).toBe(sentence);
  });

  it("is read from the state of this server, too", () => {
    const market = { state: "closed", closes, next_open: nextOpen };
    expect(toSessionLine({ market }, reader)).toBe("The US market is closed; it opens 27 Nov 2020, 14:30 UTC.");
  });

  it("is left out where none is known", () => {
    expect(toSessionLine({}, reader)).toBeUndefined();
  });
});
