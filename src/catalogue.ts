/** The whole product: each capability with its sources, best first, and its enrichers. */
import { checkByFilings, checkFinancials } from "./capabilities/check-financials.js";
import { checkBySides, checkQuote } from "./capabilities/check-quote.js";
import { compareStocks } from "./capabilities/compare-stocks.js";
import { compareByOverview } from "./capabilities/compare-stocks-overviews.js";
import { compareOverDays } from "./capabilities/compare-stocks-range.js";
import { crypto } from "./capabilities/crypto.js";
import { dcf } from "./capabilities/dcf.js";
import { dividends } from "./capabilities/dividends.js";
import { earnings } from "./capabilities/earnings.js";
import { filingText } from "./capabilities/filing-text.js";
import { filingFacts } from "./capabilities/filing-facts.js";
import { economicSeries } from "./capabilities/economic-series.js";
import { financials } from "./capabilities/financials.js";
import { fund } from "./capabilities/fund.js";
import { holders } from "./capabilities/holders.js";
import { insiderTransactions } from "./capabilities/insider-transactions.js";
import { keyStatistics } from "./capabilities/key-statistics.js";
import { marketCalendar } from "./capabilities/market-calendar.js";
import { marketSummary } from "./capabilities/market-summary.js";
import { active, gainers, losers } from "./capabilities/movers.js";
import { news } from "./capabilities/news.js";
import { optionsChain } from "./capabilities/options-chain.js";
import { overview } from "./capabilities/overview.js";
import { peers } from "./capabilities/peers.js";
import { priceHistory } from "./capabilities/price-history.js";
import { priceTargets } from "./capabilities/price-targets.js";
import { alternativeQuote, quote } from "./capabilities/quote.js";
import { quotes } from "./capabilities/quotes.js";
import { recommendations } from "./capabilities/recommendations.js";
import { referenceRates } from "./capabilities/reference-rates.js";
import { screener } from "./capabilities/screener.js";
import { search } from "./capabilities/search.js";
import { researchRows } from "./capabilities/research.js";
import { filingSearch } from "./capabilities/search-filings.js";
import { secFilings } from "./capabilities/sec-filings.js";
import { serviceStatus } from "./capabilities/service-status.js";
import { technicals, technicalsFromHistory } from "./capabilities/technicals.js";
import type { InputOf } from "./contract/capability.js";
import { derived, entry, ownEntry, rowOf, type Entry } from "./contract/entry.js";
import type { Provider } from "./contract/provider.js";
import { uncapital } from "./lib/capital.js";
import { cryptoFromA, coinsFromA } from "./providers/provider-a/crypto.js";
import { dcfFromA } from "./providers/provider-a/dcf.js";
import { dividendsFromA, paymentDaysFromA } from "./providers/provider-a/dividends.js";
import { announcementsFromA, earningsFromA } from "./providers/provider-a/earnings.js";
import { financialsFromA } from "./providers/provider-a/financials.js";
import { filingsFromA } from "./providers/provider-a/filings.js";
import { fundFromA } from "./providers/provider-a/fund.js";
import { insiderTransactionsFromA } from "./providers/provider-a/insider-transactions.js";
import { keyStatisticsFromA, pastMultiplesFromA } from "./providers/provider-a/key-statistics.js";
import { marketCalendarFromA } from "./providers/provider-a/market-calendar.js";
import { activeFromA, gainersFromA, losersFromA } from "./providers/provider-a/movers.js";
import { newsFromA } from "./providers/provider-a/news.js";
import { overviewFromA } from "./providers/provider-a/overview.js";
import { peersFromA } from "./providers/provider-a/peers.js";
import { priceTargetsFromA, ratingChangesFromA } from "./providers/provider-a/price-targets.js";
import { priceHistoryFromA } from "./providers/provider-a/price-history.js";
import { quoteFromA, shareFactsFromA } from "./providers/provider-a/quote.js";
import { quotesFromA } from "./providers/provider-a/quotes.js";
import { recommendationsFromA } from "./providers/provider-a/recommendations.js";
import { screenerFromA } from "./providers/provider-a/screener.js";
import { searchFromA } from "./providers/provider-a/search.js";
import { cryptoFromB } from "./providers/provider-b/crypto.js";
import { dividendsFromB } from "./providers/provider-b/dividends.js";
import { earningsFromB } from "./providers/provider-b/earnings.js";
import { financialsFromB } from "./providers/provider-b/financials.js";
import { filingsFromB } from "./providers/provider-b/filings.js";
import { fundFromB } from "./providers/provider-b/fund.js";
import { holdersFromB } from "./providers/provider-b/holders.js";
import { insiderTransactionsFromB } from "./providers/provider-b/insider-transactions.js";
import {
  keyStatisticsFromB,
  keyStatisticsFromPrice,
  keyStatisticsWithoutPeg,
} from "./providers/provider-b/key-statistics.js";
import { activeFactsFromB, loserFactsFromB, screenedFactsFromB } from "./providers/provider-b/market-facts.js";
import { companyCalendarFromB } from "./providers/provider-b/company-calendar.js";
import { marketCalendarFromB } from "./providers/provider-b/market-calendar.js";
import { marketSummaryFromB, marketSummaryWithoutSession } from "./providers/provider-b/market-summary.js";
import { activeFromB, gainersFromB, losersFromB } from "./providers/provider-b/movers.js";
import { newsFromB } from "./providers/provider-b/news.js";
import { optionsChainFromB } from "./providers/provider-b/options-chain.js";
import { overviewFromB, overviewFromPrice, overviewWithoutPeg } from "./providers/provider-b/overview.js";
import { overviewWithoutSession } from "./providers/provider-b/overview-without-session.js";
import { peersFromB } from "./providers/provider-b/peers.js";
import { priceTargetsFromB, ratingChangesFromB } from "./providers/provider-b/price-targets.js";
import { priceHistoryFromB } from "./providers/provider-b/price-history.js";
import {
  alternativeQuoteFromB,
  alternativeQuoteFromChart,
  quoteFromB,
  quoteFromChart,
  shareFactsFromB,
} from "./providers/provider-b/quote.js";
import { quotesFromCharts } from "./providers/provider-b/quotes-from-charts.js";
import { otherQuotesFromB, quotesFromB } from "./providers/provider-b/quotes.js";
import { releaseDaysFromB } from "./providers/provider-b/release-days.js";
import { recommendationsFromB } from "./providers/provider-b/recommendations.js";
import { screenerFromB } from "./providers/provider-b/screener.js";
import { searchFromB } from "./providers/provider-b/search.js";
import { searchFromC } from "./providers/provider-c/search.js";
import { filingFactsFromD } from "./providers/provider-d/filing-facts.js";
import { economicSeriesFromD } from "./providers/provider-d/economic-series.js";
import { financialsFromD } from "./providers/provider-d/financials.js";
import { insiderTransactionsFromD } from "./providers/provider-d/insider-transactions.js";
import { filingTextFromD } from "./providers/provider-d/filing-text.js";
import { filingsFromD } from "./providers/provider-d/filings.js";
import { quoteFromD, quoteRatesFromD, quotesFromD, quotesRatesFromD } from "./providers/provider-d/quote.js";
import { searchFilingsFromD } from "./providers/provider-d/search-filings.js";
import { referenceRatesFromD, treasuryYieldsFromD } from "./providers/provider-d/reference-rates.js";
import { earningsFromE } from "./providers/provider-e/earnings.js";
import { newsFromE } from "./providers/provider-e/news.js";
import { overviewFromE } from "./providers/provider-e/overview.js";
import { quoteFromE } from "./providers/provider-e/quote.js";
import { recommendationsFromE } from "./providers/provider-e/recommendations.js";

// Rows from which other rows are derived.
const quoteRow = entry(
  quote,
  [quoteFromA, quoteFromB, quoteFromChart, quoteFromE, quoteFromD],
  [shareFactsFromB, shareFactsFromA],
);
const alternativeQuoteRow = entry(
  alternativeQuote,
  [alternativeQuoteFromB, alternativeQuoteFromChart],
  [quoteRatesFromD],
);
const financialsRow = entry(financials, [financialsFromA, financialsFromD, financialsFromB]);
// Statements of one source only, to be compared; their answers are cached apart.
const filedRow = rowOf(financialsRow, "official")!;
const financialsOfBRow = entry({ ...financials, name: `${financials.name}-of-b` }, [financialsFromB]);
const priceHistoryRow = entry(priceHistory, [priceHistoryFromB, priceHistoryFromA]);
// Price history from provider B only, because a comparison of ten stocks would take ten calls of provider A's small
// daily quota, just for their betas. Both rows share cached answers but no fetch in flight: otherwise a question of the
// row above could join a fetch limited to provider B and fail with it, although provider A can answer.
const freePriceHistoryRow = entry({ ...priceHistory, fetchKey: (input) => `${priceHistory.fetchKey!(input)} of B` }, [
  priceHistoryFromB,
]);

// A comparison shows no PEG ratio, which would take a third call for each stock.
const comparedOverviewRow = entry({ ...overview, name: `${overview.name}-compared` }, [
  overviewWithoutPeg,
  overviewFromA,
  overviewWithoutSession,
  overviewFromPrice,
]);
// Key statistics from provider B only, for a comparison: its overview has fetched them, while those of provider A would
// take four more calls.
const freeKeyStatisticsRow = entry({ ...keyStatistics, name: `${keyStatistics.name}-of-b` }, [keyStatisticsWithoutPeg]);

// Nobody asks for peers alone; a comparison of one company asks for them.
const peersRow = entry(peers, [peersFromA, peersFromB]);

export const CATALOGUE: readonly Entry[] = [
  entry(overview, [overviewFromB, overviewFromA, overviewWithoutSession, overviewFromPrice, overviewFromE]),
  quoteRow,
  alternativeQuoteRow,
  financialsRow,
  entry(priceTargets, [priceTargetsFromA, priceTargetsFromB], [ratingChangesFromB, ratingChangesFromA]),
  entry(dcf, [dcfFromA]),
  entry(recommendations, [recommendationsFromB, recommendationsFromA, recommendationsFromE]),
  entry(insiderTransactions, [insiderTransactionsFromB, insiderTransactionsFromD, insiderTransactionsFromA]),
  entry(search, [searchFromC, searchFromB, searchFromA]),
  entry(screener, [screenerFromA, screenerFromB], [screenedFactsFromB]),
  entry(gainers, [gainersFromA, gainersFromB]),
  entry(losers, [losersFromA, losersFromB], [loserFactsFromB]),
  entry(active, [activeFromA, activeFromB], [activeFactsFromB]),
  entry(marketSummary, [marketSummaryFromB, marketSummaryWithoutSession], [treasuryYieldsFromD]),
  entry(marketCalendar, [marketCalendarFromB, companyCalendarFromB, marketCalendarFromA]),
  entry(crypto, [cryptoFromA, cryptoFromB, coinsFromA]),
  entry(quotes, [quotesFromA, quotesFromB, quotesFromCharts, quotesFromD], [otherQuotesFromB, quotesRatesFromD]),
  priceHistoryRow,
  entry(news, [newsFromB, newsFromA, newsFromE]),
  entry(earnings, [earningsFromB, earningsFromA, earningsFromE], [announcementsFromA]),
  entry(keyStatistics, [keyStatisticsFromB, keyStatisticsFromA, keyStatisticsFromPrice], [pastMultiplesFromA]),
  entry(dividends, [dividendsFromB, dividendsFromA], [paymentDaysFromA]),
  entry(holders, [holdersFromB]),
  entry(fund, [fundFromB, fundFromA]),
  entry(optionsChain, [optionsChainFromB]),
  derived(technicals, (input, ask) =>
    technicalsFromHistory(
      input,
      (...args) => ask(priceHistoryRow, ...args),
      (...args) => ask(freePriceHistoryRow, ...args),
    ),
  ),
  derived(compareStocks, (input: InputOf<typeof compareStocks> & { alone?: boolean }, ask) => {
    const { from } = input;
    if (from !== undefined) {
      return compareOverDays({ ...input, from }, (symbol, start, to) =>
        ask(freePriceHistoryRow, { symbol, from: start, to, interval: "1d", adjusted: "splits" }),
      );
    }
    return compareByOverview(
      input,
      (symbol) => ask(comparedOverviewRow, { symbol }),
      overviewFromB.provider.id,
      (symbol) => ask(freePriceHistoryRow, { symbol, range: "2y", interval: "1d", adjusted: "splits" }),
      (symbol) => ask(peersRow, { symbol }),
      (symbol) => ask(freeKeyStatisticsRow, { symbol }),
    );
  }),
  derived(checkQuote, (input, ask) =>
    checkBySides(input, [
      { provider: quoteFromA.provider.id, ask: () => ask(quoteRow, input) },
      { provider: alternativeQuoteFromB.provider.id, ask: () => ask(alternativeQuoteRow, input) },
    ]),
  ),
  derived(checkFinancials, (input, ask) => {
    const { symbol, statement_type, period } = input;
    const asked = { symbol, statement_type, period };
    return checkByFilings(
      input,
      () => ask(filedRow, { ...asked, provenance: true }),
      async () => {
        const usual = await ask(financialsRow, asked);
        return usual.envelope.provider === financialsFromD.provider.id ? ask(financialsOfBRow, asked) : usual;
      },
    );
  }),
  entry(referenceRates, [referenceRatesFromD]),
  entry(economicSeries, [economicSeriesFromD], [releaseDaysFromB]),
  entry(secFilings, [filingsFromD, filingsFromB, filingsFromA]),
  entry(filingText, [filingTextFromD]),
  entry(filingSearch, [searchFilingsFromD]),
  entry(filingFacts, [filingFactsFromD]),
  ownEntry(serviceStatus),
] as readonly Entry[];

/** All tools: those of the catalogue, and those without a route and a command. */
export const TOOLS: readonly Entry[] = [...CATALOGUE, ...researchRows(CATALOGUE)];

/** Every provider with a source or an enricher in the catalogue, in the order of their ids. */
export const PROVIDERS: readonly Provider[] = providersOf(CATALOGUE);

/** Returns the providers that these rows name, each once, in the order of their ids. */
export function providersOf(catalogue: readonly Entry[]): readonly Provider[] {
  const named = catalogue
    .flatMap(({ sources, enrichers }) => [...sources, ...enrichers])
    .map(({ provider }) => provider);
  // `localeCompare` would load ICU at each start.
  return [...new Set(named)].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the titles, in the form for use inside a sentence, of the capabilities that only this provider can answer. */
export function onlyFrom(provider: Provider, catalogue: readonly Entry[] = CATALOGUE): string[] {
  return catalogue
    .filter(({ sources }) => sources.length > 0 && sources.every((source) => source.provider.id === provider.id))
    .map(({ capability: { title } }) => uncapital(title));
}
