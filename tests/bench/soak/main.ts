/** The soak: mixed traffic on all surfaces for a long time, with upstreams that fail. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clearProgress, showProgress } from "../../../packaging/progress.mjs";
import { mulberry32 } from "../../support/mulberry32.js";
import { speakTo } from "../../system/host.js";
import { openMarket } from "../../system/market.js";
import { createVisitor } from "../../system/http-visitor.js";
import { startCalling, type Answer } from "./callers.js";
import { look, type Sample } from "./gauges.js";
import { startSoaked } from "./program.js";
import * as report from "./report.js";
import { createFailures } from "./failures.js";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
const totalMs = Number(values.minutes) * 60_000;
const draw = mulberry32(Number(values.seed));

const DEADLINE_MS = 5_000;
/** An answer may arrive this much after the deadline: two processors, three busy processes. */
const SLACK_MS = 2_000;
const SAMPLE_EVERY_MS = 5_000;
/** Longer than idle connections stay open. */
const REST_MS = 8_000;
/** Caches fill and code is compiled: a third of the run, five minutes at most. */
const warmUpSamples = Math.floor(Math.min(totalMs / 3, 300_000) / SAMPLE_EVERY_MS);

function say(line: string): void {
  clearProgress();
  process.stdout.write(`${line}\n`);
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const dataDir = mkdtempSync(join(tmpdir(), "market-data-mcp-soak-"));
const market = await openMarket({
  DATA_DIR: dataDir,
  REQUEST_TIMEOUT_MS: String(DEADLINE_MS),
  ...Object.fromEntries(["A", "B", "C"].map((letter) => [`PROVIDER_${letter}_TIMEOUT_MS`, "2000"])),
});
const server = startSoaked(["--http", "--port", "0"], market.env);
const desktop = startSoaked([], market.env);
const pids = { http: server.pid, stdio: desktop.pid };
const visitor = createVisitor(await server.listening, 200);
const host = speakTo(desktop);

const all: report.Counts = new Map();
let minute: report.Counts = new Map();
let slowestMs = 0;
let worstLagMs = 0;
const samples: Sample[] = [];
let started = performance.now();
const elapsedMs = () => performance.now() - started;

function note({ verdict, door, ms }: Answer): void {
  const what = verdict === "ok" || verdict.length < 25 ? verdict : `${door}: ${verdict}`;
  report.count(all, what);
  report.count(minute, what);
  slowestMs = Math.max(slowestMs, ms);
}

async function sample(): Promise<void> {
  const now = await look(pids, visitor);
  samples.push(now);
  worstLagMs = Math.max(worstLagMs, now.lagMs);
  showProgress(`${(elapsedMs() / 1_000).toFixed(0)} of ${(totalMs / 1_000).toFixed(0)} s`);
  const minutes = Math.floor((samples.length * SAMPLE_EVERY_MS) / 60_000);
  if ((samples.length * SAMPLE_EVERY_MS) % 60_000 !== 0) return;
  say(report.minuteLine(minutes, minute, slowestMs, now, worstLagMs));
  [minute, slowestMs, worstLagMs] = [new Map(), 0, 0];
}

// Load everything and open each connection once, then wait until all is idle.
const limitMs = DEADLINE_MS + SLACK_MS;
showProgress("Warming up");
await startFor(3_000);
const before = await atRest();
all.clear();
minute.clear();

market.behave(createFailures(draw, elapsedMs));
started = performance.now();
const calling = startCalling({ visitor, host }, draw, limitMs, note);
while (elapsedMs() < totalMs && server.child.exitCode === null && desktop.child.exitCode === null) {
  await wait(Math.max(0, (samples.length + 1) * SAMPLE_EVERY_MS - elapsedMs()));
  await sample();
}
await calling.stop();
showProgress("Letting it come to rest");
market.behave(() => undefined);
const after = await atRest();
const codes = await end();

const failures = report.forbiddenIn(all);
say(`\n${values.minutes} minutes, seed ${values.seed}, ${market.calls.length} calls upstream`);
say(`answers: ${report.countsText(all)}`);
for (const [name, of] of [["HTTP server", "httpMb"] as const, ["stdio server", "stdioMb"] as const]) {
  const { from, to } = report.growthOf(
    samples.map((each) => each[of]),
    warmUpSamples,
  );
  say(
    `${name}: RSS ${from.toFixed(0)} MB settled, ${to.toFixed(0)} MB at the end (allowed: +${report.MAX_GROWTH_MB} MB)`,
  );
  if (to - from > report.MAX_GROWTH_MB) failures.push(`${name} grew by ${(to - from).toFixed(0)} MB`);
}
for (const [name, of] of [["HTTP server", "httpFiles"] as const, ["stdio server", "stdioFiles"] as const]) {
  say(`${name}: ${before[of]} open files at rest before, ${after[of]} after (allowed: +${report.MAX_MORE_FILES})`);
  if (after[of] > before[of] + report.MAX_MORE_FILES) failures.push(`${name} kept files open`);
}
say(`handles of the HTTP server at rest: ${before.handles} before, ${after.handles} after`);
say(`event loop held for ${Math.max(...samples.map(({ lagMs }) => lagMs)).toFixed(0)} ms at the most`);
for (const [event, times] of [...server.complaints, ...desktop.complaints])
  failures.push(`log: ${event} ${times} times`);
if (codes.some((code) => code !== 0)) failures.push(`exit codes ${codes.join(" and ")}`);
say(failures.length === 0 ? "\nnothing that must not be" : `\nFAILED\n${failures.join("\n")}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function startFor(ms: number): Promise<void> {
  const warming = startCalling({ visitor, host }, draw, limitMs, () => {});
  await wait(ms);
  await warming.stop();
}

async function atRest(): Promise<Sample> {
  await wait(REST_MS);
  return look(pids, visitor);
}

async function end(): Promise<(number | string)[]> {
  visitor.leave();
  server.child.kill("SIGTERM");
  desktop.child.stdin!.end();
  const both = await Promise.all([server.exited, desktop.exited]);
  await market.close();
  rmSync(dataDir, { recursive: true, force: true });
  return both;
}
