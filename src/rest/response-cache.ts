/**
 * Rendered answers that can be sent again while they are fresh; the fast path of REST reads them.
 */
import { LRUCache } from "lru-cache";
import { MAX_CLOCK_SKEW_MS, timesOf } from "../contract/envelope.js";
import type { Reply } from "../contract/reply.js";
import { prefersCsv } from "./representation.js";
import { toReply, type Rendered } from "./respond.js";

const MAX_ANSWERS = 100_000;
export const MAX_BYTES = 64 * 1024 * 1024;
/**
 * A longer answer, such as a whole history, is rendered again each time, which takes at most 10 ms: kept as well, it
 * would take as much memory as the answer it is made of.
 */
const MAX_ANSWER_BYTES = 256 * 1024;
/**
 * An answer counts at least this much, so that the limit of bytes also limits their number; the cache's option `max`
 * would reserve memory for all entries at the start.
 */
const MIN_BYTES = Math.floor(MAX_BYTES / MAX_ANSWERS);

export interface ReadyListeners {
  /** Called each time an answer is sent again. */
  onHit?: () => void;
  /**
   * Called when an answer expires, with its number of hits; many hits cause a background refresh.
   */
  onExpired?: (key: string, hits: number) => void;
}

/** Returns the key of a request's answer: its address exactly as written, with a mark if the caller prefers CSV. */
export function toReadyKey(url: string, accept: string | undefined): string {
  // No address contains a blank, so the mark cannot be part of one.
  return prefersCsv(accept) ? `${url} text/csv` : url;
}

/** The rendered answers by `toReadyKey`. */
export class ReadyAnswers {
  readonly #listeners: ReadyListeners;
  readonly #kept = new LRUCache<string, Rendered>({ maxSize: MAX_BYTES, maxEntrySize: MAX_ANSWER_BYTES });

  constructor(listeners: ReadyListeners = {}) {
    this.#listeners = listeners;
  }

  /** The answer that may be sent again now, if any. */
  find(key: string): Rendered | undefined {
    const ready = this.#kept.get(key);
    if (!ready) return undefined;
    const now = Date.now();
    if (now < ready.freshUntil && ready.fetchedAt < now + MAX_CLOCK_SKEW_MS) return ready;
    this.#kept.delete(key);
    this.#listeners.onExpired?.(ready.key!, ready.hits);
    return undefined;
  }

  /** Stores an answer if the answer cache has it too, because one that is not cached changes with each request. */
  keep(readyKey: string, rendered: Rendered): void {
    const { key, body } = rendered;
    if (key === undefined) return;
    this.#kept.set(readyKey, rendered, { size: Math.max(MIN_BYTES, readyKey.length + body.length + key.length) });
  }

  countHit(ready: Rendered): void {
    ready.hits++;
    this.#listeners.onHit?.();
  }
}

/** Returns the reply of a cache hit at this moment. */
export function toReadyReply(ready: Rendered, ifNoneMatch: string | undefined): Reply {
  return toReply(ready, { state: "hit", ...timesOf(ready) }, ifNoneMatch);
}
