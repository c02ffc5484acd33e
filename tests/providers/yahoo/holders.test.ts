import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { holdersFromYahoo } from "../../../src/providers/yahoo/companies/holders.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryNotFound, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();
const wrapped = (raw: number) => ({ raw, fmt: String(raw) });

const SHARES = {
  insidersPercentHeld: 0.01632,
  institutionsPercentHeld: 0.65829,
  institutionsFloatPercentHeld: 0.66920996,
  institutionsCount: 7672,
};
/** The value is at the last price, that of 21 February 2025. */
const VALUE = 281_079_961_609;
const owner = (organization: string, pctChange: number) => ({
  organization,
  reportDate: wrapped(Date.parse("2024-12-31") / 1000),
  pctHeld: wrapped(0.0779),
  position: wrapped(1144695425),
  value: wrapped(VALUE),
  pctChange: wrapped(pctChange),
});
const WHOLE: Record<string, JsonBodyType> = {
  majorHoldersBreakdown: SHARES,
  institutionOwnership: { ownershipList: [owner("Alder Inc.", -0.0086), owner("Birch Management LLC", 1)] },
  fundOwnership: { ownershipList: [owner("Cedar Index Fund", 0)] },
  insiderHolders: {
    holders: [
      { name: "GORSE BEN", positionDirect: wrapped(9_000) },
      {
        name: "FIR ANNA",
        relation: "Director",
        transactionDescription: "Sale",
        latestTransDate: wrapped(Date.UTC(2025, 1, 3) / 1000),
        positionDirect: wrapped(120_000),
        positionIndirect: wrapped(30_000),
      },
    ],
  },
  defaultKeyStatistics: { sharesOutstanding: 14_000_000_000, impliedSharesOutstanding: 15_000_000_000 },
};

function play(modules: Record<string, JsonBodyType>, price: object = {}) {
  internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: { ...APPLE_PRICE, ...price }, ...modules })));
  return createAsker().ask(holdersFromYahoo, { symbol: "AAPL" });
}

describe("holders by provider B", () => {
  it("are the shares of insiders and institutions, and the largest of both lists; a change of 1 is a new holder", async () => {
    const row = (name: string, sharesChange: number | null, isNew = false) => ({
      name,
      shares: 1144695425,
      value: VALUE,
      percentHeld: 0.0779,
      sharesChange,
      isNew,
      reported: "2024-12-31",
    });
    expect(await play(WHOLE)).toEqual({
      data: {
        symbol: "AAPL",
        currency: "USD",
        insidersPercent: 0.01632,
        institutionsPercent: 0.65829,
        institutionsPercentOfFloat: 0.66920996,
        institutionsCount: 7672,
        institutions: [row("Alder Inc.", -0.0086), row("Birch Management LLC", null, true)],
        funds: [row("Cedar Index Fund", 0)],
        insiders: [
          {
            name: "FIR ANNA",
            relation: "Director",
            shares: 120_000,
            sharesIndirect: 30_000,
            // (120,000 + 30,000) / 15 bn.
            percentHeld: 0.00001,
            transaction: "Sale",
            reported: "2025-02-03",
          },
          {
            name: "GORSE BEN",
            relation: null,
            shares: 9_000,
            sharesIndirect: null,
            percentHeld: 6e-7,
            transaction: null,
            reported: null,
          },
        ],
        valueDate: "2025-02-21",
      },
      currency: "USD",
      missing: [],
      notes: [],
    });
  });

  it("have no day of value where that is not at the last price", async () => {
    const { data } = await play(WHOLE, { regularMarketPrice: 250 });
    expect(data.valueDate).toBeNull();
  });

  it("are ordered by their shares, although B orders by a rounded percentage", async () => {
    const list = [1344244, 1469313, 12169717].map((position) => ({
      ...owner(`Fund ${position}`, 0),
      position: wrapped(position),
    }));
    const { data } = await play({ ...WHOLE, fundOwnership: { ownershipList: list } });
    expect(data.funds!.map(({ shares }) => shares)).toEqual([12169717, 1469313, 1344244]);
  });

  it("are empty lists for a company whose institutions do not report to the SEC", async () => {
    const { data } = await play({
      majorHoldersBreakdown: { ...SHARES, institutionsCount: 13 },
      institutionOwnership: { ownershipList: [] },
      fundOwnership: { ownershipList: [] },
    });
    expect(data).toMatchObject({ institutionsCount: 13, institutions: [], funds: [] });
  });

  it("name a part that cannot be read as missing", async () => {
    const answer = await play({ ...WHOLE, institutionOwnership: { ownershipList: "none" } });
    expect(answer).toMatchObject({ data: { institutions: null, funds: [{}] }, missing: ["institutions"] });
  });

  it("are unknown where provider B sends no list", async () => {
    const { data, notes } = await play({ majorHoldersBreakdown: SHARES });
    expect({ data, notes }).toMatchObject({ data: { institutions: null, funds: null }, notes: [] });
  });

  it("are not covered for a fund", async () => {
    await expect(play({}, { quoteType: "ETF" })).rejects.toMatchObject({
      kind: "no_coverage",
      message:
        "Cannot fetch holders for AAPL: provider B knows the symbol but has no holders for it; funds, indices, currencies and coins have none.",
    });
  });

  it("are unusable if no part can be read", async () => {
    await expect(play({ majorHoldersBreakdown: "none" })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("are not found for an unknown symbol", async () => {
    internet.use(...sessionRoutes(), summary("NOSUCH", summaryNotFound("Quote not found for symbol: NOSUCH")));
    await expect(createAsker().ask(holdersFromYahoo, { symbol: "NOSUCH" })).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});
