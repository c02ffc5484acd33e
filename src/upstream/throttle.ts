/**
 * Allows at most `limit` calls in any window. Each slot is a strict throttle of `p-throttle` for one call per window. (One
 * strict throttle of `limit` calls would spread a burst, and its weighted mode cannot give back an unused turn.) This file
 * adds what p-throttle lacks: a bounded queue, deadlines, cancellation, and robustness against clock changes.
 */
import pThrottle from "p-throttle";
import { ProviderError } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import { wallClockJumped, wallClockOffset } from "./wall-clock.js";

/** Added to each window, because a call at the end of a window may reach the upstream later than the next call. */
export const WINDOW_SLACK_MS = 500;

type Slot = (onTurn: () => void) => unknown;

/** Returns a throttle for `limit` calls per window, in which at most `maxQueue` callers wait at once. */
export function createThrottle(provider: ProviderId, limit: number, windowMs = 60_000, maxQueue = 100) {
  const interval = windowMs + WINDOW_SLACK_MS;
  /** The last window's calls, at most `limit`, oldest first, with the slot of each; `calledAt` is monotonic. */
  const calls: { slot: Slot; calledAt: number; clockOffset: number }[] = [];
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
    const newSlot = () => pThrottle({ limit: 1, interval, strict: true })((take: () => void) => take());
    const slot = oldest && !clockJumped ? oldest.slot : newSlot();
    const ask = () => void slot(() => onTurn(slot));
    if (clockJumped) setTimeout(ask, Math.ceil(turnOf(0) - performance.now()));
    else ask();
  }

  function onTurn(slot: Slot): void {
    awaitingTurn = false;
    const firstInWindow = calls.findIndex(({ calledAt }) => calledAt + interval > performance.now());
    calls.splice(0, firstInWindow < 0 ? limit : Math.max(firstInWindow, calls.length === limit ? 1 : 0));
    const isTaken = [...queue].some((endWait) => endWait());
    if (isTaken) calls.push({ slot, calledAt: performance.now(), clockOffset: wallClockOffset() });
    awaitTurn();
  }

  /**
   * Resolves when the caller may send; `lastCheck` is called before and throws if it must not.
   *
   * @throws {ProviderError} `queue_full` when the turn cannot come before `deadline` (monotonic milliseconds).
   * @throws the signal's reason, or what `lastCheck` throws; the turn then goes to the next caller.
   */
  function admit(deadline: number, signal?: AbortSignal, lastCheck: () => void = () => {}): Promise<void> {
    const check = (turn: number) => {
      signal?.throwIfAborted();
      lastCheck();
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
