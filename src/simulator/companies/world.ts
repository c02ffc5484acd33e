/** The data behind the simulated upstreams, and the shapes of their requests and replies. */
import { type Analysts, createAnalysts } from "./analysts.js";
import { type Books, createBooks } from "./fundamentals.js";
import { createMarket, type Market } from "../market/market.js";

export interface World {
  market: Market;
  books: Books;
  analysts: Analysts;
}

/**
 * A request to a simulated upstream, without its path prefix. `at` is the simulator's time in milliseconds since the
 * epoch.
 */
export interface SimulatedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  at: number;
}

/** A reply of a simulated upstream: `body` is sent as JSON, `text` and `bytes` unchanged. */
export interface SimulatedReply {
  status: number;
  body?: unknown;
  text?: string;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
}

/** A call that returns rows. */
export type RowsOf = (query: URLSearchParams, at: number) => readonly unknown[];

/** Creates the data of a seed. */
export function createWorld(seed: number): World {
  const market = createMarket(seed);
  return { market, books: createBooks(market), analysts: createAnalysts(market) };
}

/** Formats a moment as `YYYY-MM-DD`, UTC. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns an integer from a query, or the fallback for anything else. */
export function wholeFrom(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

/** Caches costly results that never change; clears the cache when it has `maxEntries` entries. */
export function createMemo<Value>(maxEntries: number): (key: string, make: () => Value) => Value {
  const cache = new Map<string, Value>();
  return (key, make) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (cache.size >= maxEntries) cache.clear();
    const made = make();
    cache.set(key, made);
    return made;
  };
}
