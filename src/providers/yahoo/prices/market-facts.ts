/** Figures by Yahoo for the symbols in other providers' lists. */
import type { MarketFact, MarketFacts } from "../../../market/prices/market-facts.js";
import { activeFacts, loserFacts } from "../../../capabilities/prices/movers.js";
import { screenedFacts } from "../../../capabilities/companies/screener.js";
import { enricher, type Findings } from "../../../contract/enrichment.js";
import type { YahooClient } from "../calls/client.js";
import { noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import type { QuoteRow } from "../calls/quote-row.js";

/** Volume and market cap of losers. */
export const loserFactsFromYahoo = enricher(yahooProvider, loserFacts, (symbols, client) =>
  fetchMarketFacts(symbols, client, loserFacts.fields),
);

/** Volumes, market cap, PE and EPS of the most active. */
export const activeFactsFromYahoo = enricher(yahooProvider, activeFacts, (symbols, client) =>
  fetchMarketFacts(symbols, client, activeFacts.fields),
);

/** Average volume, PE and EPS of screened stocks. */
export const screenedFactsFromYahoo = enricher(yahooProvider, screenedFacts, (symbols, client) =>
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
  client: YahooClient,
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
  const { yearChangePercent, priceToBook } = row;
  return {
    volume,
    avgVolume,
    marketCap,
    pe,
    eps,
    change,
    dividendYield,
    yearHigh,
    yearLow,
    yearChangePercent,
    priceToBook,
  };
}
