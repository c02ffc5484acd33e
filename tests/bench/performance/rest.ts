/** Measures a cached answer over REST, compared with the same bytes from Node's own HTTP server. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMicros } from "./cpu.js";
import { quantile, takeTurns, toFigure, type Figure, type Round } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { startBaseline, startOurs, type Listening } from "./servers.js";

/** A valuation stays fresh for hours; a quote would be fetched again while the bench runs, with another ETag. */
const PATH = "/api/v1/provider-a/stock/AAPL/dcf";
/** The speed of a process varies between starts, so each figure uses several. */
const STARTS = 3;
const WARM_UP_TURNS = 10;
const PER_TURN = 1_000;
const TURNS = 2;
const ROUNDS = 9;
/** Requests for the 99th percentile: many, because one pause delays all 64 at once. */
const PER_TAIL = 8_000;
/** Enough callers that none uses up its plan of a hundred calls a minute. */
const KEYS = 1_000;

/** An answer as it came. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The measurements of one kind of caller. */
interface Compared {
  whole: Round[];
  notModified: Round[];
}

export async function measureRest(): Promise<Figure[]> {
  const upstream = await startBaseline("upstream.mjs");
  const open: Compared = { whole: [], notModified: [] };
  const keyed: Compared = { whole: [], notModified: [] };
  const tails: Round[] = [];
  try {
    for (let start = 0; start < STARTS; start++) {
      const ours = await startOurs({ upstreamPort: upstream.port });
      await compare(ours, [{}], open);
      tails.push(...(await tail(ours)));
      await ours.stop();
      await compareWithKeys(upstream.port, keyed);
    }
  } finally {
    await upstream.stop();
  }
  const [first, second] = toFigures("open", "open", open, 0.45);
  const name = "cached GET, p99 at 64 connections: ours / raw node:http's";
  const slowest = toFigure({ section: "REST", name, unit: "ms", goal: { atMost: 1.5 } }, tails, "ours / baseline");
  return [first, second, slowest, ...toFigures("with keys and plans", "keyed", keyed, 0.25)];
}

/** Names both figures by the kind of caller, so that no two rows of the table have one name. */
function toFigures(how: string, kind: string, { whole, notModified }: Compared, goal: number): [Figure, Figure] {
  const toRow = (name: string, limit: Figure["goal"]) => ({ section: "REST", name, unit: "us CPU", goal: limit });
  return [
    toFigure(toRow(`cached GET, ${how}: raw node:http's CPU / ours`, { atLeast: goal }), whole, "baseline / ours"),
    toFigure(toRow(`${kind} 304: its CPU / that of a 200`, { atMost: 1 }), notModified, "ours / baseline"),
  ];
}

/** With keys and plans on: each caller's calls are counted, exactly and across restarts. */
async function compareWithKeys(upstreamPort: number, into: Compared): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-bench-"));
  const keys = Array.from({ length: KEYS }, (_, index) => `bench-key-${index}`);
  const file = join(folder, "keys.json");
  const sha256 = (key: string) => createHash("sha256").update(key).digest("hex");
  writeFileSync(file, JSON.stringify(keys.map((key) => ({ id: key, sha256: sha256(key), plan: "professional" }))));
  const ours = await startOurs({ upstreamPort, env: { API_KEYS_FILE: file } });
  try {
    const callers = keys.map((key) => ({ "x-api-key": key }));
    await compare(ours, callers, into);
  } finally {
    await ours.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The processor time of GETs of one path, with the same bytes from Node's own server as baseline. */
export async function compareWithRaw(ours: Listening, path: string): Promise<Round[]> {
  const compared: Compared = { whole: [], notModified: [] };
  await compare(ours, [{}], compared, path);
  return compared.whole;
}

async function compare(
  ours: Listening,
  callers: readonly Record<string, string>[],
  into: Compared,
  path = PATH,
): Promise<void> {
  const first = await fetchAnswer(ours.port, callers[0]!, path);
  if (first.status !== 200) throw new Error(`${path} was answered with ${first.status}: ${first.body}`);
  const known = { "if-none-match": first.headers["etag"] ?? "" };
  const raw = await startBaseline("raw-http.mjs", { ANSWER: JSON.stringify(first) });
  const [ourLines, rawLines] = [await Lines.open(ours.port, 8), await Lines.open(raw.port, 8)];
  const whole = callers.map((caller) => toRequest(path, caller));
  const conditional = callers.map((caller) => toRequest(path, { ...caller, ...known }));
  let next = 0;
  const cpu = async (pid: number, lines: Lines, requests: readonly Buffer[], total: number, status = 200) => {
    const before = cpuMicros(pid);
    await lines.run(total, () => requests[next++ % requests.length]!, status);
    return (cpuMicros(pid) - before) / total;
  };
  const askWhole = (total = PER_TURN) => cpu(ours.pid, ourLines, whole, total);
  const askAgain = (total = PER_TURN) => cpu(ours.pid, ourLines, conditional, total, 304);
  const askRaw = (total = PER_TURN) => cpu(raw.pid, rawLines, whole, total);
  // Alternate, because the server closes a connection after five idle seconds.
  for (let turn = 0; turn < WARM_UP_TURNS; turn++) for (const warmUp of [askWhole, askRaw, askAgain]) await warmUp();
  into.whole.push(...(await takeTurns(ROUNDS, askWhole, askRaw, TURNS)));
  // The two differ little, so the rounds are longer to reduce noise; fewer rounds, so that plans are not used up.
  into.notModified.push(...(await takeTurns(5, askAgain, askWhole, 2 * TURNS)));
  ourLines.close();
  rawLines.close();
  await raw.stop();
}

/** The 99th percentile of the time to an answer with 64 connections. */
async function tail(ours: Listening): Promise<Round[]> {
  const raw = await startBaseline("raw-http.mjs", { ANSWER: JSON.stringify(await fetchAnswer(ours.port, {})) });
  const [ourLines, rawLines] = [await Lines.open(ours.port, 64), await Lines.open(raw.port, 64)];
  const request = toRequest(PATH);
  const p99 = async (lines: Lines) => quantile((await lines.run(PER_TAIL, () => request)).times, 0.99);
  await p99(ourLines);
  await p99(rawLines);
  const rounds = await takeTurns(
    ROUNDS,
    () => p99(ourLines),
    () => p99(rawLines),
  );
  ourLines.close();
  rawLines.close();
  await raw.stop();
  return rounds;
}

/** The answer with only the headers that a handler sets. */
function fetchAnswer(port: number, headers: Record<string, string>, path = PATH): Promise<Answer> {
  return new Promise((resolve, reject) => {
    ask({ port, path, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.once("end", () => {
        const { date: _, connection: __, "keep-alive": ___, ...own } = response.headers as Record<string, string>;
        resolve({ status: response.statusCode ?? 0, headers: own, body });
      });
    })
      .once("error", reject)
      .end();
  });
}
