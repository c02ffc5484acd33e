/** Measures price history and indicators: over REST from the cache, cut from a long series, mapped and written. */
import { CATALOGUE } from "../../../src/catalogue.js";
import { priceHistory } from "../../../src/capabilities/prices/price-history.js";
import { technicalsFromHistory } from "../../../src/capabilities/prices/technicals.js";
import type { InputOf } from "../../../src/contract/capability.js";
import { parseInput } from "../../../src/contract/input.js";
import type { Served } from "../../../src/contract/envelope.js";
import type { Upstream } from "../../../src/contract/upstream.js";
import { readArguments } from "../../../src/mcp/parameters.js";
import { toToolResult } from "../../../src/mcp/result.js";
import { compose } from "../../../src/pipeline/compose-envelope.js";
import { serveOwn } from "../../../src/contract/own-answer.js";
import { isStoredEnvelope } from "../../../src/pipeline/stored-envelope.js";
import { priceHistoryFromYahoo } from "../../../src/providers/yahoo/prices/price-history.js";
import { yahooProvider } from "../../../src/providers/yahoo/provider.js";
import { represent } from "../../../src/rest/representation.js";
import { createSourceNames } from "../../../src/views/source-names.js";
import { NO_FUNDS } from "../../support/fakes.js";
import { createSharedSession } from "../../support/shared-session.js";
import { US_MARKET } from "../../support/us-market.js";
import { toChart } from "./baselines/chart.mjs";
import { median, type Figure, type Round } from "./figures.js";
import { compareWithRaw } from "./rest.js";
import { startBaseline, startOurs } from "./servers.js";

/** Forty years of days, the longest history that most symbols have. */
const LONG = 10_080;
const ROUNDS = 9;
const PER_ROUND = 40;
/** Rounds until V8 has compiled the work. */
const WARM_UP = 6;

type Input = InputOf<typeof priceHistory>;
const inputOf = (raw: Record<string, unknown>) => parseInput(priceHistory, { symbol: "AAPL", ...raw }) as Input;
const WHOLE = inputOf({ range: "max", interval: "1d" });

export async function measureHistory(): Promise<Figure[]> {
  const long = await seriesOf(LONG);
  return [await measureRest(), ...(await measureCuts(long)), ...(await measureBlocks(long))];
}

/** A cached year of days; the days have ended, so that the answer stays fresh while the bench runs. */
async function measureRest(): Promise<Figure> {
  const upstream = await startBaseline("upstream.mjs");
  const rounds: Round[] = [];
  const end = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  try {
    const env = { PROVIDER_B_BASE_URL: `http://127.0.0.1:${upstream.port}` };
    const ours = await startOurs({ upstreamPort: upstream.port, env });
    rounds.push(...(await compareWithRaw(ours, `/api/v1/stock/AAPL/history?range=1y&interval=1d&as_of=${end}`)));
    await ours.stop();
  } finally {
    await upstream.stop();
  }
  const ratios = rounds.map(({ ours, baseline }) => baseline / ours);
  return {
    section: "History",
    name: "cached GET of a year's history: raw node:http's CPU / ours",
    ours: median(rounds.map(({ ours }) => ours)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    unit: "us CPU",
    ratio: median(ratios),
    goal: { atLeast: 0.5 },
    spread: undefined,
  };
}

/** Work on a cached series that no other caller can share. */
async function measureCuts(long: Served): Promise<Figure[]> {
  const body = long.envelope.body as never;
  const history = {
    ...long,
    envelope: { ...long.envelope, body: priceHistory.view!(body, inputOf({ range: "2y", interval: "1d" })) },
  };
  // Another day each time, because the last part of a series is kept with it.
  const years = Array.from({ length: 60 }, (_year, day) =>
    inputOf({ range: "1y", interval: "1d", as_of: new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10) }),
  );
  let asked = 0;
  const cut = await cpuOf(() => priceHistory.view!(body, years[asked++ % years.length]!));
  let count = 0;
  const again = await cpuOf(() => {
    const { view } = readArguments(priceHistory, {
      symbol: "AAPL",
      range: "max",
      interval: "1d",
      limit: 1 + (count++ % 50),
    });
    const shown = priceHistory.view!(body, WHOLE);
    priceHistory.viewNotes!(shown, WHOLE, body);
    return toToolResult(priceHistory, { ...long, envelope: { ...long.envelope, body: shown } }, view, SURROUNDINGS);
  });
  const computed = await cpuOf(() => technicalsFromHistory({ symbol: "^GSPC", interval: "1d" }, async () => history));
  return [
    absolute("a year cut from a cached series of 40 years, with its summary", cut, "ms CPU", 3),
    absolute("10,000 cached days asked again, another number of rows shown", again, "ms CPU", 15),
    absolute("indicators of two years of cached bars, with beta", computed, "ms CPU", 3),
  ];
}

/** The longest time for which one step of an answer with 10,000 bars keeps the event loop busy. */
async function measureBlocks(long: Served): Promise<Figure[]> {
  const upstream = upstreamOf(LONG);
  const client = openYahoo(upstream);
  const stored = JSON.stringify(long.envelope);
  const isStored = isStoredEnvelope(priceHistory, WHOLE, CALENDAR);
  const times = { fetchedAt: long.envelope.fetchedAt, freshUntil: Date.now(), staleUntil: Date.now() };
  const { view } = readArguments(priceHistory, { symbol: "AAPL", range: "max", interval: "1d", limit: 10_000 });
  const shown = () => ({
    ...long,
    envelope: { ...long.envelope, body: priceHistory.view!({ ...long.envelope.body } as never, WHOLE) },
  });
  const steps: [name: string, act: () => unknown][] = [
    [
      "10,000 bars of an upstream's JSON, parsed and mapped",
      () => priceHistoryFromYahoo.fetch(WHOLE, client, upstream),
    ],
    ["10,000 bars read from the store and checked", () => isStored(JSON.parse(stored), times)],
    [
      "10,000 bars as JSON over REST",
      () => represent(priceHistory, shown(), {}, SURROUNDINGS.names, { wantsCsv: false, isPrivate: false }),
    ],
    ["10,000 bars as a tool's answer", () => toToolResult(priceHistory, shown(), view, SURROUNDINGS)],
  ];
  const figures: Figure[] = [];
  for (const [name, act] of steps) figures.push(absolute(`${name}: longest block`, await longestBlock(act), "ms", 20));
  return figures;
}

function absolute(name: string, ours: number, unit: string, atMost: number): Figure {
  return {
    section: "History",
    name,
    ours,
    baseline: undefined,
    unit,
    ratio: ours,
    goal: { atMost },
    spread: undefined,
  };
}

/** Processor time of one call in milliseconds, the median of rounds. */
async function cpuOf(act: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let count = 0; count < PER_ROUND; count++) await act();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1000 / PER_ROUND);
  }
  return median(rounds);
}

/** The longest time between two turns of the event loop while `act` runs, in milliseconds; the median of rounds. */
async function longestBlock(act: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    let [longest, last, isRunning] = [0, performance.now(), true];
    const tick = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (isRunning) setImmediate(tick);
    };
    setImmediate(tick);
    await new Promise((resolve) => setImmediate(resolve));
    await act();
    isRunning = false;
    await new Promise((resolve) => setImmediate(resolve));
    if (round >= 0) rounds.push(longest);
  }
  return median(rounds);
}

const SURROUNDINGS = { simulated: false, market: US_MARKET, names: createSourceNames(CATALOGUE) };
const CALENDAR = { isClosed: () => false, nextOpen: () => new Date(), follows: () => true, ...NO_FUNDS };

/** A cached series of that many days, as the program keeps it. */
async function seriesOf(count: number): Promise<Served> {
  const upstream = upstreamOf(count);
  const answer = await priceHistoryFromYahoo.fetch(WHOLE, openYahoo(upstream), upstream);
  const found = { ...answer, source: priceHistoryFromYahoo, passedOver: [], filled: [] };
  const envelope = compose(priceHistory, found, Date.now());
  if (answer.data.bars.length !== count) throw new Error(`${answer.data.bars.length} of ${count} bars were mapped.`);
  return { ...serveOwn(priceHistory, answer.data, Date.now()), envelope };
}

/** Answers at once with the same chart. */
function upstreamOf(count: number): Upstream {
  const text = JSON.stringify(toChart("AAPL", count));
  return {
    send: async () => ({ status: 200, headers: {}, text, retryAfterSeconds: undefined }),
    remember: (_part, fetch) => fetch(),
    join: (call) => call,
    now: () => new Date(),
  };
}

function openYahoo(upstream: Upstream) {
  const session = createSharedSession("provider-b");
  const parts = {
    shared: upstream,
    runShared: <T>(work: (upstream: Upstream) => Promise<T>) => work(upstream),
    session,
  };
  return yahooProvider.open({ baseUrl: "http://upstream", ...parts })(upstream);
}
