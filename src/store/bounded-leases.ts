/** Leases that never block a caller: a slow or unavailable store grants every lease. */
import type { Leases } from "../contract/leases.js";
import type { StoreGuard } from "./store-guard.js";

export function createBoundedLeases(shared: Leases, guard: StoreGuard): Leases {
  return {
    async acquire(key, ms) {
      let over = false;
      const taken = await guard.run("keep", async () => {
        const ours = await shared.acquire(key, ms);
        // The caller went ahead without the lease: release it, or it would block the next caller.
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
