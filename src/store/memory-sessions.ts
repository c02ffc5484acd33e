/** Sessions with providers in memory. Their names are the providers', so they are few. */
import type { Sessions } from "../contract/sessions.js";

/** Sessions of this process. */
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
