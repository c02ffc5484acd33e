/** FMP: announcements of earnings, expected ones first. */
import { announcementsOf, type Announcement } from "../companies/earnings.js";
import { dateOf, wholeFrom, type RowsOf, type World } from "../companies/world.js";

const ROWS = 100;

/** Returns the calls by path; each produces the rows of a reply. */
export function createEarningsRows({ market, books }: World): Record<string, RowsOf> {
  return {
    earnings: (query, at) => {
      const security = market.find(query.get("symbol") ?? "");
      if (!security) return [];
      return announcementsOf(security, books, at)
        .slice(0, wholeFrom(query, "limit", ROWS))
        .map((each) => toAnnouncementRow(security.symbol, each, at));
    },
  };
}

/** Returns an announcement as a row, the same in the list of a company and in the calendar; `now` is in milliseconds. */
export function toAnnouncementRow(symbol: string, announced: Announcement, now: number) {
  return {
    symbol,
    date: dateOf(announced.at),
    epsActual: announced.epsActual,
    epsEstimated: announced.epsEstimate,
    revenueActual: announced.revenueActual,
    revenueEstimated: announced.revenueEstimate,
    lastUpdated: dateOf(now),
  };
}
