/** Reference rates: what the US Treasury, the New York Fed and the ECB published. */
import { RATE_PARTS, referenceRates } from "../../capabilities/economy/reference-rates.js";
import { say } from "../../contract/sentence.js";
import { source } from "../../contract/provider.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { findEuroRates } from "../ecb/euro-rates.js";
import { findFedRates } from "../new-york-fed/rates.js";
import type { OfficialClient } from "../official/client.js";
import { officialSources } from "../official/provider.js";
import { findYields } from "../treasury/yields.js";
import { fetchRange, type Rates } from "./past-rates.js";

const NOTES = [
  say`Yields: par yields of the day, semi-annual. Euro: units of the currency for one euro, not meant for transactions.`,
];

/**
 * The newest rates of each office, those of a past day, or those of a range; `null` for a part that could not be had,
 * which `missing` names.
 *
 * @throws {ProviderError} the first failure when no office answers.
 */
export const referenceRatesFromOffices = source(officialSources, referenceRates, async ({ date, from, to }, client) => {
  const today = NEW_YORK.day(Math.floor(client.upstream.now().getTime() / 1000));
  if (from !== undefined) return toAnswer(await fetchRange(client, from, to ?? today));
  return toAnswer(date === undefined ? await findNewest(client) : await fetchRange(client, undefined, date));
});

/** Returns the newest rates of each office, of which each was fetched at its own time. */
async function findNewest(client: OfficialClient): Promise<Rates> {
  const found = [findYields(client), findFedRates(client), findEuroRates(client)] as const;
  const [curve, fed, euro] = await Promise.allSettled(found);
  if (curve.status === "rejected" && fed.status === "rejected" && euro.status === "rejected") throw curve.reason;
  const times = [curve, fed, euro].flatMap((each) => (each.status === "fulfilled" ? [each.value.fetchedAt] : []));
  return {
    yields: curve.status === "fulfilled" ? curve.value.value : null,
    ...(fed.status === "fulfilled" ? fed.value.value : { federalFunds: null, sofr: null }),
    euro: euro.status === "fulfilled" ? euro.value.value : null,
    fetchedAt: Math.min(...times),
  };
}

function toAnswer({ fetchedAt, ...parts }: Rates) {
  const missing = RATE_PARTS.filter((part) => parts[part] === null);
  return { data: { ...parts, missing }, missing, notes: NOTES, fetchedAt };
}
