/** Shares pauses between replicas: stored in one sorted set of Redis, published on one channel. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PauseChannel, SharedPause } from "../contract/channels.js";
import { keptMs, MAX_PAUSES, readPause, writePause } from "./pause-text.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";

/** A connection that only receives messages and reconnects automatically. */
export interface Subscriber {
  /**
   * Subscribes to `channel`. `onConnected` is called after each (re)connection, once messages arrive
   * reliably.
   */
  subscribe(channel: string, onMessage: (text: string) => void, onConnected: () => void): Promise<void>;
}

/** After a lost connection, the main connection may be restored slightly later than the subscriber's. */
const CATCH_UP_TRIES = 20;
const CATCH_UP_MS = 250;

// The server's clock counts, because the clocks of replicas differ. ARGV: milliseconds, provider and
// reason as JSON, limit of pauses.
const PUBLISH = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then redis.call('DEL', KEYS[1]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local known = redis.call('ZSCORE', KEYS[1], ARGV[2])
if not known or tonumber(known) < now + ARGV[1] then redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2]) end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[3])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then redis.call('PEXPIREAT', KEYS[1], last[2]) end
redis.call('PUBLISH', KEYS[1], '[' .. ARGV[1] .. ',' .. ARGV[2] .. ']')
return 1
`;
const READ = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then return {} end
local result = {}
local live = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
for i = 1, #live, 2 do result[#result + 1] = '[' .. string.format('%d', live[i + 1] - now) .. ',' .. live[i] .. ']' end
return result
`;

/**
 * Creates the channel over `evaluate` and `subscriber`; `prefix` separates them from other users of
 * the server.
 */
export function createRedisPauses(evaluate: Eval, subscriber: Subscriber, prefix: string): PauseChannel {
  const name = `${prefix}:pauses`;

  async function readStored(onPause: (pause: SharedPause) => void): Promise<void> {
    for (let tries = 0; tries < CATCH_UP_TRIES; tries++) {
      try {
        const kept = await evaluate(READ, { keys: [name], arguments: [] });
        if (!Array.isArray(kept)) throw new UnexpectedReply("the pauses");
        for (const text of kept) readPause(text, onPause);
        return;
      } catch {
        await sleep(CATCH_UP_MS, undefined, { ref: false });
      }
    }
  }

  return {
    async publish(pause) {
      const texts = [String(keptMs(pause)), writePause(pause), String(MAX_PAUSES)];
      const reply = await evaluate(PUBLISH, { keys: [name], arguments: texts });
      if (reply !== 1) throw new UnexpectedReply("a pause");
    },
    subscribe(onPause, onLinked) {
      const linked = () => void readStored(onPause).then(onLinked);
      subscriber.subscribe(name, (text) => readPause(text, onPause), linked).catch(() => {});
    },
  };
}
