/** News of wrong keys between the processes of one machine, so that a guesser has no more tries the more there are. */
import cluster, { type Worker } from "node:cluster";

/** A wrong key came from `address`, as limits count it. */
interface Message {
  type: "wrong-key";
  address: string;
}

/** The way to the other processes, and from them. */
export interface FailureNews {
  tell(address: string): void;
  follow(onFailure: (address: string) => void): void;
}

/** In the first process: tells all other workers what one of them says. */
export function relayFailures(): void {
  cluster.on("message", (from, message) => {
    if (!isMessage(message)) return;
    for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker !== from) tell(worker, message);
  });
}

/** In the worker `own`. One that comes later knows of nothing that was before. */
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
  // One that has just gone needs no news.
  if (worker.isConnected()) worker.send(message, () => {});
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "type" in value && value.type === "wrong-key";
}
