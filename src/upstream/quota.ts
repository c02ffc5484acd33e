/**
 * The calls a provider still allows us, at once, per minute and in 24 hours. Each call is counted in the store before it is
 * sent, so the limits are exact for all processes that share the store; the throttle only spreads the calls of this process.
 */
import { DAY_MS } from "../lib/day.js";
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError } from "../contract/errors.js";
import type { Counters, CountWindow, Usage } from "../contract/store.js";
import type { Pace } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import { wallClockJumped, wallClockOffset, WINDOW_SLACK_MS } from "./throttle.js";

const MINUTE_MS = 60_000;
/** Added to a second, because a call at its end may reach the upstream earlier than the one before was sent. */
const SECOND_SLACK_MS = 50;
/** The part of a day's quota that is reserved for calls with a waiting caller. */
const RESERVED = 0.2;
/**
 * Longest wait in milliseconds between two reads of the shared count, which other processes also change.
 */
const MAX_WAIT_MS = 250;
/** Shortest wait in milliseconds, in case the store rejects a call and at the same time reports that one is free. */
const MIN_WAIT_MS = 20;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export interface Allowance {
  ratePerMinute: number;
  /** Calls in any second, of a provider that counts by the second; the pace alone would add a burst to them. */
  ratePerSecond?: number | undefined;
  /** Calls in 24 hours; 0 is unlimited. */
  dailyQuota: number;
  /** The calls at once are counted for all processes; the throttle counts those in flight. */
  pace?: Pace | undefined;
}

/** How many of the calls of a minute one caller may make. */
export interface Share {
  callerId: string;
  most: number;
}

/** Creates the quota of a provider, which all processes with the same counters share. */
export function createQuota(
  counters: Counters,
  provider: ProviderId,
  { ratePerMinute, ratePerSecond, dailyQuota, pace }: Allowance,
) {
  const minute = { name: "minute", limit: ratePerMinute, bucketMs: 1_000, spanMs: MINUTE_MS + WINDOW_SLACK_MS };
  const second = { name: "second", bucketMs: 50, spanMs: 1_000 + SECOND_SLACK_MS };
  /** The windows that are soon free again. */
  const short: readonly CountWindow[] = [
    ...(pace ? toWindows(pace) : []),
    ...(ratePerSecond === undefined ? [] : [{ ...second, limit: ratePerSecond }]),
    minute,
  ];
  /** Shorter than in the throttle, so that the turns of this process alone never exceed a share here. */
  const ofCaller = { name: "minute", bucketMs: 500, spanMs: MINUTE_MS - 1_000 };
  // Calls are counted without a quota too, for the status page.
  const day = { name: "day", limit: dailyQuota || UNLIMITED, bucketMs: 10 * MINUTE_MS, spanMs: DAY_MS };
  /** Wall-clock time until which the quota is known to be used up, and the clock's offset at the time of that information. */
  let spent = { until: 0, clockOffset: 0 };

  /**
   * Counts one call; waits for the shared rate as long as `deadline` (monotonic milliseconds) allows. A call beyond the
   * `share` of its caller does not wait, because it would keep its place among the calls in flight from others.
   *
   * @throws {ProviderError} `quota_spent` or `queue_full`, with the time to retry.
   * @throws the signal's reason, or what `lastCheck` throws; nothing is counted then.
   */
  async function spend(
    deadline: number,
    signal?: AbortSignal,
    lastCheck: () => void = () => {},
    share?: Share,
  ): Promise<void> {
    refuseIfSpent();
    if (share) {
      lastCheck();
      await spendShare(share);
    }
    for (;;) {
      lastCheck();
      const taken = await counters.take(provider, [day, ...short]);
      if (taken.ok) return;
      const now = Date.now();
      const [ofDay, ...others] = taken.usage as [Usage, ...Usage[]];
      if (ofDay.used >= day.limit) {
        spent = { until: ofDay.freeAt, clockOffset: wallClockOffset() };
        throw refusal("quota_spent", ofDay.freeAt - now);
      }
      const waitMs = Math.max(MIN_WAIT_MS, ...others.map(({ freeAt }) => freeAt - now));
      if (performance.now() + waitMs > deadline) throw refusal("queue_full", Math.min(waitMs, MINUTE_MS));
      await sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, { ...(signal && { signal }) }).catch(() => {});
      signal?.throwIfAborted();
    }
  }

  /** Counts one call of a caller. @throws {ProviderError} `queue_full` when all processes have made its share. */
  async function spendShare({ callerId, most }: Share): Promise<void> {
    const limit = Math.min(most, UNLIMITED);
    const { ok, usage: own } = await counters.take(`${provider} for ${callerId}`, [{ ...ofCaller, limit }]);
    if (!ok) throw refusal("queue_full", own[0]!.freeAt - Date.now());
  }

  /** @throws {ProviderError} `quota_spent` while that is known without asking the store. */
  function refuseIfSpent(): void {
    const { until, clockOffset } = spent;
    // After the wall clock was set, `until` is wrong, and only the store knows the usage.
    if (wallClockJumped(clockOffset)) return;
    const left = until - Date.now();
    if (left > 0) throw refusal("quota_spent", left);
  }

  /**
   * Returns the calls of all processes with the same store in the last 24 hours, their limit (`null` when unlimited), and
   * when the oldest call leaves the window, if the quota is used up.
   */
  async function usage(): Promise<{ used: number; limit: number | null; freeAt: Date | null }> {
    const [ofDay] = await counters.usage(provider, [day]);
    const { used, freeAt } = ofDay!;
    const limit = day.limit === UNLIMITED ? null : day.limit;
    return { used, limit, freeAt: used >= day.limit ? new Date(freeAt) : null };
  }

  /** Whether more of the quota is left than the part reserved for calls with a waiting caller. */
  async function hasSpare(): Promise<boolean> {
    const { used } = await usage();
    return used < day.limit * (1 - RESERVED);
  }

  function refusal(reason: "quota_spent" | "queue_full", waitMs: number): ProviderError {
    return new ProviderError(provider, reason, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }

  return { spend, refuseIfSpent, usage, hasSpare };
}

/** Periods of a pace within which all processes together are limited. */
const PERIODS = [1, 4, 16] as const;

/**
 * Returns the windows of a pace, which all processes with the same store share. With the first alone, five processes
 * would send five bursts within five seconds. The throttle of one process stays within all of them.
 */
function toWindows({ atOnce, everyMs }: Pace): CountWindow[] {
  return PERIODS.filter((periods) => periods === 1 || atOnce > 1).map((periods) => ({
    name: periods === 1 ? "pace" : `pace ${periods}`,
    limit: periods === 1 ? atOnce : atOnce + periods,
    // Ten buckets in a period: a call counts for a tenth of it longer at most.
    bucketMs: Math.max(1, Math.round(everyMs / 10)),
    spanMs: Math.ceil(everyMs * periods),
  }));
}
