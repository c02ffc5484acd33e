/** FMP: price targets and grades. */
import { isFollowed, meanRating, monthStart, type AnalystNote } from "../companies/analysts.js";
import { round } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { dateOf, wholeFrom, type RowsOf, type World } from "../companies/world.js";

const MONTHS = 12;
const WORDS = ["Strong Buy", "Buy", "Hold", "Sell", "Strong Sell"] as const;

/** Returns the calls by path; each produces the rows of a reply. */
export function createAnalystRows({ market, analysts }: World): Record<string, RowsOf> {
  function followed(query: URLSearchParams): Security[] {
    const security = market.find(query.get("symbol") ?? "");
    return security && isFollowed(security) ? [security] : [];
  }

  /** Returns the mean of the targets; 0 without targets. */
  function mean(notes: readonly AnalystNote[]): number {
    return notes.length === 0 ? 0 : round(notes.reduce((sum, { target }) => sum + target, 0) / notes.length, 2);
  }

  return {
    "price-target-consensus": (query, at) =>
      followed(query).flatMap((security) => {
        const targets = analysts.targets(security, at);
        if (!targets) return [];
        return {
          symbol: security.symbol,
          targetHigh: targets.high,
          targetLow: targets.low,
          targetConsensus: targets.mean,
          targetMedian: targets.median,
        };
      }),
    "price-target-summary": (query, at) =>
      followed(query).map((security) => {
        const notes = analysts.notes(security, at);
        const [month, quarter, year] = [30, 91, 365].map((days) =>
          notes.filter((note) => note.at > at - days * DAY_MS),
        );
        return {
          symbol: security.symbol,
          lastMonthCount: month?.length,
          lastMonthAvgPriceTarget: mean(month ?? []),
          // One target of each firm, so that their number agrees with that of its ratings.
          lastQuarterCount: new Set(quarter?.map(({ firm }) => firm)).size,
          lastQuarterAvgPriceTarget: mean(quarter ?? []),
          lastYearCount: year?.length,
          lastYearAvgPriceTarget: mean(year ?? []),
          allTimeCount: notes.length,
          allTimeAvgPriceTarget: mean(notes),
          publishers: JSON.stringify(["Example Wire", "Sample News"]),
        };
      }),
    "price-target-news": (query, at) =>
      followed(query).flatMap((security) => {
        const limit = wholeFrom(query, "limit", 10);
        const start = wholeFrom(query, "page", 0) * limit;
        return analysts
          .notes(security, at)
          .slice(start, start + limit)
          .map((note) => ({
            symbol: security.symbol,
            publishedDate: new Date(note.at).toISOString(),
            newsURL: "https://www.example.com/",
            newsTitle: `Simulated note of ${note.firm}`,
            analystName: note.analyst,
            priceTarget: note.target,
            adjPriceTarget: note.target,
            priceWhenPosted: note.priceWhenPosted,
            newsPublisher: "Example Wire",
            newsBaseURL: "example.com",
            analystCompany: note.firm,
          }));
      }),
    // Like the upstream, this call ignores the limit.
    grades: (query, at) =>
      followed(query).flatMap((security) =>
        analysts.notes(security, at).map((note) => ({
          symbol: security.symbol,
          date: dateOf(note.at),
          gradingCompany: note.firm,
          previousGrade: note.previousGrade,
          newGrade: note.grade,
          action: note.action === "init" ? "initialise" : note.action,
        })),
      ),
    "grades-consensus": (query, at) =>
      followed(query).map((security) => {
        const counts = analysts.counts(security, at);
        const [strongBuy, buy, hold, sell, strongSell] = counts;
        const consensus = WORDS[Math.round(meanRating(counts) ?? 3) - 1];
        return { symbol: security.symbol, strongBuy, buy, hold, sell, strongSell, consensus };
      }),
    "grades-historical": (query, at) =>
      followed(query).flatMap((security) =>
        Array.from({ length: Math.min(MONTHS, wholeFrom(query, "limit", MONTHS)) }, (_, back) => {
          const first = monthStart(at, back);
          const [strongBuy, buy, hold, sell, strongSell] = analysts.counts(security, first);
          return {
            symbol: security.symbol,
            date: dateOf(first),
            analystRatingsStrongBuy: strongBuy,
            analystRatingsBuy: buy,
            analystRatingsHold: hold,
            analystRatingsSell: sell,
            analystRatingsStrongSell: strongSell,
          };
        }),
      ),
  };
}
