/** Log notifications about a client's own calls, sent to clients that set a log level. */
import type { LoggingLevel } from "@modelcontextprotocol/sdk/types.js";
import { isRefreshing } from "./note.js";
import { toCacheFacts, toPassedOver, type Outcome } from "./result.js";

/**
 * From least to most serious. The SDK's schema has them, too, but commands of the terminal would then load all of the
 * SDK's schemas: 40 ms of processor time.
 */
export const LEVELS = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const satisfies readonly LoggingLevel[];

/** Parses a log level name. */
export function readLevel(value: unknown): LoggingLevel | undefined {
  return LEVELS.find((level) => level === value);
}

/**
 * Returns the line for a call, of fixed text only: no argument, address or key. `undefined` when the client's level is
 * higher.
 */
export function toLine(tool: string, outcome: Outcome, from: LoggingLevel) {
  const level = levelOf(outcome);
  if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return undefined;
  // An unknown tool name is a caller's text and may be long.
  const data = { tool: tool.slice(0, 64), ...toFacts(outcome) };
  return { level, logger: "market-data", data };
}

function levelOf(outcome: Outcome): LoggingLevel {
  if ("error" in outcome) return outcome.error.status >= 500 ? "error" : "notice";
  const { served } = outcome;
  if (served.state === "stale" && !isRefreshing(served)) return "warning";
  return served.envelope.passedOver.length > 0 ? "notice" : "info";
}

function toFacts(outcome: Outcome): Record<string, unknown> {
  if ("error" in outcome) {
    const { status, kind, retryable } = outcome.error;
    return { status, kind, retryable };
  }
  const { asOf: _asOf, fetchedAt: _fetchedAt, ...facts } = toCacheFacts(outcome.served);
  const passedOver = toPassedOver(outcome.served);
  return { ...facts, ...(passedOver.length > 0 ? { passedOver } : {}) };
}
