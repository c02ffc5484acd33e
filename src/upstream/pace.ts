/**
 * Spaces the calls of this process to a provider within a minute: a few at once, then one at a time, and only some in
 * flight. Yahoo blocks an address for 13 to 40 minutes after 10 to 15 quick calls; Alpha Vantage refuses two calls within
 * a second. p-throttle counts calls in a window; it neither refills one call at a time nor counts those in flight.
 */
import { ProviderError } from "../contract/errors.js";
import type { Pace } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";

/**
 * Returns the pace of a rate that is `times` as high. A lower rate keeps the pace, because the rate of a minute limits it,
 * unless the rate is one of a second (`isBySecond`).
 */
export function toPaceOf({ atOnce, everyMs, inFlight }: Pace, times: number, isBySecond = false): Pace {
  if (isBySecond && times < 1) return { atOnce: 1, everyMs: everyMs / times, ...(inFlight && { inFlight }) };
  const factor = Math.max(1, times);
  return {
    atOnce: Math.floor(atOnce * factor),
    everyMs: everyMs / factor,
    ...(inFlight === undefined ? {} : { inFlight: Math.floor(inFlight * factor) }),
  };
}

/** Creates a pacer in which at most `maxQueue` callers wait. Times are monotonic milliseconds. */
export function createPacer(provider: ProviderId, { atOnce, everyMs, inFlight = Infinity }: Pace, maxQueue = 100) {
  /** One function per waiting caller, in order: ends its wait and returns whether it took the turn. */
  const queue = new Set<() => boolean>();
  /** The time from which the whole burst is allowed again. */
  let restedAt = -Infinity;
  let flying = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Returns the earliest time of a caller's turn, with `ahead` callers before it. */
  const turnOf = (ahead: number) => Math.max(performance.now(), restedAt + (ahead + 1 - atOnce) * everyMs);

  function refusal(turn: number): ProviderError {
    const seconds = Math.max(1, Math.ceil((turn - performance.now()) / 1000));
    return new ProviderError(provider, "queue_full", { retryAfterSeconds: Math.min(60, seconds) });
  }

  /** Gives their turns to callers as long as there is room, and sets a timer for the next one. */
  function serve(): void {
    clearTimeout(timer);
    for (const take of queue) {
      if (flying >= inFlight) return;
      const waitMs = turnOf(0) - performance.now();
      if (waitMs > 0) return void (timer = setTimeout(serve, Math.ceil(waitMs)));
      if (!take()) continue;
      restedAt = Math.max(performance.now(), restedAt) + everyMs;
      flying++;
    }
  }

  /**
   * Resolves when the caller may send; it then calls `release` when its call has ended. `lastCheck` is called before and
   * throws if it must not send.
   *
   * @throws {ProviderError} `queue_full` when the turn cannot come before `deadline`, or the queue is full.
   * @throws the signal's reason, or what `lastCheck` throws; the turn then goes to the next caller.
   */
  function admit(deadline: number, signal?: AbortSignal, lastCheck: () => void = () => {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = turnOf(queue.size);
      if (turn > deadline || queue.size >= maxQueue) return reject(refusal(turn));
      let timeout: NodeJS.Timeout | undefined;
      const take = () => {
        queue.delete(take);
        clearTimeout(timeout);
        signal?.removeEventListener("abort", take);
        try {
          signal?.throwIfAborted();
          lastCheck();
          resolve();
          return true;
        } catch (reason) {
          reject(reason);
          return false;
        }
      };
      queue.add(take);
      signal?.addEventListener("abort", take);
      serve();
      if (!queue.has(take)) return;
      // Calls in flight may end later than this caller can wait.
      const expire = () => {
        queue.delete(take);
        signal?.removeEventListener("abort", take);
        reject(refusal(turnOf(0)));
      };
      timeout = setTimeout(expire, Math.max(1, Math.floor(deadline - performance.now())));
    });
  }

  function release(): void {
    flying--;
    serve();
  }

  return { admit, release, waiting: () => queue.size };
}
