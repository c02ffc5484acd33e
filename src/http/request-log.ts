/** Counts and logs each finished request, on the fast path and on the normal path alike. */
import type { Logger } from "../lib/log.js";
import type { Target } from "./target.js";
import type { HttpReply } from "../contract/reply.js";

/** Receives every finished request; `outcome` is how a REST question ended. */
export type OnAnswer = (route: string, status: number, seconds: number, outcome?: string) => void;

export type NoteRequest = (target: Target, method: string, reply: HttpReply, id: string, ms: number) => void;

/** Limit in characters: unknown paths are chosen by callers and may be long. */
const MAX_LOGGED_PATH = 64;

/** Creates the function that records a finished request. Only a path of the route table becomes a metrics label. */
export function createRequestLog(log: Logger, onAnswer: OnAnswer): NoteRequest {
  return (target, method, { state, failure, status }, id, ms) => {
    const label = target.route?.path;
    onAnswer(label ?? "other", status, ms / 1000, state ?? failure);
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
