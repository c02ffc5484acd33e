/** An answer with its history: who gave it, when, which fields are missing, how old it is. */
import type { Currencies } from "./currency.js";
import type { Reason } from "./errors.js";
import type { AnsweredBy, ProviderId } from "./provider-id.js";

/** An answer fetched later than this from now, in ms, was stored while the clock was wrong, and is not served. */
export const MAX_CLOCK_SKEW_MS = 60_000;

/** Fields of an answer from another origin than the rest. */
export interface Filled {
  provider: AnsweredBy;
  fields: string[];
  reason?: "computed";
}

/** An answer as it is cached. Times are milliseconds since the epoch, UTC. */
export interface Envelope {
  /** The REST body, whole; a capability's `view` may cut it. */
  body: Record<string, unknown>;
  provider: AnsweredBy;
  fetchedAt: number;
  /** The time the data speaks of, by the upstream's own account. */
  asOf: string | null;
  /** Providers asked before in vain, or not asked, and why. */
  passedOver: { provider: ProviderId; reason: Reason }[];
  /** Fields that did not come from `provider`, each with the provider that gave it, or computed by this server. */
  filled: Filled[];
  /** Fields an optional part would have given. */
  missing: string[];
  /** What is missing would be missing again, because our plan does not have it. */
  lacksForGood?: boolean;
  notes: string[];
  currency: Currencies;
  /** The day each row of the answer's dated list became public, where the rows themselves do not say it. */
  publicDays?: (string | null)[];
}

/** An envelope at the moment it is served. */
export interface Served {
  envelope: Envelope;
  /** The body before the capability's `view` cut it. */
  whole?: Envelope["body"];
  state: "hit" | "miss" | "stale";
  ageSeconds: number;
  /** Whole seconds this answer stays fresh; 0 when stale. */
  freshForSeconds: number;
  /** The cache's name of what was asked, and until when its answer is fresh; nothing for what is not kept. */
  key?: string;
  freshUntil?: number;
  /** Why nothing newer could be had, in a few words; a stale answer without it is old by choice and being refreshed. */
  staleReason?: string;
}

/** Age and remaining freshness in whole seconds; a clock that was set back makes no answer younger than new. */
export function timesOf(
  { fetchedAt, freshUntil }: { fetchedAt: number; freshUntil: number },
  now = Date.now(),
): Pick<Served, "ageSeconds" | "freshForSeconds"> {
  return {
    ageSeconds: Math.max(0, Math.floor((now - fetchedAt) / 1000)),
    freshForSeconds: Math.max(0, Math.ceil((freshUntil - now) / 1000)),
  };
}
