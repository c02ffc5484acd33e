/** Stocks that meet a set of criteria. */
import { joinSentences, say, type Sentence, the } from "../../contract/sentence.js";
import {
  count,
  figure,
  inRemarks,
  money,
  multiple,
  percent,
  perShare,
  price,
  ratio,
  shares,
  signed,
  words,
} from "../../contract/field.js";
import { defineCapability, type InputOf } from "../../contract/capability.js";
import { enrichment, findingsOf } from "../../contract/enrichment.js";
import { shownWhen } from "../../contract/rows-spec.js";
import type { ProviderId } from "../../contract/provider-id.js";
import { object, z } from "../../contract/schema.js";
import { sortBy, toSort } from "../../contract/sort.js";
import { SECTORS, toSectorName } from "../../market/symbols/sector-names.js";
import { countryCode } from "../../market/symbols/countries.js";
import { findIndustry, industriesLike } from "../../market/symbols/industry-names.js";
import { exchangesLike, findScreenedExchange } from "../../market/sessions/exchanges.js";
import { allowing, choice, decimal, limit, wholeNumber } from "../../contract/fields.js";
import {
  applyMarketFacts,
  marketFactsShape,
  symbolsWithoutVolume,
  type MarketFacts,
} from "../../market/prices/market-facts.js";
import { SCREENED, SLOW, marketErrors } from "../shapes.js";

export const MAX_SCREENED = 100;

/** Columns that rows have on request; the quote call that fills in volumes has them, too. */
const requested = {
  changesPercentage: signed(
    percent("since previous close; from B, up to an hour old where A answered", "Change %"),
  ).optional(),
  dividendYield: ratio("a year; B's percentage / 100").optional(),
  yearHigh: price("52 weeks; from B").optional(),
  yearLow: price("52 weeks; from B").optional(),
  yearChangePercent: signed(percent("52 weeks; from B", "52-week change")).optional(),
  priceToBook: multiple("latest quarter; from B; null where price and accounts differ in currency").optional(),
};

/** These columns, each with the filters and the order by its figure; `CHANGES` replaces that of the change. */
const USED_BY: Readonly<Partial<Record<keyof typeof requested, readonly string[]>>> = {
  changesPercentage: ["change_min", "change_max", "change"],
  dividendYield: ["dividend_yield_min", "dividend_yield"],
  yearHigh: ["near_high_max"],
  yearLow: ["near_low_max"],
  priceToBook: ["pb_max"],
};

/** The times over which B has a change, none of a month or a quarter. */
const CHANGE_PERIODS = ["1d", "1y"] as const;
/** Of each of these times the column and the words. */
export const CHANGES = {
  "1d": { column: "changesPercentage", words: "change today" },
  "1y": { column: "yearChangePercent", words: "change over 52 weeks" },
} as const satisfies Record<(typeof CHANGE_PERIODS)[number], { column: keyof typeof requested; words: string }>;

const SORT_KEYS = ["market_cap", "pe", "dividend_yield", "change", "volume", "price"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const stock = object(["Listing currency", "market cap in USD"], {
  symbol: z.string(),
  name: words("Company"),
  price: price("last trade"),
  marketCap: money("usd", "null for listings in another currency"),
  volume: shares("average day of 3 months; from B", "Average volume"),
  sector: words("Sector"),
  country: words("Country of incorporation, ISO-2"),
  beta: figure(["5 years monthly", "slope against the market"]),
  pe: multiple("TTM; price / earnings, null for losses; from B, up to an hour old"),
  eps: perShare("major", "earnings, TTM; from B", "Earnings per share"),
  ...requested,
});

/** No company has raised its dividend for longer. */
const MAX_YEARS = 100;
const CAP = Number.MAX_SAFE_INTEGER;

/** A name that `find` knows in several spellings; the error has those that are nearest to what was written. */
function named(allowed: string, find: (text: string) => string | undefined, like: (text: string) => readonly string[]) {
  const withNearest = (names: readonly string[]) =>
    names.length === 0 ? allowed : `${allowed}; the nearest are ${names.join("; ")}`;
  return z
    .string(allowing(allowed))
    .refine(
      (text) => find(text) !== undefined,
      (text) => ({ message: withNearest(like(text)) }),
    )
    .transform((text) => find(text)!)
    .optional();
}

const industry = named("an industry such as Semiconductors or Banks - Regional", findIndustry, industriesLike);
const exchange = named(
  "an exchange such as NASDAQ, NYSE, LSE, XETRA or NSE (all exchanges of a country: country)",
  (text) => findScreenedExchange(text)?.names[0],
  exchangesLike,
);

export const screener = defineCapability({
  name: "screener",
  title: "Stock screener",
  route: "/api/v1/screener",
  tool: {
    name: "provider_a_screen_stocks",
    set: "core",
    aliases: { price_to_book_max: "pb_max", price_to_sales_max: "ps_max" },
    hidden: ["ps_max", "eps_growth_min"],
    description: "Stock screener: find stocks by filters (market cap, sector, PE, dividend yield and more).",
    rows: {
      list: "results",
      noun: "rows",
      key: ["symbol", "name"],
      listed: ["format"],
      limit: { shown: 20, max: MAX_SCREENED },
      total: "total_results",
      columns: shownWhen(Object.keys(requested), "on request"),
      onRequest: { unasked: usedBy },
    },
    leading: ["symbol", "name", "price", "changesPercentage"],
    picture: "screener",
  },
  input: z.object({
    market_cap_min: wholeNumber(0, CAP, "USD").optional().describe("USD"),
    market_cap_max: wholeNumber(0, CAP, "USD").optional().describe("USD"),
    price_min: decimal(0, "USD").optional().describe("USD"),
    price_max: decimal(0, "USD").optional().describe("USD"),
    volume_min: wholeNumber(0, CAP).optional().describe("Shares a day"),
    sector: z.preprocess(toSectorName, choice(SECTORS)).optional().describe("One of 11"),
    country: countryCode("US, CA or GB").optional().describe("ISO-2 code"),
    beta_min: decimal().optional().describe("e.g. 0.8"),
    beta_max: decimal().optional().describe("e.g. 1.2"),
    pe_min: decimal(undefined, "x").optional().describe("TTM"),
    pe_max: decimal(undefined, "x").optional().describe("TTM"),
    pb_max: decimal(0, "x").optional().describe("Price / book"),
    ps_max: decimal(0, "x").optional().describe("P/S, TTM"),
    dividend_yield_min: decimal(0, "%").optional().describe("%, e.g. 3"),
    change_min: decimal(undefined, "%").optional().describe("%, e.g. 3"),
    change_max: decimal(undefined, "%").optional().describe("%, e.g. -3"),
    change_period: choice(CHANGE_PERIODS).optional().describe("Default 1d"),
    near_low_max: decimal(0, "%").optional().describe("% above 52-week low"),
    near_high_max: decimal(0, "%").optional().describe("% below 52-week high"),
    roe_min: decimal(undefined, "%").optional().describe("%, e.g. 15"),
    revenue_growth_min: decimal(undefined, "%").optional().describe("% a year"),
    net_income_growth_min: decimal(undefined, "%").optional().describe("% a year"),
    eps_growth_min: decimal(undefined, "%").optional().describe("% a year, e.g. 10"),
    debt_to_equity_max: decimal(0, "%").optional().describe("%, e.g. 50"),
    gross_margin_min: decimal(undefined, "%").optional().describe("%, e.g. 40"),
    dividend_years_min: wholeNumber(1, MAX_YEARS).optional().describe("Raises in a row"),
    industry: industry.describe("e.g. Banks - Regional"),
    exchange: exchange.describe("e.g. XETRA"),
    sort: sortBy(SORT_KEYS, true),
    limit: limit(MAX_SCREENED, 50, "Rows"),
  }),
  output: z.object({
    results: z.array(stock).describe("Matching stocks"),
    filters_applied: inRemarks("always", z.record(z.union([z.string(), z.number()])).describe("Filters as understood")),
    total_results: count("stocks that match; null with near_low_max or near_high_max"),
  }),
  freshness: SCREENED,
  errors: marketErrors,
  viewParameters: ["limit"],
  view: (body, input) => ({ ...body, results: body.results.slice(0, input.limit), filters_applied: toFilters(input) }),
  rule(input) {
    for (const name of ["market_cap", "price", "beta", "pe", "change"] as const) {
      const min = input[`${name}_min`];
      const max = input[`${name}_max`];
      if (min !== undefined && max !== undefined && min > max) {
        return `Invalid "${name}_min": got ${min}, which is above "${name}_max" ${max}. Allowed: a ${name}_min that is not above ${name}_max.`;
      }
    }
    if (input.change_period === "1y" && !usesChange(input)) {
      return '"change_period" was given without a change. Allowed: beside "change_min", "change_max" or "sort" change.';
    }
    const listed = input.exchange && findScreenedExchange(input.exchange)?.country;
    if (listed && input.country !== undefined && input.country !== listed) {
      return `Invalid "exchange": got ${input.exchange}, which is in ${listed}, not in "country" ${input.country}. Allowed: an exchange of that country, or no "country".`;
    }
    return undefined;
  },
  viewNotes: ({ results }, input) => [
    ...toBoundNotes(input),
    ...(results.some(({ volume }) => volume !== null)
      ? [say`${the.field("volume")} is of the average day of three months.`]
      : []),
  ],
  whenEmpty: (input) => ({ results: [], filters_applied: toFilters(input), total_results: 0 }),
});

export type Screen = InputOf<typeof screener>;

/** Bounds of figures that rows have, in words; those of other figures are in the notes of the source that applies them. */
const BOUNDS = {
  market_cap_min: ["market cap of at least", "USD"],
  market_cap_max: ["market cap of at most", "USD"],
  price_min: ["price of at least", "USD"],
  price_max: ["price of at most", "USD"],
  volume_min: ["volume of at least", "shares a day"],
  beta_min: ["beta of at least", ""],
  beta_max: ["beta of at most", ""],
  pe_min: ["P/E of at least", ""],
  pe_max: ["P/E of at most", ""],
  pb_max: ["P/B of at most", ""],
  dividend_yield_min: ["dividend yield of at least", "%"],
  // Behind the words of their time.
  change_min: ["of at least", "%"],
  change_max: ["of at most", "%"],
  near_low_max: ["at most", "%", " above the 52-week low"],
  near_high_max: ["at most", "%", " below the 52-week high"],
} as const satisfies Readonly<Record<string, readonly [words: string, unit: string, end?: string]>>;

/** Returns the sentence with the bounds as they were read: 0.03 may be meant as 3 %, and 10 as 10 billion. */
function toBoundNotes(
  input: { [filter in keyof typeof BOUNDS]?: number | undefined } & {
    change_period?: keyof typeof CHANGES | undefined;
  },
): Sentence[] {
  const given = (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).filter((name) => input[name] !== undefined);
  const bounds = given.map((name) => {
    const [text, unit, end = ""] = BOUNDS[name];
    const what = name.startsWith("change_") ? `${CHANGES[input.change_period ?? "1d"].words} ${text}` : text;
    return say`${what} ${the.figure(`${input[name]} ${unit}`.trim())}${end}`;
  });
  return bounds.length === 0 ? [] : [say`Filters: ${joinSentences(bounds, "; ")}.`];
}

const OF_PROVIDER_B = [
  "pe_min",
  "pe_max",
  "pb_max",
  "ps_max",
  "dividend_yield_min",
  "change_min",
  "change_max",
  "near_low_max",
  "near_high_max",
  "roe_min",
  "revenue_growth_min",
  "net_income_growth_min",
  "eps_growth_min",
  "debt_to_equity_max",
  "gross_margin_min",
  "dividend_years_min",
  "industry",
  "exchange",
  "sort",
] as const satisfies readonly (keyof Screen)[];

/** Returns the given filters that only Yahoo can apply. */
export function onlyFromYahoo(input: Screen): string[] {
  return OF_PROVIDER_B.filter((name) => input[name] !== undefined);
}

/** Returns the caller's filters as the program understood them. */
export function toFilters(input: { [filter: string]: string | number | undefined }): Record<string, string | number> {
  const given = Object.entries(input).filter((filter): filter is [string, string | number] => filter[1] !== undefined);
  return Object.fromEntries(given);
}

/** Returns the columns on request by whose figures the input filters or sorts. */
function usedBy({ sort, ...filters }: Readonly<Record<string, unknown>>): string[] {
  const given = Object.keys(filters).filter((name) => filters[name] !== undefined);
  const figures = new Set([...given, typeof sort === "string" ? sortOf(sort)?.key : undefined]);
  const used = Object.entries(USED_BY).filter(([, names]) => names.some((name) => figures.has(name)));
  const isOfYear = filters["change_period"] === "1y";
  return used.map(([column]) => (isOfYear && column === CHANGES["1d"].column ? CHANGES["1y"].column : column));
}

/** Whether the change chooses or orders the rows. */
const usesChange = ({ change_min: min, change_max: max, sort }: Readonly<Record<string, unknown>>): boolean =>
  min !== undefined || max !== undefined || (typeof sort === "string" && sortOf(sort)?.key === "change");

const MONEY_BOUNDS = ["market_cap_min", "market_cap_max", "price_min", "price_max"] as const;
type Bounds = Partial<Pick<Screen, (typeof MONEY_BOUNDS)[number] | "country" | "exchange">>;

/** Returns the country of the listings, ISO-2: that of the exchange, else the one given, else the United States. */
export function countryOf({ country, exchange: name }: Bounds): string {
  return (name === undefined ? country : findScreenedExchange(name)?.country) ?? "US";
}

/**
 * Returns a note if bounds in US dollars apply to listings of another country: no provider accepts a currency with a
 * bound, and none documents in which currency it compares.
 */
export function toBoundsNote(input: Bounds, provider: ProviderId): Sentence[] {
  const country = countryOf(input);
  const given = MONEY_BOUNDS.filter((name) => input[name] !== undefined);
  if (country === "US" || given.length === 0) return [];
  return [
    say`${joinSentences(given.map(the.parameter))}: bounds are US dollars, but ${the.source(provider)} takes them without a currency and may compare them with amounts in the currency of the ${country} listings, so check the results.`,
  ];
}

/**
 * Enrichment with average volume, PE and EPS, which FMP's screener does not send.
 *
 * They are cached by the stocks of the list, as long as an overview, which has the same figures: callers often repeat a
 * screen with other limits and bounds, and 100 rows cost two calls.
 */
export const screenedFacts = enrichment(screener, {
  name: "screened-facts",
  keep: { seconds: SLOW.ttlSeconds, schema: findingsOf(marketFactsShape) },
  fields: ["volume", "pe", "eps"],
  // Sorted, so that the same stocks in another order have the same cache key.
  ask: (data) => symbolsWithoutVolume(data.results)?.toSorted() ?? null,
  apply: (data, facts: MarketFacts) =>
    applyMarketFacts(data, "results", facts, {
      volume: "avgVolume",
      pe: "pe",
      eps: "eps",
      changesPercentage: "change",
      dividendYield: "dividendYield",
      yearHigh: "yearHigh",
      yearLow: "yearLow",
      yearChangePercent: "yearChangePercent",
      priceToBook: "priceToBook",
    }),
});

/** Returns the order that a text such as `-pe` names; `undefined` for any other text. */
export const sortOf = (text: string) => toSort(text, SORT_KEYS);
