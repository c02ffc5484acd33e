/**
 * Time that a caller waits, in upstream round trips of 400 ms each.
 *
 * Each route is asked on a new machine (empty data folder), in a new process (an earlier one asked the same route, its
 * answers are gone and what it learnt about the upstreams is not), and warm (the process has made such calls before).
 * The measure is elapsed time / 400 ms, so it contains our own processor time as well; the median of three rounds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDriver } from "../../../src/store/sqlite-driver.js";
import { FILE } from "../../../src/store/sqlite-file.js";
import { startDelayedUpstream, startWarmSimulator, type Simulator } from "./delayed-upstream.js";
import type { Figure } from "./figures.js";
import { PROGRAM, startListening } from "./servers.js";

const TRIP_MS = 400;
/** Measured side by side: they mostly wait. More than processors would also wait for each other's starts. */
const LANES = 2;
/** Odd, so that the median is a measured figure. */
const ROUNDS = 3;

/** A route, with its goal in round trips for a new process that finds a session. */
interface Route {
  name: string;
  path: (...symbols: [string, string, string]) => string;
  goal?: number;
}

const of = (path: string) => (symbol: string) => `/api/v1/stock/${symbol}${path}`;

const fromFmp = (path: string) => (symbol: string) => `/api/v1/provider-a/stock/${symbol}${path}`;

/** Each stage screens other stocks, whose figures are not cached. */
const SECTOR_OF: Readonly<Record<string, string>> = { AAPL: "Technology", AMZN: "Energy", JNJ: "Healthcare" };

const ROUTES: readonly Route[] = [
  { name: "overview", path: of("/overview") },
  { name: "quote", path: of("") },
  { name: "provider-b quote", path: of("/provider-b") },
  { name: "financials", path: fromFmp("/financials") },
  { name: "price targets", path: fromFmp("/price-targets"), goal: 2.2 },
  { name: "dcf", path: fromFmp("/dcf") },
  { name: "recommendations", path: of("/recommendations") },
  { name: "insiders", path: of("/insider-transactions") },
  { name: "check quote", path: of("/check") },
  { name: "search", path: (symbol) => `/api/v1/search?q=${symbol}` },
  { name: "quotes", path: (...symbols) => `/api/v1/quotes?symbols=${symbols}` },
  { name: "compare", path: (...symbols) => `/api/v1/compare?symbols=${symbols}` },
  { name: "screener", path: (symbol) => `/api/v1/screener?sector=${SECTOR_OF[symbol]}`, goal: 2.2 },
  { name: "gainers", path: () => "/api/v1/market/gainers", goal: 2.2 },
  { name: "losers", path: () => "/api/v1/market/losers", goal: 2.2 },
  { name: "most active", path: () => "/api/v1/market/active", goal: 2.2 },
  { name: "crypto", path: () => "/api/v1/crypto" },
  { name: "earnings", path: of("/earnings"), goal: 2.2 },
  { name: "key statistics", path: of("/statistics") },
  { name: "dividends", path: of("/dividends"), goal: 2.2 },
  { name: "price history", path: of("/history") },
  { name: "technicals", path: of("/technicals") },
  { name: "news", path: of("/news") },
];
const GOAL = 1.3;
const MEAN_GOAL = 1.5;
const NEW_MACHINE_MORE = 2;

/** A key of provider A that answers all, one whose plan lacks lists and details, and none. */
const KEYS = ["full keys", "free key", "no keys"] as const;
type Keys = (typeof KEYS)[number];
const FREE_PLAN = /^\/a\/(?:quote|profile|search-symbol|search-name|company-screener|biggest-|most-actives|income-)/;

const STAGES = ["new machine", "new process", "warm"] as const;
type Stage = (typeof STAGES)[number];

interface Measured {
  trips: number;
  a: number;
  b: number;
  c: number;
  status: number;
}

interface Job {
  keys: Keys;
  route: Route;
}

/** Round trips by route, keys and stage; the table of calls goes to stdout. */
export async function measureRoundTrips(): Promise<Figure[]> {
  const simulator = await startWarmSimulator();
  const jobs: Job[] = KEYS.flatMap((keys) => ROUTES.map((route) => ({ keys, route })));
  const results = new Map(jobs.map((job): [Job, Record<Stage, Measured>[]] => [job, []]));
  // One round after the other, so that a busy minute of the machine concerns one figure of each route at most.
  const left = Array.from({ length: ROUNDS }, () => jobs).flat();
  const lane = async () => {
    for (let job = left.shift(); job; job = left.shift()) {
      results.get(job)!.push(await measureRoute(simulator, job.route, job.keys));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  simulator.close();
  const measured = jobs.map((job) => ({ ...job, stages: toMedians(results.get(job)!) }));
  process.stdout.write(`${toCallTable(measured)}\n\n`);

  // A route that cannot answer without keys says so at once, which is no figure.
  const answered = measured.filter(({ stages }) => stages["new machine"].status === 200);
  const figures = answered.flatMap(({ keys, route, stages }) => [
    toFigure(`${route.name}, ${keys}, new process`, stages["new process"].trips, route.goal ?? GOAL),
    toFigure(
      `${route.name}, ${keys}, new machine`,
      stages["new machine"].trips,
      (route.goal ?? GOAL) + NEW_MACHINE_MORE,
    ),
  ]);
  const sum = answered.reduce((total, { stages }) => total + stages.warm.trips, 0);
  return [...figures, toFigure("mean of all, running process", sum / answered.length, MEAN_GOAL)];
}

/** The round with the median of the round trips, for each stage. */
function toMedians(rounds: readonly Record<Stage, Measured>[]): Record<Stage, Measured> {
  const medianOf = (stage: Stage) => {
    const sorted = rounds.map((round) => round[stage]).toSorted((one, other) => one.trips - other.trips);
    return sorted[Math.floor(sorted.length / 2)]!;
  };
  return { "new machine": medianOf("new machine"), "new process": medianOf("new process"), warm: medianOf("warm") };
}

function toFigure(name: string, trips: number, atMost: number): Figure {
  const unit = `${TRIP_MS} ms`;
  const figure = { section: "Round trips", name, ours: trips, baseline: undefined, spread: undefined };
  return { ...figure, unit, ratio: trips, goal: { atMost } };
}

async function measureRoute(simulator: Simulator, route: Route, keys: Keys): Promise<Record<Stage, Measured>> {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-trips-"));
  const isRefused = (path: string) => keys === "free key" && path.startsWith("/a/") && !FREE_PLAN.test(path);
  const upstream = await startDelayedUpstream(simulator, TRIP_MS, isRefused);
  const { PROVIDER_A_API_KEY: keyA = "", PROVIDER_C_API_KEY: keyC = "", ...addresses } = upstream.env;
  const env = keys === "no keys" ? addresses : { ...addresses, PROVIDER_A_API_KEY: keyA, PROVIDER_C_API_KEY: keyC };
  const run = async (paths: readonly string[]): Promise<Measured> => {
    const program = await startListening(
      process.execPath,
      [PROGRAM, "--http", "--port", "0"],
      { ...env, DATA_DIR: folder, PROVIDER_C_RATE_PER_MINUTE: "1000", PROVIDER_B_RATE_PER_MINUTE: "1000" },
      /"event":"listening".*"port":(\d+)/,
    );
    try {
      let last: Measured | undefined;
      for (const path of paths) last = await ask(path, program.port);
      // A look-up that came too late for the answer still opens the session for the next process.
      await upstream.settled();
      return last!;
    } finally {
      await program.stop();
      await forgetAnswers(folder);
    }
  };
  const ask = async (path: string, port: number): Promise<Measured> => {
    // The first connection and the first call cost processor time that no route causes.
    await fetch(`http://127.0.0.1:${port}/health`).then((response) => response.text());
    const before = upstream.calls();
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.text();
    const trips = (performance.now() - started) / TRIP_MS;
    const { a, b, c } = upstream.calls();
    return { trips, a: a - before.a, b: b - before.b, c: c - before.c, status: response.status };
  };
  try {
    const onNewMachine = await run([route.path("AAPL", "MSFT", "NVDA")]);
    const inNewProcess = await run([route.path("AMZN", "META", "JPM")]);
    const warm = await run([of("/provider-b")("XOM"), of("")("XOM"), route.path("JNJ", "PG", "KO")]);
    return { "new machine": onNewMachine, "new process": inNewProcess, warm };
  } finally {
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Deletes what would answer the question from the store; sessions, pauses and counts stay. A process whose store could
 * not be opened in time leaves no tables.
 */
async function forgetAnswers(folder: string): Promise<void> {
  const database = new (await loadDriver())(join(folder, FILE));
  const known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
  for (const table of ["answers", "leases"]) {
    if (database.prepare(known).get(table)) database.exec(`DELETE FROM ${table}`);
  }
  database.close();
}

const COMPARED = ["AAPL", "MSFT", "NVDA", "AMZN", "META", "JPM", "XOM", "JNJ", "PG", "KO"];
const CALL_MS = 100;

/**
 * Seconds that a comparison without keys takes on a new machine, with calls of 100 ms within Yahoo's pace. Each stock
 * takes a summary and a chart; the session takes two calls.
 */
export async function measureComparison(): Promise<Figure[]> {
  const simulator = await startWarmSimulator();
  const figures: Figure[] = [];
  for (const [stocks, atMost] of [
    [5, 2.5],
    [10, 6],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-compare-"));
    const upstream = await startDelayedUpstream(simulator, CALL_MS, () => false);
    const { PROVIDER_A_API_KEY: _a, PROVIDER_C_API_KEY: _c, ...env } = upstream.env;
    const program = await startListening(
      process.execPath,
      [PROGRAM, "--http", "--port", "0"],
      { ...env, DATA_DIR: folder },
      /"event":"listening".*"port":(\d+)/,
    );
    await fetch(`http://127.0.0.1:${program.port}/health`).then((response) => response.text());
    const started = performance.now();
    const response = await fetch(
      `http://127.0.0.1:${program.port}/api/v1/compare?symbols=${COMPARED.slice(0, stocks)}`,
    );
    await response.text();
    if (!response.ok) throw new Error(`The comparison of ${stocks} stocks was answered with ${response.status}.`);
    const seconds = (performance.now() - started) / 1000;
    const name = `comparison of ${stocks} stocks without keys, ${upstream.calls().b} calls of ${CALL_MS} ms`;
    figures.push({
      section: "Round trips",
      name,
      ours: seconds,
      baseline: undefined,
      spread: undefined,
      unit: "s",
      ratio: seconds,
      goal: { atMost },
    });
    await program.stop();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
  simulator.close();
  return figures;
}

function toCallTable(measured: readonly { keys: Keys; route: Route; stages: Record<Stage, Measured> }[]): string {
  const cell = ({ trips, a, b, c, status }: Measured) =>
    status === 200 ? `${trips.toFixed(1)} / ${a + b + c} (${a} ${b} ${c})` : `no answer (${status})`;
  const head = `| route | keys | ${STAGES.join(" | ")} |\n| --- | --- | ${STAGES.map(() => "--:").join(" | ")} |`;
  const rows = measured.map(
    ({ keys, route, stages }) =>
      `| ${route.name} | ${keys} | ${STAGES.map((stage) => cell(stages[stage])).join(" | ")} |`,
  );
  return [head, ...rows].join("\n");
}
