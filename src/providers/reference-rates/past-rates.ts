/** Reference rates of a past day or of a range: the feeds by date of the US Treasury, the New York Fed and the ECB. */
import { toRateDays, type RateDay } from "../../capabilities/economy/reference-rates.js";
import { ProviderError } from "../../contract/errors.js";
import { daysBefore } from "../../lib/day.js";
import { fetchEuroRates, PAUSE_DAYS, type Euro } from "../ecb/euro-rates.js";
import { fetchFedRates, type Fed, type Sofr } from "../new-york-fed/rates.js";
import type { OfficialClient } from "../official/client.js";
import { fetchYields, type Yields } from "../treasury/yields.js";

/** The rates of an answer, and when they were fetched, in milliseconds since the epoch. */
export interface Rates {
  yields: Yields | null;
  federalFunds: Fed | null;
  sofr: Sofr | null;
  euro: Euro | null;
  days?: RateDay[];
  fetchedAt: number | undefined;
}

/**
 * Returns the last rates of each office at or before `to`, and with `from` those of all days since then, newest first. One
 * call of the Treasury for each month of a day and each year of a range, two of the Fed, one of the ECB.
 *
 * @throws {ProviderError} the first failure when no office answers, `no_data` when none has rates of these days.
 */
export async function fetchRange(client: OfficialClient, from: string | undefined, to: string): Promise<Rates> {
  const start = from ?? daysBefore(to, PAUSE_DAYS);
  const search = `search.json?startDate=${start}&endDate=${to}`;
  const [curve, funds, secured, euro] = await Promise.allSettled([
    from === undefined ? yieldsOf(client, to) : yieldsBetween(client, from, to),
    fetchFedRates(client, `api/rates/unsecured/effr/${search}`),
    fetchFedRates(client, `api/rates/secured/sofr/${search}`),
    fetchEuroRates(client, start, to),
  ]);
  const failed = [curve, funds, secured, euro].filter((each) => each.status === "rejected");
  if (failed.length === 4) throw failed[0]!.reason;
  const within = <T extends { date: string }>(rows: readonly T[]) =>
    rows.filter(({ date }) => date <= to && date >= (from ?? ""));
  const lists = {
    yields: within(curve.status === "fulfilled" ? curve.value : []),
    federalFunds: within(funds.status === "fulfilled" ? funds.value.federalFunds : []),
    sofr: within(secured.status === "fulfilled" ? secured.value.sofr : []),
    euro: within(euro.status === "fulfilled" ? euro.value : []),
  };
  if (Object.values(lists).every((rows) => rows.length === 0)) throw new ProviderError("provider-d", "no_data");
  return {
    yields: lists.yields[0] ?? null,
    federalFunds: lists.federalFunds[0] ?? null,
    sofr: lists.sofr[0] ?? null,
    euro: lists.euro[0] ?? null,
    ...(from === undefined ? {} : { days: toRateDays(lists) }),
    fetchedAt: client.upstream.now().getTime(),
  };
}

/** Returns the yields of the month of a day, and those of the month before if it has none by then. */
async function yieldsOf(client: OfficialClient, day: string): Promise<Yields[]> {
  const month = await fetchYields(client, day.slice(0, 7));
  if (month.some(({ date }) => date <= day)) return month;
  return fetchYields(client, daysBefore(`${day.slice(0, 7)}-01`, 1).slice(0, 7));
}

async function yieldsBetween(client: OfficialClient, from: string, to: string): Promise<Yields[]> {
  const years = [...new Set([to.slice(0, 4), from.slice(0, 4)])];
  return (await Promise.all(years.map((year) => fetchYields(client, year)))).flat();
}
