/** REST responses that can be sent again as they are while they are fresh. */
import { LRUCache } from "lru-cache";
import { MAX_CLOCK_SKEW_MS, type Served } from "../contract/envelope.js";
import { toCacheControl, toCacheStatus, type Answer } from "./respond.js";

const MAX_ANSWERS = 100_000;
export const MAX_BYTES = 64 * 1024 * 1024;
/** The least a response counts as, so that both limits hold. The option `max` would allocate room for all entries at the start. */
const MIN_BYTES = Math.floor(MAX_BYTES / MAX_ANSWERS);

/** A response ready to be sent again. Times are milliseconds since the epoch. */
export interface Ready {
  /** The cache key of the question. */
  key: string;
  route: string;
  body: string;
  /** The encoding in which Node writes the body fastest. */
  encoding: "latin1" | "utf8";
  etag: string;
  /** The headers that do not change with time: names and values in turn. */
  headers: readonly string[];
  isPrivate: boolean;
  /** The `Content-Length` of the body. */
  length: string;
  fetchedAt: number;
  freshUntil: number;
  /** How often it was sent again. */
  given: number;
  /** The headers for the second in which it was last sent. */
  lately: { age: number; fresh: number; headers: readonly string[] };
}

/** Shared by all, to save memory: most responses are never sent again. */
const NOT_YET: Ready["lately"] = { age: -1, fresh: -1, headers: [] };

/** Called when a response is no longer fresh; how often it was sent decides about a refresh in the background. */
export type OnOld = (key: string, given: number) => void;

/** The responses by request URL, exactly as it came. */
export class ReadyAnswers {
  readonly #onOld: OnOld;
  readonly #kept = new LRUCache<string, Ready>({ maxSize: MAX_BYTES });

  constructor(onOld: OnOld = () => {}) {
    this.#onOld = onOld;
  }

  /** The response to this URL, if it may be sent again now. */
  find(url: string): Ready | undefined {
    const ready = this.#kept.get(url);
    if (!ready) return undefined;
    const now = Date.now();
    if (now < ready.freshUntil && ready.fetchedAt < now + MAX_CLOCK_SKEW_MS) return ready;
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
