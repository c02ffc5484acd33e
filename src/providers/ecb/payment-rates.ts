/** The European Central Bank's rates of the days of payments. */
import { convertedPayments } from "../../capabilities/companies/dividends.js";
import { enricher } from "../../contract/enrichment.js";
import { daysBefore, daysBetween } from "../../lib/day.js";
import { toReferenceRate } from "../../market/economy/exchange-rates.js";
import { officialSources } from "../official/provider.js";
import { fetchEuroRates, PAUSE_DAYS } from "./euro-rates.js";

/**
 * The rate of each day, or the last one before it: as the bank states it from the euro, else the quotient of its rates for
 * one euro, with six significant digits. One call for all days.
 */
export const paymentRatesFromEcb = enricher(officialSources, convertedPayments, async ({ to, from, days }, client) => {
  const currencies = [...from, to].filter((code) => code !== "EUR");
  const first = daysBefore(days.at(-1)!, PAUSE_DAYS);
  const published = await fetchEuroRates(client, first, days[0]!, currencies);
  const facts = days.flatMap((day) => {
    const last = published.find(({ date }) => date <= day);
    if (!last || daysBetween(last.date, day) > PAUSE_DAYS) return [];
    return from.flatMap((code) => {
      const rate = toReferenceRate({ from: code, to }, last);
      return rate === undefined ? [] : [{ from: code, day, date: last.date, rate }];
    });
  });
  return { facts };
});
