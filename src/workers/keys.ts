/**
 * Shares inbound keys between processes: only the first process reads the file, so that all have
 * the same keys, including processes that start later.
 */
import type { Worker } from "node:cluster";
import type { InboundKey } from "../contract/caller.js";
import type { Logger } from "../lib/log.js";
import { onMessage, onWorkerMessage, send, sendToAll } from "./channel.js";

type Keys = readonly InboundKey[];

/** Returns the current keys; `onNew` receives their replacements. */
export type FollowKeys = (onNew: (keys: Keys) => void) => Keys;

/** In the first process: sends the current keys to each worker at its start, and to all workers after each change. */
export function shareKeys(follow: FollowKeys): void {
  let current = follow((keys) => {
    current = keys;
    sendToAll({ type: "keys", keys });
  });
  onWorkerMessage("keys-wanted", (_message, from) => send(from, { type: "keys", keys: current }));
}

/** In a worker, which passes itself as `own`: resolves with the current keys; `onNew` receives their replacements. */
export function receiveKeys(own: Worker, log: Logger, onNew: (keys: Keys) => void): Promise<Keys> {
  process.on("SIGHUP", () => {
    const message = `Only the first process, ${process.ppid}, reads the keys file again.`;
    log.info({ event: "keys", message });
  });
  return new Promise((resolve) => {
    let onKeys = (keys: Keys): void => {
      onKeys = onNew;
      resolve(keys);
    };
    onMessage(own, "keys", ({ keys }) => onKeys(keys));
    send(own, { type: "keys-wanted" });
  });
}
