/** The state of this server, which the tool, the status page, `doctor` and the metrics show. */
import { always, codes, count, date, label, ratio, seconds, time, words } from "./field.js";
import { timestamp } from "./fields.js";
import { joinWithOr } from "../lib/join-words.js";
import { PROVIDER_IDS } from "./provider-id.js";
import { object, z } from "./schema.js";

const providerStatus = object("Count of calls", {
  provider: z.string().describe(joinWithOr(PROVIDER_IDS)),
  configured: z.boolean().describe("Has its key"),
  circuit: codes(
    { closed: "few or none", open: "many: calls stopped", "half-open": "many: trying again" },
    z.string().describe("closed, open or half-open"),
    "Failures",
  ),
  paused_for: seconds("how long it is paused, null if it is not"),
  pause_reason: words("Why"),
  session_refused: words("Why it gives no session; calls without one go on"),
  quota_used: count("calls, 24 h", "Calls in 24 hours"),
  quota_limit: count("calls, 24 h; null is unlimited", "Most in 24 hours"),
  quota_resets_at: time("when calls are left again; null while some are"),
  rate_per_minute: count("calls a minute, at most", "Most a minute"),
  waiting: count("calls in line"),
});

/** The state of one provider. */
export type ProviderStatus = z.output<typeof providerStatus>;

/** The answer's body. */
export const statusOutput = z.object({
  simulated: z.boolean().describe("Invented data"),
  market_session: z.string().describe("US market: pre-market, regular, after-hours or closed"),
  market: object("US shares", {
    date: always(date("in New York, as asked")),
    state: always(label("Today: pre-market, regular, after-hours or closed; another day: open, half day or closed")),
    holiday: label("Holiday or half day on that day"),
    opens: time("regular opening that day; null without trading"),
    closes: time("regular closing that day"),
    next_open: always(time("next regular opening")),
    next_close: always(time("next regular closing")),
    upcoming: z
      .array(
        z.object({
          date: always(date()),
          name: always(label("Holiday or half day")),
          closes: time("closing of a half day; null on a holiday"),
        }),
      )
      .describe("Next holidays and half days"),
  }),
  providers: z.array(providerStatus).describe("One row per upstream"),
  cache: object("Count of answers; since the start, this process only", {
    hits: always(count("from the cache since the start")),
    misses: always(count("fetched")),
    stale: always(count("old ones served")),
    failures: always(count("that failed")),
    hit_ratio: ratio("hits / (hits + misses + stale)"),
  }),
  store: z.string().describe("disk, redis or memory; memory (redis lost) while it fails"),
  timestamp,
});

/** Returns the text of `store`: the kind in use, and the kind that is lost meanwhile. */
export function toStoreText(kind: string, isUsable: boolean): string {
  return isUsable ? kind : `memory (${kind} lost)`;
}

export type Status = Omit<z.output<typeof statusOutput>, "timestamp">;
