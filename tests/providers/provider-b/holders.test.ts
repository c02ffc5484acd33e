import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { holdersFromB } from "../../../src/providers/provider-b/holders.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryNotFound, summaryOf } from "./upstream-b.js";

const internet = useInternet();
const wrapped = (raw: number) => ({ raw, fmt: String(raw) });

const SHARES = {
  insidersPercentHeld: 0.01632,
  institutionsPercentHeld: 0.65829,
  institutionsFloatPercentHeld: 0.66920996,
  institutionsCount: 7672,
};
const owner = (organization: string, pctChange: number) => ({
  organization,
  reportDate: wrapped(Date.parse("2026-03-31") / 1000),
  pctHeld: wrapped(0.0779),
  position: wrapped(1144695425),
  value: wrapped(333255184669),
  pctChange: wrapped(pctChange),
});
const WHOLE: Record<string, JsonBodyType> = {
  majorHoldersBreakdown: SHARES,
  institutionOwnership: { ownershipList: [owner("Alder Inc.", -0.0086), owner("Birch Management LLC", 1)] },
  fundOwnership: { ownershipList: [owner("Cedar Index Fund", 0)] },
};

function play(modules: Record<string, JsonBodyType>, price: object = {}) {
  internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: { ...APPLE_PRICE, ...price }, ...modules })));
  return createAsker().ask(holdersFromB, { symbol: "AAPL" });
}

describe("holders by provider B", () => {
  it("are the shares of insiders and institutions, and the largest of both lists; a change of 1 is a new holder", async () => {
    const row = (name: string, sharesChange: number | null, isNew = false) => ({
      name,
      shares: 1144695425,
      value: 333255184669,
      percentHeld: 0.0779,
      sharesChange,
      isNew,
      reported: "2026-03-31",
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
      },
      currency: "USD",
      missing: [],
      notes: [
        "2 of 7672 institutions are listed: the largest of those that report to the SEC.",
        "value is at the last price, not at that of the day of reported.",
      ],
    });
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
    const { data, notes } = await play({
      majorHoldersBreakdown: { ...SHARES, institutionsCount: 13 },
      institutionOwnership: { ownershipList: [] },
      fundOwnership: { ownershipList: [] },
    });
    expect(data).toMatchObject({ institutionsCount: 13, institutions: [], funds: [] });
    expect(notes).toEqual(["0 of 13 institutions are listed: the largest of those that report to the SEC."]);
  });

  it("name a part that cannot be read as missing", async () => {
    const answer = await play({ ...WHOLE, institutionOwnership: { ownershipList: "none" } });
    expect(answer).toMatchObject({ data: { institutions: null, funds: [{}] }, missing: ["institutions"] });
    expect(answer.notes).toHaveLength(1);
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
    await expect(createAsker().ask(holdersFromB, { symbol: "NOSUCH" })).rejects.toMatchObject({ kind: "not_found" });
  });
});
