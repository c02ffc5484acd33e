/**
 * The turns of this process's calls to a provider: at most `limit` in any window, and at a pace within it: a few at once,
 * then one at a time, and only some in flight. Yahoo blocks an address for 13 to 40 minutes after 10 to 15 quick calls;
 * Alpha Vantage refuses two calls within a second.
 *
 * Each slot of a window is a strict throttle of `p-throttle` for one call per window. (One strict throttle of `limit` calls
 * would spread a burst, and its weighted mode cannot give back an unused turn.) This file adds what p-throttle lacks: the
 * pace, a bounded queue, deadlines, cancellation, turns by caller, and robustness against clock changes.
 */
import pThrottle from "p-throttle";
import { ProviderError } from "../contract/errors.js";
import type { Pace } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import { createTurns, type Waiting } from "./turns-by-caller.js";

/** Added to each window, because a call at the end of a window may reach the upstream later than the next call. */
export const WINDOW_SLACK_MS = 500;

const NO_PACE: Pace = { atOnce: 1, everyMs: 0 };

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

/** Longest wait in milliseconds between two looks at the queue: a caller with calls left may join a waiting question. */
const LOOK_MS = 250;

const NOBODY: ReadonlySet<string> = new Set();

type Slot = (onTurn: () => void) => unknown;

/**
 * Returns a throttle for `limit` calls per window at this pace, in which at most `maxQueue` calls wait at once. Times are
 * monotonic milliseconds.
 */
export function createThrottle(
  provider: ProviderId,
  limit: number,
  { atOnce, everyMs, inFlight = Infinity }: Pace = NO_PACE,
  windowMs = 60_000,
  maxQueue = 100,
) {
  const interval = windowMs + WINDOW_SLACK_MS;
  /** The last window's calls, at most `limit`, oldest first, with the slot of each. */
  const calls: { slot: Slot; callerId: string | undefined; calledAt: number; clockOffset: number }[] = [];
  /** In the order of arrival. */
  const queue = new Set<Waiting>();
  const turns = createTurns(limit, interval, queue);
  /** The time from which the pace allows the whole burst again. */
  let restedAt = -Infinity;
  let flying = 0;
  let awaitingTurn = false;
  let timer: NodeJS.Timeout | undefined;

  /** Returns the time from which the pace allows a call, with `ahead` callers before it. */
  const pacedTurn = (ahead: number) => restedAt + (ahead + 1 - atOnce) * everyMs;

  /** Returns the earliest time at which a caller gets its turn, with `ahead` callers before it. */
  function turnOf(ahead: number): number {
    const calledAt = calls.at((ahead % limit) - limit)?.calledAt ?? -Infinity;
    const inWindow = Math.max(performance.now(), calledAt + interval) + Math.floor(ahead / limit) * interval;
    return Math.max(inWindow, pacedTurn(ahead));
  }

  /** Asks p-throttle for the next turn, as long as calls wait and pace and shares allow one. */
  function awaitTurn(): void {
    clearTimeout(timer);
    if (awaitingTurn || queue.size === 0 || flying >= inFlight) return;
    const waitMs = Math.max(pacedTurn(0), turns.firstSharedTurn()) - performance.now();
    if (waitMs > 0) return void (timer = setTimeout(awaitTurn, Math.min(LOOK_MS, Math.ceil(waitMs))));
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
    const over = calls.splice(0, firstInWindow < 0 ? limit : Math.max(firstInWindow, calls.length === limit ? 1 : 0));
    for (const { callerId } of over) turns.removeCall(callerId);
    const taken = turns.inOrder().find((each) => each.take());
    if (taken) {
      const [{ callerId }, calledAt] = [taken, performance.now()];
      calls.push({ slot, callerId, calledAt, clockOffset: wallClockOffset() });
      turns.addCall(callerId, calledAt);
      restedAt = Math.max(performance.now(), restedAt) + everyMs;
      flying++;
    }
    awaitTurn();
  }

  /**
   * Resolves, with the caller whose call it is, when the call may be sent; `release` must be called when it has ended.
   * `lastCheck` is called before and throws if it must not be sent. `others` may join `asking` while the call waits.
   *
   * @throws {ProviderError} `queue_full` when the turn cannot come before `deadline`, or the queue is full.
   * @throws the signal's reason, or what `lastCheck` throws; the turn then goes to the next call.
   */
  function admit(
    deadline: number,
    signal?: AbortSignal,
    lastCheck: () => void = () => {},
    asking?: string,
    others: ReadonlySet<string> = NOBODY,
  ): Promise<string | undefined> {
    const check = (turn: number) => {
      signal?.throwIfAborted();
      lastCheck();
      if (turn <= deadline && queue.size < maxQueue) return;
      const waitMs = Math.min(turn - performance.now(), windowMs);
      throw new ProviderError(provider, "queue_full", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    };
    return new Promise((resolve, reject) => {
      for (const each of [asking, ...others]) turns.remember(each);
      const callerId = turns.leastBusy(asking, others);
      if (queue.size >= maxQueue) turns.makeRoom(callerId);
      check(Math.max(turnOf(turns.countAhead(callerId)), turns.sharedTurn(callerId, turns.waitingOf(callerId).length)));
      let expiry: NodeJS.Timeout | undefined;
      const endWait = (turn: number) => {
        queue.delete(waiting);
        clearTimeout(expiry);
        signal?.removeEventListener("abort", waiting.take);
        try {
          check(turn);
          resolve(waiting.callerId);
          return true;
        } catch (reason) {
          reject(reason);
          return false;
        }
      };
      const refuse = () => void endWait(Math.max(turnOf(0), turns.sharedTurn(waiting.callerId), deadline + 1));
      const waiting: Waiting = {
        get callerId() {
          return turns.leastBusy(asking, others);
        },
        take: () => endWait(performance.now()),
        refuse,
      };
      signal?.addEventListener("abort", waiting.take);
      queue.add(waiting);
      awaitTurn();
      if (!queue.has(waiting)) return;
      // Calls in flight may end later than this one can wait. Set last, so that a turn at the deadline comes first.
      expiry = setTimeout(refuse, Math.ceil(deadline - performance.now()));
    });
  }

  function release(): void {
    flying--;
    awaitTurn();
  }

  return { admit, release, share: turns.share, waiting: () => queue.size };
}

/**
 * A smaller change, in milliseconds, counts as drift. It is at most the slack of a rate window, so it cannot break a
 * limit.
 */
const JUMP_MS = 500;

/** Milliseconds between the wall clock and the monotonic clock; it changes only when the wall clock is set. */
export function wallClockOffset(): number {
  return Date.now() - performance.now();
}

/** Whether the wall clock was set since `wallClockOffset()` returned `offset`. */
export function wallClockJumped(offset: number): boolean {
  return Math.abs(wallClockOffset() - offset) > JUMP_MS;
}
