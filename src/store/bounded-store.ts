/** A key-value store that never blocks a caller and treats invalid stored data as missing. */
import type { Keyv } from "keyv";
import { StoreGuard } from "./store-guard.js";

export class BoundedStore {
  readonly #keyv: Keyv;
  readonly #guard: StoreGuard;

  constructor(keyv: Keyv, guard = new StoreGuard()) {
    this.#keyv = keyv;
    this.#guard = guard;
    // keyv emits its adapter's errors, and an unhandled one would end the process. Each step
    // reports its own failure.
    keyv.on("error", () => {});
    // Treat invalid data as a missing value; keyv would report a failure, after which the whole
    // store would be paused.
    const { deserialize } = keyv;
    keyv.deserialize = (text) => {
      try {
        return deserialize?.(text);
      } catch {
        return undefined;
      }
    };
  }

  /** Returns the value under `key`; `undefined` when there is none or the store is unavailable. */
  async get(key: string): Promise<unknown> {
    return (await this.#guard.run<unknown>("look", () => this.#keyv.get(key)))?.value;
  }

  /** Stores `value` for `ttlMs` milliseconds, if the store is available. */
  async set(key: string, value: unknown, ttlMs: number): Promise<void> {
    // keyv treats a TTL of 0 as unlimited.
    await this.#guard.run("keep", () => this.#keyv.set(key, value, Math.max(1, Math.round(ttlMs))));
  }
}
