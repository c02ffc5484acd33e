/** Sessions with providers in memory. Their keys are provider ids, so there are few. */
import type { Sessions } from "../contract/sessions.js";

/** Creates sessions of this process only. */
export function createMemorySessions(): Sessions {
  const kept = new Map<string, { text: string; until: number }>();
  return {
    async get(name) {
      const session = kept.get(name);
      return session && session.until > Date.now() ? session.text : undefined;
    },
    async set(name, text, ms) {
      kept.set(name, { text, until: Date.now() + ms });
    },
  };
}
