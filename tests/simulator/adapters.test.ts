import { extendedHours } from "../../src/capabilities/prices/extended-hours.js";
import { afterAll, describe, expect, it } from "vitest";
import { applyMarketFacts } from "../../src/market/prices/market-facts.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { MarketDataError } from "../../src/contract/errors.js";
import { financialsFromFmp } from "../../src/providers/financial-modeling-prep/financials.js";
import { quoteFromFmp, shareFactsFromFmp } from "../../src/providers/financial-modeling-prep/quote.js";
import { insiderTransactionsFromYahoo } from "../../src/providers/yahoo/companies/insider-transactions.js";
import { activeFactsFromYahoo } from "../../src/providers/yahoo/prices/market-facts.js";
import { financialsFromYahoo } from "../../src/providers/yahoo/companies/financials.js";
import { fundFromSec } from "../../src/providers/sec/funds/fund.js";
import { managerHoldingsFromSec } from "../../src/providers/sec/managers/manager-holdings.js";
import { priceTargetsFromYahoo, ratingChangesFromYahoo } from "../../src/providers/yahoo/companies/price-targets.js";
import { alternativeQuoteFromYahoo, shareFactsFromYahoo } from "../../src/providers/yahoo/prices/quote.js";
import { activeFromFmp } from "../../src/providers/financial-modeling-prep/movers.js";
import { startSimulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";
import { atTime } from "../support/at-time.js";

const NOW = new Date("2025-11-20T18:00:00Z");
const simulator = await startSimulator({ now: () => NOW });
afterAll(() => simulator.close());
const asker = createSimulatorAsker(simulator);

// The product asks for spans of time that end now, so its clock has to be the simulator's.
atTime(NOW);

describe("every source of the catalogue", () => {
  const bySymbol = CATALOGUE.filter(({ capability }) => "symbol" in capability.input.shape);

  it.each(bySymbol.flatMap(({ sources }) => sources).map((source) => ({ name: source.capability.name, source })))(
    "has no answer for an unknown symbol: $name of $source.provider.id",
    async ({ source }) => {
      const failure = await asker.ask(source, { symbol: "NOSUCH" }).catch((error: MarketDataError) => error);
      expect(failure).toMatchObject({ name: "MarketDataError" });
      expect(failure).not.toMatchObject({ reason: "bad_answer" });
    },
  );
});

describe("the sources' answers about one security", () => {
  it("have the same price in both quotes", async () => {
    const { data: a } = await asker.ask(quoteFromFmp, { symbol: "AAPL" });
    const { data: b } = await asker.ask(alternativeQuoteFromYahoo, { symbol: "AAPL" });
    const open = { avgVolume: null, eps: null, pe: null, sharesOutstanding: null };
    // Only provider B's own quote has prices outside the regular session.
    const regular = Object.fromEntries(Object.entries(b).filter(([name]) => !(name in extendedHours)));
    expect(a).toEqual({ ...regular, ...open, exchange: "NASDAQ" });
    expect(Object.values(regular)).not.toContain(null);
  });

  it.each(["AAPL", "RIVN", "BABA"])(
    "have the same share count, volume and EPS of %s from both enrichers",
    async (symbol) => {
      const { facts: a } = await asker.supply(shareFactsFromFmp, symbol);
      const { facts: b } = await asker.supply(shareFactsFromYahoo, symbol);
      expect(a.avgVolume).toBe(b.avgVolume);
      expect(a.sharesOutstanding).toBe(b.sharesOutstanding);
      expect(a.eps).toBeCloseTo(b.eps ?? Number.NaN, 1);
    },
  );

  it("have the same income statement, in the reporting currency", async () => {
    const { data: a } = await asker.ask(financialsFromFmp, { symbol: "BABA" });
    const { data: b } = await asker.ask(financialsFromYahoo, { symbol: "BABA" });
    expect(b.data.length).toBeGreaterThan(3);
    for (const [index, record] of b.data.entries()) {
      // B's records keep figures of the other statements for ratios, too.
      const [kept, own] = [true, false].map((isKept) => {
        return Object.entries(record).filter(([name]) => name.includes(".") === isKept);
      });
      expect(kept!.length).toBeGreaterThan(1);
      expect(kept!.map(([, value]) => value)).toEqual(kept!.map(() => expect.any(Number)));
      expect(a.data[index]).toMatchObject(Object.fromEntries(own!));
    }
    expect(a.data[0]).toMatchObject({ reportedCurrency: "CNY" });
  });

  it("have a sentence when there are no insiders", async () => {
    const { data } = await asker.ask(insiderTransactionsFromYahoo, { symbol: "SPOT" });
    expect(data).toEqual({
      symbol: "SPOT",
      company_name: "Spotify Technology S.A.",
      insider_transactions: "No insider transactions found for SPOT",
    });
  });

  it("have twenty insider transactions, complete except for fields that the upstream leaves empty", async () => {
    const { data } = await asker.ask(insiderTransactionsFromYahoo, { symbol: "AAPL" });
    expect(data.total_transactions).toBe(20);
    expect(data.insider_transactions).toContainEqual({
      insider: expect.any(String),
      relation: expect.any(String),
      transaction: "Sale",
      cost: expect.any(Number),
      shares: expect.any(Number),
      value: expect.any(Number),
      shares_owned_following: expect.any(Number),
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
  });

  it("have a history of ratings with targets before and after", async () => {
    const { facts: changes } = await asker.supply(ratingChangesFromYahoo, "AAPL");
    const { data } = await asker.ask(priceTargetsFromYahoo, { symbol: "AAPL" });
    expect(changes).toEqual(data.recentChanges);
    expect(changes[0]).toEqual({
      analystName: expect.any(String),
      date: expect.any(String),
      previousTarget: expect.any(Number),
      newTarget: expect.any(Number),
      rating: expect.any(String),
      ratingChange: expect.stringMatching(/^(?:Upgrade|Downgrade|Initiate|Maintain)$/),
    });
  });
});

it("have every column of provider A's most active filled from one look-up at provider B", async () => {
  const { data } = await asker.ask(activeFromFmp);
  const symbols = data.active_stocks.map(({ symbol }) => symbol);
  const { facts } = await asker.supply(activeFactsFromYahoo, symbols);
  const columns = { volume: "volume", avgVolume: "avgVolume", marketCap: "marketCap", eps: "eps" } as const;
  const { active_stocks: rows } = applyMarketFacts(data, "active_stocks", facts, columns).data;
  // A company with a loss has no PE from any provider.
  for (const row of rows) expect(Object.values({ ...row, pe: 0 })).not.toContain(null);
  const volumes = rows.map(({ volume }) => volume ?? 0);
  expect(volumes).toEqual(volumes.toSorted((one, other) => other - one));
});

it("have one CUSIP of each company in the reports of funds and of managers, and symbols for nine of ten", async () => {
  const { data: fund, missing } = await asker.ask(fundFromSec, { symbol: "VTI", holdings: "all" });
  const { data: managed } = await asker.ask(managerHoldingsFromSec, { manager: "Berkshire Hathaway" });
  const companies = fund.holdings!.filter(({ kind }) => kind === "common stock");
  const named = (rows: readonly { symbol: string | null; cusip?: string | null | undefined }[]) =>
    new Map(rows.flatMap(({ symbol, cusip }) => (symbol === null ? [] : [[symbol, cusip] as const])));
  const [held, owned] = [named(companies), named(managed.holdings)];
  expect(missing).toEqual([]);
  expect(companies.length).toBeGreaterThan(50);
  expect(held.size / companies.length).toBeGreaterThan(0.85);
  expect(owned.size).toBeGreaterThan(25);
  for (const [symbol, cusip] of owned) expect([symbol, held.get(symbol) ?? cusip]).toEqual([symbol, cusip]);
  // The first six characters are the issuer.
  expect(new Set(companies.map(({ cusip }) => cusip!.slice(0, 6))).size).toBe(companies.length);
});
