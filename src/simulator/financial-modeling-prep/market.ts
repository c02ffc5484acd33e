/** FMP: quotes, lists of the whole market, screener, search, coins. */
import { EXCHANGES } from "../market/exchanges.js";
import { betaOf } from "../companies/fundamentals.js";
import type { Tick } from "../market/snapshot.js";
import { round } from "../market/random.js";
import { isFund, type Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { toDate } from "../market/sessions.js";
import { wholeFrom, type RowsOf, type World } from "../companies/world.js";

const MOVERS = 50;
const FIVE_YEARS = 1827;

/** Returns the calls by path; each produces the rows of a reply. */
export function createMarketRows(world: World): Record<string, RowsOf> {
  const { market } = world;

  function quoteRow(security: Security, at: number) {
    const now = market.snapshot(security, at);
    return {
      symbol: security.symbol,
      name: security.name,
      price: now.price,
      changePercentage: now.changePercent,
      change: now.change,
      volume: security.kind === "currency" ? ticksOf(now.price) : now.volume,
      dayLow: now.dayLow,
      dayHigh: now.dayHigh,
      yearHigh: now.yearHigh,
      yearLow: now.yearLow,
      marketCap: security.kind === "currency" ? null : now.marketCap,
      priceAvg50: now.average50,
      priceAvg200: now.average200,
      exchange: EXCHANGES[security.exchange].fmp,
      open: now.open,
      previousClose: now.previousClose,
      timestamp: Math.floor(now.tradedAt / 1000),
    };
  }

  /** Returns the security with this symbol in FMP's spelling; Yahoo's spelling of a coin is unknown. */
  function own(symbol: string): Security[] {
    const security = market.find(symbol);
    return security?.symbol === symbol.toUpperCase() ? [security] : [];
  }

  function movers(at: number, wanted: (now: Tick) => boolean, rank: (now: Tick) => number) {
    return market.stocks
      .filter(({ currency }) => currency === "USD")
      .map((security) => ({ security, now: market.tick(security, at) }))
      .filter(({ now }) => wanted(now))
      .sort((one, other) => rank(other.now) - rank(one.now))
      .slice(0, MOVERS)
      .map(({ security, now }) => ({
        symbol: security.symbol,
        price: now.price,
        name: security.name,
        change: now.change,
        changesPercentage: now.changePercent,
        exchange: EXCHANGES[security.exchange].fmp,
      }));
  }

  /** Returns days, newest first; none is more than five years old, as with a free key. */
  function historyRows(security: Security, query: URLSearchParams, at: number) {
    const dayOf = (name: string, fallback: number) => {
      const ms = Date.parse(query.get(name) ?? "");
      return Number.isNaN(ms) ? fallback : Math.floor(ms / DAY_MS);
    };
    const today = Math.floor(at / DAY_MS);
    const from = Math.max(dayOf("from", 0), today - FIVE_YEARS);
    const days = market.candles(security, from, Math.min(today, dayOf("to", today)), at);
    return days.toReversed().map(({ day, open, high, low, close, volume }) => ({
      symbol: security.symbol,
      date: toDate(day),
      open,
      high,
      low,
      close,
      volume: security.kind === "currency" ? ticksOf(close) : volume,
      change: round(close - open, 4),
      changePercent: round(((close - open) / open) * 100, 6),
      vwap: round((open + high + low + close) / 4, 4),
    }));
  }

  function searchRows(query: URLSearchParams, field: "symbol" | "name") {
    const wanted = (query.get("query") ?? "").trim().toLowerCase();
    if (wanted === "") return [];
    return market.searched
      .filter((security) => security[field].toLowerCase().includes(wanted))
      .sort((one, other) => one[field].length - other[field].length)
      .slice(0, wholeFrom(query, "limit", 50))
      .map((security) => ({
        symbol: security.symbol,
        name: security.name,
        currency: security.currency,
        exchangeFullName: EXCHANGES[security.exchange].fmpName,
        exchange: EXCHANGES[security.exchange].fmp,
      }));
  }

  return {
    quote: (query, at) => own(query.get("symbol") ?? "").map((security) => quoteRow(security, at)),
    "batch-quote": (query, at) =>
      (query.get("symbols") ?? "").split(",").flatMap((symbol) => own(symbol).map((found) => quoteRow(found, at))),
    "historical-price-eod/full": (query, at) =>
      own(query.get("symbol") ?? "").flatMap((security) => historyRows(security, query, at)),
    "biggest-gainers": (_query, at) =>
      movers(
        at,
        ({ change }) => change > 0,
        ({ changePercent }) => changePercent,
      ),
    "biggest-losers": (_query, at) =>
      movers(
        at,
        ({ change }) => change < 0,
        ({ changePercent }) => -changePercent,
      ),
    "most-actives": (_query, at) =>
      movers(
        at,
        () => true,
        ({ volume }) => volume,
      ),
    "company-screener": (query, at) => screenerRows(world, query, at),
    "search-symbol": (query) => searchRows(query, "symbol"),
    "search-name": (query) => searchRows(query, "name"),
    "batch-crypto-quotes": (query, at) =>
      market.coins.map((coin) => {
        if (query.get("short") === "false") return quoteRow(coin, at);
        const { price, change, volume } = market.tick(coin, at);
        return { symbol: coin.symbol, price, change, volume };
      }),
    "cryptocurrency-list": () =>
      market.coins.map((coin) => ({
        symbol: coin.symbol,
        name: coin.name,
        exchange: "CCC",
        icoDate: "2017-01-01",
        circulatingSupply: market.shares(coin),
        totalSupply: market.shares(coin),
      })),
  };
}

/** Returns a currency's volume as FMP sends it: a number of price changes. */
function ticksOf(price: number): number {
  return 100_000 + (Math.round(price * 1e5) % 100_000);
}

/** Returns the matching rows, largest market cap first. Bounds are strict: "more than" excludes equal values. */
function screenerRows({ market, books }: World, query: URLSearchParams, at: number): unknown[] {
  const between = (value: number | null, name: string) => {
    const [low, high] = [query.get(`${name}MoreThan`), query.get(`${name}LowerThan`)];
    if (low === null && high === null) return true;
    return value !== null && (low === null || value > Number(low)) && (high === null || value < Number(high));
  };
  const matches = (value: string, name: string) => !query.has(name) || query.get(name) === value;
  // Market values are in the currency of the listing, so that those of several countries have no common order.
  const isAbroad = query.has("country") || query.has("exchange");
  return market.all
    .filter((security) => security.kind === "stock" || isFund(security))
    .filter(
      (security) =>
        (isAbroad || security.currency === "USD") &&
        matches(security.sector, "sector") &&
        matches(security.industry, "industry") &&
        matches(security.country, "country") &&
        matches(EXCHANGES[security.exchange].fmp, "exchange") &&
        matches(String(security.kind === "etf"), "isEtf") &&
        matches(String(security.kind === "fund"), "isFund") &&
        matches("true", "isActivelyTrading") &&
        (query.get("includeAllShareClasses") !== "false" || security.company === security.symbol),
    )
    .map((security) => ({ security, now: market.tick(security, at), beta: betaOf(security, books, at) }))
    .filter(
      ({ now, beta }) =>
        between(now.marketCap, "marketCap") &&
        between(now.price, "price") &&
        between(now.volume, "volume") &&
        between(beta, "beta"),
    )
    .sort((one, other) => other.now.marketCap - one.now.marketCap)
    .slice(0, wholeFrom(query, "limit", 1000))
    .map(({ security, now, beta }) => ({
      symbol: security.symbol,
      companyName: security.name,
      marketCap: now.marketCap,
      sector: security.sector,
      industry: security.industry,
      beta,
      price: now.price,
      lastAnnualDividend: security.kind === "stock" ? books.fundamentals(security, at).dividend : null,
      volume: now.volume,
      exchange: EXCHANGES[security.exchange].fmpName,
      exchangeShortName: EXCHANGES[security.exchange].fmp,
      country: security.country,
      isEtf: security.kind === "etf",
      isFund: security.kind === "fund",
      isActivelyTrading: true,
    }));
}
