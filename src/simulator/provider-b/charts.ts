/** Provider B's calls that need no crumb: charts and search. */
import { EXCHANGES } from "../market/exchanges.js";
import { findB, refused } from "./lookup.js";
import { QUOTE_TYPES, TYPE_NAMES } from "./quote-rows.js";
import type { Security } from "../market/securities.js";
import { DAY } from "../market/sessions.js";
import { similarity } from "../market/similarity.js";
import { type Question, type Reply, wholeFrom, type World } from "../world.js";

// Calendar days per range; for one or five sessions, with spare days so that enough sessions are
// found.
const RANGES: Readonly<Record<string, number>> = {
  "1d": 1,
  "5d": 5,
  "1mo": 31,
  "3mo": 92,
  "6mo": 183,
  "1y": 366,
  "2y": 731,
};
const SPARE_DAYS = 14;

/** `v8/finance/chart`: daily candles, for every requested interval. */
export function chartReply(world: World, symbol: string, { query, at }: Question): Reply {
  const security = findB(world, symbol);
  if (!security) return { status: 404, body: { chart: refused("Not Found", "No data found, symbol may be delisted") } };
  const { market } = world;
  const now = market.snapshot(security, at);
  const { from, to, sessions } = windowOf(query, at);
  const known = market.candles(security, from - SPARE_DAYS, to, at);
  const shown = sessions ? known.slice(-sessions) : known.filter(({ day }) => day >= from);
  const before = known.at(-shown.length - 1);
  const exchange = EXCHANGES[security.exchange];
  const meta = {
    currency: security.currency,
    symbol: security.symbolB,
    exchangeName: exchange.b,
    fullExchangeName: exchange.bName,
    instrumentType: QUOTE_TYPES[security.kind],
    regularMarketTime: Math.floor(now.tradedAt / 1000),
    hasPrePostMarketData: security.kind === "stock",
    regularMarketPrice: now.price,
    fiftyTwoWeekHigh: now.yearHigh,
    fiftyTwoWeekLow: now.yearLow,
    regularMarketDayHigh: now.dayHigh,
    regularMarketDayLow: now.dayLow,
    regularMarketVolume: now.volume,
    longName: security.name,
    shortName: security.name.slice(0, 31),
    // The close before the range; it equals the previous close only for a range of one day.
    chartPreviousClose: before?.close ?? now.previousClose,
    ...(shown.length === 1 ? { previousClose: now.previousClose } : {}),
    priceHint: 2,
    dataGranularity: "1d",
    range: query.get("range") ?? "",
    validRanges: Object.keys(RANGES),
  };
  const column = (name: "open" | "high" | "low" | "close" | "volume") => shown.map((candle) => candle[name]);
  const quote = {
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: column("volume"),
  };
  const timestamp = shown.map(({ day }) => openOf(world, security, day));
  const indicators = { quote: [quote], adjclose: [{ adjclose: column("close") }] };
  return { status: 200, body: { chart: { result: [{ meta, timestamp, indicators }], error: null } } };
}

function windowOf(query: URLSearchParams, at: number): { from: number; to: number; sessions?: number } {
  const [start, end] = [wholeFrom(query, "period1", -1), wholeFrom(query, "period2", -1)];
  const today = Math.floor(at / DAY);
  const farthest = today - 2 * 366;
  if (start >= 0) {
    const to = Math.min(today, Math.floor((end < 0 ? at : end * 1000) / DAY));
    return { from: Math.max(farthest, Math.floor((start * 1000) / DAY)), to };
  }
  const days = RANGES[query.get("range") ?? "1d"] ?? 1;
  return { from: today - days, to: today, ...(days <= 5 ? { sessions: days } : {}) };
}

function openOf({ market }: World, security: Security, day: number): number {
  // At the end of a UTC day that day's session has begun.
  return Math.floor(market.session(security, (day + 1) * DAY - 1).opens / 1000);
}

/** `v1/finance/search`. */
export function searchReply(world: World, { query }: Question): Reply {
  const wanted = (query.get("q") ?? "").trim().toLowerCase();
  const quotes = world.market.all
    .map((security) => ({ security, score: scoreOf(security, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, wholeFrom(query, "quotesCount", 7))
    .map(({ security, score }) => ({
      exchange: EXCHANGES[security.exchange].b,
      shortname: security.name.slice(0, 31),
      quoteType: QUOTE_TYPES[security.kind],
      symbol: security.symbolB,
      index: "quotes",
      score: Math.round(score * 1e6),
      typeDisp: TYPE_NAMES[security.kind],
      longname: security.name,
      exchDisp: EXCHANGES[security.exchange].bSearch,
      ...(security.kind === "stock" ? { sector: security.sector, industry: security.industry } : {}),
      isYahooFinance: true,
    }));
  return { status: 200, body: { explains: [], count: quotes.length, quotes, news: [], nav: [], lists: [] } };
}

function scoreOf(security: Security, wanted: string): number {
  const [symbol, name] = [security.symbolB.toLowerCase(), security.name.toLowerCase()];
  if (wanted === "" || !(symbol.includes(wanted) || name.includes(wanted))) return 0;
  return Math.max(similarity(wanted, symbol), similarity(wanted, name));
}
