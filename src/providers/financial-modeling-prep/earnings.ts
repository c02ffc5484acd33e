/** Earnings by FMP: a list of announcements, which also enriches the earnings of other providers. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { newestFirst } from "../../lib/newest-first.js";
import { announcements, toNext, toQuarter } from "../../capabilities/companies/earnings-announcements.js";
import { earnings, QUARTERS } from "../../capabilities/companies/earnings.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { isPast, nextIn, type Announcement } from "../../market/statements/announcements.js";
import { enricher } from "../../contract/enrichment.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, positive } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { day } from "./dates.js";
import { fetchAllowedRows } from "./plan-limits.js";
import { noCoverageOrUnknown, recallCurrency } from "./profile.js";
import { badAnswer, fmpProvider, type FmpClient } from "./provider.js";

/** Rows to request: eight past quarters, and the expected ones, which FMP lists first. */
const ROWS_WANTED = 16;

const row = z.object({
  date: day,
  epsActual: number,
  epsEstimated: number,
  // No company has a revenue of 0.
  revenueActual: positive,
  revenueEstimated: positive,
});

/**
 * Returns the announcements, one per day, newest first, and a note if the plan limits them. Future days are provider
 * A's estimates.
 */
async function fetchAnnouncements(
  symbol: string,
  client: FmpClient,
): Promise<{ list: Announcement[]; notes: Sentence[] }> {
  const request = (limit: number) => client.rows(row, "earnings", { symbol, limit });
  const { rows, notes } = await fetchAllowedRows(request, ROWS_WANTED, "announcements, including expected ones");
  const dated = rows.flatMap(({ date, epsActual, epsEstimated, revenueActual, revenueEstimated }): Announcement[] => {
    if (date === null) return [];
    return [{ day: date, epsActual, epsEstimate: epsEstimated, revenueActual, revenueEstimate: revenueEstimated }];
  });
  if (rows.length > 0 && dated.length === 0) throw badAnswer();
  const sorted = newestFirst(dated, (each) => each.day);
  return { list: eachOnce(sorted, (each) => each.day).slice(0, ROWS_WANTED), notes };
}

/**
 * The announcements.
 *
 * @throws {ProviderError} `not_in_plan` for most symbols with a free key; later calls are then rejected for a day
 * without a request.
 */
export const announcementsFromFmp = enricher(fmpProvider, announcements, async (symbol, client) => ({
  facts: (await fetchAnnouncements(symbol, client)).list,
}));

/**
 * The last eight announcements and the next expected one. FMP sends neither the currency of the amounts, nor the
 * ends of quarters, nor estimates of further periods.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without announcements, `not_found` for an unknown one.
 */
export const earningsFromFmp = source(
  fmpProvider,
  earnings,
  async ({ symbol }, client) => {
    const { list, notes } = await fetchAnnouncements(symbol, client);
    const history = list.filter(isPast).slice(0, QUARTERS);
    const next = toNext(nextIn(list, exchangeDay(symbol, client.upstream.now().getTime())), true);
    if (history.length === 0 && next === null) {
      throw await noCoverageOrUnknown("earnings", symbol, " but has no earnings for it.", client);
    }
    return {
      data: {
        symbol,
        currency: await recallCurrency(symbol, client),
        next,
        history: history.map((found) => toQuarter(found, null)),
      },
      notes: [
        say`${the.source("provider-a")} names neither the currency of its amounts nor the ends of quarters, and estimates no further periods.`,
        ...notes,
      ],
    };
  },
  { complete: true },
);
