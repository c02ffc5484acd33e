/** News of pauses between the processes of one machine that have no Redis to tell them through. */
import cluster, { type Worker } from "node:cluster";
import type { PauseNews, ToldPause } from "../contract/pause-news.js";

/** What goes between the processes. Whoever begins to listen asks for what holds by then. */
type Message = { type: "pause"; pause: ToldPause } | { type: "pauses-wanted" };

/** In the first process: tells all workers what one of them says, and those that come later while it holds. */
export function relayPauses(): void {
  const kept = new Map<string, { pause: ToldPause; until: number }>();
  cluster.on("message", (from, message) => {
    if (!isMessage(message)) return;
    const now = performance.now();
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    if (message.type === "pauses-wanted") {
      for (const { pause, until } of kept.values()) tell(from, { ...pause, ms: until - now });
      return;
    }
    const { pause } = message;
    kept.set(`${pause.provider} ${pause.scope} ${pause.reason}`, { pause, until: now + pause.ms });
    for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker !== from) tell(worker, pause);
  });
}

/** In the worker `own`, from its start on: what it tells the others and hears of them. */
export function createWorkerPauses(own: Worker): PauseNews {
  // Until somebody follows, which is with the first question: that one must know of them already.
  const early: { pause: ToldPause; until: number }[] = [];
  let hear = (pause: ToldPause): void => {
    early.push({ pause, until: performance.now() + pause.ms });
  };
  own.on("message", (message: unknown) => {
    if (isMessage(message) && message.type === "pause") hear(message.pause);
  });
  own.send({ type: "pauses-wanted" }, ignore);
  return {
    async tell(pause) {
      tell(own, pause);
    },
    follow(onPause) {
      hear = onPause;
      const now = performance.now();
      for (const { pause, until } of early.splice(0)) if (until > now) onPause({ ...pause, ms: until - now });
    },
  };
}

function tell(worker: Worker, pause: ToldPause): void {
  if (worker.isConnected()) worker.send({ type: "pause", pause }, ignore);
}

/** A process that has just gone needs no news. */
function ignore(): void {}

function isMessage(value: unknown): value is Message {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return type === "pause" || type === "pauses-wanted";
}
