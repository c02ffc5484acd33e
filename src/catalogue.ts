/** The whole product: each capability with its sources, best first, and its enrichers. */
import { checkByFilings, checkFinancials } from "./capabilities/companies/check-financials.js";
import { checkBySides, checkQuote } from "./capabilities/prices/check-quote.js";
import { compareStocks } from "./capabilities/comparison/compare-stocks.js";
import { compareByOverview } from "./capabilities/comparison/compare-stocks-overviews.js";
import { compareOverDays } from "./capabilities/comparison/compare-stocks-range.js";
import { crypto } from "./capabilities/prices/crypto.js";
import { dcf } from "./capabilities/companies/dcf.js";
import { dividends } from "./capabilities/companies/dividends.js";
import { billYields } from "./capabilities/economy/bill-yields.js";
import { earnings } from "./capabilities/companies/earnings.js";
import { filingText } from "./capabilities/filings/filing-text.js";
import { filingFacts } from "./capabilities/filings/filing-facts.js";
import { economicSeries } from "./capabilities/economy/economic-series.js";
import { financials } from "./capabilities/companies/financials.js";
import { fund } from "./capabilities/companies/fund.js";
import { holders } from "./capabilities/companies/holders.js";
import { insiderTransactions } from "./capabilities/companies/insider-transactions.js";
import { keyStatistics } from "./capabilities/companies/key-statistics.js";
import { managerHoldings } from "./capabilities/filings/manager-holdings.js";
import { marketCalendar } from "./capabilities/economy/market-calendar.js";
import { marketSummary } from "./capabilities/prices/market-summary.js";
import { active, gainers, losers } from "./capabilities/prices/movers.js";
import { news } from "./capabilities/companies/news.js";
import { optionsChain } from "./capabilities/prices/options-chain.js";
import { overview } from "./capabilities/companies/overview.js";
import { peers } from "./capabilities/companies/peers.js";
import { priceHistory } from "./capabilities/prices/price-history.js";
import { priceTargets } from "./capabilities/companies/price-targets.js";
import { alternativeQuote, quote } from "./capabilities/prices/quote.js";
import { quotes } from "./capabilities/prices/quotes.js";
import { recommendations } from "./capabilities/companies/recommendations.js";
import { referenceRates } from "./capabilities/economy/reference-rates.js";
import { screener } from "./capabilities/companies/screener.js";
import { search } from "./capabilities/companies/search.js";
import { researchRows } from "./capabilities/filings/research.js";
import { filingSearch } from "./capabilities/filings/search-filings.js";
import { secFilings } from "./capabilities/filings/sec-filings.js";
import { serviceStatus } from "./capabilities/service-status.js";
import { createRefusal } from "./capabilities/nearest-tools.js";
import { technicals, technicalsFromHistory } from "./capabilities/prices/technicals.js";
import type { InputOf } from "./contract/capability.js";
import { derived, entry, limitedTo, ownEntry, rowOf, type Entry } from "./contract/entry.js";
import type { Provider } from "./contract/provider.js";
import { areAll, type ProviderId } from "./contract/provider-id.js";
import { uncapital } from "./lib/capital.js";
import { cryptoFromFmp, coinsFromFmp } from "./providers/financial-modeling-prep/crypto.js";
import { dcfFromFmp } from "./providers/financial-modeling-prep/dcf.js";
import { dividendsFromFmp, paymentDaysFromFmp } from "./providers/financial-modeling-prep/dividends.js";
import { announcementsFromFmp, earningsFromFmp } from "./providers/financial-modeling-prep/earnings.js";
import { financialsFromFmp } from "./providers/financial-modeling-prep/financials.js";
import { filingsFromFmp } from "./providers/financial-modeling-prep/filings.js";
import { fundFromFmp } from "./providers/financial-modeling-prep/fund.js";
import { insiderTransactionsFromFmp } from "./providers/financial-modeling-prep/insider-transactions.js";
import { keyStatisticsFromFmp, pastMultiplesFromFmp } from "./providers/financial-modeling-prep/key-statistics.js";
import { marketCalendarFromFmp } from "./providers/financial-modeling-prep/market-calendar.js";
import { activeFromFmp, gainersFromFmp, losersFromFmp } from "./providers/financial-modeling-prep/movers.js";
import { newsFromFmp } from "./providers/financial-modeling-prep/news.js";
import { overviewFromFmp } from "./providers/financial-modeling-prep/overview.js";
import { peersFromFmp } from "./providers/financial-modeling-prep/peers.js";
import { priceTargetsFromFmp, ratingChangesFromFmp } from "./providers/financial-modeling-prep/price-targets.js";
import { priceHistoryFromFmp } from "./providers/financial-modeling-prep/price-history.js";
import { quoteFromFmp, shareFactsFromFmp } from "./providers/financial-modeling-prep/quote.js";
import { quotesFromFmp } from "./providers/financial-modeling-prep/quotes.js";
import { recommendationsFromFmp } from "./providers/financial-modeling-prep/recommendations.js";
import { screenerFromFmp } from "./providers/financial-modeling-prep/screener.js";
import { searchFromFmp } from "./providers/financial-modeling-prep/search.js";
import { cryptoFromYahoo } from "./providers/yahoo/prices/crypto.js";
import { dividendsFromYahoo } from "./providers/yahoo/companies/dividends.js";
import { earningsFromYahoo } from "./providers/yahoo/companies/earnings.js";
import { financialsFromYahoo } from "./providers/yahoo/companies/financials.js";
import { filingsFromYahoo } from "./providers/yahoo/companies/filings.js";
import { fundFromYahoo } from "./providers/yahoo/companies/fund.js";
import { holdersFromYahoo } from "./providers/yahoo/companies/holders.js";
import { insiderTransactionsFromYahoo } from "./providers/yahoo/companies/insider-transactions.js";
import {
  keyStatisticsFromYahoo,
  keyStatisticsFromPrice,
  keyStatisticsWithoutPeg,
} from "./providers/yahoo/companies/key-statistics.js";
import {
  activeFactsFromYahoo,
  loserFactsFromYahoo,
  screenedFactsFromYahoo,
} from "./providers/yahoo/prices/market-facts.js";
import { companyCalendarFromYahoo } from "./providers/yahoo/companies/company-calendar.js";
import { marketCalendarFromYahoo } from "./providers/yahoo/market/market-calendar.js";
import { marketSummaryFromYahoo, marketSummaryWithoutSession } from "./providers/yahoo/prices/market-summary.js";
import { activeFromYahoo, gainersFromYahoo, losersFromYahoo } from "./providers/yahoo/prices/movers.js";
import { newsFromYahoo } from "./providers/yahoo/market/news.js";
import { optionsChainFromYahoo } from "./providers/yahoo/prices/options-chain.js";
import { overviewFromYahoo, overviewFromPrice, overviewWithoutPeg } from "./providers/yahoo/companies/overview.js";
import { overviewWithoutSession } from "./providers/yahoo/companies/overview-without-session.js";
import { peersFromYahoo } from "./providers/yahoo/companies/peers.js";
import { priceTargetsFromYahoo, ratingChangesFromYahoo } from "./providers/yahoo/companies/price-targets.js";
import { priceHistoryFromYahoo } from "./providers/yahoo/prices/price-history.js";
import {
  alternativeQuoteFromYahoo,
  alternativeQuoteFromChart,
  quoteFromYahoo,
  quoteFromChart,
  shareFactsFromYahoo,
} from "./providers/yahoo/prices/quote.js";
import { quotesFromCharts } from "./providers/yahoo/prices/quotes-from-charts.js";
import { otherQuotesFromYahoo, quotesFromYahoo } from "./providers/yahoo/prices/quotes.js";
import { releaseDaysFromYahoo } from "./providers/yahoo/market/release-days.js";
import { recommendationsFromYahoo } from "./providers/yahoo/companies/recommendations.js";
import { screenerFromYahoo } from "./providers/yahoo/market/screener.js";
import { searchFromYahoo } from "./providers/yahoo/market/search.js";
import { searchFromAlphaVantage } from "./providers/alpha-vantage/search.js";
import { filingFactsFromSec } from "./providers/sec/facts/filing-facts.js";
import { fundFromSec, wholeFundFromSec } from "./providers/sec/funds/fund.js";
import { economicSeriesFromOffices } from "./providers/economic-series/economic-series.js";
import { financialsFromSec } from "./providers/sec/statements/financials.js";
import { insiderTransactionsFromSec } from "./providers/sec/ownership/insider-transactions.js";
import { managerHoldingsFromSec } from "./providers/sec/managers/manager-holdings.js";
import { filingTextFromSec } from "./providers/sec/documents/filing-text.js";
import { filingsFromSec } from "./providers/sec/filings.js";
import { quoteFromEcb, quoteRatesFromEcb, quotesFromEcb, quotesRatesFromEcb } from "./providers/ecb/quote.js";
import { paymentRatesFromEcb } from "./providers/ecb/payment-rates.js";
import { largeHoldersFromSec } from "./providers/sec/schedules/large-holders.js";
import { searchFilingsFromSec } from "./providers/sec/search-filings.js";
import { referenceRatesFromOffices } from "./providers/reference-rates/reference-rates.js";
import { billYieldsFromTreasury } from "./providers/treasury/bill-yields.js";
import { termYieldFromTreasury, yieldsFromTreasury } from "./providers/treasury/yields.js";
import { earningsFromFinnhub } from "./providers/finnhub/earnings.js";
import { newsFromFinnhub } from "./providers/finnhub/news.js";
import { overviewFromFinnhub } from "./providers/finnhub/overview.js";
import { quoteFromFinnhub } from "./providers/finnhub/quote.js";
import { recommendationsFromFinnhub } from "./providers/finnhub/recommendations.js";

// Rows from which other rows are derived.
const quoteRow = entry(
  quote,
  [quoteFromFmp, quoteFromYahoo, quoteFromChart, quoteFromFinnhub, quoteFromEcb],
  [shareFactsFromYahoo, shareFactsFromFmp],
);
const alternativeQuoteRow = entry(
  alternativeQuote,
  [alternativeQuoteFromYahoo, alternativeQuoteFromChart],
  [quoteRatesFromEcb],
);
const financialsRow: Entry<typeof financials> = {
  ...entry(financials, [financialsFromFmp, financialsFromSec, financialsFromYahoo]),
  // Its market cap takes one call, without a key.
  supplement: alternativeQuoteRow as unknown as Entry,
};
// Statements of one source only, to be compared; their answers are cached apart.
const filedRow = rowOf(financialsRow, "official")!;
const financialsOfYahooRow = entry({ ...financials, name: `${financials.name}-of-b` }, [financialsFromYahoo]);
const priceHistoryRow = entry(priceHistory, [priceHistoryFromYahoo, priceHistoryFromFmp]);
// Price history from Yahoo only, because a comparison of ten stocks would take ten calls of FMP's small
// daily quota, just for their betas. Both rows share cached answers but no fetch in flight: otherwise a question of the
// row above could join a fetch limited to Yahoo and fail with it, although FMP can answer.
const freePriceHistoryRow = entry({ ...priceHistory, fetchKey: (input) => `${priceHistory.fetchKey!(input)} of B` }, [
  priceHistoryFromYahoo,
]);

// A comparison shows no PEG ratio, which would take a third call for each stock.
const comparedOverviewRow = entry({ ...overview, name: `${overview.name}-compared` }, [
  overviewWithoutPeg,
  overviewFromFmp,
  overviewWithoutSession,
  overviewFromPrice,
]);
// Key statistics from Yahoo only, for a comparison: its overview has fetched them, while those of FMP would
// take four more calls.
const freeKeyStatisticsRow = entry({ ...keyStatistics, name: `${keyStatistics.name}-of-b` }, [keyStatisticsWithoutPeg]);

const fundRow = entry(fund, [fundFromYahoo, fundFromFmp, fundFromSec], [wholeFundFromSec]);
// Nobody asks for peers or for the rate of Sharpe ratios alone; comparisons ask for them.
const peersRow = entry(peers, [peersFromFmp, peersFromYahoo]);
const billYieldsRow = entry(billYields, [billYieldsFromTreasury]);

/** A question for a comparison; `columns` are those that the caller named. */
type Compared = InputOf<typeof compareStocks> & { alone?: boolean; columns?: readonly string[] };

export const CATALOGUE: readonly Entry[] = [
  entry(overview, [overviewFromYahoo, overviewFromFmp, overviewWithoutSession, overviewFromPrice, overviewFromFinnhub]),
  quoteRow,
  alternativeQuoteRow,
  financialsRow,
  entry(priceTargets, [priceTargetsFromFmp, priceTargetsFromYahoo], [ratingChangesFromYahoo, ratingChangesFromFmp]),
  entry(dcf, [dcfFromFmp]),
  entry(recommendations, [recommendationsFromYahoo, recommendationsFromFmp, recommendationsFromFinnhub]),
  entry(insiderTransactions, [insiderTransactionsFromYahoo, insiderTransactionsFromSec, insiderTransactionsFromFmp]),
  entry(search, [searchFromAlphaVantage, searchFromYahoo, searchFromFmp]),
  entry(screener, [screenerFromFmp, screenerFromYahoo], [screenedFactsFromYahoo]),
  entry(gainers, [gainersFromFmp, gainersFromYahoo]),
  entry(losers, [losersFromFmp, losersFromYahoo], [loserFactsFromYahoo]),
  entry(active, [activeFromFmp, activeFromYahoo], [activeFactsFromYahoo]),
  entry(marketSummary, [marketSummaryFromYahoo, marketSummaryWithoutSession], [yieldsFromTreasury]),
  entry(marketCalendar, [marketCalendarFromYahoo, companyCalendarFromYahoo, marketCalendarFromFmp]),
  entry(crypto, [cryptoFromFmp, cryptoFromYahoo, coinsFromFmp]),
  entry(
    quotes,
    [quotesFromFmp, quotesFromYahoo, quotesFromCharts, quotesFromEcb],
    [otherQuotesFromYahoo, quotesRatesFromEcb],
  ),
  priceHistoryRow,
  entry(news, [newsFromYahoo, newsFromFmp, newsFromFinnhub]),
  entry(earnings, [earningsFromYahoo, earningsFromFmp, earningsFromFinnhub], [announcementsFromFmp]),
  entry(keyStatistics, [keyStatisticsFromYahoo, keyStatisticsFromFmp, keyStatisticsFromPrice], [pastMultiplesFromFmp]),
  entry(dividends, [dividendsFromYahoo, dividendsFromFmp], [paymentDaysFromFmp, paymentRatesFromEcb]),
  entry(holders, [holdersFromYahoo, largeHoldersFromSec]),
  entry(managerHoldings, [managerHoldingsFromSec]),
  fundRow,
  entry(optionsChain, [optionsChainFromYahoo], [termYieldFromTreasury]),
  derived(technicals, [priceHistoryRow], (input, ask) =>
    technicalsFromHistory(
      input,
      (...args) => ask(priceHistoryRow, ...args),
      (...args) => ask(freePriceHistoryRow, ...args),
    ),
  ),
  derived(compareStocks, [comparedOverviewRow], (input: Compared, ask) => {
    const { from } = input;
    if (from !== undefined) {
      return compareOverDays(
        { ...input, from },
        (symbol, start, to) =>
          ask(freePriceHistoryRow, { symbol, from: start, to, interval: "1d", adjusted: "splits" }),
        (year) => ask(billYieldsRow, { year }),
      );
    }
    return compareByOverview({
      ...input,
      inPercent: overviewFromYahoo.provider.id,
      askOverview: (symbol) => ask(comparedOverviewRow, { symbol }),
      askHistory: (symbol) => ask(freePriceHistoryRow, { symbol, range: "2y", interval: "1d", adjusted: "splits" }),
      askPeers: (symbol) => ask(peersRow, { symbol }),
      askStatistics: (symbol) => ask(freeKeyStatisticsRow, { symbol }),
      askFund: (symbol) => ask(fundRow, { symbol }),
    });
  }),
  // Each side needs a source of its own.
  derived(checkQuote, [{ sources: [quoteFromFmp] }, alternativeQuoteRow], (input, ask) =>
    checkBySides(input, [
      { provider: quoteFromFmp.provider.id, ask: () => ask(quoteRow, input) },
      { provider: alternativeQuoteFromYahoo.provider.id, ask: () => ask(alternativeQuoteRow, input) },
    ]),
  ),
  derived(checkFinancials, [filedRow, { sources: [financialsFromFmp, financialsFromYahoo] }], (input, ask) => {
    const { symbol, statement_type, period } = input;
    const asked = { symbol, statement_type, period };
    return checkByFilings(
      input,
      () => ask(filedRow, { ...asked, provenance: true }),
      async () => {
        const usual = await ask(financialsRow, asked);
        return usual.envelope.provider === financialsFromSec.provider.id ? ask(financialsOfYahooRow, asked) : usual;
      },
    );
  }),
  entry(referenceRates, [referenceRatesFromOffices]),
  entry(economicSeries, [economicSeriesFromOffices], [releaseDaysFromYahoo]),
  entry(secFilings, [filingsFromSec, filingsFromYahoo, filingsFromFmp]),
  entry(filingText, [filingTextFromSec]),
  entry(filingSearch, [searchFilingsFromSec]),
  entry(filingFacts, [filingFactsFromSec]),
  ownEntry(serviceStatus),
] as readonly Entry[];

/** All tools: those of the catalogue, and those without a route and a command. */
export const TOOLS: readonly Entry[] = [...CATALOGUE, ...researchRows(CATALOGUE)];

/**
 * Returns the rows of a server that asks these providers only. A row that they cannot answer stays, because its route
 * does, and says so with the nearest tool.
 */
export function catalogueOf(ids: readonly ProviderId[], catalogue: readonly Entry[] = CATALOGUE): readonly Entry[] {
  if (areAll(ids)) return catalogue;
  const refuse = createRefusal(ids, catalogue);
  return catalogue.map((row) => limitedTo(ids, row, refuse));
}

/** Returns the titles, in the form for use inside a sentence, of the capabilities that only this provider can answer. */
export function onlyFrom(provider: Provider, catalogue: readonly Entry[] = CATALOGUE): string[] {
  return catalogue
    .filter(({ sources }) => sources.length > 0 && sources.every((source) => source.provider.id === provider.id))
    .map(({ capability: { title } }) => uncapital(title));
}
