/** What a client that asked for log lines is told of its own calls. */
import type { CallToolResult, LoggingLevel } from "@modelcontextprotocol/sdk/types.js";
import { z } from "../contract/schema.js";

/** From least to most serious, as the protocol orders them. */
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

/** One line, made of our own words only: no argument, no address, no key. */
export interface ClientLine {
  level: LoggingLevel;
  logger: string;
  data: Record<string, unknown>;
}

const failure = z.object({ status: z.number(), kind: z.string(), retryable: z.boolean() });
const cache = z.object({
  state: z.string(),
  provider: z.string(),
  ageSeconds: z.number(),
  refreshing: z.boolean().optional(),
});
const sources = z.object({ passedOver: z.array(z.object({ provider: z.string(), reason: z.string() })) });

/** Reads a level as a client names it. */
export function readLevel(value: unknown): LoggingLevel | undefined {
  return LEVELS.find((level) => level === value);
}

/** What there is to say of a call at the level asked for, or nothing. */
export function toLine(tool: string, { isError, _meta }: CallToolResult, from: LoggingLevel): ClientLine | undefined {
  const error = isError ? failure.safeParse(_meta?.["market-data/error"]).data : undefined;
  const kept = cache.safeParse(_meta?.["market-data/cache"]).data;
  const passedOver = sources.safeParse(_meta?.["market-data/sources"]).data?.passedOver ?? [];
  const level = levelOf(error?.status, kept?.state === "stale" && !kept.refreshing, passedOver.length > 0);
  if (LEVELS.indexOf(level) < LEVELS.indexOf(from)) return undefined;
  // The name of no tool is a caller's text.
  const data = { tool: tool.slice(0, 64), ...error, ...kept, ...(passedOver.length > 0 ? { passedOver } : {}) };
  return { level, logger: "market-data", data };
}

function levelOf(status: number | undefined, isTrouble: boolean, passedOver: boolean): LoggingLevel {
  if (status !== undefined) return status >= 500 ? "error" : "notice";
  if (isTrouble) return "warning";
  return passedOver ? "notice" : "info";
}
