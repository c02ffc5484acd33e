/** Stores the list of missing fields, so that it survives a restart and `doctor` can read it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Drift } from "../contract/diagnostics.js";
import { PROVIDER_IDS } from "../contract/provider-id.js";
import { z } from "../contract/schema.js";
import type { Leases } from "../contract/store.js";
import type { BoundedStore } from "../store/bounded.js";
import { DriftWatch, type DriftListeners } from "./drift.js";
import { DAY_MS } from "../lib/day.js";

const KEY = "drift";
/** Milliseconds for which the list is stored after its last change. */
const KEEP_MS = 7 * DAY_MS;
const MAX_KEPT = 100;
/** Milliseconds of the lease under which the list is changed, and between two attempts to get it. */
const LEASE_MS = 2_000;
const LOOK_MS = 20;

// The schema is strict because other programs can write to a shared store, and these texts are shown to people.
const keptDrifts = z
  .array(
    z
      .object({
        provider: z.enum(PROVIDER_IDS),
        source: z.string().regex(/^[\w-]{1,60}$/),
        field: z
          .string()
          .regex(/^[\w.]{1,125}$/)
          .nullable(),
        since: z.string().datetime(),
      })
      .strict(),
  )
  .max(MAX_KEPT);

/**
 * Creates a drift watch whose list is written to `store` when it changes; `restored` resolves when the stored list has
 * been read. `leases` must not throw; one process at a time changes the list, so that none of their changes is lost.
 */
export function keepDrift(
  store: BoundedStore,
  leases: Leases,
  listeners: Pick<DriftListeners, "onMissing" | "onShapeError"> = {},
): { drift: DriftWatch; restored: Promise<void> } {
  const read = async (): Promise<Drift[]> => keptDrifts.safeParse(await store.get(KEY)).data ?? [];
  const write = async (changed: Drift, isOver: boolean): Promise<void> => {
    // A process that was killed holds the lease until it expires.
    for (let waited = 0; waited < LEASE_MS && !(await leases.acquire(KEY, LEASE_MS)); waited += LOOK_MS) {
      await sleep(LOOK_MS, undefined, { ref: false });
    }
    const others = (await read()).filter((each) => !isSame(each, changed));
    await store.set(KEY, isOver ? others : [...others, changed].slice(-MAX_KEPT), KEEP_MS);
    await leases.release(KEY);
  };
  // Changes are written one after the other, each merged into the list that other processes wrote.
  let last: Promise<unknown> = Promise.resolve();
  const drift = new DriftWatch({
    ...listeners,
    onChange(changed, isOver) {
      last = last.then(() => write(changed, isOver));
    },
  });
  return { drift, restored: read().then((drifts) => drift.restore(drifts)) };
}

function isSame(one: Drift, other: Drift): boolean {
  return one.provider === other.provider && one.source === other.source && one.field === other.field;
}
