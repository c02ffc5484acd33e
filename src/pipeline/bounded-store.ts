/**
 * A key-value store that can never hold anyone up.
 *
 * Every call is bounded in time; after a slow or failed one the store is left
 * out for a while, so that a frozen or absent Redis costs one short wait, not
 * one per request (`@keyv/redis` was seen to wait for ever).
 */
import type { Keyv } from "keyv";

const CALL_MS = 100;
const LEAVE_OUT_MS = 2_000;

export interface StoreEvents {
  /** Called once when the store goes out of use, once when it is back. */
  onState?: (usable: boolean) => void;
}

export class BoundedStore {
  readonly #keyv: Keyv;
  readonly #events: StoreEvents;
  #leftOutUntil = 0;
  #usable = true;

  constructor(keyv: Keyv, events: StoreEvents = {}) {
    this.#keyv = keyv;
    this.#events = events;
    // keyv emits what its adapter cannot do; unheard it would end the process.
    keyv.on("error", () => this.#failed());
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

  get usable(): boolean {
    return this.#usable;
  }

  /** The value under `key`; `undefined` when there is none or the store is of no use now. */
  get(key: string): Promise<unknown> {
    return this.#bounded(() => this.#keyv.get(key));
  }

  /** Keeps `value` for `ttlMs`, if the store can. */
  async set(key: string, value: unknown, ttlMs: number): Promise<void> {
    // To keyv a TTL of 0 means for ever.
    await this.#bounded(() => this.#keyv.set(key, value, Math.max(1, Math.round(ttlMs))));
  }

  async #bounded<T>(operation: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < this.#leftOutUntil) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), CALL_MS);
    });
    try {
      const result = await Promise.race([operation(), late]);
      if (result === "late") {
        this.#failed();
        return undefined;
      }
      this.#worked();
      return result;
    } catch {
      this.#failed();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #failed(): void {
    this.#leftOutUntil = performance.now() + LEAVE_OUT_MS;
    if (!this.#usable) return;
    this.#usable = false;
    this.#events.onState?.(false);
  }

  #worked(): void {
    // keyv reports an error and answers all the same, as if there were no value.
    if (this.#usable || performance.now() < this.#leftOutUntil) return;
    this.#usable = true;
    this.#events.onState?.(true);
  }
}
