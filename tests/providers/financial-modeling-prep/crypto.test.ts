import { describe, expect, it } from "vitest";
import { coinsFromFmp, cryptoFromFmp } from "../../../src/providers/financial-modeling-prep/crypto.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { hang, NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();
const BTC = {
  symbol: "BTCUSD",
  name: "Bitcoin USD",
  price: 67345.54,
  changePercentage: 0.07996525,
  change: 53.81,
  volume: 201058737,
  marketCap: 1345064858748,
  exchange: "CRYPTO",
  timestamp: 1775427724,
};
const COIN = {
  symbol: "BTCUSD",
  name: "Bitcoin USD",
  price: 67345.54,
  change: 53.81,
  changesPercentage: 0.07996525,
  marketCap: 1345064858748,
  volume: 201058737,
  rank: 1,
};
const LIST = [
  { symbol: "BTCUSD", name: "Bitcoin USD", circulatingSupply: 19972590, totalSupply: 19972590 },
  { symbol: "ETHUSD", name: "Ethereum USD", circulatingSupply: 120694785.7441583, totalSupply: 120694785.7441583 },
  { symbol: "1000SATSUSD", name: "1000SATS (Ordinals) USD", circulatingSupply: 2099999965970432, totalSupply: null },
];
const ask = (asker = createAsker()) => asker.ask(cryptoFromFmp, { limit: 1 });

describe("crypto prices", () => {
  it("contain a coin once that is listed twice", async () => {
    const ether = { ...BTC, symbol: "ETHUSD", marketCap: 5 };
    simulateFmp(internet, { "batch-crypto-quotes": [BTC, { ...BTC, price: 1 }, ether], "cryptocurrency-list": LIST });
    const { cryptocurrencies: coins } = (await ask()).data;
    expect(coins.map(({ symbol, price, rank }) => [symbol, price, rank])).toEqual([
      ["BTCUSD", 67345.54, 1],
      ["ETHUSD", 67345.54, 2],
    ]);
  });

  it("are ranked by market cap over the whole list", async () => {
    const calls = simulateFmp(internet, {
      "batch-crypto-quotes": [
        { ...BTC, symbol: "NEWUSD", name: "New USD", marketCap: 0 },
        { ...BTC, symbol: "ETHUSD", name: "Ethereum USD", marketCap: 240000000000 },
        { ...BTC, symbol: "BTCEUR" },
        BTC,
      ],
      "cryptocurrency-list": LIST,
    });
    expect(await ask()).toEqual({
      missing: [],
      data: {
        cryptocurrencies: [
          COIN,
          { ...COIN, symbol: "ETHUSD", name: "Ethereum USD", marketCap: 240000000000, rank: 2 },
          { ...COIN, symbol: "NEWUSD", name: "New USD", marketCap: null, rank: null },
        ],
      },
      asOf: "2026-04-05T22:22:04.000Z",
      notes: ["Change of coins is since 00:00 UTC, not of 24 hours."],
    });
    expect(calls).toEqual(["batch-crypto-quotes?short=false", "cryptocurrency-list"]);
  });

  it("are completed from the list of coins when they are in the short form", async () => {
    simulateFmp(internet, {
      "batch-crypto-quotes": [
        { symbol: "1000SATSUSD", price: 0.1, change: 0.1, volume: 5 },
        { symbol: "ETHUSD", price: 2000, change: -100, volume: 7 },
        { symbol: "BTCUSD", price: 67345.54, change: 53.81, volume: 201058737 },
      ],
      "cryptocurrency-list": LIST,
    });
    expect(await ask()).toEqual({
      missing: [],
      data: {
        cryptocurrencies: [
          { ...COIN, changesPercentage: 0.0799652, marketCap: 1345060000000 },
          {
            symbol: "ETHUSD",
            name: "Ethereum USD",
            price: 2000,
            change: -100,
            changesPercentage: -4.7619,
            marketCap: 241390000000,
            volume: 7,
            rank: 2,
          },
          // A market cap above Bitcoin's, from an unverified supply.
          {
            symbol: "1000SATSUSD",
            name: "1000SATS (Ordinals) USD",
            price: 0.1,
            change: 0.1,
            changesPercentage: null,
            marketCap: null,
            volume: 5,
            rank: null,
          },
        ],
      },
      asOf: undefined,
      notes: ["Change of coins is since 00:00 UTC, not of 24 hours."],
    });
  });

  it("have no market cap above Bitcoin's for a coin that the list of coins lacks", async () => {
    const junk = { ...BTC, symbol: "JUNKUSD", marketCap: 9e15 };
    simulateFmp(internet, { "batch-crypto-quotes": [junk, BTC], "cryptocurrency-list": LIST });
    const { cryptocurrencies: coins } = (await ask()).data;
    expect(coins.map(({ symbol, marketCap, rank }) => [symbol, marketCap, rank])).toEqual([
      ["BTCUSD", 1345064858748, 1],
      ["JUNKUSD", null, null],
    ]);
  });

  it("cache the list of coins for the next question", async () => {
    const calls = simulateFmp(internet, { "batch-crypto-quotes": [BTC], "cryptocurrency-list": LIST });
    const asker = createAsker();
    await ask(asker);
    await ask(asker);
    expect(calls.filter((call) => call === "cryptocurrency-list")).toHaveLength(1);
  });

  it("do not need the list when market caps were sent", async () => {
    simulateFmp(internet, { "batch-crypto-quotes": [BTC], "cryptocurrency-list": hang });
    expect((await ask()).data.cryptocurrencies).toEqual([COIN]);
  });

  it("are left to another source when neither market caps nor supplies are available", async () => {
    simulateFmp(internet, {
      "batch-crypto-quotes": [{ symbol: "BTCUSD", price: 67345.54 }],
      "cryptocurrency-list": refused(402, NOT_IN_PLAN.path),
    });
    await expect(ask()).rejects.toMatchObject({ reason: "not_in_plan" });
  });

  it("are at most a hundred", async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ ...BTC, symbol: `C${index}USD`, marketCap: index + 1 }));
    simulateFmp(internet, { "batch-crypto-quotes": rows, "cryptocurrency-list": [] });
    const { cryptocurrencies } = (await ask()).data;
    expect(cryptocurrencies).toHaveLength(100);
    expect(cryptocurrencies[0]).toMatchObject({ symbol: "C149USD", rank: 1 });
  });

  it("have the time of the newest one shown, whatever the order of the rows", async () => {
    const [shown, notShown] = [BTC.timestamp - 3600, BTC.timestamp];
    const small = Array.from({ length: 120 }, (_, index) => ({
      ...BTC,
      symbol: `C${index}USD`,
      marketCap: 120 - index,
      timestamp: index < 99 ? shown - 86_400 : notShown,
    }));
    simulateFmp(internet, {
      "batch-crypto-quotes": [...small.toReversed(), { ...BTC, timestamp: shown }],
      "cryptocurrency-list": [],
    });
    expect((await ask()).asOf).toBe(new Date(shown * 1000).toISOString());
  });

  it.each([
    [[], "no_data"],
    [[{ symbol: "BTCUSD", price: "NaN" }], "bad_answer"],
  ])("fail for %j with the reason %s", async (rows, reason) => {
    simulateFmp(internet, { "batch-crypto-quotes": rows });
    await expect(ask()).rejects.toMatchObject({ reason });
  });
});

describe("coins one by one", () => {
  const byCoin = (rows: { [symbol: string]: unknown }) => (query: URLSearchParams) => rows[query.get("symbol")!] ?? [];
  const askCoins = () => createAsker().ask(coinsFromFmp, {});

  it("are the available ones, without ranks", async () => {
    const calls = simulateFmp(internet, {
      quote: byCoin({
        ETHUSD: [{ ...BTC, symbol: "ETHUSD", marketCap: 2 }],
        BTCUSD: [BTC],
        XRPUSD: [{ ...BTC, symbol: "XRPUSD", exchange: "NASDAQ" }],
        SOLUSD: refused(402, NOT_IN_PLAN.symbol),
      }),
    });
    expect(await askCoins()).toEqual({
      missing: ["cryptocurrencies"],
      data: {
        cryptocurrencies: [
          { ...COIN, rank: null },
          { ...COIN, symbol: "ETHUSD", marketCap: 2, rank: null },
        ],
      },
      asOf: "2026-04-05T22:22:04.000Z",
      notes: [
        "Change of coins is since 00:00 UTC, not of 24 hours.",
        "These are 2 of 5 large coins, asked one by one because the list of all could not be fetched; their ranks are not known.",
      ],
    });
    expect(calls).toHaveLength(5);
  });

  it("fail with no_data when there is none", async () => {
    simulateFmp(internet, { quote: [] });
    await expect(askCoins()).rejects.toMatchObject({ reason: "no_data" });
  });

  it("fail with the reason of the failed calls", async () => {
    simulateFmp(internet, { quote: refused(402, NOT_IN_PLAN.path) });
    await expect(askCoins()).rejects.toMatchObject({ reason: "not_in_plan" });
  });
});
