/** Measures questions that need an upstream call. */
import { cpuMicros } from "./cpu.js";
import { takeTurns, toFigure, type Figure } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { baseline, start, startBaseline, startOurs, type Started } from "./servers.js";

const ROUNDS = 9;
const PER_TURN = 80;
const TURNS = 5;
/** Questions in flight, and calls of the bare got. */
const CONNECTIONS = 8;
const BY = "ours / baseline";

export async function measureMiss(): Promise<Figure[]> {
  const upstream = await startBaseline("upstream.mjs");
  const ours = await startOurs({ upstreamPort: upstream.port });
  const got = start(process.execPath, [baseline("got-calls.mjs")], { UPSTREAM: `http://127.0.0.1:${upstream.port}` });
  const lines = await Lines.open(ours.port, CONNECTIONS);
  let next = 0;
  const ask = async (total: number) => {
    const before = cpuMicros(ours.pid);
    await lines.run(total, () => toRequest(`/api/v1/stock/M${next++}`));
    return (cpuMicros(ours.pid) - before) / total;
  };
  const call = async (total: number) => {
    const before = cpuMicros(got.pid);
    await told(got, total, CONNECTIONS);
    return (cpuMicros(got.pid) - before) / total;
  };
  await ask(2_000);
  await call(2_000);
  const rounds = await takeTurns(
    ROUNDS,
    () => ask(PER_TURN),
    () => call(PER_TURN),
    TURNS,
  );
  lines.close();
  await Promise.all([ours.stop(), got.stop(), upstream.stop()]);
  const added = rounds.map(({ ours: whole, baseline: bare }) => ({ ours: whole - bare, baseline: bare }));
  const row = { section: "Miss", unit: "us CPU" };
  return [
    toFigure({ ...row, name: "what a miss adds to its got call / that call, bare", goal: { atMost: 1 } }, added, BY),
    toFigure({ ...row, name: "a miss, all of it / that call, bare", goal: undefined }, rounds, BY),
  ];
}

/** Makes that many calls with this concurrency, and waits for them. */
function told(got: Started, total: number, atATime: number): Promise<void> {
  return new Promise((resolve) => {
    got.child.stdout!.once("data", () => resolve());
    got.child.stdin!.write(`${total} ${atATime}\n`);
  });
}
