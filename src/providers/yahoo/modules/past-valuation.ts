/** Market cap and multiples at the ends of past periods, from Yahoo's series, which need no session. */
import { MAX_PERIODS, type PastValuation } from "../../../capabilities/companies/key-statistics.js";
import { toMajorUnit } from "../../../contract/currency.js";
import type { Upstream } from "../../../contract/upstream.js";
import { newestFirst } from "../../../lib/newest-first.js";
import type { YahooClient } from "../calls/client.js";

/** Our figures by B's types, without the prefix `annual` or `quarterly`. */
const TYPES = {
  marketCap: "MarketCap",
  trailingPE: "PeRatio",
  priceToSales: "PsRatio",
  priceToBook: "PbRatio",
  evToEbitda: "EnterprisesValueEBITDARatio",
} as const;
const FIGURES = Object.keys(TYPES) as (keyof typeof TYPES)[];

/** Start of the requested time in Unix seconds; B's series go back to 2016 or later. */
const SINCE = Date.UTC(2015, 0, 1) / 1000;

/**
 * Returns the periods, newest first, with figures as B sends them; a market cap in another currency than the listing's is
 * `null`.
 */
export async function findPastValuation(
  symbol: string,
  span: "quarter" | "year",
  currency: string | null,
  client: YahooClient,
  upstream: Upstream,
): Promise<PastValuation[]> {
  const prefix = span === "quarter" ? "quarterly" : "annual";
  const typeOf = (figure: keyof typeof TYPES) => prefix + TYPES[figure];
  const now = Math.ceil(upstream.now().getTime() / 1000);
  const series = await client.timeseries(symbol, FIGURES.map(typeOf), SINCE, now);
  const days = [...new Set([...series.values()].flatMap((points) => points.map(({ date }) => date)))];
  const find = (figure: keyof typeof TYPES, day: string) =>
    series.get(typeOf(figure))?.find(({ date }) => date === day);
  return newestFirst(
    days.map((date): PastValuation => {
      const figures = Object.fromEntries(FIGURES.map((figure) => [figure, find(figure, date)?.value ?? null]));
      const cap = find("marketCap", date);
      const isOther = cap?.currency != null && currency !== null && cap.currency !== toMajorUnit(currency);
      return { date, ...figures, ...(isOther ? { marketCap: null } : {}) } as PastValuation;
    }),
    ({ date }) => date,
  ).slice(0, MAX_PERIODS);
}
