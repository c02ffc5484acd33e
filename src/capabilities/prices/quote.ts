/** The current price of one security, with related figures. */
import { always, atTimes, money, multiple, percent, price, shares, signed, words } from "../../contract/field.js";
import { defineCapability, type DataOf, type ErrorShape } from "../../contract/capability.js";
import { HINTS, type Hint } from "../../contract/errors.js";
import { findingsOf, enrichment } from "../../contract/enrichment.js";
import { object, z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { answerSymbol, asOf, rowCurrency, source, symbol, timestamp } from "../../contract/fields.js";
import {
  atEuroRates,
  convert,
  convertedPrice,
  toConversionNotes,
  withConverted,
} from "../../market/prices/converted-price.js";
import { toMistakenNotes } from "../../market/symbols/mistaken-symbols.js";
import { oldPriceNotes } from "../../market/prices/old-prices.js";
import { priceDoubts } from "../../market/prices/price-consistency.js";
import { CAP_FACTOR, SPLIT_FACTOR, timesApart } from "../../market/statements/times-apart.js";
import { extendedHours } from "./extended-hours.js";
import { LIVE_QUOTE, pastPrices, symbolErrors } from "../shapes.js";
import { DAY_SECONDS } from "../../lib/day.js";

/** The stock quote's fields; the alternative quote has the same. Money is in the listing's currency. */
export const quoteOutput = object("Listing currency", {
  symbol: answerSymbol,
  price: always(price("last trade, which exchanges delay by up to 20 minutes")),
  change: signed(price("since previous close (B's chart: price - previousClose); coins from provider B: over 24 h")),
  changesPercentage: signed(
    percent(
      "since previous close (B's chart: change / previousClose * 100); coins from provider B: over 24 h",
      "Change %",
    ),
  ),
  dayLow: price("today"),
  dayHigh: price("today"),
  yearHigh: price("52 weeks"),
  yearLow: price("52 weeks"),
  marketCap: money("major", "null for indices and currencies"),
  priceAvg50: price("mean price of 50 trading days", "50-day average"),
  priceAvg200: price("mean price of 200 trading days", "200-day average"),
  volume: shares("today; coins: amount of money traded, in the listing currency, not coins"),
  avgVolume: shares(
    "a day, 3 months; coins: money a day; for provider A's quote filled in from B, else A's profile",
    "Average volume",
  ),
  exchange: words("Exchange as the source names it"),
  open: price("today"),
  previousClose: price("close of the session before"),
  eps: price(
    "earnings, TTM (B: pounds where prices are in pence); for provider A's quote filled in from B, else A's ratios",
    "Earnings per share",
  ),
  pe: atTimes(multiple("TTM; price / eps; null when eps <= 0; computed for A, as sent by B", "P/E (TTM)")),
  sharesOutstanding: shares("B: of this listing only; for provider A's quote filled in from B, else A's filings"),
  timestamp,
  source,
  name: words("Company, fund, index or coin"),
  currency: rowCurrency,
  as_of: asOf("UTC; of the price"),
});

const HEADING = ["name", "price", "change", "changesPercentage"];

const quoteErrors: ErrorShape = {
  ...symbolErrors("fetch quote"),
  notFound: (asked) => ({ detail: `404: Failed to fetch quote for ${asked}` }),
};

/** Returns sentences on a symbol that people take for another one, and on a price that is old or contradicted. */
const toDoubts = (body: z.output<typeof quoteOutput>) => [
  ...toMistakenNotes([body.symbol]),
  ...oldPriceNotes(body),
  ...priceDoubts(body),
];

/** Returns what has the prices that a quote of one security lacks. */
const ofOneQuote = (parameter: string): Hint | undefined =>
  /^(?:convert|currency|extended|extended_hours|prepost|pre_?market|after_?hours|fields|columns)$/i.test(parameter)
    ? { tool: "get_quotes", why: "has extended hours, other currencies and fields" }
    : pastPrices(parameter);

export const quote = defineCapability({
  name: "quote",
  title: "Stock quote",
  route: "/api/v1/stock/{symbol}",
  tool: {
    name: "provider_a_get_stock_quote",
    alsoCalled: ["price", "stock", "ticker"],
    set: "core",
    aliases: { input: "symbol", query: "symbol", code: "symbol" },
    description:
      "Latest share price (quote) of one stock, ETF, index or coin: change, ranges, volume, market cap, PE. More, or extended hours: get_quotes. Read note first.",
    otherwise: HINTS.askYahoo,
    leading: HEADING,
    picture: "quote",
  },
  resource: {
    path: "stock/{symbol}/quote",
    description: "Current quote of one stock, ETF, index or coin.",
  },
  input: z.object({ symbol }),
  output: quoteOutput,
  firstNotes: toDoubts,
  hintFor: ofOneQuote,
  freshness: LIVE_QUOTE,
  publishers: { "provider-d": "ECB" },
  errors: quoteErrors,
});

export const alternativeQuote = defineCapability({
  name: "alternative-quote",
  title: "Stock quote from provider B",
  subject: "Stock quote",
  route: "/api/v1/stock/{symbol}/provider-b",
  tool: {
    name: "provider_b_get_stock_quote",
    command: "quote-b",
    set: "core",
    aliases: { input: "symbol", query: "symbol", code: "symbol" },
    description: "The same quote from provider B, as a second source, with pre-market and after-hours prices.",
    sameFieldsAs: "provider_a_get_stock_quote",
    // Listed for several quotes; listed twice, it would exceed the token budget.
    hidden: ["convert"],
    leading: HEADING,
    picture: "quote",
  },
  input: z.object({ symbol, convert }),
  output: quoteOutput.extend({ ...extendedHours, ...convertedPrice }).describe("Listing currency"),
  view: (body, { convert: to }) => (to === undefined ? body : withConverted(body, to)),
  viewNotes: (shown, { convert: to }) => (to === undefined ? [] : toConversionNotes([shown], to)),
  firstNotes: toDoubts,
  freshness: LIVE_QUOTE,
  publishers: { "provider-d": "ECB" },
  errors: quoteErrors,
});

type Quoted = DataOf<typeof alternativeQuote>;

/** Enrichment of a quote for which Yahoo has no rate: the price at the European Central Bank's rate of the day. */
export const convertedQuote = enrichment(alternativeQuote, {
  name: "converted-quote",
  ...atEuroRates<Quoted, Quoted>(
    (data) => [data],
    (_data, [row]) => row!,
  ),
});

const factsShape = z
  .object({
    avgVolume: z.number().nullable(),
    eps: z.number().nullable(),
    sharesOutstanding: z.number().nullable(),
    /** The price when the facts were looked up. */
    price: z.number().nullable(),
    currency: z.string().nullable(),
  })
  .strict();

/** Slow-moving facts of a share; money is in the listing's currency. */
export type ShareFacts = z.output<typeof factsShape>;

const FIELDS = ["avgVolume", "eps", "sharesOutstanding"] as const;

/**
 * Enrichment with average volume, EPS and share count, which FMP's quote does not have.
 *
 * `pe` = price / eps when eps > 0, from the quote's own price, with six significant digits, else `null`. Cached facts
 * are fetched again when the price differs from theirs by a factor of more than 1.4, as after a share split. EPS and
 * share count are left out when price × shares and the market cap differ by a factor of more than 5.
 */
export const shareFacts = enrichment(quote, {
  name: "share-facts",
  keep: { seconds: DAY_SECONDS, schema: findingsOf(factsShape) },
  fields: FIELDS,
  ask: (_data, input) => input.symbol,
  askEarly: (input) => input.symbol,
  isOutdated: (data, facts: ShareFacts) =>
    facts.price === null || timesApart(data.price, facts.price, facts.currency) > SPLIT_FACTOR,
  contradicting({ price: now, marketCap }, { sharesOutstanding, currency }: ShareFacts) {
    if (marketCap === null || sharesOutstanding === null) return [];
    return timesApart(now * sharesOutstanding, marketCap, currency) > CAP_FACTOR ? ["eps", "sharesOutstanding"] : [];
  },
  apply(data, facts: ShareFacts) {
    const eps = data.eps ?? facts.eps;
    const pe = data.pe ?? (eps !== null && eps > 0 ? toSixDigits(data.price / eps) : null);
    const filled = {
      ...data,
      currency: data.currency ?? facts.currency,
      avgVolume: data.avgVolume ?? facts.avgVolume,
      eps,
      sharesOutstanding: data.sharesOutstanding ?? facts.sharesOutstanding,
      pe,
    };
    return {
      data: filled,
      fields: FIELDS.filter((field) => data[field] === null && filled[field] !== null),
      computed: data.pe === null && pe !== null ? ["pe"] : [],
      currency: facts.currency ?? undefined,
    };
  },
});
