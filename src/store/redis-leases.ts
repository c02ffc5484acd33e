/** Leases between replicas, in Redis. */
import type { Leases } from "../contract/leases.js";
import type { Eval } from "./redis-counters.js";

const ACQUIRE = "return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0";
const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1";

/** Leases over `evaluate`; `prefix` keeps them apart from other users of the server. */
export function createRedisLeases(evaluate: Eval, prefix: string, holder: string): Leases {
  const nameOf = (key: string) => `${prefix}:lease:${key}`;
  return {
    async acquire(key, ms) {
      return Number(await evaluate(ACQUIRE, { keys: [nameOf(key)], arguments: [holder, String(Math.ceil(ms))] })) === 1;
    },
    async release(key) {
      await evaluate(RELEASE, { keys: [nameOf(key)], arguments: [holder] });
    },
  };
}
