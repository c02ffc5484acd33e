/** Typed messages between the first process and its workers. */
import cluster, { type Worker } from "node:cluster";
import type { MetricObject } from "prom-client";
import type { InboundKey } from "../contract/caller.js";
import type { SharedPause } from "../contract/channels.js";

/**
 * Identifies one scrape: the worker that was scraped, the number that it gave the scrape, and how many workers will
 * answer.
 */
export interface Scrape {
  worker: number;
  question: number;
  answers: number;
}

type Message =
  | { type: "wrong-key"; address: string }
  | { type: "keys-wanted" }
  | { type: "keys"; keys: readonly InboundKey[] }
  | { type: "pauses-wanted" }
  | { type: "pause"; pause: SharedPause }
  | { type: "metrics-wanted"; scrape: Scrape }
  | { type: "metrics"; scrape: Scrape; snapshot: MetricObject[] };

type Type = Message["type"];
type Handler<T extends Type> = (message: Extract<Message, { type: T }>, from: Worker) => void;

/** Sends a message to the other end of the worker's channel. Nothing happens if that process has ended. */
export function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** In the first process: sends a message to all workers but `except`. */
export function sendToAll(message: Message, except?: Worker): void {
  for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker !== except) send(worker, message);
}

/** In the first process: calls `handle` with each message of this type and the worker that sent it. */
export function onWorkerMessage<T extends Type>(type: T, handle: Handler<T>): void {
  cluster.on("message", (from, message) => {
    if (isOf(type, message)) handle(message, from);
  });
}

/**
 * In a worker, which passes itself as `own`: calls `handle` with each message of this type that the first process
 * sends.
 */
export function onMessage<T extends Type>(own: Worker, type: T, handle: Handler<T>): void {
  own.on("message", (message: unknown) => {
    if (isOf(type, message)) handle(message, own);
  });
}

/** The channel also carries Node's internal messages. */
function isOf<T extends Type>(type: T, message: unknown): message is Extract<Message, { type: T }> {
  return typeof message === "object" && message !== null && "type" in message && message.type === type;
}
