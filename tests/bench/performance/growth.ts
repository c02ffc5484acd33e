/** Measures the effect of more symbols and more clients, and the size of an installation. */
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryMbOf } from "../../support/process-facts.js";
import { cpuMicros } from "./cpu.js";
import { median, takeTurns, toFigure, type Figure } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { baseline, startBaseline, startOurs, type Listening } from "./servers.js";

const SYMBOLS = 100_000;
const CLIENTS = 500;
const ROUNDS = 9;
const THROTTLE_WINDOW_MS = 61_000;
const section = "Growth";

export async function measureGrowth(): Promise<Figure[]> {
  const upstream = await startBaseline("upstream.mjs");
  const nodeArgs = ["--expose-gc", "--require", baseline("collect.cjs")];
  const ours = await startOurs({ upstreamPort: upstream.port, nodeArgs });
  try {
    return [...(await moreClients(ours)), ...(await moreSymbols(ours)), packed()];
  } finally {
    await ours.stop();
    await upstream.stop();
  }
}

/** Runs work over separate connections, because idle ones are closed after a while. */
async function asking<T>(ours: Listening, connections: number, act: (lines: Lines) => Promise<T>): Promise<T> {
  const lines = await Lines.open(ours.port, connections);
  try {
    return await act(lines);
  } finally {
    lines.close();
  }
}

async function moreSymbols(ours: Listening): Promise<Figure[]> {
  // Valuations stay fresh for an hour; quotes would expire before all of them are cached.
  const pathOf = (index: number) => `/api/v1/provider-a/stock/S${index}/dcf`;
  const path = (index: number) => toRequest(pathOf(index));
  await asking(ours, 32, (lines) => lines.run(2_000, () => path(0)));
  // 7919 is a prime and no divisor of the number of symbols, so this step visits every symbol.
  let index = 0;
  const p50 = async (spread: number) => {
    const { times } = await asking(ours, 1, (lines) => lines.run(2_000, () => path((index += 7919) % spread)));
    return median(times);
  };
  const look = (at: number) => fetch(`http://127.0.0.1:${ours.port}${pathOf(at)}`);
  await p50(1);
  const before = await memoryInUse(ours);
  const body = await (await look(0)).text();
  await asking(ours, 32, (lines) => lines.run(SYMBOLS, path));
  const resident = memoryMbOf(ours.pid).now;
  // For a minute the throttle holds each call, and here nothing else limits their number.
  await sleep(THROTTLE_WINDOW_MS);
  await look(SYMBOLS);
  const grown = (await memoryInUse(ours)) - before;
  for (const at of [1, SYMBOLS / 2, SYMBOLS - 1]) {
    const how = (await look(at)).headers.get("cache-status");
    if (!how?.includes("hit")) throw new Error(`The answer of symbol ${at} of ${SYMBOLS} is not kept: ${how}`);
  }
  await p50(SYMBOLS);
  const rounds = await takeTurns(
    ROUNDS,
    () => p50(SYMBOLS),
    () => p50(1),
  );
  const perSymbol = grown / SYMBOLS - body.length;
  const many = SYMBOLS.toLocaleString("en");
  return [
    toFigure(
      { section, name: `p50 of a hit: among ${many} symbols / of one`, unit: "ms", goal: { atMost: 1.2 } },
      rounds,
      "ours / baseline",
    ),
    {
      section,
      name: `memory in use a symbol beyond its JSON, at ${many}`,
      ours: perSymbol,
      baseline: undefined,
      unit: "bytes",
      ratio: perSymbol,
      goal: { atMost: 1024 },
      spread: undefined,
    },
    {
      section,
      name: `resident memory at ${many}, garbage and mapped store included`,
      ours: resident,
      baseline: undefined,
      unit: "MB",
      ratio: resident,
      goal: undefined,
      spread: undefined,
    },
  ];
}

/** Heap and external memory in bytes after a garbage collection. */
async function memoryInUse(ours: Listening): Promise<number> {
  const lines = createInterface({ input: ours.child.stderr! });
  const told = new Promise<number>((resolve) => {
    lines.on("line", (line) => line.startsWith("in use: ") && resolve(Number(line.slice(8))));
  });
  ours.child.kill("SIGUSR2");
  return told;
}

async function moreClients(ours: Listening): Promise<Figure[]> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const params = { name: "provider_a_get_stock_quote", arguments: { symbol: "AAPL" } };
  const request = toRequest("/mcp", headers, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const cpu = (clients: number) =>
    asking(ours, clients, async (lines) => {
      const before = cpuMicros(ours.pid);
      await lines.run(2_000, () => request);
      return (cpuMicros(ours.pid) - before) / 2_000;
    });
  await cpu(1);
  await cpu(CLIENTS);
  const rounds = await takeTurns(
    ROUNDS,
    () => cpu(CLIENTS),
    () => cpu(1),
  );
  const name = `CPU of a call over MCP: ${CLIENTS} clients / one`;
  return [toFigure({ section, name, unit: "us CPU", goal: { atMost: 1.2 } }, rounds, "ours / baseline")];
}

function packed(): Figure {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { encoding: "utf8" });
  const [{ size }] = JSON.parse(stdout) as [{ size: number }];
  const mb = size / 1_000_000;
  return {
    section: "Install",
    name: "packed tarball",
    ours: mb,
    baseline: undefined,
    unit: "MB",
    ratio: mb,
    goal: { atMost: 1.5 },
    spread: undefined,
  };
}
