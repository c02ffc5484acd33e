/** Sessions with providers in Redis. */
import type { Sessions } from "../contract/sessions.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";

// What is not text was not put there by us and is no session.
const FIND = "local text = redis.pcall('GET', KEYS[1]) if type(text) == 'string' then return text end return ''";
const KEEP = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1";

/** Sessions over `evaluate`; `prefix` keeps them apart from other users of the server. */
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
