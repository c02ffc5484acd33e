/** One log line for each tool call: the tool and how the call ended, never a caller's text. */
import { randomUUID } from "node:crypto";
import type { Logger } from "../lib/log.js";
import type { CallTool } from "./tools.js";

/** Receives every call: the cache state of the answer, or the kind of failure. */
export type OnCall = (tool: string, outcome: string, seconds: number) => void;

/** Wraps a tool call so that it is logged and reported to `onCall`; `isTool` says whether there is a tool of a name. */
export function withCallLog(call: CallTool, isTool: (name: string) => boolean, log: Logger, onCall?: OnCall): CallTool {
  return async (name, ...rest) => {
    const started = performance.now();
    const made = await call(name, ...rest);
    const ms = performance.now() - started;
    // The name of an unknown tool is a caller's text, such as a symbol or a key.
    const tool = isTool(name) ? name : "unknown";
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
