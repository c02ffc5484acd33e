/** Quotes of currency pairs and rates for converted prices by provider D: the ECB's reference rates of a day. */
import { convertedQuote, quote } from "../../capabilities/quote.js";
import { convertedQuotes } from "../../capabilities/quotes.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { toPair, toReferenceRate } from "../../market/exchange-rates.js";
import type { ClientD } from "./client.js";
import { providerD } from "./provider.js";
import { findEuroRates } from "./reference-rates.js";

/**
 * The rate of a pair, which the European Central Bank publishes once a day.
 *
 * The ECB states the units of each currency for one euro. `EURUSD=X` has its figure; the price of any other pair is
 * second / first, with six significant digits, where the euro counts 1: `GBPUSD=X` = USD for one euro / GBP for one
 * euro. There is neither a change nor a range, and no time of the day.
 *
 * @throws {ProviderError} `no_data` for a currency without a reference rate.
 */
export const quoteFromD = source(
  providerD,
  quote,
  async ({ symbol }, client) => {
    const pair = toPair(symbol);
    const { value } = await findEuroRates(client);
    const price = pair && toReferenceRate(pair, value);
    if (price === undefined) throw new ProviderError("provider-d", "no_data");
    const { from, to } = pair!;
    return {
      data: { symbol, price, name: `${from}/${to}`, currency: to },
      notes: [
        `This is the European Central Bank's reference rate of ${value.date}, published once a day, not a market quote.`,
        ...(from === "EUR" ? [] : [`It is computed from the bank's rates for one euro: ${to} / ${from}, six digits.`]),
      ],
      currency: to,
    };
  },
  { complete: true, cannot: ({ symbol }) => (toPair(symbol) ? [] : ["symbol"]) },
);

/** The rates for one quote that has none. */
export const quoteRatesFromD = enricher(providerD, convertedQuote, findRates);

/** The rates for rows that have none. */
export const quotesRatesFromD = enricher(providerD, convertedQuotes, findRates);

async function findRates(to: string, client: ClientD) {
  return { facts: { to, ...(await findEuroRates(client)).value } };
}
