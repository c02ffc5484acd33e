/** Measures the list of tools and a cached answer over MCP, compared with the SDK's servers with prepared answers. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMicros } from "./cpu.js";
import { takeTurns, toFigure, type Figure } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { baseline, onlyFmp, PROGRAM, startBaseline, startOurs } from "./servers.js";
import { Host } from "./stdio-load.js";

const ROUNDS = 21;
const CALL = { name: "provider_a_get_stock_quote", arguments: { symbol: "AAPL" } };

export async function measureMcp(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-bench-"));
  const upstream = await startBaseline("upstream.mjs");
  try {
    const ours = new Host(process.execPath, [PROGRAM], {
      DATA_DIR: join(folder, "data"),
      ...onlyFmp(upstream.port),
    });
    await ours.initialize();
    const resultOf = (line: string) => (JSON.parse(line) as { result: object }).result;
    const list = resultOf(await ours.ask("tools/list"));
    await ours.ask("tools/call", CALL);
    const result = resultOf(await ours.ask("tools/call", CALL));
    const answers = join(folder, "answers.json");
    writeFileSync(answers, JSON.stringify({ list, result }));
    return [...(await overStdio(ours, answers)), ...(await overHttp(upstream.port, answers))];
  } finally {
    await upstream.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function overStdio(ours: Host, answers: string): Promise<Figure[]> {
  const bare = new Host(process.execPath, [baseline("bare-stdio.mjs")], { ANSWERS: answers });
  await bare.initialize();
  const figures: Figure[] = [];
  for (const [name, goal, total, method, params] of [
    ["tools/list over stdio: bare server's CPU / ours", 0.9, 400, "tools/list", undefined],
    ["cached tools/call over stdio: bare server's CPU / ours", 0.55, 1_500, "tools/call", CALL],
  ] as const) {
    const cpu = async (host: Host) => {
      const before = cpuMicros(host.server.pid);
      await host.repeat(total, method, params);
      return (cpuMicros(host.server.pid) - before) / total;
    };
    for (const host of [ours, bare, ours, bare]) await cpu(host);
    const rounds = await takeTurns(
      ROUNDS,
      () => cpu(ours),
      () => cpu(bare),
    );
    figures.push(
      toFigure({ section: "MCP", name, unit: "us CPU", goal: { atLeast: goal } }, rounds, "baseline / ours"),
    );
  }
  await Promise.all([ours.server.stop(), bare.server.stop()]);
  return figures;
}

/** Requests per second over eight connections. */
async function overHttp(upstreamPort: number, answers: string): Promise<Figure[]> {
  const [ours, stateless] = await Promise.all([
    startOurs({ upstreamPort }),
    startBaseline("sdk-stateless.mjs", { ANSWERS: answers }),
  ]);
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const request = toRequest(
    "/mcp",
    headers,
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: CALL }),
  );
  const [ourLines, theirLines] = [await Lines.open(ours.port, 8), await Lines.open(stateless.port, 8)];
  const rate = async (lines: Lines, total: number) => total / (await lines.run(total, () => request)).seconds;
  await rate(ourLines, 3_000);
  await rate(theirLines, 1_000);
  const rounds = await takeTurns(
    ROUNDS,
    () => rate(ourLines, 1_500),
    () => rate(theirLines, 500),
  );
  ourLines.close();
  theirLines.close();
  await Promise.all([ours.stop(), stateless.stop()]);
  const name = "cached tools/call over stateless HTTP: ours / the SDK's own pattern";
  return [toFigure({ section: "MCP", name, unit: "calls/s", goal: { atLeast: 2 } }, rounds, "ours / baseline")];
}
