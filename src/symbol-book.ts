/** Symbols that can be named without asking anybody: those that answers have held lately, and the well-known ones. */
import { distance } from "fastest-levenshtein";
import { LRUCache } from "lru-cache";
import { isObject } from "./lib/is-object.js";
import { WELL_KNOWN } from "./well-known.js";

export const MAX_SYMBOLS = 2_000;
/** A list's rows beyond these are not looked at. */
const MAX_ROWS = 200;
const MAX_NEAREST = 3;

/** A symbol and, if it is known, whose it is. */
export interface KnownSymbol {
  symbol: string;
  name: string | undefined;
}

export class SymbolBook {
  readonly #names = new LRUCache<string, { name: string | undefined }>({ max: MAX_SYMBOLS });

  constructor(wellKnown: readonly (readonly [symbol: string, name: string])[] = WELL_KNOWN) {
    for (const [symbol, name] of wellKnown.toReversed()) this.#names.set(symbol, { name });
  }

  /** Takes the symbols out of an answer: its own, and those of the rows in its lists. */
  note(body: unknown): void {
    if (!isObject(body)) return;
    for (const list of Object.values(body)) {
      if (!Array.isArray(list)) continue;
      // Backwards: the first row is to be the latest.
      for (const row of list.slice(0, MAX_ROWS).toReversed()) if (isObject(row)) this.#take(row);
    }
    this.#take(body);
  }

  /** Those that begin with `start`, in any letter case, the latest first. */
  startingWith(start: string): string[] {
    const wanted = start.trim().toUpperCase();
    return [...this.#names.keys()].filter((symbol) => symbol.startsWith(wanted));
  }

  /**
   * What somebody may have meant who typed `asked`: symbols of companies whose
   * name begins so, then symbols one letter away, two for the longer ones.
   */
  nearest(asked: string): KnownSymbol[] {
    const slips = asked.length <= 3 ? 1 : 2;
    const found: (KnownSymbol & { away: number })[] = [];
    for (const [symbol, { name }] of this.#names.entries()) {
      if (symbol === asked) continue;
      const away = asked.length >= 4 && hasWord(name, asked) ? 0 : distance(asked, symbol);
      if (away <= slips) found.push({ symbol, name, away });
    }
    return found
      .toSorted((one, other) => one.away - other.away)
      .slice(0, MAX_NEAREST)
      .map(({ symbol, name }) => ({ symbol, name }));
  }

  #take(row: Record<string, unknown>): void {
    // A row that failed is about a symbol nobody knows.
    const symbol = typeof row["error"] === "string" ? undefined : (row["symbol"] ?? row["ticker"]);
    if (typeof symbol !== "string" || symbol.length > 24) return;
    const name = row["companyName"] ?? row["company_name"] ?? row["name"];
    this.#names.set(symbol, { name: typeof name === "string" ? name : this.#names.get(symbol)?.name });
  }
}

/** Whether a word of the name begins with the text. */
function hasWord(name: string | undefined, text: string): boolean {
  return name !== undefined && ` ${name.toUpperCase()}`.includes(` ${text}`);
}

/** "Did you mean AAPL (Apple) or AAP?"; nothing without a candidate. */
export function didYouMean(candidates: readonly KnownSymbol[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const shown = candidates.map(({ symbol, name }) => (name === undefined ? symbol : `${symbol} (${name})`));
  const last = shown.pop()!;
  return `Did you mean ${shown.length > 0 ? `${shown.join(", ")} or ` : ""}${last}?`;
}
