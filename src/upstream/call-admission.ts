/**
 * May a call to a provider go now, for this caller, and if not, when? One place knows the circuit, the turns of callers, the
 * pace, and the calls of a second, a minute and a day. The calls of all processes are counted in the store, each before it
 * is sent, and given back if it is not; `p-throttle` spaces those of this process.
 *
 * The caller with the fewest calls of the last minute is next, with its question that ends first. Over HTTP none takes the
 * last quarter of a minute or of the calls in flight: in order of arrival, five comparisons kept all others from Yahoo.
 *
 * Waiting place 3, admission: calls to one provider, until rate, pace, quota and the share of their caller allow them.
 */
import pThrottle from "p-throttle";
import { ProviderError } from "../contract/errors.js";
import type { Asked } from "../contract/patience.js";
import type { Pace } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Counters, Usage } from "../contract/store.js";
import type { CallQuota } from "../contract/upstream.js";
import type { Breaker, Circuit, Permit } from "./breaker.js";
import { DAY, MINUTE, secondOf, toFurther, toPaceWindows, UNLIMITED, type Counted } from "./count-windows.js";
import { RecentCalls } from "./recent-calls.js";
import { wallClockJumped, wallClockOffset } from "./wall-clock.js";

/** The part of a minute, and of the calls in flight, that one caller may have. */
const SHARE = 3 / 4;
/** The part of a day's quota that is reserved for first attempts: no retry uses it. */
const RESERVED = 0.2;
/** Calls of one caller that may wait for a provider; each of them keeps its question in memory. */
export const MAX_WAITING = 1_000;
/** Longest wait in milliseconds between two looks at the queue: other processes count calls, and callers join questions. */
const QUEUE_LOOK_MS = 250;
/** Shortest wait in milliseconds, in case the store rejects a call and at the same time reports that one is free. */
const MIN_WAIT_MS = 20;

export interface Allowance {
  ratePerMinute: number;
  /** Calls in any second, of a provider that counts by the second; the pace alone would add a burst to them. */
  ratePerSecond?: number | undefined;
  /** Calls in 24 hours; 0 is unlimited. */
  dailyQuota: number;
  pace?: Pace | undefined;
  /** Whether callers have plans; each of them then has a share of a quota that has no other source beside it. */
  hasPlans?: boolean;
}

/** A call that asks to be admitted. */
export interface Asking {
  /** Monotonic milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** The caller; further ones may join while the call waits. The one caller of stdio has no name, and no share. */
  question?: Asked | undefined;
  quota?: CallQuota | undefined;
  /** Throws if the call must not be sent; called again just before it is. */
  check(): void;
}

/** Permission for one call. */
interface Admitted extends Permit {
  /** Must be called when the call has ended. */
  end(): void;
}

export type UpstreamAdmission = ReturnType<typeof createAdmission>;

type CallerId = string | undefined;

/** A call that waits for its turn; `end` ends the wait, with an error or with the caller whose call it is. */
interface Waiting extends Asking {
  /** Gives the turn back: the call goes on waiting, and is no probe meanwhile. */
  loseTurn(): void;
  end(outcome: { callerId: CallerId } | { error: unknown }): void;
}

/** Creates the admission of the calls to one provider. */
export function createAdmission(provider: ProviderId, counters: Counters, breaker: Breaker, allowance: Allowance) {
  const { ratePerMinute, ratePerSecond, dailyQuota, pace, hasPlans = false } = allowance;
  const { atOnce, everyMs, inFlight = Infinity } = pace ?? { atOnce: ratePerMinute, everyMs: 60_000 / ratePerMinute };
  const minute = { ...MINUTE, limit: ratePerMinute };
  // Calls are counted without a quota too, for the status page.
  const day = { ...DAY, limit: dailyQuota || UNLIMITED };
  const windows = [day, minute, ...secondOf(ratePerSecond), ...(pace ? toPaceWindows(pace) : [])];
  const shareOf = (callerId: CallerId, whole: number) =>
    callerId === undefined ? Infinity : Math.max(1, Math.floor(whole * SHARE));

  /** In the order of arrival. */
  const queue = new Set<Waiting>();
  const recent = new RecentCalls();
  /** The callers of the calls in flight. */
  const flying: CallerId[] = [];
  /** Calls that the pace allows now. */
  let tokens = atOnce;
  let refill = createRefill();
  /** Monotonic time until which the store is not asked again. */
  let fullUntil = 0;
  /** Wall-clock time until which the day's quota is used up, and the clock's offset at the time of that information. */
  let spent = { until: 0, clockOffset: 0 };
  let isSending = false;
  let timer: NodeJS.Timeout | undefined;

  function createRefill() {
    const throttled = pThrottle({ limit: 1, interval: everyMs, strict: true })(() => {
      tokens++;
      void sendNext();
    });
    return { run: () => void throttled(), clockOffset: wallClockOffset() };
  }

  function useToken(): void {
    tokens--;
    // p-throttle reads the wall clock: it would wait for as long as the clock was set back.
    if (wallClockJumped(refill.clockOffset)) refill = createRefill();
    setTimeout(refill.run, everyMs).unref();
  }

  /** Returns whose call it is: of the callers who wait for its answer, that of the one with the fewest calls. */
  function callerOf({ question }: Asking): CallerId {
    let least = question?.callerId;
    for (const each of question?.others ?? []) if (recent.countOf(each) < recent.countOf(least)) least = each;
    return least;
  }
  const waitingOf = (by: CallerId, until = Infinity) =>
    [...queue].filter((each) => callerOf(each) === by && each.deadline <= until).length;
  const flyingOf = (callerId: CallerId) => flying.filter((each) => each === callerId).length;

  /** Returns about when a caller's call with this deadline has its turn; both are monotonic milliseconds. */
  function turnOf(callerId: CallerId, deadline: number): number {
    const own = waitingOf(callerId, deadline);
    const others = new Set([...queue].map(callerOf).filter((each) => each !== callerId));
    const ahead = [...others].reduce((sum, other) => sum + Math.min(waitingOf(other), own + 1), own);
    return Math.max(
      performance.now() + Math.max(0, ahead + 1 - tokens) * everyMs,
      recent.roomAt(ahead, ratePerMinute),
      recent.roomOf(callerId, own, shareOf(callerId, ratePerMinute)),
    );
  }

  /** Returns the call that may be sent now, if there is one. */
  function findNext(): Waiting | undefined {
    if (tokens < 1 || flying.length >= inFlight || performance.now() < fullUntil) return undefined;
    if (recent.count >= ratePerMinute) return undefined;
    let [next, least]: [Waiting | undefined, number] = [undefined, Infinity];
    for (const each of queue) {
      const callerId = callerOf(each);
      const calls = recent.countOf(callerId);
      const hasShare = calls < shareOf(callerId, ratePerMinute) && flyingOf(callerId) < shareOf(callerId, inFlight);
      const isSooner = calls < least || (calls === least && each.deadline < next!.deadline);
      if (isSooner && hasShare) [next, least] = [each, calls];
    }
    return next;
  }

  /** Sends the calls that may go now, and looks again later while calls wait. */
  async function sendNext(): Promise<void> {
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    for (let next = findNext(); next; next = findNext()) await send(next);
    isSending = false;
    const waitMs = fullUntil > performance.now() ? fullUntil - performance.now() : QUEUE_LOOK_MS;
    if (queue.size > 0) timer = setTimeout(() => void sendNext(), Math.ceil(waitMs));
  }

  async function send(next: Waiting): Promise<void> {
    const callerId = callerOf(next);
    try {
      next.check();
      const further = toFurther(provider, callerId, { share: shareOf(callerId, ratePerMinute), hasPlans }, next.quota);
      if (!(await count(further))) return next.loseTurn();
      if (!queue.has(next)) return await giveBack(further);
      recent.add(callerId);
      flying.push(callerId);
      useToken();
      next.end({ callerId });
    } catch (error) {
      next.end({ error });
    }
  }

  /**
   * Counts a call for all processes; `false` if it has to wait, and is not counted.
   *
   * @throws {ProviderError} `quota_spent`, also of the call's own quota, or `queue_full` when all processes together have made the
   * caller's share.
   */
  async function count(further: readonly Counted[]): Promise<boolean> {
    const taken = await counters.take(provider, windows);
    if (!taken.ok) {
      const [ofDay, ...others] = taken.usage as [Usage, ...Usage[]];
      if (ofDay.used < day.limit) waitFor(Math.max(MIN_WAIT_MS, ...others.map(({ freeAt }) => freeAt - Date.now())));
      else spent = { until: ofDay.freeAt, clockOffset: wallClockOffset() };
      refuseIfSpent();
      return false;
    }
    for (const [at, each] of further.entries()) {
      const own = await counters.take(each.key, each.windows);
      if (own.ok) continue;
      await giveBack(further.slice(0, at));
      throw refusal(each.reason, own.usage[0]!.freeAt - Date.now(), each.says);
    }
    return true;
  }

  async function giveBack(further: readonly Counted[]): Promise<void> {
    for (const each of [{ key: provider, windows }, ...further]) await counters.giveBack(each.key, each.windows);
  }

  /** Lets calls wait until the store has one again, and refuses those whose deadline is before that. */
  function waitFor(ms: number): void {
    fullUntil = performance.now() + Math.min(ms, QUEUE_LOOK_MS);
    for (const each of queue)
      if (performance.now() + ms > each.deadline)
        each.end({ error: refusal("queue_full", Math.min(ms, MINUTE.spanMs)) });
  }

  /** @throws {ProviderError} `quota_spent` while that is known without asking the store. */
  function refuseIfSpent(): void {
    // After the wall clock was set, `until` is wrong, and only the store knows the usage.
    const leftMs = wallClockJumped(spent.clockOffset) ? 0 : spent.until - Date.now();
    if (leftMs > 0) throw refusal("quota_spent", leftMs);
  }

  function refusal(reason: "quota_spent" | "queue_full", waitMs: number, says?: string): ProviderError {
    return new ProviderError(provider, reason, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)), says });
  }

  /** Waits for the turn of a call; resolves with the caller whose call it is. */
  function wait(asking: Omit<Waiting, "end">): Promise<CallerId> {
    const { deadline, signal } = asking;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...asking,
        end(outcome) {
          if (!queue.delete(waiting)) return;
          clearTimeout(expiry);
          signal?.removeEventListener("abort", leave);
          if ("error" in outcome) reject(outcome.error as Error);
          else resolve(outcome.callerId);
        },
      };
      const callerId = callerOf(asking);
      const turn = turnOf(callerId, deadline);
      const late = () =>
        waiting.end({ error: refusal("queue_full", Math.max(turn, deadline + 1) - performance.now()) });
      const leave = () => waiting.end({ error: signal!.reason });
      const expiry = setTimeout(late, Math.max(0, Math.ceil(deadline - performance.now())));
      queue.add(waiting);
      if (turn > deadline || waitingOf(callerId) > MAX_WAITING) return late();
      signal?.addEventListener("abort", leave);
      void sendNext();
    });
  }

  return {
    /**
     * Resolves when the call may be sent; it is counted then.
     *
     * @throws {ProviderError} `circuit_open`, `quota_spent`, or `queue_full` when its turn cannot come before the deadline.
     * @throws what `check` throws, or the signal's reason.
     */
    async admit(asking: Asking, circuit: Circuit = breaker): Promise<Admitted> {
      const circuitOpen = () =>
        new ProviderError(provider, "circuit_open", { retryAfterSeconds: Math.max(1, circuit.secondsLeft) });
      let permit: Permit | undefined;
      // While this call waits, earlier ones may cause a pause or open the circuit. It is a probe only when it has its turn: one
      // that waits for its caller's share would keep all other callers out.
      const check = (hasTurn = true) => {
        asking.signal?.throwIfAborted();
        asking.check();
        if (hasTurn || circuit.state === "closed") permit ??= circuit.enter(asking.question);
        if (permit ? !permit.isValid() : hasTurn || circuit.secondsLeft > 0) throw circuitOpen();
      };
      const loseTurn = () => {
        permit?.abandoned();
        permit = undefined;
      };
      try {
        check(false);
        refuseIfSpent();
        const callerId = await wait({ ...asking, check, loseTurn });
        return { ...permit!, end: () => land(callerId) };
      } catch (error) {
        permit?.abandoned();
        throw error;
      }
    },

    /**
     * Returns the calls of all processes with the same store in the last 24 hours, their limit (`null` when unlimited), and
     * when the oldest call leaves the window, if the quota is used up.
     */
    async usage(): Promise<{ used: number; limit: number | null; freeAt: Date | null }> {
      const { used, freeAt } = (await counters.usage(provider, [day]))[0]!;
      const limit = day.limit === UNLIMITED ? null : day.limit;
      return { used, limit, freeAt: used >= day.limit ? new Date(freeAt) : null };
    },

    /** Whether more of the quota is left than the part reserved for first attempts. */
    hasSpare: async () => (await counters.usage(provider, [day]))[0]!.used < day.limit * (1 - RESERVED),

    waiting: () => queue.size,
  };

  function land(callerId: CallerId): void {
    flying.splice(flying.indexOf(callerId), 1);
    void sendNext();
  }
}
