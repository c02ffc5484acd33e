/** Shares pauses of providers between the processes of one machine when they have no Redis to share them through. */
import type { Worker } from "node:cluster";
import type { PauseChannel, SharedPause } from "../contract/channels.js";
import { onMessage, onWorkerMessage, send, sendToAll } from "./channel.js";

/**
 * In the first process: passes each worker's pauses on to all other workers, including those that start while a pause
 * holds.
 */
export function relayPauses(): void {
  const pauses = new Map<string, { pause: SharedPause; until: number }>();
  const dropEnded = (now: number) => {
    for (const [key, { until }] of pauses) if (until <= now) pauses.delete(key);
  };
  onWorkerMessage("pauses-wanted", (_message, from) => {
    const now = performance.now();
    dropEnded(now);
    for (const { pause, until } of pauses.values()) send(from, { type: "pause", pause: { ...pause, ms: until - now } });
  });
  onWorkerMessage("pause", (message, from) => {
    const { pause } = message;
    const now = performance.now();
    dropEnded(now);
    const key = `${pause.provider} ${pause.scope} ${pause.reason}`;
    // A worker that has not yet received a longer pause may send a shorter one.
    if ((pauses.get(key)?.until ?? 0) < now + pause.ms) pauses.set(key, { pause, until: now + pause.ms });
    sendToAll(message, from);
  });
}

/** In a worker, which passes itself as `own`: sends and receives pauses, from its start on. */
export function createWorkerPauses(own: Worker): PauseChannel {
  // Pauses received before the first question calls `subscribe`; that question must already respect them.
  const early: { pause: SharedPause; until: number }[] = [];
  let receive = (pause: SharedPause): void => {
    early.push({ pause, until: performance.now() + pause.ms });
  };
  onMessage(own, "pause", ({ pause }) => receive(pause));
  send(own, { type: "pauses-wanted" });
  return {
    async publish(pause) {
      send(own, { type: "pause", pause });
    },
    subscribe(onPause) {
      receive = onPause;
      const now = performance.now();
      for (const { pause, until } of early.splice(0)) if (until > now) onPause({ ...pause, ms: until - now });
    },
  };
}
