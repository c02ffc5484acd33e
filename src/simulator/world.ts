/** Everything the three faces speak from, and the shapes of what they are asked and reply. */
import { type Analysts, createAnalysts } from "./companies/analysts.js";
import { type Books, createBooks } from "./companies/fundamentals.js";
import { createMarket, type Market } from "./market/market.js";

export interface World {
  market: Market;
  books: Books;
  analysts: Analysts;
}

/** A request to one face, its prefix taken off. `at` is the simulator's time in milliseconds since the epoch. */
export interface Question {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  at: number;
}

/** What a face replies: `body` goes out as JSON, `text` as it is. */
export interface Reply {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/** One call that answers with rows. */
export type RowsOf = (query: URLSearchParams, at: number) => readonly unknown[];

/** The world of one seed. */
export function createWorld(seed: number): World {
  const market = createMarket(seed);
  return { market, books: createBooks(market), analysts: createAnalysts(market) };
}

/** `YYYY-MM-DD` of a moment, UTC. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A whole number from a query, or the fallback when it is none. */
export function wholeFrom(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

/** Keeps what is costly to make and does not move; forgets everything when `most` are kept. */
export function createMemo<Value>(most: number): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = make();
    kept.set(key, made);
    return made;
  };
}
