/** Sessions with providers in Redis. */
import type { Sessions } from "../contract/sessions.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";

// A value that is not a string was not written by this program and is not a session.
const FIND = "local text = redis.pcall('GET', KEYS[1]) if type(text) == 'string' then return text end return ''";
const KEEP = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1";

/**
 * Creates sessions that run scripts with `evaluate`; `prefix` separates them from other users of
 * the server.
 */
export function createRedisSessions(evaluate: Eval, prefix: string): Sessions {
  const nameOf = (name: string) => `${prefix}:session:${name}`;
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
