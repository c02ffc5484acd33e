/** Analysts' price targets for the next twelve months, and the latest changes of targets and ratings. */
import { forCallers, say, the } from "../../contract/sentence.js";
import { always, count, date, percent, price, signed, words } from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { enrichment, findingsOf } from "../../contract/enrichment.js";
import { latestDay } from "../../market/sessions/exchange-day.js";
import { object, z } from "../../contract/schema.js";
import { answerSymbol, COUNT_NAMES, recommendationCounts, source, symbol, timestamp } from "../../contract/fields.js";
import { toSixDigits } from "../../contract/values.js";
import { SLOW, SLOW_PART_SECONDS, symbolErrors } from "../shapes.js";

/** The most rating changes in an answer. */
const RECENT_CHANGES = 20;

const change = object("Listing currency", {
  analystName: words("Analyst or firm"),
  date: always(date()),
  previousTarget: price(),
  newTarget: price(),
  rating: words("As the firm words it"),
  ratingChange: words("Upgrade, Downgrade, Initiate or Maintain"),
});

/** The counts of ratings, and what follows from them. */
export const RATING_FIELDS = [...COUNT_NAMES, "consensusRating"] as const;

/** One analyst's change of target or rating. */
export type RatingChange = z.output<typeof change>;

export const priceTargets = defineCapability({
  name: "price-targets",
  title: "Analyst price targets",
  route: "/api/v1/provider-a/stock/{symbol}/price-targets",
  tool: {
    name: "provider_a_get_price_targets",
    command: "targets",
    set: "core",
    description: "Analyst price targets (average, high, low), rating counts, upgrades and downgrades.",
    history: {
      list: "recentChanges",
      latestDay,
      dayOf: (row) => (typeof row["date"] === "string" ? row["date"] : null),
      snapshot: [
        "priceTargetAverage",
        "priceTargetHigh",
        "priceTargetLow",
        "priceTargetMedian",
        "numberOfAnalysts",
        "lastUpdated",
        ...RATING_FIELDS,
        "upsidePercent",
      ],
    },
    picture: "targets",
  },
  input: z.object({ symbol }),
  output: object("Listing currency or count", {
    symbol: answerSymbol,
    priceTargetAverage: price("12 months ahead", "Mean"),
    priceTargetHigh: price("12 months ahead", "High"),
    priceTargetLow: price("12 months ahead", "Low"),
    priceTargetMedian: price("12 months ahead", "Median"),
    numberOfAnalysts: count("A: targets of the last quarter, else of the last year; B: analysts with a target"),
    lastUpdated: date("of the newest target"),
    ...recommendationCounts,
    consensusRating: words("From the counts, Strong Buy to Strong Sell"),
    recentChanges: z.array(change).nullable().describe(`Newest ${RECENT_CHANGES} changes; null when not known`),
    source,
    timestamp,
    upsidePercent: signed(
      percent("(priceTargetAverage / price - 1) × 100, price of the same call; null from A", "Upside"),
    ),
  }),
  freshness: SLOW,
  // The whole list is cached, so that as_of can go further back.
  view: (body) => ({ ...body, recentChanges: body.recentChanges?.slice(0, RECENT_CHANGES) ?? null }),
  viewNotes: ({ source: by, priceTargetAverage, upsidePercent }) =>
    by === "PROVIDER_A" && priceTargetAverage !== null && upsidePercent === null
      ? // A picture compares the targets with a price of its own.
        [
          say`${forCallers`${the.field("upsidePercent")} is ${the.absent}, because ${the.source("provider-a")} sends targets without a price.`}`,
        ]
      : [],
  errors: {
    ...symbolErrors("fetch price targets", "no_coverage"),
    retryField: null,
    notFound: (asked) => ({ error: `404: Failed to fetch price targets for ${asked}` }),
  },
});

/** Returns how far the average target is above the price, in percent, six significant digits; `null` without one of them. */
export function toUpside(target: number | null, now: number | null): number | null {
  return target === null || now === null || now <= 0 ? null : toSixDigits((target / now - 1) * 100);
}

/** Returns the day of the newest change with a target, else of the newest change; `changes` are newest first. */
export function toLastUpdated(changes: readonly RatingChange[]): string | null {
  return (changes.find(({ newTarget }) => newTarget !== null) ?? changes[0])?.date ?? null;
}

/** Enrichment with all changes of targets and ratings, newest first; an empty list when there are none. */
export const ratingChanges = enrichment(priceTargets, {
  name: "rating-changes",
  keep: { seconds: SLOW_PART_SECONDS, schema: findingsOf(priceTargets.output.shape.recentChanges.unwrap()) },
  fields: ["recentChanges", "lastUpdated"],
  ask: (data, input) => (data.recentChanges?.length ? null : input.symbol),
  askEarly: (input) => input.symbol,
  apply(data, recentChanges: RatingChange[]) {
    const newest = toLastUpdated(recentChanges);
    const fields = [
      ...(recentChanges.length > 0 ? ["recentChanges"] : []),
      ...(data.lastUpdated === null && newest !== null ? ["lastUpdated"] : []),
    ];
    return { data: { ...data, recentChanges, lastUpdated: data.lastUpdated ?? newest }, fields };
  },
});
