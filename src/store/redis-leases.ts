/** Leases between replicas, in Redis. */
import type { Leases } from "../contract/leases.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";

// An entry without expiry, or with a later one than any lease has, is not a lease and is
// overwritten.
const ACQUIRE = `
local held = redis.pcall('GET', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if held and held ~= ARGV[1] and left >= 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;
const RELEASE = "if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1";

/**
 * Creates leases that run scripts with `evaluate`; `prefix` separates them from other users of the
 * server.
 */
export function createRedisLeases(evaluate: Eval, prefix: string, holder: string): Leases {
  const nameOf = (key: string) => `${prefix}:lease:${key}`;
  return {
    async acquire(key, ms) {
      const reply = await evaluate(ACQUIRE, { keys: [nameOf(key)], arguments: [holder, String(Math.ceil(ms))] });
      if (reply !== 0 && reply !== 1) throw new UnexpectedReply("a lease");
      return reply === 1;
    },
    async release(key) {
      const reply = await evaluate(RELEASE, { keys: [nameOf(key)], arguments: [holder] });
      if (reply !== 1) throw new UnexpectedReply("the end of a lease");
    },
  };
}
