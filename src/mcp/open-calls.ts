/** Calls under way, so that a cancellation, which comes as a POST of its own, finds its call. */
import { LRUCache } from "lru-cache";
import type { McpPost } from "./http.js";

/** How long after its answer a cancellation of a call may still be on its way. */
const LATE_MS = 10_000;
const MAX_ANSWERED = 5_000;

/**
 * There are no sessions to tell callers apart, so a call is known by who seems
 * to make it. When two fit, nobody's is cancelled; one that was answered a
 * moment ago fits too, since clients alike count alike.
 */
export class OpenCalls {
  readonly #calls = new Map<string, Set<AbortController>>();
  readonly #answered = new LRUCache<string, true>({ max: MAX_ANSWERED, ttl: LATE_MS });

  /** Takes a call down; the function it gives crosses it out. */
  open(post: McpPost, id: unknown, controller: AbortController): () => void {
    const call = callOf(post, id);
    if (call === undefined) return () => {};
    const same = this.#calls.get(call) ?? new Set();
    this.#calls.set(call, same.add(controller));
    return () => {
      same.delete(controller);
      this.#answered.set(call, true);
      if (same.size === 0) this.#calls.delete(call);
    };
  }

  /** Aborts the one call that is meant. */
  cancel(post: McpPost, id: unknown): void {
    const call = callOf(post, id);
    if (call === undefined || this.#answered.has(call)) return;
    const [only, other] = this.#calls.get(call) ?? [];
    if (only && !other) only.abort();
  }
}

/** What a call and its cancellation have in common; behind a proxy everybody looks alike, so nothing does. */
function callOf({ headers, from }: McpPost, id: unknown): string | undefined {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const key = headers["x-api-key"] ?? headers.authorization;
  return JSON.stringify([from, key, headers["user-agent"], id]);
}
