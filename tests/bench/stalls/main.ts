/**
 * Measures how long the embedded store blocks the event loop: `npm run stalls`, `-- 30` for 30 s.
 *
 * 3,000 writes per second, two counted calls for each cached answer of 2 KB, checkpoints included.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { openSqlite } from "../../../src/store/sqlite.js";

const PER_MS = 3;
const GOAL_MS = 20;
const seconds = Number(process.argv[2] ?? 30);
// Not the system's temporary folder, which may be in memory.
const folder = mkdtempSync(join(process.cwd(), "node_modules/.cache/stalls-"));
const store = await openSqlite(folder, (message) => process.stderr.write(`${message}\n`));
const plan = [
  { name: "minute", limit: 1e9, bucketMs: 100, spanMs: 60_000 },
  { name: "day", limit: 1e9, bucketMs: 86_400_000 },
];
const answer = "x".repeat(2_000);

const stalls: number[] = [];
const started = performance.now();
const end = started + seconds * 1_000;
while (performance.now() < end) {
  await turn();
  for (let due = (performance.now() - started) * PER_MS - stalls.length; due >= 1; due--) {
    const before = performance.now();
    const call = stalls.length;
    if (call % PER_MS > 0) await store.counters.take(`caller ${call % 500}`, plan);
    else await store.adapter.set(`v1:answer ${call % 20_000}`, answer, 600_000);
    stalls.push(performance.now() - before);
  }
}
await store.close();
rmSync(folder, { recursive: true });

const sorted = stalls.toSorted((one, other) => one - other);
const [middle, worst] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
process.stdout.write(
  `${stalls.length} writes, ${(middle * 1_000).toFixed(0)} µs in the middle, ` +
    `${stalls.filter((ms) => ms > GOAL_MS).length} above ${GOAL_MS} ms, longest ${worst.toFixed(1)} ms\n`,
);
