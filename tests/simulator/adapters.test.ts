import { extendedHours } from "../../src/capabilities/extended-hours.js";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyMarketFacts } from "../../src/market/market-facts.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { MarketDataError } from "../../src/contract/errors.js";
import { financialsFromA } from "../../src/providers/provider-a/financials.js";
import { quoteFromA, shareFactsFromA } from "../../src/providers/provider-a/quote.js";
import { insiderTransactionsFromB } from "../../src/providers/provider-b/insider-transactions.js";
import { activeFactsFromB } from "../../src/providers/provider-b/market-facts.js";
import { financialsFromB } from "../../src/providers/provider-b/financials.js";
import { priceTargetsFromB, ratingChangesFromB } from "../../src/providers/provider-b/price-targets.js";
import { alternativeQuoteFromB, shareFactsFromB } from "../../src/providers/provider-b/quote.js";
import { activeFromA } from "../../src/providers/provider-a/movers.js";
import { startSimulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";
import { questionsFor } from "./questions.js";

const NOW = new Date("2025-11-20T18:00:00Z");
const simulator = await startSimulator({ now: () => NOW });
afterAll(() => simulator.close());
const asker = createSimulatorAsker(simulator);

// The product asks for spans of time that end now, so its clock has to be the simulator's.
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

// Sources that are asked after an unusable answer have none on the simulated market, whose answers can be used.
const QUESTIONS = CATALOGUE.flatMap(({ capability, sources }) =>
  sources
    .filter(({ after }) => !after?.has("bad_answer"))
    .flatMap((source) =>
      questionsFor(source).map((parameters) => ({
        name: `${capability.name} of ${source.provider.id} ${JSON.stringify(parameters)}`,
        source,
        parameters,
      })),
    ),
);

describe("every source of the catalogue", () => {
  it.each(QUESTIONS)("parses $name", async ({ source, parameters }) => {
    const { data } = await asker.ask(source, parameters);
    const stamped = { ...data, timestamp: "", source: source.provider.label };
    expect(source.capability.output.safeParse(stamped).error).toBeUndefined();
    expect(JSON.stringify(data).length).toBeGreaterThan(100);
  });

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
    const { data: a } = await asker.ask(quoteFromA, { symbol: "AAPL" });
    const { data: b } = await asker.ask(alternativeQuoteFromB, { symbol: "AAPL" });
    const open = { avgVolume: null, eps: null, pe: null, sharesOutstanding: null };
    // Only provider B's own quote has prices outside the regular session.
    const regular = Object.fromEntries(Object.entries(b).filter(([name]) => !(name in extendedHours)));
    expect(a).toEqual({ ...regular, ...open, exchange: "NASDAQ" });
    expect(Object.values(regular)).not.toContain(null);
  });

  it.each(["AAPL", "RIVN", "BABA"])(
    "have the same share count, volume and EPS of %s from both enrichers",
    async (symbol) => {
      const { facts: a } = await asker.supply(shareFactsFromA, symbol);
      const { facts: b } = await asker.supply(shareFactsFromB, symbol);
      expect(a.avgVolume).toBe(b.avgVolume);
      expect(a.sharesOutstanding).toBe(b.sharesOutstanding);
      expect(a.eps).toBeCloseTo(b.eps ?? Number.NaN, 1);
    },
  );

  it("have the same income statement, in the reporting currency", async () => {
    const { data: a } = await asker.ask(financialsFromA, { symbol: "BABA" });
    const { data: b } = await asker.ask(financialsFromB, { symbol: "BABA" });
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
    const { data } = await asker.ask(insiderTransactionsFromB, { symbol: "SPOT" });
    expect(data).toEqual({
      symbol: "SPOT",
      company_name: "Spotify Technology S.A.",
      insider_transactions: "No insider transactions found for SPOT",
    });
  });

  it("have twenty insider transactions, complete except for fields that the upstream leaves empty", async () => {
    const { data } = await asker.ask(insiderTransactionsFromB, { symbol: "AAPL" });
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
    const { facts: changes } = await asker.supply(ratingChangesFromB, "AAPL");
    const { data } = await asker.ask(priceTargetsFromB, { symbol: "AAPL" });
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
  const { data } = await asker.ask(activeFromA);
  const symbols = data.active_stocks.map(({ symbol }) => symbol);
  const { facts } = await asker.supply(activeFactsFromB, symbols);
  const columns = { volume: "volume", avgVolume: "avgVolume", marketCap: "marketCap", eps: "eps" } as const;
  const { active_stocks: rows } = applyMarketFacts(data, "active_stocks", facts, columns).data;
  // A company with a loss has no PE from any provider.
  for (const row of rows) expect(Object.values({ ...row, pe: 0 })).not.toContain(null);
  const volumes = rows.map(({ volume }) => volume ?? 0);
  expect(volumes).toEqual(volumes.toSorted((one, other) => other - one));
});
