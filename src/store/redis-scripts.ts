/**
 * The counters, leases, pauses and sessions of a fleet in Redis: one script per step, which uses the server's clock, because
 * those of replicas differ.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { PauseChannel, SharedPause } from "../contract/channels.js";
import type { Counters, CountWindow, Leases, Sessions, Taken } from "../contract/store.js";
import { keptMs, MAX_PAUSES, readPause, writePause } from "./pause-text.js";

/** Begins every name, so that others can use the same server. */
export const NAMESPACE = "market-data-mcp";
/** Begins every name of a simulated market, whose figures must never be taken for real ones. */
export const DEMO_NAMESPACE = `${NAMESPACE}:demo`;

/** The only command that the store's scripts need from a Redis client. */
export type Eval = (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;

/**
 * The reply has the wrong type, as from a server that only resembles Redis. It counts as a failure of the store; if it
 * counted as "no lease", callers would wait for a lease that no process holds.
 */
export class UnexpectedReply extends Error {
  constructor(step: string) {
    super(`Redis gave a reply of an unexpected type to ${step}`);
  }
}

/** Sets `now` in a script, in milliseconds since the epoch. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

// The same rules as in rolling-window.ts, step by step. KEYS: one hash per window. ARGV: "take" or "look", then limit,
// bucketMs, spanMs (-1: only the current bucket) for each window. Returns ok, now, then used and freeAt for each
// window. A value that is not a valid count is treated as zero and deleted.
const COUNT = `${NOW}
local function numberOf(text, digits)
  if #text <= digits and string.find(text, '^%d+$') then return tonumber(text) end
end
local ok = 1
local counted = {}
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[3 * i - 1])
  local size = tonumber(ARGV[3 * i])
  local span = tonumber(ARGV[3 * i + 1])
  local current = math.floor(now / size)
  local used, live, gone, ahead = 0, {}, {}, 0
  local flat = redis.pcall('HGETALL', key)
  if flat.err then
    redis.call('DEL', key)
    flat = {}
  end
  for j = 1, #flat, 2 do
    local bucket, count = numberOf(flat[j], 14), numberOf(flat[j + 1], 9)
    local counts = bucket and count
    if counts then
      local at = math.min(bucket, current)
      if span < 0 then counts = at == current else counts = (at + 1) * size > now - span end
    end
    if counts then
      used = used + count
      live[#live + 1] = { math.min(bucket, current), count }
    end
    if counts and bucket > current then ahead = ahead + count end
    if not counts or bucket > current then
      gone[#gone + 1] = flat[j]
    end
  end
  for _, field in ipairs(gone) do redis.call('HDEL', key, field) end
  if ahead > 0 then
    redis.call('HINCRBY', key, string.format('%d', current), ahead)
    redis.call('PEXPIRE', key, size + math.max(span, 0) + size)
  end
  if used >= limit then ok = 0 end
  counted[i] = { used = used, live = live, limit = limit, size = size, span = span, current = current }
end
local result = { ok, now }
for i, window in ipairs(counted) do
  if ok == 1 and ARGV[1] == 'take' then
    redis.call('HINCRBY', KEYS[i], string.format('%d', window.current), 1)
    redis.call('PEXPIRE', KEYS[i], window.size + math.max(window.span, 0) + window.size)
    window.used = window.used + 1
    window.live[#window.live + 1] = { window.current, 1 }
  end
  local free = now
  local over = window.used - window.limit + 1
  if over > 0 then
    table.sort(window.live, function (a, b) return a[1] < b[1] end)
    for _, entry in ipairs(window.live) do
      over = over - entry[2]
      if over <= 0 then
        free = (entry[1] + 1) * window.size + math.max(window.span, 0)
        break
      end
    end
  end
  result[#result + 1] = window.used
  result[#result + 1] = free
end
return result
`;

// KEYS: one hash per window. Takes one call off the newest bucket of each.
const GIVE_BACK = `
for _, key in ipairs(KEYS) do
  local newest
  local fields = redis.pcall('HKEYS', key)
  for _, field in ipairs(fields.err and {} or fields) do
    if tonumber(field) and (not newest or tonumber(field) > tonumber(newest)) then newest = field end
  end
  if newest and redis.call('HINCRBY', key, newest, -1) < 1 then redis.call('HDEL', key, newest) end
end
return 1
`;

/** Creates counters that run scripts with `evaluate`. */
export function createRedisCounters(evaluate: Eval, namespace = NAMESPACE): Counters {
  // The same hash tag in each key makes a cluster store all windows of a counter on one node.
  const keysOf = (key: string, windows: readonly CountWindow[]) =>
    windows.map(({ name }) => `${namespace}:counter:{${key}}:${name}`);

  async function run(action: "take" | "look", key: string, windows: readonly CountWindow[]): Promise<Taken> {
    const limits = windows.flatMap(({ limit, bucketMs, spanMs }) => [limit, bucketMs, spanMs ?? -1].map(String));
    const reply = await evaluate(COUNT, { keys: keysOf(key, windows), arguments: [action, ...limits] });
    if (!isCount(reply, windows.length)) throw new UnexpectedReply("a count");
    const [ok, now, ...counts] = reply;
    const usage = windows.map((_, index) => ({
      used: counts[2 * index]!,
      // The server's clock may differ from ours, so convert the time relative to now.
      freeAt: counts[2 * index + 1]! - now! + Date.now(),
    }));
    return { ok: ok === 1, usage };
  }

  return {
    take: (key, windows) => run("take", key, windows),
    async giveBack(key, windows) {
      const reply = await evaluate(GIVE_BACK, { keys: keysOf(key, windows), arguments: [] });
      if (reply !== 1) throw new UnexpectedReply("a call given back");
    },
    usage: async (key, windows) => (await run("look", key, windows)).usage,
  };
}

/** Whether a reply is `ok`, the time, and two numbers per window. */
function isCount(reply: unknown, windows: number): reply is number[] {
  return Array.isArray(reply) && reply.length === 2 + 2 * windows && reply.every(Number.isSafeInteger);
}

// An entry without expiry, or with a later one than any lease has, is not a lease and is overwritten.
const ACQUIRE = `
local held = redis.pcall('GET', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if held and held ~= ARGV[1] and left >= 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;
const RELEASE = "if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1";

/** Creates leases of the process `holder`. */
export function createRedisLeases(evaluate: Eval, holder: string, namespace = NAMESPACE): Leases {
  const nameOf = (key: string) => `${namespace}:lease:${key}`;
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

// A value that is not a string was not written by this program and is not a session.
const FIND = "local text = redis.pcall('GET', KEYS[1]) if type(text) == 'string' then return text end return ''";
const KEEP = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1";

/** Creates the sessions with providers. */
export function createRedisSessions(evaluate: Eval, namespace = NAMESPACE): Sessions {
  const nameOf = (name: string) => `${namespace}:session:${name}`;
  return {
    async get(name) {
      const text = await evaluate(FIND, { keys: [nameOf(name)], arguments: [] });
      if (typeof text !== "string") throw new UnexpectedReply("a session");
      return text === "" ? undefined : text;
    },
    async set(name, text, ms) {
      const reply = await evaluate(KEEP, { keys: [nameOf(name)], arguments: [text, String(Math.ceil(ms))] });
      if (reply !== 1) throw new UnexpectedReply("a session");
    },
  };
}

/** A connection that only receives messages and reconnects automatically. */
export interface Subscriber {
  /** Subscribes to `channel`. `onConnected` is called after each (re)connection, once messages arrive reliably. */
  subscribe(channel: string, onMessage: (text: string) => void, onConnected: () => void): Promise<void>;
}

/** After a lost connection, the main connection may be restored slightly later than the subscriber's. */
const CATCH_UP_TRIES = 20;
const CATCH_UP_MS = 250;

// ARGV: milliseconds, provider and reason as JSON, limit of pauses.
const PUBLISH = `${NOW}
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
const READ = `${NOW}
if redis.call('TYPE', KEYS[1]).ok ~= 'zset' then return {} end
local result = {}
local live = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
for i = 1, #live, 2 do result[#result + 1] = '[' .. string.format('%d', live[i + 1] - now) .. ',' .. live[i] .. ']' end
return result
`;

/** Creates the channel: pauses are stored in one sorted set, and published on one channel. */
export function createRedisPauses(evaluate: Eval, subscriber: Subscriber, namespace = NAMESPACE): PauseChannel {
  const name = `${namespace}:pauses`;

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
