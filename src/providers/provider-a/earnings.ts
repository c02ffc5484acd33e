/** Earnings by provider A: a list of announcements, which also completes the earnings of others. */
import {
  announcements,
  isPast,
  nextIn,
  toNext,
  toQuarter,
  type Announcement,
} from "../../capabilities/earnings-announcements.js";
import { earnings } from "../../capabilities/earnings.js";
import { QUARTERS } from "../../capabilities/earnings-parts.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, positive, text } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { toDay } from "./dates.js";
import { nothingThere, recallCurrency } from "./profile.js";
import { badAnswer, providerA, type ClientA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

/** Eight past quarters, and the expected ones that come first. */
const ROWS_WANTED = 16;
/** The most rows that a free plan allows. */
const FREE_ROWS = 5;

const row = z.object({
  date: text,
  epsActual: number,
  epsEstimated: number,
  // No company has a revenue of 0.
  revenueActual: positive,
  revenueEstimated: positive,
});

/** Announcements by day, newest first; expected days are guesses of provider A. */
async function fetchAnnouncements(asked: string, client: ClientA): Promise<Announcement[]> {
  const ask = (limit: number) => client.rows(row, "earnings", { symbol: toSymbolA(asked), limit });
  const rows = await ask(ROWS_WANTED).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.reason !== "not_in_plan") throw error;
    // If the plan lacks more than the limit, this call is refused without a request.
    return ask(FREE_ROWS);
  });
  const dated = rows.flatMap(({ date, epsActual, epsEstimated, revenueActual, revenueEstimated }): Announcement[] => {
    const day = toDay(date);
    if (day === null) return [];
    return [{ day, epsActual, epsEstimate: epsEstimated, revenueActual, revenueEstimate: revenueEstimated }];
  });
  if (rows.length > 0 && dated.length === 0) throw badAnswer();
  const newestFirst = dated.toSorted((one, other) => (one.day < other.day ? 1 : -1));
  return eachOnce(newestFirst, ({ day }) => day).slice(0, ROWS_WANTED);
}

/** @throws {ProviderError} `not_in_plan` for most symbols with a free key, which is remembered. */
export const announcementsFromA = enricher(providerA, announcements, async (asked, client) => ({
  facts: await fetchAnnouncements(asked, client),
}));

/**
 * The last eight announcements and the next expected one. Currency of the amounts and ends of quarters are not in the
 * answer, nor are estimates of coming periods.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without announcements, `not_found` for an unknown one.
 */
export const earningsFromA = source(
  providerA,
  earnings,
  async ({ symbol }, client, upstream) => {
    const list = await fetchAnnouncements(symbol, client);
    const history = list.filter(isPast).slice(0, QUARTERS);
    const next = toNext(nextIn(list), true);
    if (history.length === 0 && next === null) {
      throw await nothingThere("earnings", symbol, " but has no earnings for it.", client, upstream);
    }
    return {
      data: {
        symbol,
        currency: await recallCurrency(symbol, upstream),
        reportingCurrency: null,
        next,
        history: history.map((found) => toQuarter(found, null)),
        estimates: [],
      },
      notes: [
        "Provider A names neither the currency of its amounts nor the ends of quarters, and estimates no further periods.",
      ],
    };
  },
  { complete: true },
);
