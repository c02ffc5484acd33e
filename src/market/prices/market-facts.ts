/** Figures of many symbols at once, for lists whose source does not send them. */
import { z } from "../../contract/schema.js";

const figure = z.number().nullable();
const marketFact = z
  .object({
    volume: figure,
    avgVolume: figure,
    marketCap: figure,
    pe: figure,
    eps: figure,
    change: figure,
    dividendYield: figure,
    yearHigh: figure,
    yearLow: figure,
    yearChangePercent: figure,
    priceToBook: figure,
  })
  .strict();

/** The figures of one symbol. Money is in the listing's currency; `volume` is today's; changes are in percent, the yield is a ratio. */
export type MarketFact = z.output<typeof marketFact>;

export const marketFactsShape = z.array(z.tuple([z.string(), marketFact]));

/** Pairs of a symbol, as spelled in the question, and its figures. A list, because a map cannot be stored as JSON. */
export type MarketFacts = z.output<typeof marketFactsShape>;

/**
 * Returns the data whose `list` has its empty (`null`) or absent columns filled from the facts.
 *
 * `columns` maps each column of a row to the fact that fills it. The returned `fields` are the columns in which at
 * least one row got a value.
 */
export function applyMarketFacts<List extends string, Data extends Record<List, { symbol: string }[]>>(
  data: Data,
  list: List,
  facts: MarketFacts,
  columns: Partial<Record<keyof Data[List][number] & string, keyof MarketFact>>,
): { data: Data; fields: string[] } {
  const bySymbol = new Map(facts);
  const fields = new Set<string>();
  const filled = data[list].map((row) => {
    const fact = bySymbol.get(row.symbol);
    if (!fact) return row;
    const copy: Record<string, unknown> = { ...row };
    for (const [column, name] of Object.entries(columns) as [string, keyof MarketFact][]) {
      if ((copy[column] ?? null) !== null || fact[name] === null) continue;
      copy[column] = fact[name];
      fields.add(column);
    }
    return copy;
  });
  return { data: { ...data, [list]: filled }, fields: Object.keys(columns).filter((column) => fields.has(column)) };
}

/** Returns the symbols of the rows without a volume; `null` if each has one. */
export function symbolsWithoutVolume(rows: readonly { symbol: string; volume: number | null }[]): string[] | null {
  const symbols = rows.filter((row) => row.volume === null).map((row) => row.symbol);
  return symbols.length > 0 ? symbols : null;
}
