/** The line in the store that says who uses it, so that one process can know itself alone. */
import type { Database } from "lmdb";
import { heard } from "./lmdb-commit.js";

/** How long a process is alone after it wrote; who comes while it is frozen waits no longer. */
export const TERM_MS = 750;
/** How much of that has to be over before it is worth a write. */
const PROLONG_MS = 50;
/** How long a process that did something is reckoned with. */
const PRESENT_MS = 10_000;
const RENEW_PRESENCE_MS = 1_000;
const KEY = "tenants";

/** Times are milliseconds since the epoch. */
interface Told {
  alone?: { holder: string; until: number } | undefined;
  /** When each of them was last seen. */
  seen: Record<string, number>;
}

/**
 * What a process may do now: go on alone until then, share, or wait for one that
 * is alone. `intact` says that nobody has done anything since it was alone itself.
 */
export type Entry = { intact: boolean } & ({ aloneUntil: number } | { shared: true } | { waitMs: number });

/** The line as one process reads and writes it. To enter and to leave belong in a transaction. */
export class Tenants {
  readonly #db: Database<string, string>;
  /** What this process is called. */
  readonly holder: string;

  constructor(db: Database<string, string>, holder: string) {
    this.#db = db;
    this.holder = holder;
  }

  get hasOthers(): boolean {
    return Object.keys(this.#read().seen).some((holder) => holder !== this.holder);
  }

  /** Writes this process into the line; alone only if it `mayBeAlone` and nobody else is there. */
  enter(now: number, mayBeAlone: boolean): Entry {
    const { alone, seen } = this.#read();
    for (const [holder, at] of Object.entries(seen)) {
      // One from the future comes from a clock that was set back since.
      if (at <= now - PRESENT_MS || at > now + PRESENT_MS) delete seen[holder];
    }
    const seenBefore = seen[this.holder] ?? 0;
    seen[this.holder] = now;
    const intact = alone?.holder === this.holder;
    const waitMs = alone && !intact ? alone.until - now : 0;
    if (waitMs > 0 && waitMs <= TERM_MS) {
      this.#write({ alone, seen });
      return { intact, waitMs };
    }
    if (mayBeAlone && Object.keys(seen).length === 1) {
      // Prolonged a moment ago, it is long enough.
      if (alone && intact && alone.until <= now + TERM_MS && alone.until > now + TERM_MS - PROLONG_MS) {
        return { intact, aloneUntil: alone.until };
      }
      this.#write({ alone: { holder: this.holder, until: now + TERM_MS }, seen });
      return { intact, aloneUntil: now + TERM_MS };
    }
    if (alone || now - seenBefore >= RENEW_PRESENCE_MS) this.#write({ seen });
    return { intact, shared: true };
  }

  /** Takes this process out of the line. */
  leave(): Pick<Entry, "intact"> {
    const { alone, seen } = this.#read();
    const intact = alone?.holder === this.holder;
    delete seen[this.holder];
    this.#write({ alone: intact ? undefined : alone, seen });
    return { intact };
  }

  #read(): Told {
    try {
      const { alone, seen } = JSON.parse(this.#db.get(KEY) ?? "") as Partial<Told>;
      return { alone: typeof alone?.until === "number" ? alone : undefined, seen: { ...seen } };
    } catch {
      return { seen: {} };
    }
  }

  #write(told: Told): void {
    heard(this.#db.put(KEY, JSON.stringify(told)));
  }
}
