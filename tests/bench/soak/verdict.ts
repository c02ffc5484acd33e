/** Classifies an answer in one word. */
import type { ToolResult } from "../../system/http-visitor.js";
import type { Question } from "./questions.js";

/** Answers that are allowed while upstreams fail. */
export const ALLOWED = new Set([
  "ok",
  "not_found",
  "no_coverage",
  "insufficient_history",
  "upstream_limited",
  "upstream_unavailable",
  "overloaded",
]);

/** REST failures are distinguished by status and phrase only. */
const PHRASES: Readonly<Record<string, string>> = {
  "Symbol not found": "not_found",
  "No data for this symbol": "no_coverage",
  "Insufficient financial history": "insufficient_history",
  "Rate limit exceeded": "upstream_limited",
  "Too many requests at once": "overloaded",
  "Market data unavailable": "upstream_unavailable",
};

/** Classifies a REST answer. */
export function verdictOnRest({ input }: Question, status: number, text: string): string {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return "not JSON";
  }
  if (status === 200) return verdictOnData(input, body);
  if (status === 404) return "not_found";
  return PHRASES[String(body["error"])] ?? `status ${status}: ${String(body["error"]).slice(0, 40)}`;
}

/** Classifies a tool's result. */
export function verdictOnTool({ input }: Question, result: ToolResult | undefined): string {
  if (!result) return "protocol error";
  if (!result.isError) return verdictOnData(input, result.structuredContent ?? {});
  return result._meta?.["market-data/error"]?.kind ?? "failure without a kind";
}

function verdictOnData({ symbol: asked }: Question["input"], { symbol }: Record<string, unknown>): string {
  if (symbol === undefined || asked === undefined) return "ok";
  return symbol === String(asked).toUpperCase() ? "ok" : "wrong symbol";
}
