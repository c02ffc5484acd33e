/** The operational routes for the OpenAPI document. */
import type { JsonSchema } from "../contract/schema.js";

interface Operation {
  path: string;
  operationId: string;
  summary: string;
  type: "application/json" | "text/plain";
}

const OPERATIONS: readonly Operation[] = [
  { path: "/healthz", operationId: "healthz", summary: "Whether the process is up", type: "application/json" },
  { path: "/readyz", operationId: "readyz", summary: "Whether it can serve, and its state", type: "application/json" },
  {
    path: "/status.json",
    operationId: "status_page",
    summary: "Data of the status page: providers, traffic of the last 15 minutes, stale answers and why",
    type: "application/json",
  },
  { path: "/metrics", operationId: "metrics", summary: "Metrics for Prometheus", type: "text/plain" },
];

/** Paths that need no key and count against no plan. */
export function operationalPaths(tag: string): Record<string, JsonSchema> {
  return Object.fromEntries(OPERATIONS.map((operation) => [operation.path, { get: toOperation(tag, operation) }]));
}

function toOperation(tag: string, { operationId, summary, type }: Operation): JsonSchema {
  return {
    operationId,
    tags: [tag],
    summary,
    description: "Needs no key and counts against no plan.",
    security: [{}],
    responses: {
      "200": {
        description: summary,
        content: { [type]: { schema: { type: type === "application/json" ? "object" : "string" } } },
      },
    },
  };
}
