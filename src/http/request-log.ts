/** Counts and logs each finished request. */
import type { Logger } from "../lib/log.js";
import type { LogRejection } from "../lib/rejection-log.js";
import type { Route, Target } from "./target.js";
import type { HttpReply } from "../contract/reply.js";

/** Receives every finished request; `outcome` is how a REST question ended. */
export type OnAnswer = (route: string, status: number, seconds: number, outcome?: string) => void;

export type NoteRequest = (target: Target, method: string, reply: HttpReply, id: string, ms: number) => void;

/** Limit in characters: unknown paths are chosen by callers and may be long. */
const MAX_LOGGED_PATH = 64;

/**
 * Creates the function that records a finished request. Only a path of the route table becomes a metrics label. Of
 * another path the log has the words that routes have too, because a mistyped address may contain a key.
 */
export function createRequestLog(
  log: Logger,
  logRejection: LogRejection,
  onAnswer: OnAnswer,
  routes: readonly Route[],
): NoteRequest {
  const words = new Set(routes.flatMap(({ path }) => path.split("/")));
  const withoutOthers = (path: string) =>
    path
      .slice(0, MAX_LOGGED_PATH)
      .split("/")
      .map((word) => (words.has(word) ? word : "*"))
      .join("/");
  return (target, method, { state, failure, status, reason }, id, ms) => {
    const label = target.route?.path;
    if (reason !== undefined && status < 500) logRejection(label ?? "other", reason, status);
    onAnswer(label ?? "other", status, ms / 1000, state ?? failure);
    log.info({
      event: "request",
      id,
      method,
      route: label ?? withoutOthers(target.path),
      status,
      ...(state ? { cache: state } : {}),
      ...(failure ? { failure } : {}),
      ms: Math.round(ms),
    });
  };
}
