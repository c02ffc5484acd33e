/** Parses Yahoo's reported figures: one list per type, in any order, with gaps. */
import { z } from "../../../contract/schema.js";
import { currencyCode, isDay } from "../../../contract/values.js";
import { oldestFirst } from "../../../lib/newest-first.js";
import { isSameYahooSymbol } from "./symbol.js";
import { list, raw } from "./values.js";

/** A figure of one reporting period. */
export interface Point {
  /** Last day of the period's month, YYYY-MM-DD. */
  date: string;
  currency: string | null;
  value: number;
}

/** Points by type, oldest first; a type without data is missing. */
export type Series = ReadonlyMap<string, readonly Point[]>;

/** Limit of periods per type; no recorded type has as many. */
const MAX_POINTS = 100;

/** Returns the points of the requested types; `undefined` when the entries are about another symbol. */
export function toSeries(entries: readonly unknown[], types: readonly string[], symbol: string): Series | undefined {
  const wanted = new Set(types);
  const series = new Map<string, readonly Point[]>();
  for (const entry of entries.slice(0, 2 * wanted.size)) {
    const parsed = seriesEntry.safeParse(entry);
    if (!parsed.success) continue;
    const { meta } = parsed.data;
    const sent = meta.symbol[0];
    if (typeof sent !== "string") continue;
    if (!isSameYahooSymbol(sent, symbol)) return undefined;
    const type = meta.type.find((name): name is string => typeof name === "string" && wanted.has(name));
    if (type === undefined) continue;
    const points = list.parse(parsed.data[type]).slice(0, MAX_POINTS).flatMap(toPoint);
    if (points.length > 0)
      series.set(
        type,
        oldestFirst(points, ({ date }) => date),
      );
  }
  return series;
}

function toPoint(point: unknown): Point[] {
  const parsed = seriesPoint.safeParse(point);
  const value = parsed.success ? raw(parsed.data.reportedValue) : null;
  if (!parsed.success || value === null) return [];
  return [{ date: parsed.data.asOfDate, currency: parsed.data.currencyCode, value }];
}

const seriesEntry = z.object({ meta: z.object({ symbol: list, type: list }) }).passthrough();

const seriesPoint = z.object({
  asOfDate: z.string().refine(isDay),
  currencyCode,
  reportedValue: z.unknown(),
});
