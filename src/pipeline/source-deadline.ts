/** The time that one source of an answer has before the next one is asked. */
import { ProviderError } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import { within } from "../lib/within.js";

/**
 * Returns the deadline of a source: it leaves the next source the time for an attempt, but at most half of the
 * remaining time.
 */
export function shareOf(deadline: number, nextTimeoutMs = 0): number {
  const leftMs = Math.max(0, deadline - performance.now());
  return deadline - Math.min(nextTimeoutMs, leftMs / 2);
}

/**
 * Returns the result of `fetched`, or fails with `timed_out` at the deadline. The calls of a source have deadlines of
 * their own, but a source may also wait for a handshake that other questions share and that must not be aborted.
 */
export async function untilDeadline<T>(fetched: Promise<T>, deadline: number, id: ProviderId): Promise<T> {
  const answer = await within(Math.max(0, deadline - performance.now()), fetched);
  if (!answer) throw new ProviderError(id, "timed_out");
  return answer.value;
}
