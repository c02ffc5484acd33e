/** What moves the US market: gainers, losers, most active. */
import { defineCapability } from "../contract/capability.js";
import { supplement } from "../contract/provider.js";
import { z } from "../contract/schema.js";
import { figure, limit, source, timestamp, wholeNumber, words } from "./fields.js";
import { applyMarketFacts, type MarketFacts } from "./market-facts.js";
import { MOVERS, marketErrors } from "./shapes.js";

/** The most rows a list of movers holds. */
export const MAX_MOVERS = 50;

const TOOL_LIMIT = wholeNumber(1, MAX_MOVERS).optional().describe("Rows, 1 to 50, default 20");
const page = (list: string) => ({ list, rows: 20, max: MAX_MOVERS, noun: "rows" });

// Hosts of old could not call a tool without arguments; the interface keeps the dummy.
// Declared as required there; a call without it is served all the same.
const RANDOM_STRING = z.string().describe("Any value");

const gainer = z.object({
  ticker: z.string(),
  changes: figure("Since previous close, USD"),
  price: words("USD, as text"),
  changesPercentage: words("Percent, as text without %"),
  companyName: words("Company"),
});

export type Gainer = z.output<typeof gainer>;

export const gainers = defineCapability({
  name: "gainers",
  title: "Market gainers",
  route: "/api/v1/market/gainers",
  tool: {
    name: "provider_a_get_market_gainers",
    description: "US stocks with the highest percentage gain of the latest session.",
    extras: { random_string: RANDOM_STRING, limit: TOOL_LIMIT },
    page: page("gainers"),
  },
  input: z.object({}),
  output: z.object({ gainers: z.array(gainer).describe("Highest gain first") }),
  freshness: MOVERS,
  errors: marketErrors,
});

const loser = z.object({
  symbol: z.string(),
  name: words("Company"),
  price: figure("USD"),
  change: figure("Since previous close, USD"),
  changesPercentage: figure("Percent (-5 = -5 %)"),
  volume: figure("Shares today"),
  marketCap: figure("USD"),
});

export type Loser = z.output<typeof loser>;

export const losers = defineCapability({
  name: "losers",
  title: "Market losers",
  route: "/api/v1/market/losers",
  tool: {
    name: "provider_a_get_market_losers",
    description: "US stocks with the biggest percentage loss of the latest session.",
    extras: { limit: TOOL_LIMIT },
    page: page("losers"),
  },
  input: z.object({}),
  output: z.object({ losers: z.array(loser).describe("Biggest loss first"), timestamp }),
  freshness: MOVERS,
  errors: marketErrors,
});

const activeStock = z.object({
  symbol: z.string(),
  name: words("Company"),
  price: figure("USD"),
  change: figure("Since previous close, USD"),
  changesPercentage: figure("Percent"),
  volume: figure("Shares today"),
  avgVolume: figure("Average daily shares, 3 months"),
  marketCap: figure("USD"),
  pe: figure("Price / earnings TTM; null for losses"),
  eps: figure("Per share TTM, USD"),
});

export type ActiveStock = z.output<typeof activeStock>;

export const active = defineCapability({
  name: "active",
  title: "Most active stocks",
  route: "/api/v1/market/active",
  tool: {
    name: "provider_a_get_most_active",
    description: "US stocks with the highest trading volume of the latest session.",
    extras: { random_string: RANDOM_STRING },
  },
  input: z.object({ limit: limit(MAX_MOVERS, 20, "Rows") }),
  output: z.object({ active_stocks: z.array(activeStock).describe("Most traded first"), source, timestamp }),
  freshness: MOVERS,
  errors: { ...marketErrors, retryField: null },
  viewParameters: ["limit"],
  view: (body, input) => ({ ...body, active_stocks: body.active_stocks.slice(0, input.limit) }),
});

/** Volume and market cap of the losers, which provider A's list leaves out. */
export const loserFacts = supplement(losers, {
  name: "loser-facts",
  keepSeconds: 0,
  fields: ["volume", "marketCap"],
  ask: (data) => openSymbols(data.losers),
  apply(data, facts: MarketFacts) {
    const { rows, fields } = applyMarketFacts(data.losers, facts, { volume: "volume", marketCap: "marketCap" });
    return { data: { ...data, losers: rows }, fields };
  },
});

/** Volumes, market cap, PE and EPS of the most active, which provider A's list leaves out. */
export const activeFacts = supplement(active, {
  name: "active-facts",
  keepSeconds: 0,
  fields: ["volume", "avgVolume", "marketCap", "pe", "eps"],
  ask: (data) => openSymbols(data.active_stocks),
  apply(data, facts: MarketFacts) {
    const { rows, fields } = applyMarketFacts(data.active_stocks, facts, {
      volume: "volume",
      avgVolume: "avgVolume",
      marketCap: "marketCap",
      pe: "pe",
      eps: "eps",
    });
    return { data: { ...data, active_stocks: rows }, fields };
  },
});

function openSymbols(rows: readonly { symbol: string; volume: number | null }[]): string[] | null {
  const open = rows.filter((row) => row.volume === null).map((row) => row.symbol);
  return open.length > 0 ? open : null;
}
