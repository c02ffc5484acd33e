/** Metrics of several processes as one: the scraped worker collects from all workers through the first process. */
import cluster, { type Worker } from "node:cluster";
import type { MetricObject } from "prom-client";
import { within } from "../lib/within.js";
import { onMessage, onWorkerMessage, send } from "./channel.js";

type Snapshot = MetricObject[];

/** Milliseconds after which a worker that does not answer is omitted. */
const ANSWER_MS = 2_000;

/**
 * In the first process: passes scrapes on to all listening workers, and their answers to the worker that was scraped.
 */
export function relayMetrics(): void {
  const serving = new Set<Worker>();
  cluster.on("listening", (worker) => serving.add(worker));
  cluster.on("disconnect", (worker) => serving.delete(worker));
  cluster.on("exit", (worker) => serving.delete(worker));
  onWorkerMessage("metrics", (message) => {
    const requester = cluster.workers?.[message.scrape.worker];
    if (requester) send(requester, message);
  });
  onWorkerMessage("metrics-wanted", ({ type, scrape }) => {
    for (const worker of serving) send(worker, { type, scrape: { ...scrape, answers: serving.size } });
  });
}

/**
 * In a worker, which passes itself as `own`: answers the scrapes of other workers, and returns a function that returns
 * the sum of all workers as Prometheus text.
 */
export function shareMetrics(own: Worker, snapshot: () => Promise<Snapshot>): () => Promise<string> {
  const open = new Map<number, (snapshot: Snapshot, answers: number) => void>();
  let questions = 0;
  onMessage(own, "metrics", (message) => open.get(message.scrape.question)?.(message.snapshot, message.scrape.answers));
  onMessage(own, "metrics-wanted", ({ scrape }) => {
    // A worker that cannot collect its metrics sends nothing, and is omitted as if it hung.
    snapshot().then(
      (received) => send(own, { type: "metrics", scrape, snapshot: received }),
      () => {},
    );
  });

  /** Resolves with the snapshots received when the last one arrives or the time is over. */
  async function collect(question: number): Promise<Snapshot[]> {
    const snapshots: Snapshot[] = [];
    const complete = new Promise<void>((resolve) => {
      open.set(question, (received, answers) => {
        if (snapshots.push(received) >= answers) resolve();
      });
    });
    send(own, { type: "metrics-wanted", scrape: { worker: own.id, question, answers: 0 } });
    await within(ANSWER_MS, complete);
    return snapshots;
  }

  return async () => {
    const question = questions++;
    const snapshots = await collect(question);
    open.delete(question);
    const { AggregatorRegistry } = await import("prom-client");
    return AggregatorRegistry.aggregate(snapshots).metrics();
  };
}
