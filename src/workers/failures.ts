/**
 * Shares wrong-key counts between the processes of one machine, so that more processes do not allow
 * more guesses.
 */
import type { Worker } from "node:cluster";
import type { WrongKeyChannel } from "../contract/channels.js";
import { onMessage, onWorkerMessage, send, sendToAll } from "./channel.js";

/** In the first process: passes each worker's wrong keys on to all other workers. */
export function relayFailures(): void {
  onWorkerMessage("wrong-key", (message, from) => sendToAll(message, from));
}

/**
 * In a worker, which passes itself as `own`: sends and receives wrong keys. A worker that starts later does not receive
 * earlier ones.
 */
export function createWorkerFailures(own: Worker): WrongKeyChannel {
  return {
    publish: (address) => send(own, { type: "wrong-key", address }),
    subscribe: (onWrongKey) => onMessage(own, "wrong-key", ({ address }) => onWrongKey(address)),
  };
}
