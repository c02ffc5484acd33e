import { describe, expect, it } from "vitest";
import { costPerThousand, missesPerSecond, toPlan, type Assumptions, type Measured } from "./plan.js";

const ASSUMED: Assumptions = { users: 36_000, questions: 10, busiestHour: 0.1, symbols: 1, utilisation: 0.5 };
const MEASURED: Measured = {
  replicaMs: 100,
  redisMs: 1,
  bytesOfCaller: 500,
  mix: [
    { capability: "quote", share: 0.5, names: 1, ttlSeconds: 20, calls: { a: 1, b: 2, c: 0 }, bytes: 1_000 },
    { capability: "search", share: 0.5, names: 2, ttlSeconds: 0, calls: { a: 0, b: 0, c: 1 }, bytes: 100 },
  ],
};

describe("the capacity plan", () => {
  it("counts one fetch per lifetime for frequent questions, and one per question for rare ones", () => {
    expect(missesPerSecond(1_000_000, 20)).toBeCloseTo(1 / 20, 6);
    expect(missesPerSecond(0.000_001, 20)).toBeCloseTo(0.000_001, 9);
    expect(missesPerSecond(3, 0)).toBe(3);
  });

  it("follows from the numbers of users and questions and their measured costs", () => {
    const plan = toPlan(ASSUMED, MEASURED);
    expect(plan.peak).toBe(10);
    // Ten per second of 100 ms at half load, and one spare.
    expect(plan.replicas).toBe(3);
    expect(plan.redisCores).toBeCloseTo(0.01, 9);
    expect(plan.redisBytes).toEqual({ answers: 1_200, callers: 18_000_000 });
    const misses = 5 / (1 + 5 * 20);
    expect(plan.callsPerMinute.a).toBeCloseTo(misses * 60, 9);
    expect(plan.callsPerMinute.b).toBeCloseTo(misses * 120, 9);
    expect(plan.callsPerMinute.c).toBeCloseTo(300, 9);
    expect(plan.callsPerThousand.c).toBeCloseTo(500, 9);
  });

  it("divides a month's prices by the number of its answers", () => {
    const plan = { ...toPlan(ASSUMED, MEASURED), replicas: 3 };
    const answers = 36_000 * 10 * 21;
    expect(costPerThousand(ASSUMED, plan, { upstream: 100, replica: 20, redis: 40 })).toBeCloseTo(200_000 / answers, 9);
  });
});
