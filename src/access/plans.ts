/**
 * The callers' plans: an exact limit of calls per rolling minute and per UTC day, shared by all processes with one
 * store.
 */
import { DAY_MS } from "../lib/day.js";
import { once } from "../lib/once.js";
import {
  hasInboundKey,
  PLAN_LIMITS,
  PLANS,
  toKeyCallerId,
  type Caller,
  type InboundKey,
  type Plan,
  type Visit,
} from "../contract/caller.js";
import type { Counters, CountWindow, Usage } from "../contract/store.js";
import { say } from "../contract/sentence.js";
import { MarketDataError, tryAgainIn } from "../contract/errors.js";

const MINUTE_MS = 60_000;
/** Calls are counted to the millisecond: with longer buckets, a rolling minute could not be exact. */
const BUCKET_MS = 1;

/**
 * The last 30 UTC days, today included, which limit nothing: operators see who used up the providers' quotas. Only for
 * inbound keys, because addresses and tokens have no limit in number.
 */
const MONTH = { name: "month", limit: Number.MAX_SAFE_INTEGER, bucketMs: DAY_MS, spanMs: 29 * DAY_MS };

/** Returns the calls of an inbound key today (UTC) and in the last 30 days; calls that its plan refused do not count. */
export async function readKeyUsage(
  counters: Counters,
  { id, plan }: InboundKey,
): Promise<{ today: number; days30: number }> {
  const [, day, month] = await counters.usage(toKeyCallerId(id), TERMS[plan].withMonth);
  return { today: day!.used, days30: month!.used };
}

/** A visit with headers that describe its limits. */
interface LimitedVisit extends Visit {
  /** `RateLimit` and `RateLimit-Policy`; empty for a caller without a plan. */
  headers(): Promise<Record<string, string>>;
}

/** Returns the function that creates visits; `openCounters` is called when the first limited caller arrives. */
export function createVisits(openCounters: () => Promise<Counters>): (caller: Caller) => LimitedVisit {
  const open = once(openCounters);
  return ({ plan, id }) => {
    if (!plan) return { callerId: id, spend: async () => {}, headers: async () => ({}) };
    const terms = TERMS[plan];
    const { windows } = terms;
    const counted = hasInboundKey({ id }) ? terms.withMonth : windows;
    let usage: Usage[] | undefined;
    return {
      callerId: id,
      async spend() {
        const counters = await open();
        const taken = await counters.take(id, counted);
        usage = taken.usage;
        if (!taken.ok) throw usedUp(plan, windows, taken.usage);
      },
      async headers() {
        usage ??= await (await open()).usage(id, counted);
        return toRateLimitHeaders(terms, usage);
      },
    };
  };
}

/** The counting windows of a plan and their `RateLimit-Policy` text. */
interface Terms {
  windows: CountWindow[];
  withMonth: CountWindow[];
  policy: string;
}

const TERMS = Object.fromEntries(PLANS.map((plan) => [plan, termsOf(plan)])) as Record<Plan, Terms>;

function termsOf(plan: Plan): Terms {
  const { perMinute, perDay } = PLAN_LIMITS[plan];
  const windows: CountWindow[] = [
    // A call leaves the window exactly 60 s after it was counted.
    { name: "minute", limit: perMinute, bucketMs: BUCKET_MS, spanMs: MINUTE_MS - BUCKET_MS },
    // One bucket of one UTC day: the plan and the store both count from midnight.
    { name: "day", limit: perDay, bucketMs: DAY_MS },
  ];
  const policies = windows.map(
    ({ name, limit, spanMs = 0, bucketMs }) => `"${name}";q=${limit};w=${(spanMs + bucketMs) / 1000}`,
  );
  return { windows, withMonth: [...windows, MONTH], policy: policies.join(", ") };
}

function usedUp(plan: Plan, windows: readonly CountWindow[], usage: readonly Usage[]): MarketDataError {
  const states = windows.map((window, index) => ({ window, usage: usage[index]! }));
  const full = states.filter(({ window, usage: { used } }) => used >= window.limit);
  // The caller must wait until every full window has room. If the store rejected the call although no window is full,
  // use all windows.
  const last = (full.length > 0 ? full : states).reduce((late, each) =>
    each.usage.freeAt > late.usage.freeAt ? each : late,
  );
  const seconds = secondsUntil(last.usage.freeAt);
  const per = last.window.name === "day" ? "UTC day" : "minute";
  return new MarketDataError(
    "rate_limited",
    say`The ${plan} plan allows ${last.window.limit} calls a ${per}, and they are used up. ${tryAgainIn(seconds)}`,
    { retryAfterSeconds: seconds },
  );
}

/**
 * Formats both headers as structured fields (draft-ietf-httpapi-ratelimit-headers): limits, then remaining calls and
 * the seconds until more are free.
 */
function toRateLimitHeaders({ windows, policy }: Terms, usage: readonly Usage[]): Record<string, string> {
  const states = windows.map((window, index) => {
    const { used, freeAt } = usage[index]!;
    const left = Math.max(0, window.limit - used);
    return `"${window.name}";r=${left};t=${left > 0 ? secondsToReset(window) : secondsUntil(freeAt)}`;
  });
  return { "ratelimit-policy": policy, ratelimit: states.join(", ") };
}

function secondsToReset({ spanMs, bucketMs }: CountWindow): number {
  return spanMs === undefined
    ? Math.ceil((bucketMs - (Date.now() % bucketMs)) / 1000)
    : Math.ceil((spanMs + bucketMs) / 1000);
}

function secondsUntil(moment: number): number {
  return Math.max(1, Math.ceil((moment - Date.now()) / 1000));
}
