/**
 * Computes the needs of many users from the measurements of one replica; measures nothing itself.
 */
import type { FirstAsked } from "./measure.js";

/** Assumptions; each one is a flag. */
export interface Assumptions {
  users: number;
  /** Questions per user and trading day. */
  questions: number;
  /** Share of a day's questions in its busiest hour. */
  busiestHour: number;
  /** Number of different stocks; their popularity falls off as 1/rank. */
  symbols: number;
  /** Target load of a replica, with room for a failed replica and peaks. */
  utilisation: number;
}

/** The computed needs. */
export interface Plan {
  /** Questions per second in the busiest hour. */
  peak: number;
  replicas: number;
  /** Calls per minute to each provider in the busiest hour. */
  callsPerMinute: { a: number; b: number; c: number };
  callsPerThousand: { a: number; b: number; c: number };
  redisBytes: { answers: number; callers: number };
  /** Cores of Redis in use in the busiest hour. */
  redisCores: number;
}

/**
 * The measurements. `share` is the capability's part of the traffic, all together 1; `names` is its number of different
 * questions.
 */
export interface Measured {
  replicaMs: number;
  redisMs: number;
  bytesOfCaller: number;
  mix: readonly (FirstAsked & { share: number; names: number })[];
}

/** Computes the plan for `users`. */
export function toPlan(assumed: Assumptions, measured: Measured): Plan {
  const { users, questions, busiestHour, utilisation } = assumed;
  const peak = (users * questions * busiestHour) / 3_600;
  const callsPerSecond = { a: 0, b: 0, c: 0 };
  let answers = 0;
  for (const { share, ttlSeconds, calls, bytes, names } of measured.mix) {
    const misses = zipf(names).reduce((sum, part) => sum + missesPerSecond(peak * share * part, ttlSeconds), 0);
    for (const letter of ["a", "b", "c"] as const) callsPerSecond[letter] += misses * calls[letter];
    answers += names * bytes;
  }
  const scaled = (factor: number) => ({
    a: callsPerSecond.a * factor,
    b: callsPerSecond.b * factor,
    c: callsPerSecond.c * factor,
  });
  return {
    peak,
    // One spare replica, and at least two, so that one may always fail.
    replicas: Math.max(2, Math.ceil((peak * measured.replicaMs) / 1_000 / utilisation) + 1),
    callsPerMinute: scaled(60),
    callsPerThousand: scaled(1_000 / peak),
    redisBytes: { answers, callers: users * measured.bytesOfCaller },
    redisCores: (peak * measured.redisMs) / 1_000,
  };
}

/**
 * Returns the questions per second without a fresh cached answer when questions arrive at random with `rate`: after
 * each miss no further fetch is needed for the lifetime.
 */
export function missesPerSecond(rate: number, ttlSeconds: number): number {
  return rate / (1 + rate * ttlSeconds);
}

/** US dollars per 1,000 answers, from monthly prices with 21 trading days. */
export function costPerThousand(
  { users, questions }: Assumptions,
  { replicas }: Plan,
  prices: { upstream: number; replica: number; redis: number },
): number {
  const answers = users * questions * 21;
  return ((prices.upstream + replicas * prices.replica + prices.redis) / answers) * 1_000;
}

function zipf(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
