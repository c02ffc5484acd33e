/** Passes wrong keys on between the worker processes, so that more workers do not allow more guesses. */
import cluster, { type Worker } from "node:cluster";

/** A wrong key came from this address (a /64 network with IPv6). */
interface Message {
  type: "wrong-key";
  address: string;
}

/** Sends wrong keys to the other processes and receives theirs. */
export interface FailureNews {
  tell(address: string): void;
  follow(onFailure: (address: string) => void): void;
}

/** In the first process: passes each worker's messages on to all others. */
export function relayFailures(): void {
  cluster.on("message", (from, message) => {
    if (!isMessage(message)) return;
    for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker !== from) tell(worker, message);
  });
}

/** In the worker `own`; wrong keys from before its start are unknown to it. */
export function createWorkerFailures(own: Worker): FailureNews {
  return {
    tell: (address) => tell(own, { type: "wrong-key", address }),
    follow: (onFailure) =>
      own.on("message", (message: unknown) => {
        if (isMessage(message)) onFailure(message.address);
      }),
  };
}

function tell(worker: Worker, message: Message): void {
  // A worker that has just ended cannot be sent anything.
  if (worker.isConnected()) worker.send(message, () => {});
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "type" in value && value.type === "wrong-key";
}
