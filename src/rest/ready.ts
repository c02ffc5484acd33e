/** Answers over REST that can be given again as they are, for as long as they are fresh. */
import { LRUCache } from "lru-cache";
import type { Served } from "../contract/envelope.js";
import { toCacheControl, toCacheStatus, type Answer } from "./respond.js";

const MAX_ANSWERS = 100_000;
export const MAX_BYTES = 64 * 1024 * 1024;
/** What the smallest count as, so that both limits hold; by `max` the cache would take the room of all at the start. */
const MIN_BYTES = Math.floor(MAX_BYTES / MAX_ANSWERS);
/** Answers from the future come from a clock that was wrong. */
const MAX_SKEW_MS = 60_000;

/** One of them. Times are milliseconds since the epoch. */
export interface Ready {
  /** The cache's name of what was asked. */
  key: string;
  route: string;
  body: string;
  /** What Node writes fastest that says the same. */
  encoding: "latin1" | "utf8";
  etag: string;
  /** Those headers that do not change with time: names and values in turn. */
  headers: readonly string[];
  isPrivate: boolean;
  /** The `Content-Length` of the body. */
  length: string;
  fetchedAt: number;
  freshUntil: number;
  /** How often it was given again. */
  given: number;
  /** The headers of the second it was last given in. */
  lately: { age: number; fresh: number; headers: readonly string[] };
}

/** One for all: most answers are never given again. */
const NOT_YET: Ready["lately"] = { age: -1, fresh: -1, headers: [] };

/** What is done with one that is no longer fresh: how often it was given says whether it is worth having anew. */
export type OnOld = (key: string, given: number) => void;

/** By the address they were asked with, exactly as it came. */
export class ReadyAnswers {
  readonly #onOld: OnOld;
  readonly #kept = new LRUCache<string, Ready>({ maxSize: MAX_BYTES });

  constructor(onOld: OnOld = () => {}) {
    this.#onOld = onOld;
  }

  /** What may be given again now. */
  find(url: string): Ready | undefined {
    const ready = this.#kept.get(url);
    if (!ready) return undefined;
    const now = Date.now();
    if (now < ready.freshUntil && ready.fetchedAt < now + MAX_SKEW_MS) return ready;
    this.#kept.delete(url);
    this.#onOld(ready.key, ready.given);
    return undefined;
  }

  /** Keeps an answer that the cache has as well; others are not worth it. */
  keep(url: string, route: string, { body, headers, isPrivate }: Answer, served: Served): void {
    const { key, freshUntil, state, envelope } = served;
    if (key === undefined || freshUntil === undefined || state === "stale") return;
    const length = Buffer.byteLength(body);
    const ready: Ready = {
      key,
      route,
      body,
      encoding: length === body.length ? "latin1" : "utf8",
      etag: headers["etag"] ?? "",
      headers: Object.entries(headers).flat(),
      isPrivate,
      length: String(length),
      fetchedAt: envelope.fetchedAt,
      freshUntil,
      given: 0,
      lately: NOT_YET,
    };
    this.#kept.set(url, ready, { size: Math.max(MIN_BYTES, url.length + body.length + key.length) });
  }
}

/** The headers of the answer as it is now, as the cache would give it: names and values in turn. */
export function toReadyHeaders(ready: Ready): readonly string[] {
  const now = Date.now();
  const age = Math.max(0, Math.floor((now - ready.fetchedAt) / 1000));
  const fresh = Math.max(0, Math.ceil((ready.freshUntil - now) / 1000));
  if (ready.lately.age !== age || ready.lately.fresh !== fresh) {
    const headers = [...ready.headers, "age", String(age), "cache-control", toCacheControl(fresh, ready.isPrivate)];
    ready.lately = { age, fresh, headers: [...headers, "cache-status", toCacheStatus("hit", fresh)] };
  }
  return ready.lately.headers;
}
