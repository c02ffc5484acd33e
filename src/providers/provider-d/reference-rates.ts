/** Reference rates by provider D: the US Treasury, the New York Fed and the ECB. */
import { RATE_PARTS, referenceRates } from "../../capabilities/reference-rates.js";
import { source } from "../../contract/provider.js";
import { providerD } from "./provider.js";
import { findEuroRates, findFedRates, findYields } from "./rate-feeds.js";
import { treasuryYields } from "../../capabilities/market-summary.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError } from "../../contract/errors.js";

const NOTES = [
  "Yields: US Treasury, par yields of the day, semi-annual. Federal funds and SOFR: Federal Reserve Bank of New York. Euro: reference rates of the European Central Bank, units of the currency for one euro, not meant for transactions.",
];

/**
 * The newest rates of each office; `null` for a part that could not be had, which `missing` names.
 *
 * @throws {ProviderError} the first failure when no office answers.
 */
export const referenceRatesFromD = source(providerD, referenceRates, async (_input, client) => {
  const [curve, fed, euro] = await Promise.allSettled([
    findYields(client),
    findFedRates(client),
    findEuroRates(client),
  ]);
  if (curve.status === "rejected" && fed.status === "rejected" && euro.status === "rejected") throw curve.reason;
  const rates = fed.status === "fulfilled" ? fed.value : { federalFunds: null, sofr: null };
  const parts = {
    yields: curve.status === "fulfilled" ? curve.value : null,
    ...rates,
    euro: euro.status === "fulfilled" ? euro.value : null,
  };
  const missing = RATE_PARTS.filter((part) => parts[part] === null);
  return { data: { ...parts, missing }, missing, notes: NOTES };
});

/** @throws {ProviderError} `bad_answer` when a maturity is missing: the yields of an answer are all of one source. */
export const treasuryYieldsFromD = enricher(providerD, treasuryYields, async (_asked, client) => {
  const { date, m3, y2, y5, y10, y30 } = await findYields(client);
  if ([m3, y2, y5, y10, y30].includes(null)) throw new ProviderError("provider-d", "bad_answer");
  return { facts: { m3, y2, y5, y10, y30, date } };
});
