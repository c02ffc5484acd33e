/** The first process of several that share one port: it starts them, replaces them, asks them to stop. */
import cluster, { type Worker } from "node:cluster";
import type { Logger } from "../log.js";
import { relayFailures } from "./failures.js";
import { shareKeys, type FollowKeys } from "./keys.js";
import { relayMetrics } from "./metrics.js";
import { relayPauses } from "./pauses.js";

/** One that ended sooner after its start than this is replaced ever more slowly. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A worker drains within ten seconds; one that takes longer hangs. */
const STOP_MS = 12_000;

export interface WorkersOptions {
  count: number;
  log: Logger;
  /** The keys that callers need; without it they need none. */
  followKeys: FollowKeys | undefined;
  stopAsked: Promise<void>;
}

/**
 * Runs `count` workers until `stopAsked` and their end; the code to exit with.
 *
 * The first one starts alone: what keeps it from serving, such as a port that
 * is taken, is told once and ends everything, with its exit code.
 *
 * @throws what `followKeys` does, before any of them is started.
 */
export async function runWorkers({ count, log, followKeys, stopAsked }: WorkersOptions): Promise<number> {
  // Figures that are no number would not survive JSON.
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
    replaceThoseThatEnd(log, () => stopping);
  }
  await stopped;
  await allEnded();
  return 0;
}

/** Resolves when it listens, or with its exit code when it ends before. */
function startFirst(): Promise<number | undefined> {
  const first = cluster.fork();
  return new Promise((resolve) => {
    first.once("listening", () => resolve(undefined));
    first.once("exit", (code) => resolve(code ?? 1));
  });
}

function replaceThoseThatEnd(log: Logger, isStopping: () => boolean): void {
  const startedAt = new WeakMap<Worker, number>();
  let pauseMs = FIRST_PAUSE_MS;
  for (const worker of running()) startedAt.set(worker, performance.now());
  cluster.on("fork", (worker) => startedAt.set(worker, performance.now()));
  cluster.on("exit", (worker, code, signal) => {
    if (isStopping()) return;
    const steady = performance.now() - (startedAt.get(worker) ?? 0) >= STEADY_MS;
    pauseMs = steady ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    log.error({ event: "worker-ended", worker: worker.id, code, signal, replacedInMs: pauseMs });
    setTimeout(() => {
      if (!isStopping()) cluster.fork();
    }, pauseMs);
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
