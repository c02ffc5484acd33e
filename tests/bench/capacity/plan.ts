/** From what one replica does to what many users need: the formulas, and nothing measured. */
import type { FirstAsked } from "./measure.js";

/** What has to be guessed; each one is a flag. */
export interface Assumptions {
  users: number;
  /** Questions of one user on a trading day. */
  questions: number;
  /** The part of a day's questions that falls into its busiest hour. */
  busiestHour: number;
  /** Stocks that are asked for; how often falls off as 1/rank. */
  symbols: number;
  /** How busy a replica may be, so that one can fail and a rush be borne. */
  utilisation: number;
}

/** What is needed, by formulas of this file. */
export interface Plan {
  /** Questions a second in the busiest hour. */
  peak: number;
  replicas: number;
  /** Calls a minute to each provider in the busiest hour. */
  callsPerMinute: { a: number; b: number; c: number };
  callsPerThousand: { a: number; b: number; c: number };
  redisBytes: { answers: number; callers: number };
  /** Cores of Redis in use in the busiest hour. */
  redisCores: number;
}

/**
 * What was measured. `share` is how much of the traffic is of that capability,
 * all of them making 1; `names` how many different things can be asked of it.
 */
export interface Measured {
  replicaMs: number;
  redisMs: number;
  bytesOfCaller: number;
  mix: readonly (FirstAsked & { share: number; names: number })[];
}

/** The plan for `users`. */
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
    // One more than are needed, and two at least: one may always be missing.
    replicas: Math.max(2, Math.ceil((peak * measured.replicaMs) / 1_000 / utilisation) + 1),
    callsPerMinute: scaled(60),
    callsPerThousand: scaled(1_000 / peak),
    redisBytes: { answers, callers: users * measured.bytesOfCaller },
    redisCores: (peak * measured.redisMs) / 1_000,
  };
}

/**
 * Questions a second that find nothing fresh, of those that come at random at
 * `rate`: after each such one nothing more is fetched for the lifetime.
 */
export function missesPerSecond(rate: number, ttlSeconds: number): number {
  return rate / (1 + rate * ttlSeconds);
}

/** US dollars for 1,000 answers, from prices a month of 21 trading days. */
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
