/** Finds the call under way that a cancellation means; over HTTP the cancellation comes as a POST of its own. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { McpPost } from "./post.js";

/** How long after its answer a cancellation of a call may still arrive. */
export const ANSWERED_MS = 10_000;
/** Memory for the names of answered calls. */
export const ANSWERED_BYTES = 1024 * 1024;
/** What one name takes, with the cache's own bookkeeping: 43 characters and some numbers. */
const NAME_BYTES = 200;

/**
 * The calls under way and those answered lately.
 *
 * There are no sessions, so a call is known by its address, key, client and id.
 * When two calls have the same name, neither is cancelled; a call that was
 * answered a moment ago counts, because identical clients count alike.
 */
export class OpenCalls {
  readonly #calls = new Map<string, Set<AbortController>>();
  readonly #answered = new LRUCache<string, true>({
    maxSize: ANSWERED_BYTES,
    sizeCalculation: () => NAME_BYTES,
    ttl: ANSWERED_MS,
    ttlAutopurge: true,
    perf: { now: () => performance.now() },
  });

  /** How many answered calls are remembered. */
  get answered(): number {
    return this.#answered.size;
  }

  /** Notes a call; the returned function notes that it was answered. */
  open(post: McpPost, id: unknown, controller: AbortController): () => void {
    const call = nameOf(post, id);
    if (call === undefined) return () => {};
    const same = this.#calls.get(call) ?? new Set();
    this.#calls.set(call, same.add(controller));
    return () => {
      same.delete(controller);
      this.#answered.set(call, true);
      if (same.size === 0) this.#calls.delete(call);
    };
  }

  /** Aborts the call, if exactly one has this name. */
  cancel(post: McpPost, id: unknown): void {
    const call = nameOf(post, id);
    if (call === undefined || this.#answered.has(call)) return;
    const [only, other] = this.#calls.get(call) ?? [];
    if (only && !other) only.abort();
  }
}

/**
 * A hash of all that a call and its cancellation have in common: an id alone may be a megabyte long.
 *
 * None behind a proxy, where all callers look alike.
 */
function nameOf({ headers, from }: McpPost, id: unknown): string | undefined {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const key = headers["x-api-key"] ?? headers.authorization;
  const text = JSON.stringify([from, key, headers["user-agent"], id]);
  return createHash("sha256").update(text).digest("base64url");
}
