/** Bars of which only the closes matter. */
import type { Bar } from "../../src/market/prices/price-bars.js";

/** A bar without range. */
export function bar(date: string, close: number, adjClose: number | null = close): Bar {
  return { date, open: close, high: close, low: close, close, adjClose, volume: 100 };
}

/** Bars given oldest first, in the order of a series: newest first. */
export function barsOf(...rows: [date: string, close: number, adjClose?: number | null][]): Bar[] {
  return rows.map((row) => bar(...row)).toReversed();
}
