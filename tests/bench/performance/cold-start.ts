/** Measures the start that a desktop host waits for, and the memory afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryMbOf } from "../../support/process-facts.js";
import { takeTurns, toFigure, type Figure } from "./figures.js";
import { baseline, PROGRAM } from "./servers.js";
import { Host } from "./stdio-load.js";

const ROUNDS = 15;
/** Node 20 has no compile cache. */
const GOAL = "enableCompileCache" in nodeModule ? 0.4 : 0.75;

interface Start {
  ms: number;
  peakMb: number;
}

/** Milliseconds from the spawn to the answer to `tools/list`. */
export async function startOnce(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Start> {
  const started = performance.now();
  const host = new Host(command, args, env);
  await host.initialize();
  await host.ask("tools/list");
  const ms = performance.now() - started;
  const peakMb = memoryMbOf(host.server.pid).peak;
  await host.server.stop();
  return { ms, peakMb };
}

export async function measureColdStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-bench-"));
  const peaks: { ours: number; baseline: number }[] = [];
  let ourPeak = 0;
  const rounds = await takeTurns(
    ROUNDS,
    async () => {
      const { ms, peakMb } = await startOnce(process.execPath, [PROGRAM], { DATA_DIR: folder });
      ourPeak = peakMb;
      return ms;
    },
    async () => {
      const { ms, peakMb } = await startOnce(process.execPath, [baseline("hello-world.mjs")]);
      peaks.push({ ours: ourPeak, baseline: peakMb });
      return ms;
    },
  );
  rmSync(folder, { recursive: true, force: true });
  const section = "Cold start";
  return [
    toFigure(
      { section, name: "spawn to tools/list: ours / the SDK's hello world", unit: "ms", goal: { atMost: GOAL } },
      rounds,
      "ours / baseline",
    ),
    toFigure(
      { section, name: "peak memory at that point: ours / hello world's", unit: "MB", goal: { atMost: 1 } },
      peaks.filter(({ ours }) => ours > 0),
      "ours / baseline",
    ),
  ];
}
