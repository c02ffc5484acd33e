/**
 * Requests an address again and again from a process of its own, which is not busy with the test: `node pinger.mjs
 * <address> <process id>`. Prints "ready" after the first answer. When its input ends, it prints the number of answers,
 * their statuses, the longest wait, and the most processor time that the main thread of the process used during one
 * request (both in milliseconds). Unlike the wait, this time does not grow when other programs use the processors.
 */
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

const TICK_MS = 10;
const GAP_MS = 5;
const [address, pid] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
process.stdin.resume();
const statuses = new Set();

/** Processor time of the main thread so far. */
function processorMs() {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resolves when the answer has been read. */
function ask() {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      statuses.add(response.statusCode);
      response.resume().once("end", resolve);
    }).once("error", reject);
  });
}

let [answers, longestMs, mostProcessorMs] = [0, 0, 0];
await ask();
process.stdout.write("ready\n");
while (!process.stdin.readableEnded) {
  const [from, processorFrom] = [performance.now(), processorMs()];
  await ask();
  answers++;
  longestMs = Math.max(longestMs, performance.now() - from);
  mostProcessorMs = Math.max(mostProcessorMs, processorMs() - processorFrom);
  await new Promise((resolve) => setTimeout(resolve, GAP_MS));
}
const found = { answers, statuses: [...statuses], longestMs: Math.round(longestMs), mostProcessorMs };
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit());
