/** Earnings by Finnhub: the last four quarters, and the next announcement from its calendar. */
import { say, the } from "../../contract/sentence.js";
import { toNext } from "../../capabilities/companies/earnings-announcements.js";
import { earnings, QUARTERS, toSurprise } from "../../capabilities/companies/earnings.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { isDay, lenient, number, positive, text, toText } from "../../contract/values.js";
import { daysBefore } from "../../lib/day.js";
import { eachOnce } from "../../lib/each-once.js";
import { newestFirst } from "../../lib/newest-first.js";
import { nextIn, type Announcement } from "../../market/statements/announcements.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { badAnswer, isOther, noData, finnhubProvider, US_LISTINGS_ONLY, type FinnhubClient } from "./provider.js";

/** Days ahead that are asked for: without them the calendar lacks the next announcement. */
const AHEAD_DAYS = 200;

const day = lenient((value) => {
  const sent = toText(value);
  return sent !== null && isDay(sent) ? sent : null;
});

/** `period`, the end of the calendar quarter of that number, is left out: it is wrong for other fiscal years. */
const surpriseRow = z.object({ actual: number, estimate: number, quarter: number, year: number });
const calendarRow = z.object({
  symbol: text,
  date: day,
  epsActual: number,
  epsEstimate: number,
  // No company has a revenue of 0.
  revenueActual: positive,
  revenueEstimate: positive,
});
const calendarBody = z.object({ earningsCalendar: z.custom<unknown[]>(Array.isArray).nullish().catch(null) });

/**
 * The last four quarters by their fiscal number, and the next announcement. Finnhub sends neither the currency of the
 * amounts, nor the ends of quarters, nor estimates of further periods.
 *
 * @throws {ProviderError} `no_data` for a security without earnings and for an unknown symbol.
 */
export const earningsFromFinnhub = source(
  finnhubProvider,
  earnings,
  async ({ symbol }, client) => {
    const parts = optionalParts<typeof earnings>();
    const today = exchangeDay(symbol, client.upstream.now().getTime());
    const [history, list] = await Promise.all([
      fetchHistory(symbol, client),
      parts.get(["next"], fetchAnnouncements(symbol, today, client)),
    ]);
    const found = toNext(nextIn(list ?? [], today), true);
    const gaps = parts.gaps();
    if (history.length === 0 && found === null) throw gaps.missing.length > 0 ? badAnswer() : noData();
    return {
      // Finnhub does not say whether a day is confirmed.
      data: { symbol, currency: "USD", next: found && { ...found, estimated: null }, history },
      ...gaps,
      notes: [
        say`${the.source("provider-e")} names neither the currency of its amounts nor the ends of quarters, and estimates no further periods.`,
      ],
    };
  },
  { ...US_LISTINGS_ONLY, complete: true },
);

async function fetchHistory(symbol: string, client: FinnhubClient) {
  const rows = await client.rows(surpriseRow, "stock/earnings", symbol);
  const quarters = rows.flatMap(({ actual, estimate, quarter, year }) => {
    if (actual === null && estimate === null) return [];
    if (quarter === null || year === null || ![1, 2, 3, 4].includes(quarter) || !Number.isInteger(year)) return [];
    const figures = { epsActual: actual, epsEstimate: estimate, ...toSurprise(actual, estimate) };
    return [{ order: `${year}-${quarter}`, quarter: { fiscalQuarter: `${quarter}Q${year}`, ...figures } }];
  });
  if (rows.length > 0 && quarters.length === 0) throw badAnswer();
  const sorted = eachOnce(
    newestFirst(quarters, ({ order }) => order),
    ({ order }) => order,
  );
  return sorted.slice(0, QUARTERS).map(({ quarter }) => quarter);
}

/** Returns the announcements from today on, newest first; a day without figures is expected. */
async function fetchAnnouncements(symbol: string, today: string, client: FinnhubClient): Promise<Announcement[]> {
  const span = { from: today, to: daysBefore(today, -AHEAD_DAYS) };
  const { earningsCalendar } = await client.object(calendarBody, "calendar/earnings", symbol, span);
  if (!earningsCalendar) throw badAnswer();
  const list = earningsCalendar.slice(0, 100).flatMap((sent): Announcement[] => {
    const { success, data } = calendarRow.safeParse(sent);
    if (!success || data.date === null || isOther(data.symbol, symbol)) return [];
    const { date, symbol: _symbol, ...amounts } = data;
    return [{ day: date, ...amounts }];
  });
  if (earningsCalendar.length > 0 && list.length === 0) throw badAnswer();
  return newestFirst(list, (each) => each.day);
}
