/** Log lines on what was rejected or dropped, once per kind and minute: a client repeats what it does wrong. */
import { LRUCache } from "lru-cache";
import type { Logger } from "./log.js";

const MINUTE_MS = 60_000;
/** Limit of kinds that are remembered. */
const MAX_KINDS = 200;

/** Logs that something was rejected; `where` is a route or a transport, `reason` a sentence without the caller's words. */
export type LogRejection = (where: string, reason: string, status?: number) => void;

export function createRejectionLog(log: Pick<Logger, "warn">): LogRejection {
  const known = new LRUCache<string, true>({
    max: MAX_KINDS,
    ttl: MINUTE_MS,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  return (where, reason, status) => {
    const kind = [where, status, reason].join(" ");
    if (known.has(kind)) return;
    known.set(kind, true);
    log.warn({
      event: "rejected",
      where,
      ...(status === undefined ? {} : { status }),
      reason,
    });
  };
}
