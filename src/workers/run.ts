/** The first process of several that share one port: it starts the workers, replaces them and stops them. */
import cluster, { type Worker } from "node:cluster";
import type { Logger } from "../lib/log.js";
import { relayFailures } from "./failures.js";
import { shareKeys, type FollowKeys } from "./keys.js";
import { relayMetrics } from "./metrics.js";
import { relayPauses } from "./pauses.js";
import { Place } from "./place.js";

/** Milliseconds after which a worker is killed: it drains within ten seconds unless it hangs. */
const STOP_MS = 12_000;

export interface WorkersOptions {
  count: number;
  log: Logger;
  /** Follows the file of inbound keys; undefined when callers need no keys. */
  followKeys: FollowKeys | undefined;
  stopAsked: Promise<void>;
}

/**
 * Runs `count` workers until `stopAsked` resolves and they have ended; returns the exit code.
 *
 * The first worker starts alone, so that an error such as a port in use is reported once and ends
 * the program with that worker's exit code.
 *
 * @throws the error of `followKeys`, before any worker is started.
 */
export async function runWorkers({ count, log, followKeys, stopAsked }: WorkersOptions): Promise<number> {
  // JSON cannot represent NaN and infinite numbers, which metrics contain.
  cluster.setupPrimary({ serialization: "advanced" });
  relayMetrics();
  relayPauses();
  relayFailures();
  if (followKeys) shareKeys(followKeys);
  let stopping = false;
  const stopped = (async () => {
    await stopAsked;
    stopping = true;
    log.info({ event: "stopping", workers: running().length });
    signalAll("SIGTERM");
  })();

  const failed = await startFirst();
  if (failed !== undefined && !stopping) return failed;
  if (!stopping) {
    for (let worker = 1; worker < count; worker++) cluster.fork();
    log.info({ event: "workers", count });
    replaceEndedWorkers(log, () => stopping);
  }
  await stopped;
  await allEnded();
  return 0;
}

/** Resolves when the first worker listens, or with its exit code when it ends before. */
function startFirst(): Promise<number | undefined> {
  const first = cluster.fork();
  return new Promise((resolve) => {
    first.once("listening", () => resolve(undefined));
    first.once("exit", (code) => resolve(code ?? 1));
  });
}

function replaceEndedWorkers(log: Logger, isStopping: () => boolean): void {
  const places = new WeakMap<Worker, Place>();
  for (const worker of running()) places.set(worker, new Place(performance.now()));
  cluster.on("exit", (worker, code, signal) => {
    if (isStopping()) return;
    const place = places.get(worker) ?? new Place(performance.now());
    const delayMs = place.ended(performance.now());
    log.error({ event: "worker-ended", worker: worker.id, code, signal, replacedInMs: delayMs });
    setTimeout(() => {
      if (isStopping()) return;
      place.started(performance.now());
      places.set(cluster.fork(), place);
    }, delayMs);
  });
}

async function allEnded(): Promise<void> {
  const late = setTimeout(() => signalAll("SIGKILL"), STOP_MS);
  while (running().length > 0) await new Promise((resolve) => cluster.once("exit", resolve));
  clearTimeout(late);
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of running()) worker.kill(signal);
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}
