/**
 * At most `limit` calls in any window, paced by `p-throttle`: each slot is a strict throttle of one call per window. (One
 * strict throttle of `limit` calls would spread a burst, and its weighted mode cannot give back a turn that no caller
 * took.) Our part is what p-throttle lacks: a bounded queue, deadlines, callers that leave, clock changes.
 */
import pThrottle from "p-throttle";
import { ProviderError } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import { wallClockJumped, wallClockOffset } from "./wall-clock.js";

/** Added to each window: a call sent at its edge may reach the upstream later than the next one. */
export const WINDOW_SLACK_MS = 500;

type Pace = (onTurn: () => void) => unknown;

/** Returns a throttle for `limit` calls per window, in which at most `maxQueue` callers wait at once. */
export function createThrottle(provider: ProviderId, limit: number, windowMs = 60_000, maxQueue = 100) {
  const interval = windowMs + WINDOW_SLACK_MS;
  /** The last window's calls, at most `limit`, oldest first, with the slot of each; `calledAt` is monotonic. */
  const calls: { pace: Pace; calledAt: number; clockOffset: number }[] = [];
  /** One function per waiting caller, in order: ends its wait and returns whether it took the turn. */
  const queue = new Set<() => boolean>();
  let awaitingTurn = false;

  /** Returns the monotonic time at which a caller gets its turn, with `ahead` callers before it. */
  function turnOf(ahead: number): number {
    const calledAt = calls.at((ahead % limit) - limit)?.calledAt ?? -Infinity;
    return Math.max(performance.now(), calledAt + interval) + Math.floor(ahead / limit) * interval;
  }

  /** Asks p-throttle for the next turn as long as there are callers. */
  function awaitTurn(): void {
    if (awaitingTurn || queue.size === 0) return;
    awaitingTurn = true;
    const oldest = calls.at(-limit);
    // p-throttle reads the wall clock: it would block for as long as the clock was set back, or forget the last call.
    const clockJumped = oldest && wallClockJumped(oldest.clockOffset);
    const newPace = () => pThrottle({ limit: 1, interval, strict: true })((take: () => void) => take());
    const pace = oldest && !clockJumped ? oldest.pace : newPace();
    const ask = () => void pace(() => onTurn(pace));
    if (clockJumped) setTimeout(ask, Math.ceil(turnOf(0) - performance.now()));
    else ask();
  }

  function onTurn(pace: Pace): void {
    awaitingTurn = false;
    const firstInWindow = calls.findIndex(({ calledAt }) => calledAt + interval > performance.now());
    calls.splice(0, firstInWindow < 0 ? limit : Math.max(firstInWindow, calls.length === limit ? 1 : 0));
    const isTaken = [...queue].some((endWait) => endWait());
    if (isTaken) calls.push({ pace, calledAt: performance.now(), clockOffset: wallClockOffset() });
    awaitTurn();
  }

  /**
   * Resolves when the caller may send; `mayGo` is called before and can refuse by throwing.
   *
   * @throws {ProviderError} `queue_full` when the turn cannot come before `deadline` (monotonic milliseconds).
   * @throws the signal's reason, or what `mayGo` throws; the turn then goes to the next caller.
   */
  function admit(deadline: number, signal?: AbortSignal, mayGo: () => void = () => {}): Promise<void> {
    const check = (turn: number) => {
      signal?.throwIfAborted();
      mayGo();
      if (turn <= deadline && queue.size < maxQueue) return;
      const waitMs = Math.min(turn - performance.now(), windowMs);
      throw new ProviderError(provider, "queue_full", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    };
    return new Promise((resolve, reject) => {
      check(turnOf(queue.size));
      const endWait = () => {
        queue.delete(endWait);
        signal?.removeEventListener("abort", endWait);
        try {
          check(performance.now());
          resolve();
          return true;
        } catch (reason) {
          reject(reason);
          return false;
        }
      };
      signal?.addEventListener("abort", endWait);
      queue.add(endWait);
      awaitTurn();
    });
  }

  return { admit, waiting: () => queue.size };
}
