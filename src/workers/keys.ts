/** Inbound keys of several processes: the first one reads them, so that all have the same, also one that comes later. */
import cluster, { type Worker } from "node:cluster";
import type { InboundKey } from "../contract/caller.js";
import type { Logger } from "../log.js";

type Keys = readonly InboundKey[];

/** Gives the keys of now, and hands on those that replace them later. */
export type FollowKeys = (onNew: (keys: Keys) => void) => Keys;

type Message = { type: "keys"; keys: Keys } | { type: "keys-wanted" };

/** In the first process: hands all workers the keys that hold, now and whenever there are others. */
export function shareKeys(follow: FollowKeys): void {
  let held = follow((keys) => {
    held = keys;
    for (const worker of Object.values(cluster.workers ?? {})) if (worker) tell(worker, { type: "keys", keys });
  });
  cluster.on("message", (from, message) => {
    if (isMessage(message) && message.type === "keys-wanted") tell(from, { type: "keys", keys: held });
  });
}

/** In the worker `own`: the keys of now; `onNew` gets those that replace them later. */
export function receiveKeys(own: Worker, log: Logger, onNew: (keys: Keys) => void): Promise<Keys> {
  process.on("SIGHUP", () => {
    const message = `Only the first process, ${process.ppid}, reads the keys file again.`;
    log.info({ event: "keys", message });
  });
  return new Promise((resolve) => {
    let take = (keys: Keys): void => {
      take = onNew;
      resolve(keys);
    };
    own.on("message", (message: unknown) => {
      if (isMessage(message) && message.type === "keys") take(message.keys);
    });
    tell(own, { type: "keys-wanted" });
  });
}

function tell(worker: Worker, message: Message): void {
  // One that has just gone needs no keys.
  if (worker.isConnected()) worker.send(message, () => {});
}

function isMessage(value: unknown): value is Message {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return type === "keys" || type === "keys-wanted";
}
