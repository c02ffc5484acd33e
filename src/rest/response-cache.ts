/**
 * The cache of rendered answers, which REST sends again while they are fresh. One lives only as long as the cached answer
 * and the day at the exchange it was made from: the view of an answer can depend on both.
 */
import { LRUCache } from "lru-cache";
import { withinHeap } from "../lib/heap-share.js";
import { MAX_CLOCK_SKEW_MS, timesOf } from "../contract/envelope.js";
import type { Reply } from "../contract/reply.js";
import { chooseForm } from "./accept.js";
import { toReply, type Rendered } from "./respond.js";

const MAX_ANSWERS = 100_000;
export const MAX_BYTES = 64 * 1024 * 1024;
/**
 * A longer answer, such as a whole history, is rendered for each request, which takes at most 10 ms; stored here, it
 * would need as much memory as the cached answer.
 */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Size of a body with its two compressed forms, each of which is about a fifth of the body. */
const WITH_COMPRESSED = 1.5;
/**
 * An answer counts at least this much, so that the limit of bytes also limits their number; the cache's option `max`
 * would reserve memory for all entries at the start.
 */
const MIN_BYTES = Math.floor(MAX_BYTES / MAX_ANSWERS);

/** The times that identify a cached answer, in milliseconds since the epoch. */
interface AnswerTimes {
  fetchedAt: number;
  staleUntil: number;
}

export interface ResponseCacheListeners {
  /** Returns the times of the answer that this process has cached under a key now; `undefined` without one. */
  cachedTimes?: (key: string) => AnswerTimes | undefined;
  /** Called each time an answer is sent again. */
  onHit?: () => void;
}

/**
 * Returns the key of a request's answer: its address exactly as written, with a mark if the caller prefers CSV, or accepts
 * neither JSON nor CSV.
 */
export function toResponseKey(url: string, accept: string | undefined): string {
  // No address contains a blank, so the mark cannot be part of one.
  const form = chooseForm(accept);
  return form === "json" ? url : `${url} ${form ?? "neither"}`;
}

/** The rendered answers by `toResponseKey`. */
export class ResponseCache {
  readonly #listeners: ResponseCacheListeners;
  readonly #responses = new LRUCache<string, Rendered>({
    maxSize: withinHeap(MAX_BYTES),
  });

  constructor(listeners: ResponseCacheListeners = {}) {
    this.#listeners = listeners;
  }

  /** Returns the answer, and counts a hit, if it is still fresh and its cached answer was not replaced. */
  find(key: string): Rendered | undefined {
    const rendered = this.#responses.get(key);
    if (!rendered) return undefined;
    const now = Date.now();
    const isFresh = now < rendered.freshUntil && rendered.fetchedAt < now + MAX_CLOCK_SKEW_MS;
    if (isFresh && this.#isCurrent(rendered)) {
      this.#listeners.onHit?.();
      return rendered;
    }
    this.#responses.delete(key);
    return undefined;
  }

  /** Stores an answer if the answer cache has it too; any other answer changes with each request. */
  keep(responseKey: string, rendered: Rendered): void {
    const { key, body, compressed } = rendered;
    const length = responseKey.length + body.length + (key?.length ?? 0);
    if (key === undefined) return;
    if (length > MAX_ANSWER_BYTES) return void this.#responses.delete(responseKey);
    const size = Math.max(MIN_BYTES, Math.ceil(compressed ? length * WITH_COMPRESSED : length));
    this.#responses.set(responseKey, rendered, { size });
  }

  /** Whether the rendered answer was made from the answer that is cached now. */
  #isCurrent({ key, fetchedAt, staleUntil }: Rendered): boolean {
    const { cachedTimes } = this.#listeners;
    if (!cachedTimes) return true;
    const cached = cachedTimes(key!);
    return cached?.fetchedAt === fetchedAt && cached.staleUntil === staleUntil;
  }
}

/** Returns the reply of a cache hit at this moment. */
export function toCachedReply(rendered: Rendered, ifNoneMatch: string | undefined): Reply {
  return toReply(rendered, { state: "hit", ...timesOf(rendered) }, ifNoneMatch);
}
