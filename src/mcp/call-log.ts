/** One log line for each tool call: the tool and how the call ended, never its arguments. */
import { randomUUID } from "node:crypto";
import type { Logger } from "../lib/log.js";
import type { CallTool } from "./tools.js";

/** Receives every call: the cache state of the answer, or the kind of failure. */
export type OnCall = (tool: string, outcome: string, seconds: number) => void;

/** An unknown tool name is a caller's text and may be long. */
const MAX_LOGGED_NAME = 64;

/** Wraps a tool call so that it is logged and reported to `onCall`. */
export function withCallLog(call: CallTool, log: Logger, onCall?: OnCall): CallTool {
  return async (name, ...rest) => {
    const started = performance.now();
    const made = await call(name, ...rest);
    const ms = performance.now() - started;
    const tool = name.slice(0, MAX_LOGGED_NAME);
    const { outcome } = made;
    const fields =
      "error" in outcome
        ? { status: outcome.error.status, failure: outcome.error.kind }
        : { status: 200, cache: outcome.served.state };
    onCall?.(name, fields.failure ?? fields.cache, ms / 1000);
    log.info({ event: "call", id: randomUUID(), tool, ...fields, ms: Math.round(ms) });
    return made;
  };
}
