/** News of pauses between replicas: kept in one sorted set of Redis, told over one channel. */
import { REASONS, type Reason } from "../contract/errors.js";
import type { PauseNews, ToldPause } from "../contract/pause-news.js";
import { PROVIDER_IDS } from "../contract/provider-id.js";
import type { Eval } from "./redis-counters.js";

/** A connection that does nothing but listen; it comes back by itself. */
export interface Subscriber {
  /** `onLinked` is told each time everything that is said from then on will be heard. */
  follow(channel: string, onMessage: (text: string) => void, onLinked: () => void): Promise<void>;
}

/** As many as a process keeps itself. */
const MAX_KEPT = 5_000;
/** No upstream's pause is longer; what says so is not ours. */
const MAX_MS = 24 * 60 * 60_000;
const MAX_TEXT = 500;

/** The other connection may come back a little after the one that listens. */
const CATCH_UP_TRIES = 20;
const CATCH_UP_MS = 250;

// Times are the server's, as replicas' clocks differ. ARGV: milliseconds, who and why as JSON, the most to keep.
const TELL = `
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

/** News over `evaluate` and `subscriber`; `prefix` keeps them apart from other users of the server. */
export function createRedisPauses(evaluate: Eval, subscriber: Subscriber, prefix: string): PauseNews {
  const name = `${prefix}:pauses`;

  async function catchUp(onPause: (pause: ToldPause) => void): Promise<void> {
    for (let tries = 0; tries < CATCH_UP_TRIES; tries++) {
      try {
        const kept = await evaluate(READ, { keys: [name], arguments: [] });
        for (const text of kept as unknown[]) read(text, onPause);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS).unref());
      }
    }
  }

  return {
    async tell({ provider, scope, ms, reason }) {
      const who = JSON.stringify([provider, scope ?? null, reason]);
      await evaluate(TELL, { keys: [name], arguments: [String(Math.ceil(ms)), who, String(MAX_KEPT)] });
    },
    follow(onPause, onLinked) {
      const linked = () => void catchUp(onPause).then(onLinked);
      subscriber.follow(name, (text) => read(text, onPause), linked).catch(() => {});
    },
  };
}

/** Hands on what reads as one of ours, and nothing else: others can write to the server, too. */
function read(text: unknown, onPause: (pause: ToldPause) => void): void {
  const pause = typeof text === "string" && text.length <= MAX_TEXT ? parse(text) : undefined;
  if (pause) onPause(pause);
}

function parse(text: string): ToldPause | undefined {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(told) || !Array.isArray(told[1])) return undefined;
  const [ms, [id, scope, reason]] = told as [unknown, unknown[]];
  const provider = PROVIDER_IDS.find((each) => each === id);
  const good = typeof ms === "number" && ms > 0 && ms <= MAX_MS && (scope === null || typeof scope === "string");
  if (!provider || !good || !isReason(reason)) return undefined;
  return { provider, scope: scope === null ? undefined : (scope as string), ms, reason };
}

function isReason(value: unknown): value is Reason {
  return typeof value === "string" && Object.hasOwn(REASONS, value);
}
