/** Leases that never hold anyone up: a store that is slow or away grants everything. */
import type { Leases } from "../contract/leases.js";
import type { StoreGuard } from "./store-guard.js";

export function createBoundedLeases(shared: Leases, guard: StoreGuard): Leases {
  return {
    async acquire(key, ms) {
      let over = false;
      const taken = await guard.run("keep", async () => {
        const ours = await shared.acquire(key, ms);
        // Granted to nobody any more, it would hold up whoever asks next.
        if (ours && over) await shared.release(key);
        return ours;
      });
      over = true;
      return taken?.value ?? true;
    },
    async release(key) {
      await guard.run("look", () => shared.release(key));
    },
  };
}
