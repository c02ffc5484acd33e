/** The symbols looked up last, and the reader's own list. They are in this browser only. */
import { isObject } from "../lib/is-object.js";
import { parseJson } from "../lib/parse-json.js";

const NAME = "market-data-symbols";
const MOST_RECENT = 8;
/** As many as one call of `get_quotes` takes. */
export const MOST_OWN = 20;
/** No symbol is longer. */
const LONGEST = 24;

interface Kept {
  /** The newest first. */
  recent: string[];
  own: string[];
}

/** Returns what the browser has, which other tabs may have changed; without a store, as in private windows, nothing. */
export function keptSymbols(): Kept {
  let text: string | null = null;
  try {
    text = localStorage.getItem(NAME);
  } catch {}
  const value = parseJson(text ?? "");
  const { recent, own } = isObject(value) ? value : {};
  return { recent: symbolsIn(recent, MOST_RECENT), own: symbolsIn(own, MOST_OWN) };
}

/** Puts a symbol first among those looked up last. */
export function noteRecent(symbol: string): void {
  const { recent, own } = keptSymbols();
  keep({ recent: [symbol, ...recent], own });
}

export function forgetRecent(): void {
  keep({ recent: [], own: keptSymbols().own });
}

/** Adds a symbol to the own list, or removes it. Returns whether the list had room for it. */
export function setOwn(symbol: string, isIn: boolean): boolean {
  const { recent, own } = keptSymbols();
  const others = own.filter((each) => each !== symbol);
  keep({ recent, own: isIn ? [...others, symbol] : others });
  return !isIn || others.length < MOST_OWN;
}

function keep({ recent, own }: Kept): void {
  const symbols = { recent: symbolsIn(recent, MOST_RECENT), own: symbolsIn(own, MOST_OWN) };
  try {
    if (symbols.recent.length + symbols.own.length === 0) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify(symbols));
  } catch {}
}

function symbolsIn(value: unknown, most: number): string[] {
  const all = Array.isArray(value) ? value : [];
  const symbols = all.filter(
    (each): each is string => typeof each === "string" && each !== "" && each.length <= LONGEST,
  );
  return [...new Set(symbols)].slice(0, most);
}
