import { describe, expect, it } from "vitest";
import { namesOfFilter, namesOfSame, toLetters } from "../../src/contract/field-facts.js";
import { inSpellingOf, refuseUnknown } from "../../src/views/rows.js";

describe("the names of a field", () => {
  it("are those of other tools and libraries, in any spelling", () => {
    expect(namesOfSame("trailing_PE")).toContain("peratio");
    expect(inSpellingOf(["date", "netIncome"], ["Date", "net_profit"])).toEqual(["date", "netIncome"]);
  });

  it.each([
    ["total revenue", "revenue"],
    ["COGS", "costOfRevenue"],
    ["R&D", "researchAndDevelopmentExpenses"],
    ["SG&A expenses", "sellingGeneralAndAdministrativeExpenses"],
    ["EPS (diluted)", "epsdiluted"],
    ["shareholders' equity", "totalStockholdersEquity"],
    ["free cash flow", "freeCashFlow"],
    ["CapEx", "capitalExpenditure"],
    ["netCashUsedForInvestingActivites", "netCashProvidedByInvestingActivities"],
    ["share buybacks", "commonStockRepurchased"],
    ["D&A", "depreciationAndAmortization"],
    ["P/E", "pe"],
    ["debt/equity", "debtToEquity"],
    ["% change", "changesPercentage"],
    ["regularMarketChangePercent", "changesPercentage"],
    ["52-week high", "yearHigh"],
    ["fiftyTwoWeekLow", "yearLow"],
    ["analyst rating", "recommendationKey"],
    ["price target", "targetMeanPrice"],
    ["ex-dividend date", "exDate"],
    ["IV", "impliedVolatility"],
  ])("are found by the words that people and other programs have: %s is %s", (said, name) => {
    expect(inSpellingOf(["date", name], [said])).toEqual([name]);
  });

  it("are no others, however near", () => {
    const names = ["freeCashFlow", "operatingCashFlow", "eps", "totalStockholdersEquity", "date"];
    for (const said of ["levered free cash flow", "shares outstanding", "filing date", "trailing EPS"])
      expect(inSpellingOf(names, [said])).toEqual([said]);
    expect(toLetters("balance.totalDebt")).not.toBe(toLetters("balanceTotalDebt"));
  });

  it("of several figures are refused with all of them", () => {
    const names = ["date", "operatingExpenses", "costAndExpenses", "operatingIncome"];
    const said = ["totalOperatingExpenses", "date"];
    expect(inSpellingOf(names, said)).toEqual(said);
    expect(() => refuseUnknown(said, names, [...names, ...Array.from({ length: 12 }, (_, at) => `x${at}`)])).toThrow(
      'Invalid "fields": got "totalOperatingExpenses". Nearest: operatingExpenses, costAndExpenses.',
    );
  });

  it("have in filters the change in percent and the volume of an average day", () => {
    expect(namesOfFilter("percent_change")).toContain("change");
    expect(namesOfFilter("averageVolume")).toContain("volume");
    expect(namesOfFilter("pe")).not.toContain("change");
  });

  it("stay as they are where none is known", () => {
    expect(namesOfSame("constructor")).toEqual(["constructor"]);
    expect(inSpellingOf(["date"], ["__proto__", "price"])).toEqual(["__proto__", "price"]);
  });

  it("in short may mean a longer one, but not the other way round", () => {
    expect(inSpellingOf(["name", "sharesChange"], ["change"])).toEqual(["sharesChange"]);
    expect(inSpellingOf(["change", "sharesChange"], ["change"])).toEqual(["change"]);
    expect(inSpellingOf(["symbol", "change"], ["sharesChange"])).toEqual(["sharesChange"]);
    expect(inSpellingOf(["date", "yield"], ["dividendYield"])).toEqual(["dividendYield"]);
  });
});
