import { describe, expect, it } from "vitest";
import { toChiefExecutive, toHeadquarters } from "../../../src/providers/yahoo/modules/profile.js";

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
    [["Chief Financial Officer", "Group Chief Executive & Executive Director"], "officer 1"],
    [["Chief Exec. Officer"], "officer 0"],
    [["Chief Executive, President & Director"], "officer 0"],
    [["CEO, President & Chairman", "CEO"], "officer 0"],
    [["Interim CEO"], "officer 0"],
    [["CEO, North America", "CEO - Asia", "CEO"], "officer 2"],
    [["CEO (EMEA)", "Chief Executive Officer-Retail", "Chief Executive Officer of Homes", "CEO for Asia"], null],
    [["CEO-Elect", "CEO Designate", "CEO-designate", "Chief Executive Officer - Elect"], null],
    [["Incoming CEO", "CEO EMEA", "CEO North America", "Chief Executive Officer - Asia"], null],
    [["Vice CEO & CFO", "Ex-CEO", "Regional CEO"], null],
    [["Chief Executives' Adviser"], null],
    [[], null],
  ])("is found among %j: %j", (titles, expected) => {
    const officers = titles.map((title, index) => ({ title, name: `officer  ${index}` }));
    expect(toChiefExecutive(officers)).toBe(expected);
  });

  it("is not searched for in invalid officers", () => {
    expect(toChiefExecutive([null, 5, "CEO", {}, { title: ["CEO"], name: "X" }, { title: "CEO" }])).toBeNull();
  });
});

describe("the headquarters", () => {
  it("are composed of the known parts of city, state and country", () => {
    expect(toHeadquarters("Oslo", null, "Norway")).toBe("Oslo, Norway");
    expect(toHeadquarters(null, null, null)).toBeNull();
  });
});
