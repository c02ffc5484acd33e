/**
 * The turns of this process's calls to a provider: at most `limit` in any window, and at a pace within it: a few at once,
 * then one at a time, and only some in flight. Yahoo blocks an address for 13 to 40 minutes after 10 to 15 quick calls;
 * Alpha Vantage refuses two calls within a second.
 *
 * Each slot of a window is a strict throttle of `p-throttle` for one call per window. (One strict throttle of `limit` calls
 * would spread a burst, and its weighted mode cannot give back an unused turn.) This file adds what p-throttle lacks: the
 * pace, a bounded queue, deadlines, cancellation, turns by caller, and robustness against clock changes.
 *
 * The caller with the fewest calls in the window has the next turn, and as long as there are others, none takes the last
 * quarter of a window. In order of arrival, five comparisons of one caller, with 150 calls to Yahoo, kept all others from
 * it for a minute.
 */
import pThrottle from "p-throttle";
import { ProviderError } from "../contract/errors.js";
import type { Pace } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";

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

/** The part of a window that is left to other callers. */
const LEFT_TO_OTHERS = 1 / 4;
/** A caller counts as one of several for so long after its last call. */
const REMEMBER_MS = 600_000;
const MAX_REMEMBERED = 1_000;

type Slot = (onTurn: () => void) => unknown;

/** A call that waits for its turn. */
interface Waiting {
  callerId: string | undefined;
  /** Ends the wait and returns whether the turn was taken. */
  take(): boolean;
  /** Ends the wait without a turn. */
  refuse(): void;
}

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
  /** The times of these calls by caller, oldest first. */
  const made = new Map<string | undefined, number[]>();
  /** The time of each caller's last question, latest last; background work is nobody's. */
  const callers = new Map<string, number>();
  /** The time from which the pace allows the whole burst again. */
  let restedAt = -Infinity;
  let flying = 0;
  let awaitingTurn = false;
  let timer: NodeJS.Timeout | undefined;

  const madeBy = (callerId: string | undefined) => made.get(callerId) ?? [];
  const waitingOf = (callerId: string | undefined) => [...queue].filter((each) => each.callerId === callerId);

  function remember(callerId: string | undefined): void {
    if (callerId === undefined) return;
    callers.delete(callerId);
    callers.set(callerId, performance.now());
    for (const [each, at] of callers) {
      if (callers.size <= MAX_REMEMBERED && at + REMEMBER_MS > performance.now()) return;
      callers.delete(each);
    }
  }

  /** Returns how many calls of a window one caller may make; the window itself is the limit of an only caller. */
  const share = () => (callers.size > 1 ? Math.ceil(limit * (1 - LEFT_TO_OTHERS)) : Infinity);

  /** Returns the time from which a caller's share allows a call, with `ahead` of its own before it. */
  function sharedTurn(callerId: string | undefined, ahead: number): number {
    const own = madeBy(callerId);
    const leaving = own.length + ahead - share();
    return leaving < 0 ? -Infinity : (own[leaving] ?? performance.now()) + interval;
  }

  /** Returns how many of the waiting calls have their turn before a further one of this caller. */
  function countAhead(callerId: string | undefined): number {
    const own = waitingOf(callerId).length;
    const rank = madeBy(callerId).length + own;
    const others = [...new Set([...queue].map((each) => each.callerId))].filter((each) => each !== callerId);
    const before = (other: string | undefined) =>
      Math.min(waitingOf(other).length, Math.max(0, rank + 1 - madeBy(other).length));
    return others.reduce((sum, other) => sum + before(other), own);
  }

  /** Returns the waiting calls whose callers may have a turn now, next one first. */
  function inOrder(): Waiting[] {
    const countOf = ({ callerId }: Waiting) => madeBy(callerId).length;
    const most = share();
    return [...queue].filter((each) => countOf(each) < most).sort((one, other) => countOf(one) - countOf(other));
  }

  /** Refuses the last call of the caller with most waiting ones, to make room for one of a caller with fewer. */
  function makeRoom(callerId: string | undefined): void {
    const lists = [...new Set([...queue].map((each) => each.callerId))].map(waitingOf);
    const longest = lists.toSorted((one, other) => other.length - one.length)[0]!;
    if (longest.length > waitingOf(callerId).length + 1) longest.at(-1)!.refuse();
  }

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
    const allowedAt = Math.min(...[...queue].map(({ callerId }) => sharedTurn(callerId, 0)));
    const waitMs = Math.max(pacedTurn(0), allowedAt) - performance.now();
    if (waitMs > 0) return void (timer = setTimeout(awaitTurn, Math.ceil(waitMs)));
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
    for (const { callerId } of over) {
      const own = madeBy(callerId);
      if (own.length > 1) own.shift();
      else made.delete(callerId);
    }
    const taken = inOrder().find((each) => each.take());
    if (taken) {
      const { callerId } = taken;
      const calledAt = performance.now();
      calls.push({ slot, callerId, calledAt, clockOffset: wallClockOffset() });
      const own = madeBy(callerId);
      own.push(calledAt);
      made.set(callerId, own);
      restedAt = Math.max(performance.now(), restedAt) + everyMs;
      flying++;
    }
    awaitTurn();
  }

  /**
   * Resolves when the call may be sent; `release` must be called when it has ended. `lastCheck` is called before and throws
   * if it must not be sent.
   *
   * @throws {ProviderError} `queue_full` when the turn cannot come before `deadline`, or the queue is full.
   * @throws the signal's reason, or what `lastCheck` throws; the turn then goes to the next call.
   */
  function admit(
    deadline: number,
    signal?: AbortSignal,
    lastCheck: () => void = () => {},
    callerId?: string,
  ): Promise<void> {
    const check = (turn: number) => {
      signal?.throwIfAborted();
      lastCheck();
      if (turn <= deadline && queue.size < maxQueue) return;
      const waitMs = Math.min(turn - performance.now(), windowMs);
      throw new ProviderError(provider, "queue_full", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    };
    return new Promise((resolve, reject) => {
      remember(callerId);
      if (queue.size >= maxQueue) makeRoom(callerId);
      check(Math.max(turnOf(countAhead(callerId)), sharedTurn(callerId, waitingOf(callerId).length)));
      let expiry: NodeJS.Timeout | undefined;
      const endWait = (turn: number) => {
        queue.delete(waiting);
        clearTimeout(expiry);
        signal?.removeEventListener("abort", waiting.take);
        try {
          check(turn);
          resolve();
          return true;
        } catch (reason) {
          reject(reason);
          return false;
        }
      };
      const refuse = () => void endWait(Math.max(turnOf(0), sharedTurn(callerId, 0), deadline + 1));
      const waiting: Waiting = { callerId, take: () => endWait(performance.now()), refuse };
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

  return { admit, release, waiting: () => queue.size };
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
