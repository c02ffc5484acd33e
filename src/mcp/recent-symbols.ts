/** Symbols that answers have held lately, for completion: nobody is asked for them. */
import { LRUCache } from "lru-cache";

const MAX_SYMBOLS = 1_000;
/** A list's rows beyond these are not looked at. */
const MAX_ROWS = 200;
/** Fields that hold a symbol, in the interface's spellings. */
const FIELDS = ["symbol", "ticker"] as const;

/** Remembers symbols, the latest first. */
export class RecentSymbols {
  readonly #symbols = new LRUCache<string, true>({ max: MAX_SYMBOLS });

  /** Takes the symbols out of an answer: its own, and those of the rows in its lists. */
  note(body: unknown): void {
    if (!isObject(body)) return;
    this.#take(body);
    for (const list of Object.values(body)) {
      if (!Array.isArray(list)) continue;
      // Backwards: the first row is to be the latest.
      for (const row of list.slice(0, MAX_ROWS).toReversed()) if (isObject(row)) this.#take(row);
    }
  }

  /** Those that begin with `start`, in any letter case, the latest first. */
  startingWith(start: string): string[] {
    const wanted = start.trim().toUpperCase();
    return [...this.#symbols.keys()].filter((symbol) => symbol.startsWith(wanted));
  }

  #take(row: Record<string, unknown>): void {
    for (const field of FIELDS) {
      const symbol = row[field];
      if (typeof symbol === "string" && symbol.length <= 24) this.#symbols.set(symbol.toUpperCase(), true);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
