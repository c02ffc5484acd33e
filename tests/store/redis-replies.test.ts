/**
 * An impossible reply to a script is a failure of the store. It must not count as a refused lease, for which callers
 * would wait.
 */
import { describe, expect, it } from "vitest";
import {
  createRedisCounters,
  createRedisLeases,
  createRedisPauses,
  createRedisSessions,
  UnexpectedReply,
} from "../../src/store/redis-scripts.js";

const window = { name: "day", limit: 3, bucketMs: 1_000 };
const pause = { provider: "provider-a", scope: undefined, ms: 1_000, reason: "rate_limited" } as const;
const nobody = { subscribe: async () => {} };

describe.each<[string, unknown]>([
  ["nil", null],
  ["a status", "OK"],
  ["an empty text", ""],
  ["a list that is not ours", ["a", 1]],
  ["an empty list", []],
  ["another number", 7],
  ["an object", {}],
])("a server that answers every script with %s", (_what, reply) => {
  const evaluate = async () => reply;

  it("makes a count, a lease and a pause fail", async () => {
    const counters = createRedisCounters(evaluate);
    const leases = createRedisLeases(evaluate, "me");
    const steps = [
      counters.take("k", [window]),
      counters.usage("k", [window]),
      leases.acquire("k", 1_000),
      leases.release("k"),
      createRedisPauses(evaluate, nobody).publish(pause),
      createRedisSessions(evaluate).set("k", "text", 1_000),
    ];
    const outcomes = await Promise.allSettled(steps);
    expect(
      outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason instanceof UnexpectedReply),
    ).toEqual(steps.map(() => true));
  });
});
