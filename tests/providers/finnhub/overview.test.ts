import { describe, expect, it } from "vitest";
import { overviewFromFinnhub } from "../../../src/providers/finnhub/overview.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { PROFILE, simulateFinnhub } from "./upstream-finnhub.js";

const internet = useInternet();

function ask(profile: object) {
  simulateFinnhub(internet, { "stock/profile2": profile });
  return createAsker().ask(overviewFromFinnhub, { symbol: "ACME" });
}

describe("overviews by provider E", () => {
  it("have its profile, and report everything else as missing", async () => {
    const { data, missing, currency } = await ask(PROFILE);
    expect(data).toMatchObject({
      symbol: "ACME",
      companyName: "Acme Anvils Inc",
      industry: "Machinery",
      sector: null,
      website: "https://www.acme.example/",
      headquarters: "US",
      exchange: "NEW YORK STOCK EXCHANGE, INC.",
      employees: null,
    });
    expect(missing).toEqual(expect.arrayContaining(["sector", "peRatio", "recommendationMean"]));
    expect(missing).not.toContain("companyName");
    expect(currency).toBe("USD");
  });

  it.each([
    [4_559_367.676171373, 4_559_367_676_171.373],
    [45593.676171373, 45_593_676_171.373],
    [969_283.0240446691, 969_283_024_044.6691],
    // Their products with a million are 1004999.9999999999 and 16350000.000000002.
    [1.005, 1_005_000],
    [16.35, 16_350_000],
    [0.0000007, 0.7],
  ])("state a market cap of %d millions without further digits", async (millions, marketCap) => {
    expect((await ask({ ...PROFILE, marketCapitalization: millions })).data.marketCap).toBe(marketCap);
  });

  it.each([
    ["accounts in another currency", { currency: "CNY" }, "CNY"],
    ["another country, also with accounts in dollars (SQM)", { country: "CL" }, "USD"],
    ["an unknown country", { country: null }, "USD"],
  ])("leave out a market cap beside %s, which may be in another currency", async (_what, profile, expected) => {
    const { data, notes, accounts } = await ask({ ...PROFILE, ...profile });
    expect(data.marketCap).toBeNull();
    expect(notes).toContain(
      "The market cap is left out, because provider E does not say in which currency it is: of a company abroad it may be another one than USD.",
    );
    expect(accounts).toBe(expected);
  });

  it.each([0, -1, "N/A", null])("have no market cap of %j", async (marketCapitalization) => {
    expect((await ask({ ...PROFILE, marketCapitalization })).data.marketCap).toBeNull();
  });

  it("are no answer for a fund, which has an empty profile", async () => {
    await expect(ask({})).rejects.toMatchObject({ reason: "no_data" });
  });
});
