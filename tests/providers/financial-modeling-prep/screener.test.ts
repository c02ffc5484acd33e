import { describe, expect, it } from "vitest";
import { screenerFromFmp } from "../../../src/providers/financial-modeling-prep/screener.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();
const PATH = "company-screener";
const FIXED = "isEtf=false&isFund=false&isActivelyTrading=true&includeAllShareClasses=false&limit=1000";
const row = (symbol: string, fields: object = {}) => ({
  symbol,
  companyName: "Enbridge Inc",
  marketCap: 5000,
  sector: "Energy",
  beta: 0.31,
  price: 24.8,
  volume: 550,
  exchangeShortName: "TSX",
  country: "CA",
  ...fields,
});
const stock = (symbol: string, fields: object = {}) => ({
  symbol,
  name: "Enbridge Inc",
  price: 24.8,
  marketCap: 5000,
  volume: null,
  sector: "Energy",
  country: "CA",
  beta: 0.31,
  pe: null,
  eps: null,
  ...fields,
});
const ask = (raw: object = {}) => createAsker().ask(screenerFromFmp, { ...raw });

describe("a screen", () => {
  it("shows neither today's volume as the average nor a market cap of 0", async () => {
    const calls = simulateFmp(internet, {
      [PATH]: [row("ENB-PA", { marketCap: 0 }), row("ENB-PN", { beta: 0 })],
    });
    expect(await ask({ limit: 7 })).toEqual({
      data: {
        results: [stock("ENB-PA", { marketCap: null }), stock("ENB-PN", { beta: 0 })],
        filters_applied: { limit: 7 },
        total_results: 2,
      },
      notes: [],
    });
    expect(calls).toEqual([`${PATH}?${FIXED}`]);
  });

  it("has no market cap of a listing outside the United States, which is not in USD", async () => {
    simulateFmp(internet, { [PATH]: [row("ENB"), row("ENB.TO")] });
    const { data } = await ask({ market_cap_min: 5000 });
    expect(data.results.map(({ symbol, marketCap }) => [symbol, marketCap])).toEqual([
      ["ENB", 5000],
      ["ENB.TO", null],
    ]);
  });

  it("has no known currency when a match is listed outside the United States", async () => {
    simulateFmp(internet, { [PATH]: [row("ENB"), row("BRK-B")] });
    expect(await ask({})).not.toHaveProperty("currency");
    simulateFmp(internet, { [PATH]: [row("ENB"), row("ENB.TO")] });
    expect(await ask({})).toHaveProperty("currency", null);
  });

  it("notes that bounds in dollars may have been compared with amounts in another currency", async () => {
    simulateFmp(internet, { [PATH]: [] });
    expect((await ask({ country: "JP", market_cap_max: 5 })).notes).toEqual([
      "market_cap_max: bounds are US dollars, but provider A takes them without a currency and may compare them with amounts in the currency of the JP listings, so check the results.",
    ]);
    expect((await ask({ country: "US", market_cap_max: 5 })).notes).toEqual([]);
    expect((await ask({ country: "JP", beta_max: 5 })).notes).toEqual([]);
  });

  it("translates every filter", async () => {
    const filters = {
      market_cap_min: 1,
      market_cap_max: 2,
      price_min: 1e-7,
      price_max: 4.5,
      volume_min: 5,
      sector: "Materials",
      country: "ca",
      beta_min: -1,
      beta_max: 2,
      limit: 50,
    };
    const calls = simulateFmp(internet, { [PATH]: [] });
    expect((await ask(filters)).data).toEqual({
      results: [],
      filters_applied: { ...filters, country: "CA" },
      total_results: 0,
    });
    expect(calls).toEqual([
      `${PATH}?marketCapMoreThan=1&marketCapLowerThan=2&priceMoreThan=0.0000001&priceLowerThan=4.5&volumeMoreThan=5&betaMoreThan=-1&betaLowerThan=2&sector=Basic+Materials&country=CA&${FIXED}`,
    ]);
  });

  it.each([
    [{ market_cap_min: 10 }, { marketCap: 10 }, [{ marketCap: 9 }, { marketCap: 0 }, { marketCap: null }]],
    [{ market_cap_max: 10 }, { marketCap: 10 }, [{ marketCap: 11 }, { marketCap: 0 }]],
    [{ price_min: 2.5 }, { price: 2.5 }, [{ price: 2.49 }, { price: "n/a" }]],
    [{ price_max: 2.5 }, { price: 2.5 }, [{ price: 2.51 }]],
    [{ volume_min: 10 }, { volume: 10 }, [{ volume: 9 }, { volume: null }]],
    [{ beta_min: 1 }, { beta: 1 }, [{ beta: 0.99 }, { beta: null }]],
    [{ beta_max: 1 }, { beta: 1 }, [{ beta: 1.01 }, { beta: null }]],
    [{ sector: "Industrial" }, { sector: "Industrials" }, [{ sector: "Energy" }, { sector: null }]],
    [{ country: "CA" }, { country: "CA" }, [{ country: "US" }, { country: null }]],
  ])("with %j keeps %j and drops %j", async (filter, kept, dropped) => {
    simulateFmp(internet, { [PATH]: [...dropped.map((fields, index) => row(`NO${index}`, fields)), row("YES", kept)] });
    const { data } = await ask(filter);
    expect(data.results.map(({ symbol }) => symbol)).toEqual(["YES"]);
    expect(data.total_results).toBe(1);
  });

  it("requests both country codes of Britain and merges the results by size", async () => {
    const calls = simulateFmp(internet, {
      [PATH]: (query: URLSearchParams) =>
        query.get("country") === "UK"
          ? [row("B.L", { country: "UK", marketCap: 2 }), row("A.L", { country: "UK", marketCap: 1 })]
          : [
              row("C.L", { country: "GB", marketCap: 3 }),
              row("A.L", { country: "GB", marketCap: 1 }),
              row("D.L", { country: "GB", marketCap: 0 }),
            ],
    });
    const { data } = await ask({ country: "gb" });
    expect(calls.sort()).toEqual([`${PATH}?country=GB&${FIXED}`, `${PATH}?country=UK&${FIXED}`]);
    expect(data.results.map(({ symbol, country }) => [symbol, country])).toEqual([
      ["C.L", "GB"],
      ["B.L", "GB"],
      ["A.L", "GB"],
      ["D.L", "GB"],
    ]);
    expect(data.filters_applied).toEqual({ country: "GB", limit: 50 });
  });

  it("notes that the total of a full list is a lower bound", async () => {
    simulateFmp(internet, { [PATH]: Array.from({ length: 1000 }, (_, index) => row(`S${index}`)) });
    const { data, notes } = await ask({ limit: 1 });
    expect(data.results).toHaveLength(100);
    expect(data.total_results).toBe(1000);
    expect(notes).toEqual(["At least 1000 stocks match; provider A lists no more than 1000."]);
  });

  it("notes that the limit of a list holds for each of Britain's two codes", async () => {
    const rowsOf = (country: string, count: number) =>
      Array.from({ length: count }, (_, index) => row(`${country}${index}`, { country }));
    simulateFmp(internet, {
      [PATH]: (query: URLSearchParams) => (query.get("country") === "UK" ? rowsOf("UK", 500) : rowsOf("GB", 1000)),
    });
    expect((await ask({ country: "GB" })).notes).toEqual([
      "At least 1500 stocks match; provider A lists no more than 1000 for each of its codes of this country (GB, UK).",
    ]);
  });

  it("is left to another source when it is not in the plan", async () => {
    simulateFmp(internet, { [PATH]: refused(402, NOT_IN_PLAN.path) });
    await expect(ask()).rejects.toMatchObject({ reason: "not_in_plan" });
  });
});
