/** Compares the product with alternatives, on the same machine in the same minutes. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOnce } from "./cold-start.js";
import { memoryMbOf } from "../../support/process-facts.js";
import { takeTurns, toFigure, type Figure } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { baseline, PROGRAM, startBaseline, startListening, startOurs, type Listening } from "./servers.js";
import { Host } from "./stdio-load.js";

const PACKAGES = {
  fmp: "financial-modeling-prep-mcp-server@2.5.3",
  everything: "@modelcontextprotocol/server-everything@2026.8.31",
};
const ROUNDS = 7;
const PYTHON = "/usr/bin/python3";
const MCP = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });

const section = "Side by side";
const ahead = (name: string, unit: string) => ({ section, name, unit, goal: { atLeast: 2 } });

export async function measureRivals(): Promise<Figure[]> {
  const folder = install();
  const upstream = await startBaseline("upstream.mjs");
  try {
    return [
      ...(folder ? await againstEverything(folder) : []),
      ...(folder ? await againstFmp(folder, upstream.port) : []),
      ...(await againstFastApi(upstream.port)),
    ];
  } finally {
    await upstream.stop();
  }
}

/** Folder of the packages; they are not dependencies of the project. */
function install(): string | undefined {
  const folder = join(tmpdir(), "market-data-mcp-rivals");
  const modules = join(folder, "node_modules");
  if (existsSync(join(modules, "financial-modeling-prep-mcp-server"))) return modules;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}\n");
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...Object.values(PACKAGES)];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "ignore" });
  if (status === 0) return modules;
  process.stderr.write("SKIPPED: the packages to compare with could not be installed.\n");
  return undefined;
}

async function againstEverything(modules: string): Promise<Figure[]> {
  const script = join(modules, "@modelcontextprotocol/server-everything/dist/index.js");
  const sizes = await Promise.all([sizeOfList([PROGRAM]), sizeOfList([script, "stdio"])]);
  const starts = await takeTurns(
    ROUNDS,
    async () => (await startOnce(process.execPath, [PROGRAM])).ms,
    async () => (await startOnce(process.execPath, [script, "stdio"])).ms,
  );
  return [
    toFigure(ahead("cold start: server-everything's / ours", "ms"), starts, "baseline / ours"),
    single(ahead("tools/list: server-everything's bytes / ours", "bytes"), sizes[0].bytes, sizes[1].bytes),
    single(ahead("memory after tools/list: server-everything's / ours", "MB"), sizes[0].mb, sizes[1].mb),
  ];
}

async function sizeOfList(args: string[]): Promise<{ bytes: number; mb: number }> {
  const host = new Host(process.execPath, args);
  await host.initialize();
  const bytes = Buffer.byteLength(await host.ask("tools/list"));
  const { now } = memoryMbOf(host.server.pid);
  await host.server.stop();
  return { bytes, mb: now };
}

/** Supports HTTP only, with sessions. */
async function againstFmp(modules: string, upstreamPort: number): Promise<Figure[]> {
  const script = join(modules, "financial-modeling-prep-mcp-server/dist/index.js");
  let port = 20_000 + (process.pid % 20_000);
  const startFmp = () =>
    startListening(
      process.execPath,
      [script, `--port=${++port}`, "--fmp-token=bench"],
      {},
      /MCP endpoint available at .*:(\d+)/,
    );
  const cold = async (open: () => Promise<Listening>) => {
    const started = performance.now();
    const server = await open();
    await listOver(server.port);
    const ms = performance.now() - started;
    await server.stop();
    return ms;
  };
  const openOurs = () => startOurs({ upstreamPort });
  const starts = await takeTurns(
    ROUNDS,
    () => cold(openOurs),
    () => cold(startFmp),
  );
  const [ours, fmp] = [await openOurs(), await startFmp()];
  const lists = [await listOver(ours.port), await listOver(fmp.port)] as const;
  const memory = [memoryMbOf(ours.pid).now, memoryMbOf(fmp.pid).now] as const;
  const rates = await takeTurns(
    ROUNDS,
    () => rate(ours.port, toRequest("/mcp", MCP, LIST), 200),
    () => rate(fmp.port, toRequest("/mcp", { ...MCP, "mcp-session-id": lists[1].session }, LIST), 50),
  );
  await Promise.all([ours.stop(), fmp.stop()]);
  return [
    toFigure(
      ahead("cold start over HTTP: financial-modeling-prep-mcp-server's / ours", "ms"),
      starts,
      "baseline / ours",
    ),
    single(ahead("tools/list: its bytes / ours", "bytes"), lists[0].bytes, lists[1].bytes),
    single(ahead("memory after tools/list: its / ours", "MB"), memory[0], memory[1]),
    toFigure(ahead("tools/list a second: ours / its", "/s"), rates, "ours / baseline"),
  ];
}

/** Initializes and requests the list, with a session if the server uses one. */
async function listOver(port: number): Promise<{ bytes: number; session: string }> {
  const post = (body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers: { ...MCP, ...headers }, body });
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } };
  const hello = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }), {});
  await hello.text();
  const session = hello.headers.get("mcp-session-id") ?? "";
  const list = await (await post(LIST, session ? { "mcp-session-id": session } : {})).text();
  return { bytes: Buffer.byteLength(list), session };
}

async function againstFastApi(upstreamPort: number): Promise<Figure[]> {
  if (spawnSync(PYTHON, ["-c", "import fastapi, uvicorn"]).status !== 0) {
    process.stderr.write("SKIPPED: FastAPI is not here; Debian has it as python3-fastapi and python3-uvicorn.\n");
    return [];
  }
  const ours = await startOurs({ upstreamPort });
  const answer = await (await fetch(`http://127.0.0.1:${ours.port}/api/v1/stock/AAPL`)).text();
  const startPython = () => startListening(PYTHON, [baseline("fastapi_service.py")], { ANSWER: answer });
  const coldStart = async (open: () => Promise<Listening>) => {
    const started = performance.now();
    const server = await open();
    await untilServed(server.port);
    const ms = performance.now() - started;
    await server.stop();
    return ms;
  };
  const starts = await takeTurns(
    5,
    () => coldStart(() => startOurs({ upstreamPort })),
    () => coldStart(startPython),
  );
  const python = await startPython();
  await untilServed(python.port);
  const request = toRequest("/api/v1/stock/AAPL");
  const rates = await takeTurns(
    ROUNDS,
    () => rate(ours.port, request, 3_000),
    () => rate(python.port, request, 500),
  );
  const memory = [memoryMbOf(ours.pid).now, memoryMbOf(python.pid).now] as const;
  await Promise.all([ours.stop(), python.stop()]);
  return [
    toFigure(ahead("cold start to the first answer: FastAPI's / ours", "ms"), starts, "baseline / ours"),
    single(ahead("memory after the load: FastAPI's / ours", "MB"), memory[0], memory[1]),
    toFigure(ahead("cached GET a second: ours / FastAPI's", "/s"), rates, "ours / baseline"),
  ];
}

async function untilServed(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/stock/AAPL`).catch(() => undefined);
    await answer?.text();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function rate(port: number, request: Buffer, total: number): Promise<number> {
  const lines = await Lines.open(port, 8);
  const { seconds } = await lines.run(total, () => request);
  lines.close();
  return total / seconds;
}

function single(told: ReturnType<typeof ahead>, ours: number, theirs: number): Figure {
  return { ...told, ours, baseline: theirs, ratio: theirs / ours, spread: undefined };
}
