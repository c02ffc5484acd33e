/** Counts and logs each finished request, on the fast path and on the normal path alike. */
import type { IncomingMessage } from "node:http";
import { createLineLog, type LineLog, type Logger } from "../lib/log.js";
import type { HttpReply } from "./write-reply.js";

/** Receives every finished request; `outcome` is how a REST question ended. */
export type OnAnswer = (route: string, status: number, seconds: number, outcome?: string) => void;

export type NoteRequest = (request: IncomingMessage, reply: HttpReply, id: string, ms: number) => void;

/** Limit in characters: unknown paths are chosen by callers and may be long. */
const MAX_LOGGED_PATH = 64;

/**
 * Creates the function that records a finished request; `isPage` says whether a path is one of our pages and may become
 * a metrics label.
 */
export function createRequestLog(log: Logger, onAnswer: OnAnswer, isPage: (path: string) => boolean): NoteRequest {
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

  return ({ method = "GET", url = "" }, { route, state, failure, status }, id, ms) => {
    const path = route ?? pathOf(url);
    // An unknown path must not become a metrics label.
    onAnswer(route ?? (path === "/mcp" || isPage(path) ? path : "other"), status, ms / 1000, state ?? failure);
    if (route !== undefined && state === "hit" && method === "GET") return hitLog(route, status)(id, Math.round(ms));
    log.info({
      event: "request",
      id,
      method,
      route: route ?? path.slice(0, MAX_LOGGED_PATH),
      status,
      ...(state ? { cache: state } : {}),
      ...(failure ? { failure } : {}),
      ms: Math.round(ms),
    });
  };
}

/** Returns the path of an address without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
