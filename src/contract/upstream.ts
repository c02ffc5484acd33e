/** Calls to a provider's upstream: requests, responses, refusals. */
import type { Asked } from "./patience.js";
import type { ProviderError, Reason } from "./errors.js";
import type { z } from "./schema.js";

/**
 * Scopes of the calls that open a provider's session, and of the calls that use it: an upstream may refuse either and
 * still answer the calls that need no session.
 */
export const SESSION_SCOPES = { opening: "session", using: "session calls" } as const;

/** Turns a long answer into a shorter text while it arrives, so that it need not be held and parsed whole. */
export interface TextReader {
  /**
   * Adds a piece of the body; returns whether the body so far is within the reader's own limits, or `enough` if the reader
   * needs no more of it.
   */
  add(piece: Uint8Array): boolean | "enough";
  /** Returns the text that takes the place of the body. */
  end(): string;
}

/** A call to an upstream, complete except for headers that the pipeline adds. */
export interface UpstreamRequest {
  url: URL;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Time limit in milliseconds, if it is shorter than that of the provider. */
  timeoutMs?: number;
  /** Limit of the headers of the answer in bytes; by default that of Node, 16 kB. */
  maxHeaderBytes?: number;
  /**
   * Creates the reader of a body with status 200 that is an object in JSON. The limits of whole bodies do not apply to it,
   * because it holds little of the body at a time; any other body is read whole.
   */
  reader?: () => TextReader;
  /** The reader gets every body with status 200, whatever it is. */
  readsAnyBody?: boolean;
  /** Called with the headers of each response, also of one whose body cannot be read or whose status is an error. */
  onHeaders?: (headers: UpstreamResponse["headers"]) => void;
  /**
   * Scopes under which this call can be paused separately, for example its path and its path with the symbol; a
   * `ProviderError` names one as `pauseScope`.
   */
  scopes?: readonly string[];
  quota?: CallQuota | undefined;
}

/** A quota that only some of a provider's calls have, such as those to one of its hosts; they count against its own, too. */
export interface CallQuota {
  /** Distinguishes it from other quotas of the provider. */
  name: string;
  /** Calls in 24 hours. */
  limit: number;
  /**
   * Calls of the limit that are left to other calls, which answer the questions of many callers. Where callers have plans,
   * one of them has at most half of the limit of a call that spares some.
   */
  spared?: number;
}

/**
 * A response of any status, including redirects; mappings receive only those with a status below 500. The body is
 * decompressed and limited in size.
 */
export interface UpstreamResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /**
   * Seconds from either form of `Retry-After`, within bounds; undefined when the header is missing.
   */
  retryAfterSeconds: number | undefined;
}

/** A response that is a refusal, and its consequences. */
export interface Refusal {
  reason: Reason;
  /** Seconds after which a retry may succeed; passed on to the caller. */
  retryAfterSeconds?: number | undefined;
  /** Seconds for which to pause the provider, or only `pauseScope` (one of the request's scopes). */
  pauseSeconds?: number | undefined;
  pauseScope?: string | undefined;
  /**
   * Maximum seconds of a pause that grows while refusals continue: for `not_in_plan` it is reached at the second
   * refusal, for any other reason the pause doubles each time. Without it the pause does not grow.
   */
  pauseGrowsTo?: number | undefined;
  /** The seconds for which the first pause that doubles counts, if more than its own: the next one is twice as long. */
  pauseCountsAs?: number | undefined;
}

/**
 * The calls of one question to one upstream: admitted, counted, limited by the caller's deadline.
 *
 * @throws {ProviderError} when the provider is paused, cannot be reached in time, answers with 5xx even after the
 * retry, or refuses in a way that its `refusal` recognises.
 */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  /**
   * Returns the cached part or the result of `fetch`, shared by all callers; failures are not cached. `fetch` gets a
   * cached value that is no longer current.
   */
  remember<T>(part: CachedPart<T>, fetch: (old?: T) => Promise<T>): Promise<T>;
  /** Returns the cached part, if there is one, without a call. Absent if nothing is cached. */
  recall?<T>(part: CachedPart<T>): Promise<T | undefined>;
  /**
   * Waits, within this question's deadline, for a call that other questions wait for as well.
   *
   * @throws {ProviderError} `timed_out` at the deadline; `MarketDataError` `cancelled` when the caller is cancelled.
   */
  join<T>(call: Promise<T>): Promise<T>;
  /** Stands for the question. */
  question?: Asked;
  /** When the question ends, in monotonic milliseconds. */
  deadline?: number;
  now(): Date;
}

/** A part of answers that is cached separately. */
export interface CachedPart<T> {
  /** A key that begins with `document ` is that of a long text: the store has a limit of its own for those. */
  key: string;
  keepSeconds: number;
  /** Schema of a cached value: other programs can write to the shared store, and an invalid value counts as missing. */
  schema: z.ZodType<T>;
  /** Whether a value may be cached, or served from the cache; by default always. */
  isGood?(value: T): boolean;
  /**
   * Whether a cached value is still current, by default always. One that is not is fetched again, and returned if the
   * provider cannot answer.
   */
  isCurrent?(value: T): boolean;
  /**
   * Whether an answer does not grow old with the part, such as with a list that only finds numbers of companies. By
   * default an answer made of a part that could not be renewed is as old as it, and stale.
   */
  isTimeless?: boolean;
}

/** A cached part; `failure` says why it is no longer current and was not renewed. */
export interface KeptPart<T> {
  value: T;
  /** Milliseconds since the epoch. */
  fetchedAt: number;
  failure?: ProviderError;
}
