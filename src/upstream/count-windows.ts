/** The windows in which the calls to a provider are counted for all processes, and the pace within a minute. */
import type { Pace } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { CountWindow } from "../contract/store.js";
import type { CallQuota } from "../contract/upstream.js";
import { DAY_MS } from "../lib/day.js";

export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Half a second more than a minute, because a call at its end may reach the upstream later than the next one. */
export const MINUTE = { name: "minute", bucketMs: 1_000, spanMs: 60_500 };
export const DAY = { name: "day", bucketMs: DAY_MS / 144, spanMs: DAY_MS };
/** Longer than a second for the same reason as a minute. */
const SECOND = { name: "second", bucketMs: 50, spanMs: 1_100 };

/** Returns the window of a provider that counts by the second; none for any other. */
export function secondOf(limit: number | undefined): CountWindow[] {
  return limit === undefined ? [] : [{ ...SECOND, limit }];
}

/** The part of a quota without another source that one caller may have, so that the questions of one do not use it up. */
const QUOTA_SHARE = 1 / 2;

/** A further count of a call, and the reason for which it is refused when that is full. */
export interface Counted {
  reason: "queue_full" | "quota_spent";
  /** The reason for people, if the usual one is not true of this count. */
  says?: string;
  key: string;
  windows: readonly CountWindow[];
}

/**
 * Returns what a call counts against beside its provider: its caller's share of a minute, and a quota of such calls, of
 * which the caller has a share if callers have plans.
 */
export function toFurther(
  provider: ProviderId,
  callerId: string | undefined,
  { share, hasPlans }: { share: number; hasPlans: boolean },
  quota?: CallQuota,
): Counted[] {
  const counts: Counted[] = [];
  if (callerId !== undefined) {
    counts.push({ reason: "queue_full", key: `${provider} for ${callerId}`, windows: [{ ...MINUTE, limit: share }] });
  }
  if (quota) {
    const { name, limit, spared = 0 } = quota;
    if (spared > 0 && hasPlans && callerId !== undefined) {
      const windows = [{ ...DAY, limit: Math.floor(limit * QUOTA_SHARE) }];
      counts.push({ reason: "quota_spent", says: SHARE_SPENT, key: `${provider} ${name} for ${callerId}`, windows });
    }
    counts.push({ reason: "quota_spent", key: `${provider} ${name}`, windows: [{ ...DAY, limit: limit - spared }] });
  }
  return counts;
}

const SHARE_SPENT = "has no calls left for you: one caller gets at most half of a day's";

/** Periods of a pace within which all processes together are limited. */
const PERIODS = [1, 4, 16] as const;

/**
 * Returns the windows of a pace. With the first alone, five processes would send five bursts within five seconds. One
 * process stays within all of them.
 */
export function toPaceWindows({ atOnce, everyMs }: Pace): CountWindow[] {
  return PERIODS.filter((periods) => periods === 1 || atOnce > 1).map((periods) => ({
    name: periods === 1 ? "pace" : `pace ${periods}`,
    limit: periods === 1 ? atOnce : atOnce + periods,
    // Ten buckets in a period: a call counts for a tenth of it longer at most.
    bucketMs: Math.max(1, Math.round(everyMs / 10)),
    spanMs: Math.ceil(everyMs * periods),
  }));
}

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
