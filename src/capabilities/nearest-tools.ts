/** The nearest tool in place of one that a server without some of the providers cannot answer. */
import type { Capability } from "../contract/capability.js";
import { areEnough, neededProviders, type Entry } from "../contract/entry.js";
import { MarketDataError } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import { say } from "../contract/sentence.js";
import { DEFAULT_TOOLSETS } from "../contract/toolsets.js";
import { checkFinancials } from "./companies/check-financials.js";
import { dcf } from "./companies/dcf.js";
import { dividends } from "./companies/dividends.js";
import { earnings } from "./companies/earnings.js";
import { financials } from "./companies/financials.js";
import { fund } from "./companies/fund.js";
import { holders } from "./companies/holders.js";
import { insiderTransactions } from "./companies/insider-transactions.js";
import { keyStatistics } from "./companies/key-statistics.js";
import { news } from "./companies/news.js";
import { overview } from "./companies/overview.js";
import { priceTargets } from "./companies/price-targets.js";
import { recommendations } from "./companies/recommendations.js";
import { screener } from "./companies/screener.js";
import { search } from "./companies/search.js";
import { compareStocks } from "./comparison/compare-stocks.js";
import { economicSeries } from "./economy/economic-series.js";
import { marketCalendar } from "./economy/market-calendar.js";
import { referenceRates } from "./economy/reference-rates.js";
import { filingFacts } from "./filings/filing-facts.js";
import { filingText } from "./filings/filing-text.js";
import { managerHoldings } from "./filings/manager-holdings.js";
import { filingSearch } from "./filings/search-filings.js";
import { secFilings } from "./filings/sec-filings.js";
import { checkQuote } from "./prices/check-quote.js";
import { crypto } from "./prices/crypto.js";
import { marketSummary } from "./prices/market-summary.js";
import { active, gainers, losers } from "./prices/movers.js";
import { optionsChain } from "./prices/options-chain.js";
import { priceHistory } from "./prices/price-history.js";
import { alternativeQuote, quote } from "./prices/quote.js";
import { quotes } from "./prices/quotes.js";
import { technicals } from "./prices/technicals.js";
import { serviceStatus } from "./service-status.js";

/** Capabilities by subject: prices, the market, companies, who owns what, documents. The nearest have the fewest others between them. */
const SUBJECTS: readonly (readonly Pick<Capability, "tool">[])[] = [
  [checkQuote, alternativeQuote, quote, quotes, priceHistory, technicals, optionsChain, crypto],
  [gainers, losers, active, marketSummary, marketCalendar, economicSeries, referenceRates],
  [compareStocks, screener, keyStatistics, overview, checkFinancials, financials, filingFacts, dividends, dcf],
  [recommendations, priceTargets, earnings, filingText, news, filingSearch, secFilings, search],
  [fund, holders, managerHoldings, insiderTransactions],
];

/**
 * Returns the function that makes the error of a capability without a source among these providers. The error names the
 * nearest tool that the providers can answer, or else the state of the server.
 */
export function createRefusal(ids: readonly ProviderId[], catalogue: readonly Entry[]) {
  const answered = new Set(
    catalogue
      .filter((row) => areEnough(neededProviders(row), ids))
      .map(({ capability }) => capability.tool)
      // Connections list these by default.
      .flatMap(({ name, set }) => (DEFAULT_TOOLSETS.includes(set) ? [name] : [])),
  );
  return (capability: Capability): MarketDataError => {
    const nearest = nearestOf(capability, answered);
    const why = nearest === undefined ? "says which sources this server has" : "is the nearest that this server has";
    const message = say`${capability.subject ?? capability.title}: no source of this server has it (setting PROVIDERS).`;
    return new MarketDataError("not_configured", message, {
      hints: [{ tool: nearest ?? serviceStatus.tool.name, why }],
    });
  };
}

/** Returns the nearest tool of the same subject among the `answered` ones. */
function nearestOf({ tool }: Capability, answered: ReadonlySet<string>): string | undefined {
  for (const subject of SUBJECTS) {
    const names = subject.map((each) => each.tool.name);
    const at = names.indexOf(tool.name);
    if (at < 0) continue;
    const distance = (name: string) => Math.abs(names.indexOf(name) - at);
    return names.filter((name) => answered.has(name)).toSorted((one, other) => distance(one) - distance(other))[0];
  }
  return undefined;
}
