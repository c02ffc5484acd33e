/** Number of analysts per rating, from strong buy to strong sell; without a symbol the changes of ratings in a sector. */
import { always, count, date, figure, inRemarks, label, words } from "../../contract/field.js";
import { forCallers, say, the } from "../../contract/sentence.js";
import { defineCapability, type DataOf } from "../../contract/capability.js";
import type { Hint } from "../../contract/errors.js";
import { object, z } from "../../contract/schema.js";
import { allowing, answerSymbol, day, recommendationCounts, symbol } from "../../contract/fields.js";
import { daysBefore } from "../../lib/day.js";
import { newestFirst } from "../../lib/newest-first.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { futureRule, latestDayBy, spanRule } from "../../market/sessions/exchange-day.js";
import { SECTORS, toSectorName } from "../../market/symbols/sector-names.js";
import { toAverageRating, toConsensus, toTotal, type RecommendationCounts } from "../../market/holdings/rating.js";
import { SLOW, symbolErrors } from "../shapes.js";

/** The companies of a sector whose changes are searched. */
export const LARGEST = 10;
/** The most changes in an answer. */
const SHOWN = 20;
/** The days of a range without its first day, and the most days of one. */
const USUAL_DAYS = 30;
const MAX_DAYS = 366;

/** The tool with the changes of one company, which has only counts here. */
const RATING_CHANGES: Hint = {
  tool: "provider_a_get_price_targets",
  why: "has upgrades and downgrades of one company",
};

const SECTOR_WORDS = SECTORS.join(", ");
const isSector = (text: string) => (SECTORS as readonly string[]).includes(text);

const sectorChange = object("One change", {
  symbol: always(label("Ticker")),
  date: always(date()),
  firm: words("Analyst or firm"),
  rating: words("As the firm words it"),
  ratingChange: words("Upgrade, Downgrade, Initiate or Maintain"),
});

export type SectorChange = z.output<typeof sectorChange>;

const ratedCompany = object("Company whose changes were searched", {
  symbol: always(label("Ticker")),
  upgrades: count("upgrades in the range"),
  downgrades: count("downgrades in the range"),
});

export const recommendations = defineCapability({
  name: "recommendations",
  title: "Analyst recommendations",
  route: "/api/v1/stock/{symbol}/recommendations",
  marketRoute: "/api/v1/market/recommendations",
  tool: {
    name: "get_recommendations",
    alsoCalled: ["ratings", "analysts"],
    set: "core",
    description:
      "Analyst recommendations: counts of buy, hold and sell ratings, consensus; upgrades and downgrades in a sector.",
    hidden: ["to"],
    unlisted: ["sector", "from", "to", "companies", "changes", "upgrades", "downgrades", "total"],
  },
  input: z.object({
    symbol: symbol.optional(),
    // A text, because the list of tools has the words in the screener already.
    sector: z
      .preprocess(toSectorName, z.string(allowing(SECTOR_WORDS)).refine(isSector, SECTOR_WORDS))
      .optional()
      .describe("Without symbol: rating changes"),
    from: day.optional().describe("First day, default 30 days ago"),
    to: day.optional().describe("Last day of changes, default today"),
  }),
  rule({ symbol: asked, sector, from, to }) {
    if (asked !== undefined) {
      const other = Object.entries({ sector, from, to }).find(([, value]) => value !== undefined);
      return (
        other &&
        `"${other[0]}" is not possible with "symbol": it is for the changes of a sector; those of one company stand beside its price targets.`
      );
    }
    if (sector === undefined)
      return `Missing "symbol", or "sector" for the changes of its ${LARGEST} largest companies.`;
    const future = futureRule({ from, to }, latestDayBy(NEW_YORK));
    if (future !== undefined) return future;
    const range = toRange({ from, to }, latestDayBy(NEW_YORK));
    return spanRule(range.from, range.to, MAX_DAYS);
  },
  output: z.object({
    symbol: answerSymbol.optional(),
    recommendations: object("Count of analysts", recommendationCounts).optional(),
    summary: object("From the counts", {
      total_analysts: count("sum of the five counts"),
      average_rating: figure(["1 strong buy to 5", "5 is strong sell; sum(weight * count) / sum(count), two decimals"]),
      consensus: words("Strong Buy, Buy, Hold, Sell or Strong Sell"),
    }).optional(),
    sector: label("Of the changes; without symbol").optional(),
    from: always(date("first day of the changes")).optional(),
    to: always(date("last day of the changes")).optional(),
    companies: z.array(ratedCompany).optional().describe("Largest first"),
    changes: z
      .array(sectorChange)
      .optional()
      .describe(`Newest first, at most ${SHOWN}; then those that only maintain a rating are left out first`),
    upgrades: always(count("upgrades in the range")).optional(),
    downgrades: always(count("downgrades in the range")).optional(),
    total: inRemarks("always", always(count("changes in the range"))).optional(),
  }),
  hintFor: (parameter) =>
    /^(?:kind|type|changes?|upgrades?|downgrades?|analyst|firm)$/i.test(parameter) ? RATING_CHANGES : undefined,
  freshness: SLOW,
  currency: null,
  errors: { ...symbolErrors("fetch recommendations", "no_coverage"), unavailableMarket: 503 },
  view: (body) => body,
  viewNotes: ({ summary, companies, changes, total }) => [
    ...(typeof summary?.average_rating === "number"
      ? [say`In ${the.field("average_rating")} 1 is strong buy and 5 strong sell.`]
      : []),
    ...(companies === undefined ? [] : [say`Searched: the ${companies.length} largest companies of the sector.`]),
    ...(changes !== undefined && total !== undefined && changes.length < total
      ? [
          say`${changes.length} of ${total} changes are listed${forCallers`; for the others ask for fewer days (from, to)`}.`,
        ]
      : []),
  ],
});

/** Returns both ends of a range, `YYYY-MM-DD`. */
export function toRange({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string) {
  // A caller may take the day in UTC, which can be ahead of New York's.
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? daysBefore(last, USUAL_DAYS), to: last };
}

/**
 * Returns the answer about a sector from all changes of its companies, in any order; `null` for a company whose changes
 * could not be had.
 */
export function toSectorChanges(
  sector: string,
  range: { from: string; to: string },
  changesOf: ReadonlyMap<string, readonly SectorChange[] | null>,
): DataOf<typeof recommendations> {
  const isWithin = ({ date: on }: SectorChange) => on >= range.from && on <= range.to;
  const within = newestFirst(
    [...changesOf.values()].flatMap((changes) => (changes ?? []).filter(isWithin)),
    (each) => each.date,
  );
  const isKept = ({ ratingChange }: SectorChange) => ratingChange !== "Maintain";
  const chosen = new Set([...within.filter(isKept), ...within.filter((each) => !isKept(each))].slice(0, SHOWN));
  const countIn = (changes: readonly SectorChange[], word: string) =>
    changes.filter(({ ratingChange }) => ratingChange === word).length;
  return {
    sector,
    ...range,
    companies: [...changesOf].map(([company, changes]) => {
      const own = changes?.filter(isWithin);
      const [upgrades, downgrades] = own ? [countIn(own, "Upgrade"), countIn(own, "Downgrade")] : [null, null];
      return { symbol: company, upgrades, downgrades };
    }),
    changes: within.filter((each) => chosen.has(each)),
    upgrades: countIn(within, "Upgrade"),
    downgrades: countIn(within, "Downgrade"),
    total: within.length,
  };
}

/**
 * Returns the whole answer from the five counts. The consensus follows from the exact average, which is then rounded to
 * two decimals.
 */
export function toRecommendations(asked: string, counts: RecommendationCounts): DataOf<typeof recommendations> {
  const average = toAverageRating(counts);
  return {
    symbol: asked,
    recommendations: counts,
    summary: {
      total_analysts: toTotal(counts),
      average_rating: average === null ? null : Math.round(average * 100) / 100,
      consensus: toConsensus(average),
    },
  };
}
