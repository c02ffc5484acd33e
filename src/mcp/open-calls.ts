/** Finds the call in flight that a cancellation refers to; over HTTP the cancellation is a separate POST. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { McpPost } from "../contract/reply.js";

/** How long after its answer, in milliseconds, a cancellation of a call may still arrive. */
export const ANSWERED_MS = 10_000;
/** Memory limit in bytes for the names of answered calls. */
export const ANSWERED_BYTES = 1024 * 1024;
/** Size of one name in bytes, including the cache's overhead: 43 characters and some numbers. */
const NAME_BYTES = 200;

/**
 * The calls in flight and those answered recently.
 *
 * There are no sessions, so a call is identified by address, key, client and id. When two calls have the same name,
 * neither is cancelled. Recently answered calls are included, because identical clients use the same ids.
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

  /** Number of recently answered calls. */
  get answered(): number {
    return this.#answered.size;
  }

  /** Registers a call; the returned function marks it as answered. */
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
 * Returns a hash of what a call and its cancellation have in common; the id alone may be a megabyte long.
 *
 * Returns `undefined` behind a proxy, where all callers have the same address.
 */
function nameOf({ headers, from }: McpPost, id: unknown): string | undefined {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const key = headers["x-api-key"] ?? headers.authorization;
  const text = JSON.stringify([from, key, headers["user-agent"], id]);
  return createHash("sha256").update(text).digest("base64url");
}
