/** Movers of the US market, or of another country: gainers, losers, most active. */
import {
  always,
  asText,
  atTimes,
  money,
  multiple,
  percent,
  perShare,
  price,
  shares,
  signed,
  words,
} from "../../contract/field.js";
import { defineCapability, type InputOf, type ToolSpec } from "../../contract/capability.js";
import type { Hint } from "../../contract/errors.js";
import { enrichment } from "../../contract/enrichment.js";
import { object, z } from "../../contract/schema.js";
import { limit, rowCurrency, source, timestamp, wholeNumber } from "../../contract/fields.js";
import { countryCode } from "../../market/symbols/countries.js";
import { applyMarketFacts, symbolsWithoutVolume, type MarketFacts } from "../../market/prices/market-facts.js";
import { MOVERS, marketErrors } from "../shapes.js";

/** Maximum number of rows in a list of movers. */
export const MAX_MOVERS = 50;

/** The properties that the lists of movers share, besides their tools. */
const movers = (kind: string) => ({
  route: `/api/v1/market/${kind}`,
  resource: {
    path: `movers/${kind}`,
    description: "US stocks of the latest session.",
    family: {
      path: "movers/{kind}",
      title: "Market movers",
      description: "US stocks that gain, lose or trade most in the latest session.",
    },
  },
  freshness: MOVERS,
  // Rows of a list have no times, so none are returned. After the close they count as rows of the last session, because
  // mappings leave out rows without a valid price.
  timesIn: () => [],
  errors: marketErrors,
  hintFor: (_parameter: string, value: unknown): Hint | undefined =>
    typeof value === "string" ? LISTS.find(({ is }) => is.test(value))?.hint : undefined,
});

/** The lists by the words that callers write for them, as the value of a parameter that none has. */
const LISTS: readonly { is: RegExp; hint: Hint }[] = [
  { is: /^(?:top_?)?gainers?$/i, hint: { tool: "provider_a_get_market_gainers", why: "lists gainers" } },
  { is: /^(?:top_?)?losers?$/i, hint: { tool: "provider_a_get_market_losers", why: "lists losers" } },
  { is: /^(?:most_?)?active$/i, hint: { tool: "provider_a_get_most_active", why: "lists the most traded stocks" } },
];

const shownRows = (list: string, key = ["symbol", "name"]) =>
  ({
    set: "core",
    hidden: ["market_cap_min"],
    rows: {
      list,
      noun: "rows",
      key,
      listed: ["limit"],
      limit: { shown: 20, max: MAX_MOVERS },
      columns: { currency: { with: "country" } },
    },
    picture: "movers",
  }) satisfies Partial<ToolSpec>;

// A placeholder for early hosts, which could not call a tool without arguments. The interface declares it as required;
// a call without it is answered too.
const RANDOM_STRING = z.string().describe("Any value");

const moversInput = {
  market_cap_min: wholeNumber(0, Number.MAX_SAFE_INTEGER, "USD").optional().describe("USD"),
  country: countryCode("IN, GB or DE").optional().describe("Default US"),
};

/** The choice of stocks: from a market cap on, or of a country other than the United States. */
export type Movers = InputOf<typeof gainers>;

/** Returns the given parameters that only Yahoo can apply: FMP's lists are of the US and have no market cap. */
export function onlyFromYahoo({ market_cap_min, country = "US" }: Movers): string[] {
  return [...(market_cap_min === undefined ? [] : ["market_cap_min"]), ...(country === "US" ? [] : ["country"])];
}

const currency = rowCurrency.optional();

const UNIT = "Listing currency, USD without country";

const gainer = object(UNIT, {
  ticker: always(words("", "Symbol")),
  changes: signed(price("since previous close", "Change")),
  price: asText(price("as text")),
  changesPercentage: asText(signed(percent("as text without %", "Change %"))),
  companyName: words("Company", "Name"),
  currency,
});

export const gainers = defineCapability({
  name: "gainers",
  title: "Market gainers",
  ...movers("gainers"),
  tool: {
    name: "provider_a_get_market_gainers",
    alsoCalled: ["movers", "top", "risers"],
    description: "Top gainers: stocks that rose most today (latest session).",
    extras: { random_string: RANDOM_STRING },
    ...shownRows("gainers", ["ticker", "companyName"]),
    leading: ["ticker", "companyName", "price", "changes", "changesPercentage"],
  },
  input: z.object(moversInput),
  output: z.object({ gainers: z.array(gainer).describe("Highest gain first") }),
  symbolsIn: (body) => body.gainers.map(({ ticker }) => ticker),
});

/** Fields that losers and active stocks share. */
const moved = {
  symbol: z.string(),
  name: words("Company"),
  price: price("last trade"),
  change: signed(price("since previous close")),
  changesPercentage: signed(percent("since previous close", "Change %")),
};

const loser = object(UNIT, {
  ...moved,
  volume: shares("today; from B"),
  marketCap: money("major", "from B"),
  currency,
});

export const losers = defineCapability({
  name: "losers",
  title: "Market losers",
  ...movers("losers"),
  tool: {
    name: "provider_a_get_market_losers",
    alsoCalled: ["movers", "top", "fallers"],
    description: "Biggest losers: stocks that fell most today (latest session).",
    ...shownRows("losers"),
  },
  input: z.object(moversInput),
  output: z.object({ losers: z.array(loser).describe("Biggest loss first"), timestamp }),
  symbolsIn: (body) => body.losers.map(({ symbol }) => symbol),
});

const activeStock = object(UNIT, {
  ...moved,
  volume: shares("today; from B"),
  avgVolume: shares("a day, 3 months; from B", "Average volume"),
  marketCap: money("major", "from B"),
  pe: atTimes(multiple("TTM; price / earnings, null for losses; from B")),
  eps: perShare("major", "earnings, TTM; from B", "Earnings per share"),
  currency,
});

export const active = defineCapability({
  name: "active",
  title: "Most active stocks",
  ...movers("active"),
  tool: {
    name: "provider_a_get_most_active",
    alsoCalled: ["movers", "top"],
    description: "Most traded stocks today (latest session), highest volume first.",
    extras: { random_string: RANDOM_STRING },
    ...shownRows("active_stocks"),
  },
  input: z.object({ limit: limit(MAX_MOVERS, 20, "Rows"), ...moversInput }),
  output: z.object({ active_stocks: z.array(activeStock).describe("Most traded first"), source, timestamp }),
  symbolsIn: (body) => body.active_stocks.map(({ symbol }) => symbol),
  errors: { ...marketErrors, retryField: null },
  viewParameters: ["limit"],
  view: (body, input) => ({ ...body, active_stocks: body.active_stocks.slice(0, input.limit) }),
});

/** Volume and market cap of the losers, which FMP's list does not have. */
export const loserFacts = enrichment(losers, {
  name: "loser-facts",
  fields: ["volume", "marketCap"],
  ask: (data) => symbolsWithoutVolume(data.losers),
  apply: (data, facts: MarketFacts) =>
    applyMarketFacts(data, "losers", facts, { volume: "volume", marketCap: "marketCap" }),
});

/** Volumes, market cap, PE and EPS of the most active stocks, which FMP's list does not have. */
export const activeFacts = enrichment(active, {
  name: "active-facts",
  fields: ["volume", "avgVolume", "marketCap", "pe", "eps"],
  ask: (data) => symbolsWithoutVolume(data.active_stocks),
  apply: (data, facts: MarketFacts) =>
    applyMarketFacts(data, "active_stocks", facts, {
      volume: "volume",
      avgVolume: "avgVolume",
      marketCap: "marketCap",
      pe: "pe",
      eps: "eps",
    }),
});
