/** Quotes of currency pairs and rates for converted prices by provider D: the ECB's reference rates of a day. */
import { say } from "../../contract/sentence.js";
import { convertedQuote, quote } from "../../capabilities/prices/quote.js";
import { quotedRow, type QuotedRow } from "../../capabilities/prices/quotes-columns.js";
import { convertedQuotes, onlyWithRates, quotes, toQuotes } from "../../capabilities/prices/quotes.js";
import { withNulls } from "../../contract/absent.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { toPair, toReferenceRate, type EuroRates } from "../../market/economy/exchange-rates.js";
import type { OfficialClient } from "../official/client.js";
import { officialSources } from "../official/provider.js";
import { findEuroRates } from "./euro-rates.js";

/**
 * The rate of a pair, which the European Central Bank publishes once a day.
 *
 * The ECB states the units of each currency for one euro. `EURUSD=X` has its figure; the price of any other pair is
 * second / first, with six significant digits, where the euro counts 1: `GBPUSD=X` = USD for one euro / GBP for one
 * euro. There is neither a change nor a range, and no time of the day.
 *
 * @throws {ProviderError} `no_data` for a currency without a reference rate.
 */
export const quoteFromEcb = source(
  officialSources,
  quote,
  async ({ symbol }, client) => {
    const { value } = await findEuroRates(client);
    const [rate] = toRates([symbol], value);
    if (!rate) throw new ProviderError("provider-d", "no_data");
    const { from, to, isStated, ...data } = rate;
    return {
      data,
      notes: [
        say`This is the European Central Bank's reference rate of ${value.date}, published once a day, not a market quote.`,
        ...(isStated ? [] : [say`It is computed from the bank's rates for one euro: ${to} / ${from}, six digits.`]),
      ],
      currency: to,
    };
  },
  { complete: true, cannot: ({ symbol }) => (toPair(symbol) ? [] : ["symbol"]) },
);

/**
 * The rates of several pairs, as `quoteFromEcb` has them; a pair without one is named as failed.
 *
 * @throws {ProviderError} `no_data` if the bank has no rate for any of the pairs.
 */
export const quotesFromEcb = source(
  officialSources,
  quotes,
  async ({ symbols }, client) => {
    const { value } = await findEuroRates(client);
    const rates = toRates(symbols, value);
    if (rates.length === 0) throw new ProviderError("provider-d", "no_data");
    const computed = rates.filter(({ isStated }) => !isStated).map(({ symbol }) => symbol);
    const rows = rates.map(({ symbol, price, name, currency }): [string, QuotedRow] => [
      symbol,
      withNulls<QuotedRow>(quotedRow, { symbol, price, name, currency, source: "PROVIDER_D" }),
    ]);
    return {
      data: toQuotes(symbols, new Map(rows), "provider-d"),
      notes: [
        say`These are the European Central Bank's reference rates of ${value.date}, published once a day, not market quotes.`,
        ...(computed.length === 0
          ? []
          : [
              say`${computed.join(", ")}: computed from the bank's rates for one euro, second / first currency, six digits.`,
            ]),
      ],
    };
  },
  // Asked after the sources with market rates, with `convert` too.
  { cannot: (input) => (input.symbols.every((symbol) => toPair(symbol)) ? onlyWithRates(input) : ["symbols"]) },
);

/** Returns the rates of those symbols for which the bank has one. */
function toRates(symbols: readonly string[], rates: EuroRates) {
  return symbols.flatMap((symbol) => {
    const pair = toPair(symbol);
    const price = pair && toReferenceRate(pair, rates);
    if (price === undefined) return [];
    const { from, to } = pair!;
    return [{ symbol, price, name: `${from}/${to}`, currency: to, from, to, isStated: from === "EUR" }];
  });
}

/** The rates for one quote that has none. */
export const quoteRatesFromEcb = enricher(officialSources, convertedQuote, findRates);

/** The rates for rows that have none. */
export const quotesRatesFromEcb = enricher(officialSources, convertedQuotes, findRates);

async function findRates(to: string, client: OfficialClient) {
  return { facts: { to, ...(await findEuroRates(client)).value } };
}
