import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { overviewFromFmp } from "../../../src/providers/financial-modeling-prep/overview.js";
import { quotesFromFmp } from "../../../src/providers/financial-modeling-prep/quotes.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();
const ROW = {
  symbol: "AAPL",
  name: "Apple Inc.",
  price: 187.5,
  changePercentage: -0.266,
  change: -0.5,
  volume: 51_000_000,
  dayLow: 186,
  dayHigh: 189.25,
  yearHigh: 260.1,
  yearLow: 164.08,
  marketCap: 2_800_000_000_000,
  exchange: "NASDAQ",
  timestamp: 1_772_712_000,
};
const ask = (...symbols: string[]) => createAsker().ask(quotesFromFmp, { symbols });

describe("several quotes by provider A", () => {
  it("need one call, and have the spelling and order of the caller", async () => {
    const calls = simulateFmp(internet, {
      "batch-quote": [ROW, { ...ROW, symbol: "BRK-B", marketCap: 0, price: 412 }],
    });
    const { data } = await ask("BRK.B", "AAPL");
    // The cache key is sorted, and made of exactly what is sent.
    expect(calls).toEqual(["batch-quote?symbols=AAPL%2CBRK-B"]);
    expect(data.quotes.map(({ symbol, price, marketCap }) => [symbol, price, marketCap])).toEqual([
      ["BRK.B", 412, null],
      ["AAPL", 187.5, 2_800_000_000_000],
    ]);
    expect(data.quotes[1]).toEqual({
      symbol: "AAPL",
      name: "Apple Inc.",
      price: 187.5,
      change: -0.5,
      changesPercentage: -0.266,
      dayLow: 186,
      dayHigh: 189.25,
      yearLow: 164.08,
      yearHigh: 260.1,
      volume: 51_000_000,
      marketCap: 2_800_000_000_000,
      exchange: "NASDAQ",
      currency: "USD",
      marketCapCurrency: "USD",
      as_of: "2026-03-05T12:00:00.000Z",
      market: null,
      source: "PROVIDER_A",
    });
    expect(data.errors).toEqual([]);
  });

  it("have no change since a previous close that the range of the year contradicts", async () => {
    simulateFmp(internet, { "batch-quote": [{ ...ROW, previousClose: 1.88, change: 185.62 }] });
    const { data, notes } = await ask("AAPL");
    expect(data.quotes).toMatchObject([{ price: 187.5, change: null, changesPercentage: null }]);
    expect(data.quotes[0]).not.toHaveProperty("previousClose");
    expect(notes).toEqual([expect.stringMatching(/^The previous close of AAPL, 1.88, is far outside/)]);
  });

  it("name the currency of a cached profile, without a call for it", async () => {
    const asker = createAsker();
    simulateFmp(internet, { profile: [{ symbol: "VOD.L", companyName: "Vodafone", price: 71.5, currency: "GBp" }] });
    await asker.ask(overviewFromFmp, { symbol: "VOD.L" });
    const row = { ...ROW, exchange: "LSE" };
    const calls = simulateFmp(internet, {
      "batch-quote": [
        { ...row, symbol: "VOD.L" },
        { ...row, symbol: "TSCO.L" },
      ],
    });
    const { data } = await asker.ask(quotesFromFmp, { symbols: ["VOD.L", "TSCO.L"] });
    expect(calls).toEqual(["batch-quote?symbols=TSCO.L%2CVOD.L"]);
    expect(data.quotes.map((quoted) => [quoted.currency, quoted.marketCapCurrency])).toEqual([
      ["GBp", "GBP"],
      [null, null],
    ]);
    // A single quote reports the same, by the hours of the exchange.
    expect(data.quotes[0]!.market).toMatch(/^(?:within regular hours|closed)$/);
  });

  it.each(["NASDAQ", "NYSE", "AMEX"])("are in US dollars on %s, where all prices are", async (exchange) => {
    simulateFmp(internet, { "batch-quote": [{ ...ROW, exchange }] });
    expect((await ask("AAPL")).data.quotes[0]).toMatchObject({ currency: "USD", marketCapCurrency: "USD" });
  });

  it("report left-out symbols, and a row without a price", async () => {
    simulateFmp(internet, { "batch-quote": [ROW, { ...ROW, symbol: "MSFT", price: null }] });
    const { data } = await ask("AAPL", "NOSUCH", "MSFT");
    expect(data.quotes.map(({ symbol }) => symbol)).toEqual(["AAPL"]);
    expect(texts(data.errors)).toEqual(
      ["NOSUCH", "MSFT"].map((symbol) => ({
        symbol,
        error: `No quote for ${symbol}: not known to provider A. A search by name finds symbols.`,
        source: "PROVIDER_A",
      })),
    );
  });

  it("cannot be used when no row has a price", async () => {
    simulateFmp(internet, { "batch-quote": [{ ...ROW, price: "n/a" }] });
    await expect(ask("AAPL")).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
