/** Measures parsing, validating and mapping of a long upstream answer. */
import { screener } from "../../../src/capabilities/companies/screener.js";
import type { Upstream } from "../../../src/contract/upstream.js";
import { fmpProvider } from "../../../src/providers/financial-modeling-prep/provider.js";
import { screenerFromFmp } from "../../../src/providers/financial-modeling-prep/screener.js";
import { createSharedSession } from "../../support/shared-session.js";
import { takeTurns, toFigure, type Figure, type Round } from "./figures.js";

const ROWS = 100;
const ROUNDS = 9;
const PER_ROUND = 200;

const TEXT = JSON.stringify(
  Array.from({ length: ROWS }, (_, index) => ({
    symbol: `S${index}`,
    companyName: `Company ${index} Incorporated`,
    marketCap: 3_500_823_120_000 - index,
    sector: "Technology",
    industry: "Consumer Electronics",
    beta: 1.094,
    price: 232.8,
    lastAnnualDividend: 1.01,
    volume: 44_489_128,
    exchange: "NASDAQ Global Select",
    exchangeShortName: "NASDAQ",
    country: "US",
    isEtf: false,
    isFund: false,
    isActivelyTrading: true,
  })),
);

/** Answers at once with the same text. */
const upstream: Upstream = {
  send: async () => ({ status: 200, headers: {}, text: TEXT, retryAfterSeconds: undefined }),
  remember: (_part, fetch) => fetch(),
  join: (call) => call,
  now: () => new Date(),
};

export async function measureMapping(): Promise<Figure[]> {
  const session = createSharedSession("provider-a");
  const runShared = <T>(work: (shared: Upstream) => Promise<T>) => work(upstream);
  const parts = { shared: upstream, runShared, session };
  const client = fmpProvider.open({ baseUrl: "http://upstream", apiKey: "bench", ...parts })(upstream);
  const input = screener.input.parse({});
  const map = () => screenerFromFmp.fetch(input, client, upstream);
  const { results } = (await map()).data;
  if (results.length !== ROWS) throw new Error(`${results.length} of ${ROWS} rows were mapped.`);
  const each = async (act: () => unknown) => {
    const started = performance.now();
    for (let count = 0; count < PER_ROUND; count++) await act();
    return (performance.now() - started) / PER_ROUND;
  };
  const rounds: Round[] = await takeTurns(
    ROUNDS,
    () => each(map),
    () => each(() => JSON.parse(TEXT)),
  );
  const told = { section: "Miss", name: `${ROWS} rows parsed and mapped / JSON.parse alone`, unit: "ms" };
  const figure = toFigure({ ...told, goal: undefined }, rounds, "ours / baseline");
  const absolute = { ...figure, name: `${ROWS} rows parsed and mapped`, baseline: undefined, spread: undefined };
  return [figure, { ...absolute, ratio: figure.ours, goal: { atMost: 1 } }];
}
