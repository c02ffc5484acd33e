/** A key-value store that can never hold anyone up, and that answers junk with nothing. */
import type { Keyv } from "keyv";
import { StoreGuard } from "./store-guard.js";

export class BoundedStore {
  readonly #keyv: Keyv;
  readonly #guard: StoreGuard;

  constructor(keyv: Keyv, guard = new StoreGuard()) {
    this.#keyv = keyv;
    this.#guard = guard;
    // keyv emits what its adapter cannot do; unheard it would end the process. Each step says so itself.
    keyv.on("error", () => {});
    // Junk is a missing value; to keyv it would be a failure, and the whole store would be left out.
    const { deserialize } = keyv;
    keyv.deserialize = (text) => {
      try {
        return deserialize?.(text);
      } catch {
        return undefined;
      }
    };
  }

  /** The value under `key`; `undefined` when there is none or the store is of no use now. */
  async get(key: string): Promise<unknown> {
    return (await this.#guard.run<unknown>("look", () => this.#keyv.get(key)))?.value;
  }

  /** Keeps `value` for `ttlMs`, if the store can. */
  async set(key: string, value: unknown, ttlMs: number): Promise<void> {
    // To keyv a TTL of 0 means for ever.
    await this.#guard.run("keep", () => this.#keyv.set(key, value, Math.max(1, Math.round(ttlMs))));
  }
}
