/** Counts and logs each finished request, on the fast path and on the normal path alike. */
import { createLineLog, type LineLog, type Logger } from "../lib/log.js";
import type { Target } from "./target.js";
import type { HttpReply } from "./write-reply.js";

/** Receives every finished request; `outcome` is how a REST question ended. */
export type OnAnswer = (route: string, status: number, seconds: number, outcome?: string) => void;

export type NoteRequest = (target: Target, method: string, reply: HttpReply, id: string, ms: number) => void;

/** Limit in characters: unknown paths are chosen by callers and may be long. */
const MAX_LOGGED_PATH = 64;

/** Creates the function that records a finished request. Only a path of the route table becomes a metrics label. */
export function createRequestLog(log: Logger, onAnswer: OnAnswer): NoteRequest {
  const hitLogs = new Map<number, Map<string, LineLog>>([
    [200, new Map()],
    [304, new Map()],
  ]);
  /**
   * Cache hits are frequent, so the fixed part of their log line is built once per route and
   * status.
   */
  function hitLog(route: string, status: number): LineLog {
    const lines = hitLogs.get(status)!;
    const line =
      lines.get(route) ?? createLineLog(log, { event: "request", method: "GET", route, status, cache: "hit" });
    lines.set(route, line);
    return line;
  }

  return (target, method, { state, failure, status }, id, ms) => {
    const label = target.route?.path;
    onAnswer(label ?? "other", status, ms / 1000, state ?? failure);
    if (label !== undefined && state === "hit" && method === "GET") return hitLog(label, status)(id, Math.round(ms));
    log.info({
      event: "request",
      id,
      method,
      route: label ?? target.path.slice(0, MAX_LOGGED_PATH),
      status,
      ...(state ? { cache: state } : {}),
      ...(failure ? { failure } : {}),
      ms: Math.round(ms),
    });
  };
}
