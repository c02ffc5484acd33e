/**
 * Rendered answers that can be sent again while they are fresh; the fast path of REST reads them.
 */
import { LRUCache } from "lru-cache";
import { MAX_CLOCK_SKEW_MS, timesOf, type Served } from "../contract/envelope.js";
import type { Reply } from "../contract/reply.js";
import { prefersCsv } from "./representation.js";
import { isKnown, toReply, type Rendered } from "./respond.js";

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

/** A rendered answer with its key in the answer cache. Times are milliseconds since the epoch. */
export interface Ready extends Rendered {
  /** The answer cache's key. */
  key: string;
  fetchedAt: number;
  freshUntil: number;
  /** How often it was sent again. */
  hits: number;
  /**
   * The replies of the latest second in which it was sent, since many requests fall into the same
   * second.
   */
  latest?: { ageSeconds: number; freshForSeconds: number; whole: Reply; notModified: Reply };
}

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
  readonly #kept = new LRUCache<string, Ready>({ maxSize: MAX_BYTES, maxEntrySize: MAX_ANSWER_BYTES });

  constructor(listeners: ReadyListeners = {}) {
    this.#listeners = listeners;
  }

  /** The answer that may be sent again now, if any. */
  find(key: string): Ready | undefined {
    const ready = this.#kept.get(key);
    if (!ready) return undefined;
    const now = Date.now();
    if (now < ready.freshUntil && ready.fetchedAt < now + MAX_CLOCK_SKEW_MS) return ready;
    this.#kept.delete(key);
    this.#listeners.onExpired?.(ready.key, ready.hits);
    return undefined;
  }

  /**
   * Stores an answer if the answer cache has it too; stale answers and those that are not cached change with each
   * request.
   */
  keep(readyKey: string, rendered: Rendered, { key, freshUntil, state, envelope }: Served): void {
    if (key === undefined || freshUntil === undefined || state === "stale") return;
    const ready: Ready = { ...rendered, key, fetchedAt: envelope.fetchedAt, freshUntil, hits: 0 };
    this.#kept.set(readyKey, ready, { size: Math.max(MIN_BYTES, readyKey.length + rendered.body.length + key.length) });
  }

  countHit(ready: Ready): void {
    ready.hits++;
    this.#listeners.onHit?.();
  }
}

/** Returns the reply of a cache hit at this moment. All requests of one second share it, so it must not be changed. */
export function toReadyReply(ready: Ready, ifNoneMatch: string | undefined): Reply {
  const { ageSeconds, freshForSeconds } = timesOf(ready);
  let { latest } = ready;
  if (latest?.ageSeconds !== ageSeconds || latest.freshForSeconds !== freshForSeconds) {
    const times = { state: "hit", ageSeconds, freshForSeconds } as const;
    latest = { ...times, whole: toReply(ready, times, undefined), notModified: toReply(ready, times, "*") };
    ready.latest = latest;
  }
  return isKnown(ifNoneMatch, ready.headers["etag"]!) ? latest.notModified : latest.whole;
}
