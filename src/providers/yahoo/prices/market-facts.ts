/** Figures by provider B for the symbols in other providers' lists. */
import type { MarketFact, MarketFacts } from "../../market/market-facts.js";
import { activeFacts, loserFacts } from "../../capabilities/movers.js";
import { screenedFacts } from "../../capabilities/screener.js";
import { enricher, type Findings } from "../../contract/enrichment.js";
import type { ClientB } from "./client.js";
import { noData } from "./envelopes.js";
import { providerB } from "./provider.js";
import type { QuoteRow } from "./quote-row.js";

/** Volume and market cap of losers. */
export const loserFactsFromB = enricher(providerB, loserFacts, (symbols, client) =>
  fetchMarketFacts(symbols, client, loserFacts.fields),
);

/** Volumes, market cap, PE and EPS of the most active. */
export const activeFactsFromB = enricher(providerB, activeFacts, (symbols, client) =>
  fetchMarketFacts(symbols, client, activeFacts.fields),
);

/** Average volume, PE and EPS of screened stocks. */
export const screenedFactsFromB = enricher(providerB, screenedFacts, (symbols, client) =>
  fetchMarketFacts(symbols, client, screenedFacts.fields),
);

/**
 * Makes one quote call for up to 50 symbols; returns facts by the requested symbols, without unknown ones. If a row has
 * no figure at all, all `fields` are reported as missing.
 *
 * @throws {ProviderError} `no_data` when no row has a figure.
 */
async function fetchMarketFacts(
  symbols: readonly string[],
  client: ClientB,
  fields: readonly string[],
): Promise<Findings<MarketFacts>> {
  const listed = [...(await client.quotes(symbols))].filter(([, row]) => !row.isDelisted);
  const facts = listed.map(([symbol, row]): [string, MarketFact] => [symbol, toFact(row)]);
  const empty = facts.filter(([, fact]) => Object.values(fact).every((figure) => figure === null));
  if (symbols.length > 0 && empty.length === facts.length) throw noData();
  return { facts, missing: empty.length > 0 ? fields : [] };
}

function toFact(row: QuoteRow): MarketFact {
  const { volume, avgVolume, marketCap, pe, eps, changesPercentage: change, dividendYield, yearHigh, yearLow } = row;
  return { volume, avgVolume, marketCap, pe, eps, change, dividendYield, yearHigh, yearLow };
}
