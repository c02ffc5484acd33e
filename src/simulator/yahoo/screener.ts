/** Yahoo's screeners: predefined lists and custom queries. */
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { EXCHANGES } from "../market/exchanges.js";
import { errorBody } from "./lookup.js";
import { quoteRow } from "./quote-rows.js";
import { yearChange } from "./statistics.js";
import { betaOf, bookValueOf, priceToEarnings, type Fundamentals } from "../companies/fundamentals.js";
import { incomeOver } from "../companies/statements.js";
import { minorUnitFactor } from "../market/prices.js";
import { toKey, uniform } from "../market/random.js";
import type { Tick } from "../market/snapshot.js";
import type { Security } from "../market/security.js";
import { type SimulatedRequest, type SimulatedReply, wholeFrom, type World } from "../companies/world.js";

const MAX_ROWS = 250;

type Wanted = (security: Security, now: Tick) => boolean;
type Rank = (now: Tick) => number;
interface List {
  title: string;
  wanted: Wanted;
  rank: Rank;
}

const isSizable: Wanted = ({ currency }, now) => currency === "USD" && now.marketCap >= 2e9 && now.price >= 5;

// The criteria of the upstream's predefined screeners.
const LISTS: Readonly<Record<string, List>> = {
  day_gainers: {
    title: "Day Gainers",
    wanted: (security, now) => isSizable(security, now) && now.changePercent > 3 && now.volume > 15_000,
    rank: ({ changePercent }) => changePercent,
  },
  day_losers: {
    title: "Day Losers",
    wanted: (security, now) => isSizable(security, now) && now.changePercent < -2.5 && now.volume > 20_000,
    rank: ({ changePercent }) => -changePercent,
  },
  most_actives: {
    title: "Most Actives",
    wanted: (security, now) => isSizable(security, now) && now.volume > 5_000_000,
    rank: ({ volume }) => volume,
  },
  all_cryptocurrencies_us: {
    title: "All Cryptocurrencies US",
    wanted: () => true,
    rank: ({ marketCap }) => marketCap,
  },
};

/** Returns the reply of `v1/finance/screener/predefined/saved`. */
export function predefinedScreenerReply(world: World, { query, at }: SimulatedRequest): SimulatedReply {
  const id = query.get("scrIds") ?? "";
  const list = Object.hasOwn(LISTS, id) ? LISTS[id] : undefined;
  if (!list) return { status: 404, body: { finance: errorBody("Not Found", "No such screener") } };
  const { market } = world;
  const pool = id === "all_cryptocurrencies_us" ? market.coins : market.stocks;
  const start = wholeFrom(query, "start", 0);
  const count = Math.min(MAX_ROWS, wholeFrom(query, "count", 25));
  const matching = predefined(world, pool, at, list);
  const quotes = matching.slice(start, start + count).map((security) => quoteRow(world, security, at));
  const result = {
    id: `simulated-${id}`,
    title: list.title,
    description: "Simulated data, invented for demonstration.",
    canonicalName: id.toUpperCase(),
    start,
    count: quotes.length,
    total: matching.length,
    quotes,
    useRecords: false,
    predefinedScr: true,
    // Like the upstream's, this is the time of the list's definition, not of its rows.
    lastUpdated: 1_699_393_457_948,
  };
  return { status: 200, body: { finance: { result: [result], error: null } } };
}

/**
 * Of the upstream's thousands of stocks some meet its criteria at any time of a session. Where none of the simulated
 * ones does, the five that come closest stand in for them.
 */
function predefined(world: World, pool: readonly Security[], at: number, { wanted, rank }: List): Security[] {
  const matching = ranked(world, pool, at, wanted, rank);
  if (matching.length > 0) return matching;
  return ranked(world, pool, at, (security, now) => isSizable(security, now) && rank(now) > 0, rank).slice(0, 5);
}

function ranked(world: World, pool: readonly Security[], at: number, wanted: Wanted, rank: Rank): Security[] {
  return pool
    .map((security) => ({ security, now: world.market.tick(security, at) }))
    .filter(({ security, now }) => wanted(security, now))
    .sort((one, other) => rank(other.now) - rank(one.now))
    .map(({ security }) => security);
}

/**
 * A query is a tree of `{operator, operands}`; its leaves contain a field and one or two values.
 */
export interface Clause {
  operator: string;
  operands: readonly unknown[];
}

/** Returns the reply of `POST v1/finance/screener`. */
export function customScreenerReply(world: World, { body, at }: SimulatedRequest): SimulatedReply {
  const asked = parseJson(body);
  if (!isObject(asked) || !isClause(asked["query"])) return badRequest();
  const clause = asked["query"];
  const [sortField, offset, size] = [asked["sortField"], asked["offset"], asked["size"]];
  const field = typeof sortField === "string" ? sortField : "intradaymarketcap";
  const direction = asked["sortType"] === "ASC" ? -1 : 1;
  try {
    const matching = world.market.stocks
      .map((security) => ({ security, value: (name: string) => entryOf(FIELDS, name)(world, security, at) }))
      .filter(({ value }) => holds(clause, value))
      .sort((one, other) => direction * (toRank(other.value(field)) - toRank(one.value(field))));
    const start = typeof offset === "number" ? offset : 0;
    const count = Math.min(MAX_ROWS, typeof size === "number" ? size : 25);
    const quotes = matching.slice(start, start + count).map(({ security }) => quoteRow(world, security, at));
    const result = { start, count: quotes.length, total: matching.length, quotes, useRecords: false };
    return { status: 200, body: { finance: { result: [result], error: null } } };
  } catch (error) {
    if (error instanceof UnknownName) return badRequest();
    throw error;
  }
}

/** A query names an unknown field or operator. */
class UnknownName extends Error {}

type FieldValue = (world: World, security: Security, at: number) => string | number | null;

/** The fields that a query may name, with their values of a security. */
const FIELDS: Readonly<Record<string, FieldValue>> = {
  region: (_world, { exchange }) => EXCHANGES[exchange].region,
  sector: (_world, { sector }) => sector,
  industry: (_world, { industry }) => industry.replace(" - ", "—"),
  exchange: (_world, { exchange }) => EXCHANGES[exchange].yahoo,
  intradaymarketcap: ({ market }, security, at) => market.tick(security, at).marketCap,
  intradayprice: ({ market }, security, at) => market.tick(security, at).price,
  percentchange: ({ market }, security, at) => market.tick(security, at).changePercent,
  dayvolume: ({ market }, security, at) => market.tick(security, at).volume,
  avgdailyvol3m: ({ market }, security, at) => market.snapshot(security, at).averageVolume,
  beta: ({ books }, security, at) => betaOf(security, books, at),
  "peratio.lasttwelvemonths": ({ market, books }, security, at) =>
    priceToEarnings(security, market.tick(security, at).price, books.fundamentals(security, at)),
  "pricebookratio.quarterly": ({ market, books }, security, at) =>
    market.tick(security, at).price / bookValueOf(books.fundamentals(security, at)),
  "lastclosemarketcaptotalrevenue.lasttwelvemonths": ({ market, books }, security, at) => {
    const { income, rate } = books.fundamentals(security, at);
    const revenue = income["revenue"] ?? 0;
    return revenue > 0 ? market.tick(security, at).marketCap / (revenue / rate) : null;
  },
  fiftytwowkpercentchange: ({ market }, security, at) => yearChange(market, security, at) * 100,
  forward_dividend_yield: ({ market, books }, security, at) =>
    (books.fundamentals(security, at).dividend * minorUnitFactor(security) * 100) / market.tick(security, at).price,
  // Percentages of accounts, as the upstream has them.
  "returnonequity.lasttwelvemonths": shareOf(({ income, balance }) => [income["netIncome"], balance["totalEquity"]]),
  "grossprofitmargin.lasttwelvemonths": shareOf(({ income }) => [income["grossProfit"], income["revenue"]]),
  "totaldebtequity.lasttwelvemonths": shareOf(({ balance }) => [balance["totalDebt"], balance["totalEquity"]]),
  "totalrevenues1yrgrowth.lasttwelvemonths": growthOf("revenue"),
  "netincome1yrgrowth.lasttwelvemonths": growthOf("netIncome"),
  // Simulated companies have the same number of shares at any time.
  "epsgrowth.lasttwelvemonths": growthOf("netIncome"),
  consecutive_years_of_dividend_growth_count: ({ market, books }, security, at) =>
    books.fundamentals(security, at).dividend > 0
      ? Math.floor(1 + 40 * uniform(toKey(`raises of ${security.company}`, market.seed), 1))
      : 0,
};

/** Returns a field with a part as percentage of a whole. */
function shareOf(read: (accounts: Fundamentals) => [part: number | undefined, whole: number | undefined]): FieldValue {
  return ({ books }, security, at) => {
    const [part = 0, whole = 0] = read(books.fundamentals(security, at));
    return whole === 0 ? null : (part / whole) * 100;
  };
}

/** Returns a field with the growth of twelve months on those before, in percent; `null` after a loss. */
function growthOf(name: string): FieldValue {
  return ({ books }, security, at) => {
    const { income, economics, quarter } = books.fundamentals(security, at);
    const before = incomeOver(economics, quarter - 4, 4)[name] ?? 0;
    return before > 0 ? ((income[name] ?? 0) / before - 1) * 100 : null;
  };
}

/** The comparisons of numbers that a query may name. */
const COMPARISONS: Readonly<Record<string, (found: number, first: number, second: number) => boolean>> = {
  GT: (found, first) => found > first,
  GTE: (found, first) => found >= first,
  LT: (found, first) => found < first,
  LTE: (found, first) => found <= first,
  BTWN: (found, first, second) => found >= first && found <= second,
};

/** Returns the entry of a table. @throws {UnknownName} when there is none. */
function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T {
  if (!Object.hasOwn(table, name)) throw new UnknownName(name);
  return table[name]!;
}

/** Whether a query holds for the fields that `value` returns; texts such as days are compared by their letters. */
export function holds({ operator, operands }: Clause, value: (name: string) => string | number | null): boolean {
  const name = operator.toUpperCase();
  if (name === "AND") return operands.filter(isClause).every((clause) => holds(clause, value));
  if (name === "OR") return operands.filter(isClause).some((clause) => holds(clause, value));
  const [field, first, second] = operands;
  const found = value(String(field));
  if (name === "EQ") return found === first;
  if (typeof found === "string" && typeof first === "string") {
    return name === "GTE" ? found >= first : name === "LTE" && found <= first;
  }
  if (typeof found !== "number") return false;
  return entryOf(COMPARISONS, name)(found, Number(first), Number(second));
}

function toRank(value: string | number | null): number {
  return typeof value === "number" ? value : Number.NEGATIVE_INFINITY;
}

export function isClause(value: unknown): value is Clause {
  return isObject(value) && typeof value["operator"] === "string" && Array.isArray(value["operands"]);
}

export function badRequest(): SimulatedReply {
  return { status: 400, body: { finance: errorBody("Bad Request", "Invalid query") } };
}
