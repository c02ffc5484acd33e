/** The state of this server, which the tool, the status page, `doctor` and the metrics show. */
import { figure, timestamp, words } from "./fields.js";
import { PROVIDER_IDS, toChoice } from "./provider-id.js";
import { z } from "./schema.js";

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

/** The state of one provider. */
export type ProviderStatus = z.output<typeof providerStatus>;

/** The answer's body. */
export const statusOutput = z.object({
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
});

export type Status = Omit<z.output<typeof statusOutput>, "timestamp">;
