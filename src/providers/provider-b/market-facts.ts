/** What provider B knows about symbols that other providers' lists name. */
import type { MarketFact, MarketFacts } from "../../capabilities/market-facts.js";
import { activeFacts, loserFacts } from "../../capabilities/movers.js";
import { screenedFacts } from "../../capabilities/screener.js";
import { supplier } from "../../contract/provider.js";
import type { ClientB } from "./client.js";
import { providerB } from "./provider.js";
import type { QuoteRow } from "./quote-row.js";

/** Volume and market cap of losers. */
export const loserFactsFromB = supplier(providerB, loserFacts, fetchMarketFacts);

/** Volumes, market cap, PE and EPS of the most active. */
export const activeFactsFromB = supplier(providerB, activeFacts, fetchMarketFacts);

/** Average volume, PE and EPS of screened stocks. */
export const screenedFactsFromB = supplier(providerB, screenedFacts, fetchMarketFacts);

/** One v7 call for up to 50 symbols; by the symbols as asked, unknown ones left out. */
async function fetchMarketFacts(asked: readonly string[], client: ClientB): Promise<MarketFacts> {
  const rows = await client.quotes(asked);
  return new Map([...rows].map(([symbol, row]) => [symbol, toFact(row)]));
}

function toFact(row: QuoteRow): MarketFact {
  return {
    volume: row.regularMarketVolume,
    avgVolume: row.averageDailyVolume3Month,
    marketCap: row.marketCap,
    pe: row.trailingPE,
    eps: row.epsTrailingTwelveMonths,
  };
}
