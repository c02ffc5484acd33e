import { describe, expect, it } from "vitest";
import { onlyFromYahoo, screenedFacts, screener } from "../../src/capabilities/companies/screener.js";
import type { BodyOf } from "../../src/contract/capability.js";
import type { MarketFacts } from "../../src/market/prices/market-facts.js";
import { sortOf } from "../../src/capabilities/companies/screener.js";
import { sorted } from "../../src/contract/sort.js";
import { toPlainText } from "../../src/contract/sentence.js";
import { parseInput } from "../../src/contract/input.js";
import { enricher } from "../../src/contract/enrichment.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { createAppOf } from "../support/app-of.js";
import { fakeA, fakeB } from "../support/fakes.js";

const parse = (given: Record<string, unknown>) => parseInput(screener, given);

describe("a screen", () => {
  it.each([
    [{ sort: "size" }, /Invalid "sort".*market_cap, pe, dividend_yield, change, volume, price/],
    [{ sort: "+pe" }, /Invalid "sort"/],
    [{ pe_min: 20, pe_max: 10 }, /"pe_min".*above "pe_max"/],
    [{ change_min: 2, change_max: -2 }, /"change_min".*above "change_max"/],
    [{ near_low_max: -1 }, /Invalid "near_low_max"/],
    [{ dividend_yield_min: -1 }, /Invalid "dividend_yield_min"/],
    [{ debt_to_equity_max: -1 }, /Invalid "debt_to_equity_max"/],
    [{ pb_max: -1 }, /Invalid "pb_max": got -1\. Allowed: a finite number, 0 or more\./],
    [{ ps_max: "low" }, /Invalid "ps_max"/],
    [{ eps_growth_min: Infinity }, /Invalid "eps_growth_min"/],
    [{ change_min: 10, change_period: "1mo" }, /Invalid "change_period": got "1mo"\. Allowed: 1d, 1y\./],
    [{ pe_max: 10, change_period: "1y" }, /"change_period" was given without a change\. Allowed: beside "change_min"/],
    [{ dividend_years_min: 1.5 }, /Invalid "dividend_years_min"/],
    [{ industry: "Banks" }, /Invalid "industry": got "Banks".*Banks - Regional; Banks - Diversified/],
    [{ exchange: "NASDQ" }, /Invalid "exchange": got "NASDQ".*the nearest are NASDAQ/],
    [{ exchange: "XETRA", country: "US" }, /"exchange": got XETRA, which is in DE, not in "country" US/],
  ])("rejects %j", (given, message) => {
    expect(() => parse(given)).toThrow(message);
  });

  it("names the filters that only provider B can apply", () => {
    expect(onlyFromYahoo(parse({ sector: "Energy", pe_max: 15, sort: "-PE" }))).toEqual(["pe_max", "sort"]);
    const quality = { roe_min: 15, revenue_growth_min: 15, net_income_growth_min: 1, debt_to_equity_max: 50 };
    const others = { gross_margin_min: 40, dividend_years_min: 10, industry: "gold", exchange: "nyse" };
    expect(onlyFromYahoo(parse({ ...quality, ...others }))).toEqual(Object.keys({ ...quality, ...others }));
    const further = { pb_max: 1, ps_max: 2, change_max: -10, eps_growth_min: 5 };
    expect(onlyFromYahoo(parse({ ...further, change_period: "1y" }))).toEqual(Object.keys(further));
    expect(onlyFromYahoo(parse({ sector: "Energy", beta_max: 1 }))).toEqual([]);
  });
});

describe("the bounds of a screen", () => {
  const notesOn = (given: Record<string, unknown>) =>
    screener.viewNotes!({ results: [] } as never, parse(given) as never, {} as never).map(toPlainText);

  it("are said as they were read, also those of 0, and with the words of their parameter", () => {
    expect(notesOn({ dividend_yield_min: 0.03, market_cap_min: 10 })).toEqual([
      "Filters: market cap of at least 10 USD; dividend yield of at least 0.03 %.",
    ]);
    expect(notesOn({ price_max: 0, market_cap_max: 0 })).toEqual([
      "Filters: market cap of at most 0 USD; price of at most 0 USD.",
    ]);
    expect(notesOn({ near_low_max: 5, pe_max: 15, volume_min: 1e6, change_max: -2 })).toEqual([
      "Filters: volume of at least 1000000 shares a day; P/E of at most 15; change today of at most -2 %; at most 5 % above the 52-week low.",
    ]);
    expect(notesOn({ pb_max: 1.5, change_min: 20, change_period: "1y" })).toEqual([
      "Filters: P/B of at most 1.5; change over 52 weeks of at least 20 %.",
    ]);
    expect(notesOn({ sector: "Energy" })).toEqual([]);
  });

  it("are all said, by the capability or by the source of figures that rows do not have", () => {
    const bounds = Object.keys(screener.input.shape).filter((name) => /_(?:min|max)$/.test(name));
    const ofSource = [
      "ps_max",
      "roe_min",
      "revenue_growth_min",
      "net_income_growth_min",
      "eps_growth_min",
      "debt_to_equity_max",
      "gross_margin_min",
      "dividend_years_min",
    ];
    expect(bounds.filter((name) => notesOn({ [name]: 5 }).length === 0)).toEqual(ofSource);
  });
});

describe("columns of a screen on request", () => {
  const STOCK = { symbol: "A", name: "A Inc.", price: 10, marketCap: 1e9, sector: "Energy", country: "US", beta: 1 };
  const columns = {
    changesPercentage: 1.25,
    dividendYield: 4.1,
    yearHigh: 12,
    yearLow: 8,
    yearChangePercent: -3.5,
    priceToBook: 1.2,
  };
  const filled = { volume: 500, pe: 10, eps: 1 };
  const fromFmp = source(fakeA, screener, async () => toAnswer({ ...STOCK, volume: null, pe: null, eps: null }));
  const fromYahoo = source(fakeB, screener, async () => toAnswer({ ...STOCK, ...filled, ...columns }));
  const fact = {
    ...filled,
    avgVolume: 500,
    marketCap: 1e9,
    change: 1.25,
    dividendYield: 4.1,
    yearHigh: 12,
    yearLow: 8,
    yearChangePercent: -3.5,
    priceToBook: 1.2,
  };
  const facts: MarketFacts = [["A", { ...fact, volume: 1 }]];
  const factsOfYahoo = enricher(fakeB, screenedFacts, async () => ({ facts }));
  const toAnswer = (stock: BodyOf<typeof screener>["results"][number]) => ({
    data: { results: [stock], filters_applied: {}, total_results: 1 },
  });
  const resultsOf = async (row: unknown, path: string) => {
    const { get, close } = await createAppOf([row as Entry], { PROVIDER_A_API_KEY: "test-key" });
    const { body, headers } = await get(path);
    await close();
    return { rows: body["results"], sources: headers["x-data-sources"], notes: headers["x-data-notes"] };
  };
  const named = `fields=symbol,${Object.keys(columns).join(",")}`;

  it.each([
    ["provider A, with figures of provider B", entry(screener, [fromFmp], [factsOfYahoo])],
    ["provider B", entry(screener, [fromYahoo])],
  ])("are in the rows of %s", async (_source, row) => {
    const { rows } = await resultsOf(row, `/api/v1/screener?${named}`);
    expect(rows).toEqual([{ symbol: "A", ...columns }]);
  });

  it("name provider B where it filled them in", async () => {
    const { sources } = await resultsOf(entry(screener, [fromFmp], [factsOfYahoo]), `/api/v1/screener?${named}`);
    expect(sources).toBe(`provider-a, provider-b; fields="volume pe eps ${Object.keys(columns).join(" ")}"`);
  });

  it("are null where provider B does not answer", async () => {
    const { rows } = await resultsOf(entry(screener, [fromFmp]), `/api/v1/screener?${named}`);
    const nulls = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
    expect(rows).toEqual([{ symbol: "A", ...nulls }]);
  });

  it.each([
    ["provider A", entry(screener, [fromFmp], [factsOfYahoo]), 'provider-a, provider-b; fields="volume pe eps"'],
    ["provider B", entry(screener, [fromYahoo]), "provider-b"],
  ])("are absent from the rows of %s unless fields names them", async (_source, row, by) => {
    const { rows, sources } = await resultsOf(row, "/api/v1/screener");
    expect([rows, sources]).toEqual([[{ ...STOCK, ...filled }], by]);
  });

  it.each([
    ["dividend_yield_min=4", ["dividendYield"]],
    ["near_low_max=5&near_high_max=50", ["yearHigh", "yearLow"]],
    ["sort=-change", ["changesPercentage"]],
    ["sort=-change&fields=*", ["changesPercentage"]],
    ["pe_max=20&sort=pe", []],
    ["pb_max=2", ["priceToBook"]],
    ["change_min=-5&change_period=1d", ["changesPercentage"]],
    ["change_min=-5&change_period=1y", ["yearChangePercent"]],
    ["sort=change&change_period=1y", ["yearChangePercent"]],
  ])("are shown where %s chooses or orders the rows by one", async (query, shown) => {
    const { rows, notes } = await resultsOf(entry(screener, [fromYahoo]), `/api/v1/screener?${query}`);
    const chosen = Object.fromEntries(shown.map((name) => [name, columns[name as keyof typeof columns]]));
    expect(rows).toEqual([{ ...STOCK, ...filled, ...chosen }]);
    // Nothing is said to be missing.
    expect(notes).toMatch(/^(?:Filters: [^.]+\. )?volume is of the average day of three months\.$/);
  });

  it("are not shown to a caller who chose other columns", async () => {
    const { rows } = await resultsOf(entry(screener, [fromYahoo]), "/api/v1/screener?sort=-change&fields=symbol");
    expect(rows).toEqual([{ symbol: "A" }]);
  });
});

describe("an order", () => {
  it("is ascending, or descending with a sign", () => {
    expect([sortOf("pe"), sortOf("-PE"), sortOf("size")]).toEqual([
      { key: "pe", descending: false },
      { key: "pe", descending: true },
      undefined,
    ]);
  });

  it("puts missing values last both ways", () => {
    const values = [3, null, 1, 2];
    expect(sorted(values, false, (value) => value)).toEqual([1, 2, 3, null]);
    expect(sorted(values, true, (value) => value)).toEqual([3, 2, 1, null]);
  });
});
