import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFounded } from "../../../src/market/symbols/founded.js";

describe("the founding year", () => {
  it.each([
    ["Apple Inc. was founded in 1976 and is headquartered in Cupertino, California.", "1976"],
    ["Amazon.com, Inc. was incorporated in 1994 and is headquartered in Seattle.", "1994"],
    ["It was incorporated in 2012. The firm was founded in 1888.", "1888"],
    ["Founded in April 1999, the company makes things.", "1999"],
    ["The fund was formed in 2001.", "2001"],
    ["It was established in 1910.", "1910"],
    ["It was founded in the 1990s.", null],
    ["Shares were listed in 1980.", null],
    ["It was founded by two brothers.", null],
    ["founded in 19765", null],
    ["", null],
    [null, null],
    [5, null],
  ])("found in %j is %j", (summary, expected) => {
    expect(toFounded(summary)).toBe(expected);
  });

  it("has four digits or is null", () => {
    const sentence = fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}founded in ${after}`);
    fc.assert(
      fc.property(sentence, (text) => {
        expect(toFounded(text) ?? "1976").toMatch(/^\d{4}$/);
      }),
    );
  });
});
