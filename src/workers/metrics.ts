/** Metrics of several processes as one: whoever is asked asks the others, by way of the first process. */
import cluster, { type Worker } from "node:cluster";
import type { MetricObject } from "prom-client";

type Snapshot = MetricObject[];

/** What goes between the processes: who asked, its question's number, and how many will answer. */
interface Asked {
  worker: number;
  question: number;
  answers: number;
}
type Message = { type: "metrics-wanted"; asked: Asked } | { type: "metrics-told"; asked: Asked; snapshot: Snapshot };

/** One that hangs must not keep the others from being seen. */
const ANSWER_MS = 2_000;

/** In the first process: hands questions to all workers, and answers to the one that asked. */
export function relayMetrics(): void {
  const serving = new Set<Worker>();
  cluster.on("listening", (worker) => serving.add(worker));
  cluster.on("disconnect", (worker) => serving.delete(worker));
  cluster.on("exit", (worker) => serving.delete(worker));
  cluster.on("message", (_worker, message) => {
    if (!isMessage(message)) return;
    if (message.type === "metrics-told") cluster.workers?.[message.asked.worker]?.send(message, ignore);
    else {
      const asked = { ...message.asked, answers: serving.size };
      for (const worker of serving) worker.send({ ...message, asked }, ignore);
    }
  });
}

/** In the worker `own`: answers the others, and gives all of them added up as Prometheus text. */
export function shareMetrics(own: Worker, snapshot: () => Promise<Snapshot>): () => Promise<string> {
  const open = new Map<number, (snapshot: Snapshot, answers: number) => void>();
  let questions = 0;
  own.on("message", (message: unknown) => {
    if (!isMessage(message)) return;
    const { asked } = message;
    if (message.type === "metrics-told") open.get(asked.question)?.(message.snapshot, asked.answers);
    else void snapshot().then((told) => own.send({ type: "metrics-told", asked, snapshot: told }, ignore), ignore);
  });

  /** What all have told by the time that the last one has, or that is too long. */
  function ask(question: number): Promise<Snapshot[]> {
    const snapshots: Snapshot[] = [];
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(snapshots), ANSWER_MS);
      open.set(question, (told, answers) => {
        if (snapshots.push(told) < answers) return;
        clearTimeout(timer);
        resolve(snapshots);
      });
      own.send({ type: "metrics-wanted", asked: { worker: own.id, question, answers: 0 } }, ignore);
    });
  }

  return async () => {
    const question = questions++;
    const snapshots = await ask(question);
    open.delete(question);
    const { AggregatorRegistry } = await import("prom-client");
    return AggregatorRegistry.aggregate(snapshots).metrics();
  };
}

/** A process that has just gone is not asked any more. */
function ignore(): void {}

function isMessage(value: unknown): value is Message {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return type === "metrics-wanted" || type === "metrics-told";
}
