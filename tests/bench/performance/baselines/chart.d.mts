/** A chart of daily bars as provider B sends it. */
export function toChart(symbol: string, count: number): unknown;
