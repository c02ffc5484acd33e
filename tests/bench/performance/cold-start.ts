/** Measures the starts and the first question that people wait for, and the memory at the start. */
import { mkdtempSync, rmSync } from "node:fs";
import nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryMbOf } from "../../support/process-facts.js";
import { cpuMicros } from "./cpu.js";
import { startWarmSimulator } from "./delayed-upstream.js";
import { takeTurns, toFigure, type Figure } from "./figures.js";
import { baseline, PROGRAM, startOurs } from "./servers.js";
import { Host } from "./stdio-load.js";

const ROUNDS = 15;
/** Node 20 has no compile cache. */
const GOAL = "enableCompileCache" in nodeModule ? 0.4 : 0.75;

/**
 * Of processor time, against that of the hello world up to its list of tools. Medians of seven runs on idle
 * machines are 0.84 to 1.04 for the first question and 0.93 to 1.07 for the start; code that nobody noticed had doubled the
 * first question.
 */
const FIRST_QUESTION_GOAL = 1.1;
const HTTP_START_GOAL = 1.1;
const QUESTION = { name: "provider_a_get_stock_quote", arguments: { symbol: "AAPL" } };

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
    ...(await measureFirstQuestion(section)),
  ];
}

/** Measures the processor time of the first question over stdio, and of a start over HTTP, which loads the same code. */
async function measureFirstQuestion(section: string): Promise<Figure[]> {
  const simulator = await startWarmSimulator();
  const cpuOfHello = async () => {
    const hello = new Host(process.execPath, [baseline("hello-world.mjs")]);
    await hello.initialize();
    await hello.ask("tools/list");
    const cpu = cpuMicros(hello.server.pid);
    await hello.server.stop();
    return cpu / 1_000;
  };
  const cpuOfQuestion = async () => {
    const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-bench-"));
    const host = new Host(process.execPath, [PROGRAM], { ...simulator.env, DATA_DIR: folder });
    await host.initialize();
    await host.ask("tools/list");
    const before = cpuMicros(host.server.pid);
    await host.ask("tools/call", QUESTION);
    const cpu = cpuMicros(host.server.pid) - before;
    await host.server.stop();
    rmSync(folder, { recursive: true, force: true });
    return cpu / 1_000;
  };
  const cpuOfHttp = async () => {
    const server = await startOurs({ upstreamPort: 9 });
    await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text();
    const cpu = cpuMicros(server.pid);
    await server.stop();
    return cpu / 1_000;
  };
  const figureOf = async (name: string, ours: () => Promise<number>, atMost: number) =>
    toFigure(
      { section, name: `${name}: our CPU / hello world's start`, unit: "ms CPU", goal: { atMost } },
      await takeTurns(ROUNDS, ours, cpuOfHello),
      "ours / baseline",
    );
  const figures = [
    await figureOf("first question over stdio", cpuOfQuestion, FIRST_QUESTION_GOAL),
    await figureOf("start over HTTP to /healthz", cpuOfHttp, HTTP_START_GOAL),
  ];
  simulator.close();
  return figures;
}
