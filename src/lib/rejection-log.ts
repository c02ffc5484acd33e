/** Log lines on what was rejected or dropped, once per kind and minute: a client repeats what it does wrong. */
import { LRUCache } from "lru-cache";
import type { Logger } from "./log.js";

const MINUTE_MS = 60_000;
/** Limit of kinds that are remembered; callers choose some of their words. */
const MAX_KINDS = 200;
/** Limit of a reason in characters. */
const MAX_REASON = 300;

/** Logs that something was rejected; `where` is a route or a transport, `reason` one of our own sentences. */
export type LogRejection = (where: string, reason: string, status?: number) => void;

export function createRejectionLog(log: Pick<Logger, "warn">): LogRejection {
  const known = new LRUCache<string, true>({
    max: MAX_KINDS,
    ttl: MINUTE_MS,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  return (where, reason, status) => {
    // Quoted words are the caller's, and may be a symbol or a key. A reason with other words is the same kind.
    const said = reason.replace(/"(?:[^"\\]|\\.)*"/g, '"..."').slice(0, MAX_REASON);
    const kind = [where, status, said].join(" ");
    if (known.has(kind)) return;
    known.set(kind, true);
    log.warn({
      event: "rejected",
      where,
      ...(status === undefined ? {} : { status }),
      reason: said,
    });
  };
}
