/** Stock screening by provider B. */
import {
  MAX_SCREENED,
  screener,
  toBoundsNote,
  toFilters,
  type Screen,
  type ScreenedStock,
} from "../../capabilities/screener.js";
import { toMajorUnit } from "../../contract/currency.js";
import { toUpstreamSector } from "../../market/sector-names.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { optionalParts } from "../../contract/optional.js";
import { source, type SourceAnswer } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import type { Upstream } from "../../contract/upstream.js";
import type { ClientB } from "./client.js";
import { badAnswer, noData } from "./envelopes.js";
import { providerB } from "./provider.js";
import type { QuoteRow } from "./quote-row.js";

const NOTE =
  "Provider B screens listings, of the US unless a country is given, largest first; country filters the listing, not the incorporation, and volume_min the average day.";

/**
 * The largest matching listings and the exact count of all.
 *
 * B's rows have no sector (the filter's is used), no country and no beta; betas take one more call per 50 rows, at most
 * once a day for the same listings. A market cap that is not known to be in USD becomes `null`.
 */
export const screenerFromB = source(providerB, screener, async (input, client, upstream) => {
  const page = await client.screen(toQuery(input), MAX_SCREENED);
  const { total } = page;
  const rows = page.rows.toSorted((one, other) => (other.marketCap ?? 0) - (one.marketCap ?? 0));
  if (rows.length > 0 && rows.every((row) => row.regularMarketPrice === null)) {
    throw badAnswer();
  }
  const { notes = [], ...currencies } = toCurrencies(rows);
  const parts = optionalParts();
  const betas = new Map(await parts.get(["beta"], findBetas(client, upstream, rows)));
  return {
    data: {
      results: rows.map((row) => toStock(row, input.sector ?? null, betas.get(row.symbol) ?? null)),
      filters_applied: toFilters(input),
      total_results: total,
    },
    ...parts.gaps(),
    ...currencies,
    notes: [NOTE, ...notes, ...toBoundsNote(input, "provider B")],
  };
});

/** Returns B's query: all conditions joined by "and", with inclusive bounds. */
function toQuery(input: Screen): Readonly<Record<string, unknown>> {
  const bounds: [operator: string, field: string, bound: number | undefined][] = [
    ["GTE", "intradaymarketcap", input.market_cap_min],
    ["LTE", "intradaymarketcap", input.market_cap_max],
    ["GTE", "intradayprice", input.price_min],
    ["LTE", "intradayprice", input.price_max],
    ["GTE", "avgdailyvol3m", input.volume_min],
    ["GTE", "beta", input.beta_min],
    ["LTE", "beta", input.beta_max],
  ];
  const conditions = [
    { operator: "EQ", operands: ["region", input.country?.toLowerCase() ?? "us"] },
    ...(input.sector ? [{ operator: "EQ", operands: ["sector", toUpstreamSector(input.sector)] }] : []),
    ...bounds.flatMap(([operator, field, bound]) =>
      bound === undefined ? [] : [{ operator, operands: [field, bound] }],
    ),
  ];
  return {
    offset: 0,
    size: MAX_SCREENED,
    sortField: "intradaymarketcap",
    sortType: "DESC",
    quoteType: "EQUITY",
    userId: "",
    userIdType: "guid",
    query: { operator: "AND", operands: conditions },
  };
}

/**
 * Returns the rows' currency if all have the same one, `null` if that of a row is unknown, and otherwise a note;
 * earnings per share are in the major unit.
 */
function toCurrencies(rows: readonly QuoteRow[]): Pick<SourceAnswer<never>, "currency" | "currencies" | "notes"> {
  const known = [...new Set(rows.map((row) => row.currency))];
  const [currency] = known;
  if (currency === undefined) return {};
  if (currency === null || known.includes(null)) return { currency: null };
  if (known.length === 1) return { currency, currencies: { eps: toMajorUnit(currency) } };
  return {
    notes: [`The listings are not all in one currency, so price and eps are in ${known.join(" or ")}.`],
  };
}

type Beta = [symbol: string, beta: number | null];
const betasShape: z.ZodType<Beta[]> = z.array(z.tuple([z.string(), z.number().nullable()]));

/** Returns the betas of these listings, cached for a day: a beta over five years hardly changes in a day. */
function findBetas(client: ClientB, upstream: Upstream, rows: readonly QuoteRow[]): Promise<Beta[]> {
  const symbols = rows.map((row) => row.symbol).toSorted();
  if (symbols.length === 0) return Promise.resolve([]);
  const part = { key: `betas ${symbols.join()}`, keepSeconds: DAY_SECONDS, schema: betasShape };
  return upstream.remember(part, async () => {
    // `fields` replaces the default fields, so it must include the symbol.
    const quotes = await client.quotes(symbols, ["symbol", "beta"]);
    const betas = [...quotes].map(([symbol, quote]): Beta => [symbol, quote.beta]);
    if (betas.every(([, beta]) => beta === null)) throw noData();
    return betas;
  });
}

function toStock(row: QuoteRow, sector: string | null, beta: number | null): ScreenedStock {
  return {
    symbol: row.symbol,
    name: row.longName ?? row.shortName,
    price: row.regularMarketPrice,
    marketCap: row.currency === "USD" ? row.marketCap : null,
    volume: row.averageDailyVolume3Month,
    sector,
    country: null,
    beta,
    pe: row.trailingPE,
    eps: row.epsTrailingTwelveMonths,
  };
}
