/** Measures parsing and mapping of one expiration of options with 1,000 strikes. */
import type { Upstream } from "../../../src/contract/upstream.js";
import { createOptionCalls } from "../../../src/providers/yahoo/calls/option-calls.js";
import { optionsChainFromYahoo } from "../../../src/providers/yahoo/prices/options-chain.js";
import { takeTurns, toFigure, type Figure } from "./figures.js";

const STRIKES = 1_000;
const ROUNDS = 9;
const PER_ROUND = 20;
const EXPIRATION = Date.parse("2099-01-16") / 1000;

const sideOf = (side: "C" | "P") =>
  Array.from({ length: STRIKES }, (_, index) => ({
    contractSymbol: `XYZ990116${side}${String(index * 1000).padStart(8, "0")}`,
    strike: index + 1,
    currency: "USD",
    lastPrice: 12.34,
    change: -0.56,
    percentChange: -4.3,
    volume: 123,
    openInterest: 4567,
    bid: 12.3,
    ask: 12.4,
    contractSize: "REGULAR",
    expiration: EXPIRATION,
    lastTradeDate: 1_740_171_602,
    impliedVolatility: 0.312509375,
    inTheMoney: index < 500,
  }));

const TEXT = JSON.stringify({
  optionChain: {
    result: [
      {
        underlyingSymbol: "XYZ",
        expirationDates: [EXPIRATION],
        quote: { currency: "USD", regularMarketPrice: 500, regularMarketTime: 1_740_171_602, marketState: "REGULAR" },
        options: [{ expirationDate: EXPIRATION, calls: sideOf("C"), puts: sideOf("P") }],
      },
    ],
    error: null,
  },
});

export async function measureOptionMapping(): Promise<Figure[]> {
  const client = createOptionCalls(async () => ({ found: true, body: JSON.parse(TEXT) as unknown }));
  const upstream = { now: () => new Date() } as Upstream;
  const map = () => optionsChainFromYahoo.fetch({ symbol: "XYZ", side: "both", strikes: 2_000 }, client, upstream);
  const { calls } = (await map()).data;
  if (calls.length !== STRIKES) throw new Error(`${calls.length} of ${STRIKES} strikes were mapped.`);
  // The fastest of a round, because other programs take time from this one.
  const each = async (act: () => unknown) => {
    let fastest = Infinity;
    for (let count = 0; count < PER_ROUND; count++) {
      const started = performance.now();
      await act();
      fastest = Math.min(fastest, performance.now() - started);
    }
    return fastest;
  };
  const rounds = await takeTurns(
    ROUNDS,
    () => each(map),
    () => each(() => JSON.parse(TEXT)),
  );
  const told = { section: "Miss", name: `options of ${STRIKES} strikes parsed and mapped`, unit: "ms" };
  const figure = toFigure({ ...told, goal: { atMost: 10 } }, rounds, "ours / baseline");
  return [{ ...figure, baseline: undefined, spread: undefined, ratio: figure.ours }];
}
