/**
 * Prices outside the regular session of the securities quoted last. Provider A's quote has none, and a call of its own
 * for each quote would cost too much; most quotes of provider A come with a row of provider B, or follow one.
 */
import { LRUCache } from "lru-cache";
import type { ExtendedHours } from "../../capabilities/extended-hours.js";
import { DAY_MS } from "../../lib/day.js";
import { toExtendedHours, type QuoteRow } from "./quote-row.js";

const MAX_SECURITIES = 1_000;
/** A row of Friday evening is the newest until Monday. */
const KEEP_MS = 4 * DAY_MS;

/** The prices of one security, and when they were fetched, milliseconds since the epoch. */
export interface SeenPrices {
  hours: ExtendedHours;
  fetchedAt: number;
}

export class SeenHours {
  readonly #seen = new LRUCache<string, SeenPrices>({ max: MAX_SECURITIES, ttl: KEEP_MS });

  /** Takes the place of the security's earlier prices. */
  note(symbol: string, row: QuoteRow, fetchedAt: number): void {
    this.#seen.set(symbol, { hours: toExtendedHours(row), fetchedAt });
  }

  of(symbol: string): SeenPrices | undefined {
    return this.#seen.get(symbol);
  }
}
