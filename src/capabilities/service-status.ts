/** The state of this server: available providers, remaining quotas, cache hits. */
import { defineCapability, type DataOf } from "../contract/capability.js";
import { PROVIDER_IDS, toChoice } from "../contract/provider-id.js";
import { z } from "../contract/schema.js";
import { figure, timestamp, words } from "../contract/fields.js";
import { marketErrors } from "./shapes.js";

const providerStatus = z
  .object({
    provider: z.string().describe(toChoice(PROVIDER_IDS)),
    configured: z.boolean().describe("Has its key"),
    circuit: z.string().describe("closed, open or half-open"),
    paused_for: figure("Seconds; how long it is paused, null if it is not"),
    pause_reason: words("Why"),
    session_refused: words("Why it gives no session; calls without one go on"),
    quota_used: figure("Calls, 24 h"),
    quota_limit: figure("Calls, 24 h; null is unlimited"),
    quota_resets_at: words("When calls are left again, ISO 8601; null while some are"),
    rate_per_minute: figure("Calls; a minute, at most"),
    waiting: figure("Calls; in line"),
  })
  .describe("Calls");

export type ProviderStatus = z.output<typeof providerStatus>;

export const serviceStatus = defineCapability({
  name: "service-status",
  title: "Service status",
  route: "/api/v1/status",
  tool: {
    name: "get_service_status",
    set: "core",
    description: "State of this server: providers, quotas left, cache, US market session. Costs nothing.",
  },
  resource: {
    path: "status",
    description: "Which providers work, what is left of their quotas, the US market session. Costs no quota.",
  },
  input: z.object({}),
  output: z.object({
    simulated: z.boolean().describe("Invented data"),
    market_session: z.string().describe("US market: pre-market, regular, after-hours or closed"),
    providers: z.array(providerStatus).describe("One row per upstream"),
    cache: z
      .object({
        hits: z.number().describe("Answers; from the cache since the start"),
        misses: z.number().describe("Answers; fetched"),
        stale: z.number().describe("Answers; old ones served"),
        failures: z.number().describe("Answers; that failed"),
        hit_ratio: figure("Ratio; hits / (hits + misses + stale)"),
      })
      .describe("Answers; since the start, this process only"),
    timestamp,
  }),
  freshness: { ttlSeconds: 0, staleSeconds: 0 },
  errors: marketErrors,
});

/** The state of this server, for the tool, the status page and the metrics. */
export type Status = DataOf<typeof serviceStatus>;
