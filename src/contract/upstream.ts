/** A provider's way to its upstream: requests, responses, refusals. */
import type { Reason } from "./errors.js";
import type { z } from "./schema.js";

/** A call to an upstream, complete but for what the pipeline adds. */
export interface UpstreamRequest {
  url: URL;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /**
   * Names under which this call can be paused on its own, for example its path
   * and its path with the symbol; a `ProviderError` names one as `pauseScope`.
   */
  scopes?: readonly string[];
}

/** What came back: any status below 500, redirects included, the body unpacked and capped. */
export interface UpstreamResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /** Seconds from `Retry-After`, read from either form and bounded; absent when there was none. */
  retryAfterSeconds: number | undefined;
}

/** How an answer that is a refusal is to be taken. */
export interface Refusal {
  reason: Reason;
  /** When asking again may help; told to the caller. */
  retryAfterSeconds?: number | undefined;
  /** How long to leave the provider alone, or only what `pauseScope` (one of the request's scopes) names. */
  pauseSeconds?: number | undefined;
  pauseScope?: string | undefined;
  /** Seconds up to which the pause doubles each time while refusals continue; without it every pause is as long. */
  pauseGrowsTo?: number | undefined;
}

/**
 * The way to one upstream for the length of one question: throttled, counted,
 * bound to the caller's deadline.
 *
 * @throws {ProviderError} when the provider is paused, cannot be reached in
 * time, answers with 5xx even when asked once more, or says no in a way its
 * `refusal` knows.
 */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  /** The kept part, else the result of `fetch`, shared by all callers; failures are not kept. */
  remember<T>(part: KeptPart<T>, fetch: () => Promise<T>): Promise<T>;
  /** The kept part, if there is one; makes no call. Absent where nothing is kept. */
  recall?<T>(part: KeptPart<T>): Promise<T | undefined>;
  /**
   * The result of a call that other questions wait for as well, within this question's deadline.
   *
   * @throws {ProviderError} `timed_out` at the deadline; `MarketDataError` `cancelled` when the caller leaves.
   */
  join<T>(call: Promise<T>): Promise<T>;
  now(): Date;
}

/** A part of answers that is kept by itself. */
export interface KeptPart<T> {
  key: string;
  keepSeconds: number;
  /** The shape of a kept value: others can write into the shared store, and what does not fit counts as absent. */
  schema: z.ZodType<T>;
  /** Whether a value may be kept, or given when it was kept; by default always. */
  isGood?(value: T): boolean;
}
