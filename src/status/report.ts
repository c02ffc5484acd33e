/** The data of the status page: `/status.json`. */
import type { Drift } from "../contract/diagnostics.js";
import type { Reason } from "../contract/errors.js";
import type { ProviderStatus, Status } from "../contract/status.js";
import type { StaleAnswer } from "./stale-answers.js";

/** The outcomes of calls that failed; other calls were answered, or ended for a reason of ours. */
export type FailedOutcome = "5xx" | "timed_out" | "unreachable" | "bad_answer";

export interface ProviderReport extends ProviderStatus {
  /** "provider A". */
  title: string;
  vendor: string;
  /** The environment variable of its key; `null` when it needs none. */
  key_variable: string | null;
  /** Options that are not set, with what they enable. */
  unset_options: readonly { variable: string; enables: string; kind?: string }[];
  /** Seconds until an open circuit is tried again. */
  circuit_retry_in: number | null;
  /** Time of the latest call of this process that the provider answered, ISO 8601; `null` before the first one. */
  last_answer: string | null;
  /** The latest failed call to the provider: its time, ISO 8601, and how it failed; `null` without one. */
  last_failure: { at: string; outcome: FailedOutcome } | null;
  /** Time of its first failed call after the last answer, ISO 8601; `null` while it answers. */
  failing_since: string | null;
  /** Why it is paused, or gives no session; `null` if neither is so. */
  refusal: Reason | null;
  /** The meaning of a pause or a refused session of this provider, one sentence; `null` if there is nothing to add. */
  advice: string | null;
  /** Fields that the provider no longer sends. */
  drifts: readonly Drift[];
  /** Calls to it in the last 15 minutes, and how long it took to answer them; `null` without one. */
  calls: Pick<EndpointTraffic, "requests" | "failed" | "p50_ms" | "p99_ms"> | null;
}

/** Figures of one endpoint; durations in milliseconds, `null` without requests. */
export interface EndpointTraffic {
  requests: number;
  /** Number of requests that failed without fault of the caller. */
  failed: number;
  /** The same by kind of failure; absent without one. */
  failures?: Record<string, number> | undefined;
  /** Number of requests that failed by a fault of the caller, by kind; absent without one. */
  refused?: Record<string, number> | undefined;
  p50_ms: number | null;
  p99_ms: number | null;
  /** Requests by slot, oldest first, up to the last slot that has some. */
  counts: number[];
  /** Failed and refused requests, by slot; absent without one. */
  failed_counts?: number[] | undefined;
  refused_counts?: number[] | undefined;
}

export interface TrafficReport {
  slot_seconds: number;
  /** Requests of all endpoints by slot, oldest first; the last slot is still running. */
  requests: number[];
  /** Requests of them that failed without fault of the caller, and that were refused by a fault of it, by slot; absent without one. */
  failed_counts?: number[] | undefined;
  refused_counts?: number[] | undefined;
  p50_ms: (number | null)[];
  p99_ms: (number | null)[];
  /** Number of requests refused by a fault of the caller, by kind, with those that reached no endpoint. */
  refused: Record<string, number>;
  /** By endpoint name; only endpoints with requests. */
  endpoints: Record<string, EndpointTraffic>;
}

export interface StatusReport {
  /** Time of the report, ISO 8601. */
  at: string;
  up_seconds: number;
  simulated: boolean;
  market: {
    /** pre-market, regular, after-hours or closed. */
    session: string;
    /** The next opening of the regular session, ISO 8601 with New York's offset. */
    opens_at: string;
  };
  providers: readonly ProviderReport[];
  cache: Status["cache"];
  /** All endpoints, in the product's order. */
  endpoints: readonly {
    name: string;
    title: string;
    route: string;
    tool: string;
    /** The providers that can answer it, best first, if they have their keys; none if it is made of other answers. */
    providers: readonly string[];
  }[];
  traffic: TrafficReport;
  stale: readonly StaleAnswer[];
}
