/**
 * Which caller has the next turn: the one with the fewest calls in the window, and as long as there are others, none takes
 * the last quarter of a window. In order of arrival, five comparisons of one caller, with 150 calls to Yahoo, kept all
 * others from it for a minute.
 */

/** The part of a window that is left to other callers. */
const LEFT_TO_OTHERS = 1 / 4;
/** A caller counts as one of several for so long after its last call. */
const REMEMBER_MS = 600_000;
const MAX_REMEMBERED = 1_000;

/** Background work is nobody's. */
type CallerId = string | undefined;

/** A call that waits for its turn. */
export interface Waiting {
  /** Of the callers who wait for its answer, the one with the fewest calls. */
  readonly callerId: CallerId;
  /** Ends the wait and returns whether the turn was taken. */
  take(): boolean;
  /** Ends the wait without a turn. */
  refuse(): void;
}

/**
 * Returns the order of turns among the callers of the last window and of the `queue`, which is in the order of arrival and
 * changes. A window of `interval` milliseconds has `limit` calls.
 */
export function createTurns(limit: number, interval: number, queue: ReadonlySet<Waiting>) {
  /**
   * The times of the last window's calls by caller, oldest first; searching all calls for them took 40 MB more in a flood
   * of four thousand.
   */
  const made = new Map<CallerId, number[]>();
  /** The time of each caller's last question, latest last. */
  const callers = new Map<string, number>();

  const madeBy = (callerId: CallerId) => made.get(callerId) ?? [];
  const waitingOf = (callerId: CallerId) => [...queue].filter((each) => each.callerId === callerId);
  const waitingCallers = () => [...new Set([...queue].map(({ callerId }) => callerId))];

  function addCall(callerId: CallerId, calledAt: number): void {
    made.set(callerId, madeBy(callerId));
    madeBy(callerId).push(calledAt);
  }

  /** Removes the caller's oldest call, which left the window. */
  function removeCall(callerId: CallerId): void {
    madeBy(callerId).shift();
    if (madeBy(callerId).length === 0) made.delete(callerId);
  }

  function remember(callerId: CallerId): void {
    if (callerId === undefined) return;
    callers.delete(callerId);
    callers.set(callerId, performance.now());
    for (const [each, at] of callers) {
      if (callers.size <= MAX_REMEMBERED && at + REMEMBER_MS > performance.now()) return;
      callers.delete(each);
    }
  }

  /** Returns the caller with the fewest calls, of the one who asks and `others` who wait for the same answer. */
  function leastBusy(asking: CallerId, others: ReadonlySet<string>): CallerId {
    let least = asking;
    for (const each of others) if (madeBy(each).length < madeBy(least).length) least = each;
    return least;
  }

  /** Returns how many calls of a window one caller may make; the window itself is the limit of an only caller. */
  const share = () => (callers.size > 1 ? Math.ceil(limit * (1 - LEFT_TO_OTHERS)) : Infinity);

  /** Returns the time from which a caller's share allows a call, with `ahead` of its own before it. */
  function sharedTurn(callerId: CallerId, ahead = 0): number {
    const own = madeBy(callerId);
    const leaving = own.length + ahead - share();
    return leaving < 0 ? -Infinity : (own[leaving] ?? performance.now()) + interval;
  }

  /** Returns how many of the waiting calls have their turn before a further one of this caller. */
  function countAhead(callerId: CallerId): number {
    const own = waitingOf(callerId).length;
    const rank = madeBy(callerId).length + own;
    const before = (other: CallerId) => Math.min(waitingOf(other).length, Math.max(0, rank + 1 - madeBy(other).length));
    const others = waitingCallers().filter((each) => each !== callerId);
    return others.reduce((sum, other) => sum + before(other), own);
  }

  /** Returns the waiting calls whose callers may have a turn now, next one first. */
  function inOrder(): Waiting[] {
    const counts = new Map(waitingCallers().map((callerId) => [callerId, madeBy(callerId).length]));
    const countOf = ({ callerId }: Waiting) => counts.get(callerId)!;
    const most = share();
    return [...queue].filter((each) => countOf(each) < most).sort((one, other) => countOf(one) - countOf(other));
  }

  /** Refuses the last call of the caller with most waiting ones, to make room for one of a caller with fewer. */
  function makeRoom(callerId: CallerId): void {
    const longest = waitingCallers()
      .map(waitingOf)
      .toSorted((one, other) => other.length - one.length)[0]!;
    if (longest.length > waitingOf(callerId).length + 1) longest.at(-1)!.refuse();
  }

  return {
    addCall,
    removeCall,
    remember,
    leastBusy,
    share,
    sharedTurn,
    /** Returns the time from which the share of one of the waiting callers allows a call. */
    firstSharedTurn: () => Math.min(...waitingCallers().map((callerId) => sharedTurn(callerId))),
    waitingOf,
    countAhead,
    inOrder,
    makeRoom,
  };
}
