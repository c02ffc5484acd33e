/**
 * Sessions that never delay a caller: while the store is slow or unavailable, nothing is found and nothing is stored.
 */
import type { Sessions } from "../contract/sessions.js";
import type { StoreGuard } from "./store-guard.js";

/** Wraps `shared` with `guard`; no step throws. */
export function createBoundedSessions(shared: Sessions, guard: StoreGuard): Sessions {
  return {
    get: async (name) => (await guard.run("look", () => shared.get(name)))?.value,
    async set(name, text, ms) {
      await guard.run("keep", () => shared.set(name, text, ms));
    },
  };
}
