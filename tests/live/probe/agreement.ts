/** Compares the figures that several sources gave for one security. */
import { isObject } from "../../../src/lib/is-object.js";

/** A figure by one source; figures of the same symbol and name are compared. */
export interface Figure {
  source: string;
  symbol: string;
  /** Such as `price`, `close on 2026-03-05`, `revenue 2025`. */
  name: string;
  value: number;
}

/** Accepted difference of sources in percent: one of them may be delayed, or show the extended session. */
const APART_PERCENT = 10;
/** Market caps differ by more, because sources count shares differently. */
const CAP_APART_PERCENT = 50;
/** Latest bars of a history that are compared; sources may lack one of them. */
const MAX_BARS = 5;

/** The figures of an answer that other sources give as well: price, market cap, latest closes, yearly revenue. */
export function figuresOf(source: string, symbol: string, data: unknown): Figure[] {
  if (!isObject(data)) return [];
  const { price, marketCap, bars, data: statements, interval, period } = data;
  const figures: [name: string, value: unknown][] = [
    ["price", price],
    ["market cap", marketCap],
    ...rowsIn(interval === "1d" ? bars : undefined)
      .slice(0, MAX_BARS)
      .map(({ date, close }): [string, unknown] => [`close on ${String(date)}`, close]),
    ...rowsIn(period === "annual" ? statements : undefined).map(({ date, revenue }): [string, unknown] => [
      `revenue ${String(date).slice(0, 4)}`,
      revenue,
    ]),
  ];
  return figures.flatMap(([name, value]) =>
    typeof value === "number" && value > 0 ? [{ source, symbol, name, value }] : [],
  );
}

/** A sentence for each figure of a security on which its sources disagree. */
export function disagreements(figures: readonly Figure[]): string[] {
  const groups = new Map<string, Figure[]>();
  for (const figure of figures) {
    const key = `${figure.symbol}: ${figure.name}`;
    groups.set(key, [...(groups.get(key) ?? []), figure]);
  }
  return [...groups].flatMap(([what, group]) => {
    const sorted = group.toSorted((one, other) => one.value - other.value);
    const [low, high] = [sorted[0]!, sorted.at(-1)!];
    const apart = (high.value / low.value - 1) * 100;
    if (apart <= (low.name === "market cap" ? CAP_APART_PERCENT : APART_PERCENT)) return [];
    return [`${what} ${low.value} by ${low.source}, ${high.value} by ${high.source}: ${apart.toFixed(1)} % apart`];
  });
}

function rowsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
