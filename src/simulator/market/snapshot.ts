/** Prices of one security at a moment. */

/** Prices of one security at a moment, in the listing's currency; `marketCap` is in pounds if prices are in pence. */
export interface Snapshot {
  price: number;
  previousClose: number;
  change: number;
  /** Percent. */
  changePercent: number;
  open: number;
  dayHigh: number;
  dayLow: number;
  yearHigh: number;
  yearLow: number;
  average50: number;
  average200: number;
  volume: number;
  averageVolume: number;
  averageVolume10: number;
  /** 0 when there is none, as FMP sends it. */
  marketCap: number;
  /** Milliseconds since the epoch: the moment itself during a session, otherwise the end of the last session. */
  tradedAt: number;
}

/** The part of a snapshot that market-wide lists need; does not require the past year. */
export type Tick = Pick<
  Snapshot,
  "price" | "previousClose" | "change" | "changePercent" | "volume" | "marketCap" | "tradedAt"
>;
