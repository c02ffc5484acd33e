/**
 * Counters in Redis, shared by all replicas: one script per step, which uses the server's clock.
 */
import type { Counters, CountWindow, Taken, Usage } from "../contract/store.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";

// The same rules as in rolling-window.ts, step by step. KEYS: one hash per window. ARGV: "take" or "look", then limit,
// bucketMs, spanMs (-1: only the current bucket) for each window. Returns ok, now, then used and freeAt for each
// window. A value that is not a valid count is treated as zero and deleted.
const SCRIPT = `
local function numberOf(text, digits)
  if #text <= digits and string.find(text, '^%d+$') then return tonumber(text) end
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
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

/**
 * Creates counters that run scripts with `evaluate`; `prefix` separates them from other users of
 * the server.
 */
export function createRedisCounters(evaluate: Eval, prefix: string): Counters {
  async function run(action: "take" | "look", key: string, windows: readonly CountWindow[]): Promise<Taken> {
    const reply = await evaluate(SCRIPT, {
      // The same hash tag in each key makes a cluster store all windows of a counter on one node.
      keys: windows.map(({ name }) => `${prefix}:counter:{${key}}:${name}`),
      arguments: [
        action,
        ...windows.flatMap(({ limit, bucketMs, spanMs }) => [limit, bucketMs, spanMs ?? -1].map(String)),
      ],
    });
    if (!isCount(reply, windows.length)) throw new UnexpectedReply("a count");
    const numbers = reply;
    const usage: Usage[] = windows.map((_, index) => ({
      used: numbers[2 + 2 * index]!,
      // The server's clock may differ from ours, so convert the time relative to now.
      freeAt: numbers[3 + 2 * index]! - numbers[1]! + Date.now(),
    }));
    return { ok: numbers[0] === 1, usage };
  }

  return {
    take: (key, windows) => run("take", key, windows),
    usage: async (key, windows) => (await run("look", key, windows)).usage,
  };
}

/** Whether a reply is `ok`, the time, and two numbers per window. */
function isCount(reply: unknown, windows: number): reply is number[] {
  return Array.isArray(reply) && reply.length === 2 + 2 * windows && reply.every(Number.isSafeInteger);
}
