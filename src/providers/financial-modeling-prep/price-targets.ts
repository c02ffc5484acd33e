/** Analyst price targets by FMP, and their changes with the ratings of the same firms. */
import { optionalParts } from "../../contract/optional.js";
import { enricher } from "../../contract/enrichment.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { count, number, positive, text, toPositive } from "../../contract/values.js";
import {
  priceTargets,
  RATING_FIELDS,
  ratingChanges,
  type RatingChange,
} from "../../capabilities/companies/price-targets.js";
import { DAY_MS } from "../../lib/day.js";
import { eachOnce } from "../../lib/each-once.js";
import { publicationDay } from "../../market/sessions/exchange-day.js";
import { toAverageRating, toConsensus } from "../../market/holdings/rating.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { newestFirst } from "../../lib/newest-first.js";
import { toDay } from "./dates.js";
import { noCoverageOrUnknown, recallCurrency } from "./profile.js";
import { badAnswer, fmpProvider, type FmpClient } from "./provider.js";
import { findCounts } from "./recommendations.js";
import { toFmpSymbol } from "./symbol.js";

/**
 * The targets, the number of analysts with a target, the counts of ratings, and the consensus that we compute from
 * them. The enrichment `ratingChanges` adds `recentChanges` and `lastUpdated`.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without targets and ratings, `not_found` for an unknown
 * one.
 */
export const priceTargetsFromFmp = source(fmpProvider, priceTargets, async ({ symbol }, client) => {
  const targets = await fetchTargetConsensus(symbol, client);
  // Without targets, the counts show whether any analyst follows the stock.
  const countsWithoutTargets = targets ? null : await findCounts(symbol, client);
  if (!targets && !countsWithoutTargets) {
    const why = ", but no analyst gives a target or a rating for it.";
    throw await noCoverageOrUnknown("price targets", symbol, why, client);
  }
  const parts = optionalParts<typeof priceTargets>();
  const [analysts, counts] = await Promise.all([
    parts.get(["numberOfAnalysts"], findNumberOfAnalysts(symbol, client)),
    countsWithoutTargets ?? parts.get(RATING_FIELDS, findCounts(symbol, client)),
  ]);
  return {
    data: {
      symbol,
      priceTargetAverage: targets?.targetConsensus,
      priceTargetHigh: targets?.targetHigh,
      priceTargetLow: targets?.targetLow,
      priceTargetMedian: targets?.targetMedian,
      numberOfAnalysts: analysts,
      ...counts,
      consensusRating: toConsensus(counts ? toAverageRating(counts) : null),
    },
    ...parts.gaps(),
    currency: await recallCurrency(symbol, client),
  };
});

const consensusRow = z.object({ targetHigh: number, targetLow: number, targetConsensus: number, targetMedian: number });

export type TargetConsensus = z.output<typeof consensusRow>;

/**
 * Returns the consensus, per share in the listing's currency; `null` when there are no targets, for which FMP
 * may send four zeros. A single 0 becomes `null`.
 *
 * @throws {ProviderError} `bad_answer` when none of the four can be read.
 */
export async function fetchTargetConsensus(symbol: string, client: FmpClient): Promise<TargetConsensus | null> {
  const row = await client.first(consensusRow, "price-target-consensus", { symbol });
  if (!row) return null;
  const targets = Object.values(row).filter((target) => target !== null);
  if (targets.length === 0) throw badAnswer();
  if (targets.every((target) => target === 0)) return null;
  return {
    targetHigh: toPositive(row.targetHigh),
    targetLow: toPositive(row.targetLow),
    targetConsensus: toPositive(row.targetConsensus),
    targetMedian: toPositive(row.targetMedian),
  };
}

const summaryRow = z.object({ lastQuarterCount: count, lastYearCount: count });

/** Returns the number of analysts; cached as long as the counts of ratings, because it covers three months. */
function findNumberOfAnalysts(symbol: string, client: FmpClient): Promise<number | null> {
  const part = {
    key: `target counts ${toFmpSymbol(symbol)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: z.number().nullable(),
    isGood: (analysts: number | null) => analysts !== null,
  };
  return client.upstream.remember(part, () => fetchNumberOfAnalysts(symbol, client));
}

/**
 * Returns the number of targets in the last quarter, because their average is nearest to the consensus; if there are
 * none, the number in the last year.
 */
async function fetchNumberOfAnalysts(symbol: string, client: FmpClient): Promise<number | null> {
  const summary = await client.first(summaryRow, "price-target-summary", { symbol });
  if (!summary) return null;
  return summary.lastQuarterCount === 0 ? summary.lastYearCount : summary.lastQuarterCount;
}

/** A row of `price-target-news`: a target as reported in the news. */
const newsRow = z.object({ publishedDate: text, analystName: text, analystCompany: text, adjPriceTarget: positive });

/** A row of `grades`: a firm's rating of the stock from that day on. */
const gradeRow = z.object({ date: text, gradingCompany: text, newGrade: text, action: text });

// Rows to request, more than are shown, because a firm's previous target is among the older ones.
const NEWS_ROWS = 50;

/**
 * The newest reported targets, with the grades of their firms (see `toRatingChanges`) if the grades can be fetched.
 *
 * `grades` ignores every limit and sends the whole history, some hundred kilobytes.
 */
export const ratingChangesFromFmp = enricher(fmpProvider, ratingChanges, async (symbol, client) => {
  const news = await client.rows(newsRow, "price-target-news", { symbol, page: 0, limit: NEWS_ROWS });
  if (news.length === 0) return { facts: [] };
  if (news.every(({ publishedDate }) => toDay(publishedDate) === null)) throw badAnswer();
  const parts = optionalParts<typeof priceTargets>();
  const grades = await parts.get(["rating", "ratingChange"], client.rows(gradeRow, "grades", { symbol }));
  // Each row is compared with all grades, so ten thousand rows, which a broken upstream can send, would take seconds.
  return { facts: toRatingChanges(symbol, news.slice(0, NEWS_ROWS), grades ?? []), ...parts.gaps() };
});

/** A grade and a report of a target by the same firm that are at most this many days apart count as one event. */
const ONE_EVENT_DAYS = 3;

/**
 * The changes of a symbol, newest first, with the day at its exchange.
 *
 * `newTarget` is adjusted for splits; `previousTarget` is the same firm's next older target in `news`. `rating` is the
 * firm's grade nearest in time that is at most three days newer than the news; `ratingChange` is the action of that
 * grade if it is also at most three days older. A value that is not found is `null`. Firms are compared by the letters
 * of their names only.
 */
function toRatingChanges(
  symbol: string,
  news: readonly z.output<typeof newsRow>[],
  grades: readonly z.output<typeof gradeRow>[],
): RatingChange[] {
  // A repeated report would count as its own previous target.
  const distinct = eachOnce(news, ({ publishedDate, analystCompany, adjPriceTarget }) =>
    [publishedDate, analystCompany, adjPriceTarget].join(" "),
  );
  const shown = distinct.flatMap((row) => {
    const date = toDayAt(symbol, row.publishedDate);
    return date === null ? [] : [{ ...row, date, firm: toFirm(row.analystCompany) }];
  });
  const dated = newestFirst(shown, ({ publishedDate }) => publishedDate);
  const graded = grades.flatMap((row) => {
    const day = toDay(row.date);
    return day === null ? [] : [{ ...row, time: Date.parse(day), firm: toFirm(row.gradingCompany) }];
  });
  return dated.map((row, index) => {
    const older = row.firm ? dated.slice(index + 1).find((other) => other.firm === row.firm) : undefined;
    const time = Date.parse(row.date);
    const distance = (grade: { time: number }) => Math.abs(grade.time - time) / DAY_MS;
    // Of two grades that are as near, the first sent counts.
    const nearest = graded
      .filter((grade) => row.firm !== "" && grade.firm === row.firm)
      .filter((grade) => grade.time - time <= ONE_EVENT_DAYS * DAY_MS)
      .toSorted((one, other) => distance(one) - distance(other))[0];
    return {
      analystName: row.analystName ?? row.analystCompany,
      date: row.date,
      previousTarget: older?.adjPriceTarget ?? null,
      newTarget: row.adjPriceTarget,
      rating: nearest?.newGrade ?? null,
      ratingChange: nearest && distance(nearest) <= ONE_EVENT_DAYS ? toRatingChange(nearest.action) : null,
    };
  });
}

/** Returns the day at the exchange of a symbol of a time with a zone, otherwise the day in the text. */
function toDayAt(symbol: string, published: string | null): string | null {
  const day = toDay(published);
  const at = day !== null && published?.endsWith("Z") ? Date.parse(published) : Number.NaN;
  return Number.isNaN(at) ? day : publicationDay(symbol, at);
}

/** Returns the interface's word for an action of FMP; `null` for an unknown action. */
function toRatingChange(action: string | null): string | null {
  const word = (action ?? "").toLowerCase();
  if (word === "upgrade") return "Upgrade";
  if (word === "downgrade") return "Downgrade";
  if (word.startsWith("init")) return "Initiate";
  // FMP's two lists of grades use different words for the same action.
  return ["maintain", "hold", "reiterate"].includes(word) ? "Maintain" : null;
}

function toFirm(name: string | null): string {
  return (name ?? "").toLowerCase().replace(/[^\p{L}]/gu, "");
}
