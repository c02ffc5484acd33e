/** How this server itself is: who can be asked, what is left of each quota, what the cache saves. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { figure, timestamp, words } from "./fields.js";
import { marketErrors } from "./shapes.js";

const providerStatus = z.object({
  provider: z.string().describe("provider-a, provider-b or provider-c"),
  configured: z.boolean().describe("Has the key it needs"),
  circuit: z.string().describe("closed, open or half-open"),
  paused_for: figure("Seconds it is left alone; null if not"),
  pause_reason: words("Why"),
  quota_used: figure("Calls in the last 24 h"),
  quota_limit: figure("Calls in 24 h; null is unlimited"),
  quota_resets_at: words("When calls are left again, ISO 8601; null while some are"),
  rate_per_minute: figure("Calls a minute, at most"),
  waiting: figure("Calls in line"),
});

export type ProviderStatus = z.output<typeof providerStatus>;

export const serviceStatus = defineCapability({
  name: "service-status",
  title: "Service status",
  route: "/api/v1/status",
  tool: {
    name: "get_service_status",
    description:
      "State of this server: which providers are configured and working, what is left of their daily quotas, cache hit ratio, US market session. Costs no quota.",
  },
  input: z.object({}),
  output: z.object({
    simulated: z.boolean().describe("Whether all data is invented"),
    market_session: z.string().describe("US market: pre-market, regular, after-hours or closed"),
    providers: z.array(providerStatus).describe("One per upstream"),
    cache: z
      .object({
        hits: z.number().describe("Answers from the cache since the start"),
        misses: z.number().describe("Answers fetched"),
        stale: z.number().describe("Old answers served"),
        failures: z.number().describe("Questions without an answer"),
        hit_ratio: figure("hits / (hits+misses+stale), ratio"),
      })
      .describe("This process only"),
    timestamp,
  }),
  freshness: { ttlSeconds: 0, staleSeconds: 0 },
  errors: marketErrors,
});
