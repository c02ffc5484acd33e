/** Provider A: announcements of earnings, expected ones first. */
import { announcementsOf } from "../companies/earnings.js";
import { dateOf, wholeFrom, type RowsOf, type World } from "../world.js";

const ROWS = 100;

/** Returns the calls by path; each produces the rows of a reply. */
export function createEarningsRows({ market, books }: World): Record<string, RowsOf> {
  return {
    earnings: (query, at) => {
      const security = market.find(query.get("symbol") ?? "");
      if (!security) return [];
      return announcementsOf(security, books, at)
        .slice(0, wholeFrom(query, "limit", ROWS))
        .map((each) => ({
          symbol: security.symbol,
          date: dateOf(each.at),
          epsActual: each.epsActual,
          epsEstimated: each.epsEstimate,
          revenueActual: each.revenueActual,
          revenueEstimated: each.revenueEstimate,
          lastUpdated: dateOf(at),
        }));
    },
  };
}
