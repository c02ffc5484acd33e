import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toChiefExecutive, toFounded, toHeadquarters } from "../../../src/providers/provider-b/profile.js";

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
  ])("in %j is %j", (summary, expected) => {
    expect(toFounded(summary)).toBe(expected);
  });

  it("is four digits or nothing", () => {
    const sentence = fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}founded in ${after}`);
    fc.assert(
      fc.property(sentence, (text) => {
        expect(toFounded(text) ?? "1976").toMatch(/^\d{4}$/);
      }),
    );
  });
});

describe("the chief executive", () => {
  it.each([
    [["CFO", "CEO & Director"], "officer 1"],
    [["Founder & Executive Chairman", "President, CEO & Director"], "officer 1"],
    [["Chief Executive Officer"], "officer 0"],
    [["Chief Executive Officer of Worldwide Amazon Stores", "President, CEO & Director"], "officer 1"],
    [["CEO of Ocado Retail", "CEO & Executive Director"], "officer 1"],
    [["Co-CEO", "Co-CEO"], "officer 0"],
    [["Deputy CEO", "Former CEO", "Assistant to the CEO"], null],
    [["Executive Chairman", "Executive VP & CFO"], null],
    [["Chief Ocean Officer"], null],
    [[], null],
  ])("among %j is %j", (titles, expected) => {
    const officers = titles.map((title, index) => ({ title, name: `officer  ${index}` }));
    expect(toChiefExecutive(officers)).toBe(expected);
  });

  it("is not looked for in what is no officer", () => {
    expect(toChiefExecutive([null, 5, "CEO", {}, { title: ["CEO"], name: "X" }, { title: "CEO" }])).toBeNull();
  });
});

describe("the headquarters", () => {
  it("are what is known of city, state and country", () => {
    expect(toHeadquarters("Oslo", null, "Norway")).toBe("Oslo, Norway");
    expect(toHeadquarters(null, null, null)).toBeNull();
  });
});
