/** Yahoo's calls that need no crumb: charts and search. */
import { EXCHANGES } from "../market/exchanges.js";
import { adjustedCloses, dividendsOf, RANGES, rowsOf, splitEventsOf } from "./candles.js";
import { crossChart } from "./cross-rates.js";
import { newsOf } from "./news.js";
import { findForYahoo, errorBody } from "./lookup.js";
import { priceHintOf, QUOTE_TYPES, TYPE_NAMES } from "./quote-rows.js";
import type { Security } from "../market/security.js";
import { similarity } from "../market/similarity.js";
import { type SimulatedRequest, type SimulatedReply, wholeFrom, type World } from "../companies/world.js";

/** Returns the reply of `v8/finance/chart`; its prices are 32-bit floats, like the upstream's. */
export function chartReply(world: World, symbol: string, question: SimulatedRequest): SimulatedReply {
  const { query, at } = question;
  const security = findForYahoo(world, symbol);
  const cross = security ? undefined : crossChart(world, symbol, at, (like) => chartReply(world, like, question));
  if (cross) return cross;
  if (!security)
    return { status: 404, body: { chart: errorBody("Not Found", "No data found, symbol may be delisted") } };
  const { market } = world;
  const now = market.snapshot(security, at);
  const interval = query.get("interval") ?? "1d";
  const { rows, closeBefore } = rowsOf(world, security, query, at);
  const exchange = EXCHANGES[security.exchange];
  const session = market.session(security, at);
  const meta = {
    currency: security.currency,
    symbol: security.yahooSymbol,
    exchangeName: exchange.yahoo,
    fullExchangeName: exchange.yahooName,
    instrumentType: QUOTE_TYPES[security.kind],
    regularMarketTime: Math.floor(now.tradedAt / 1000),
    hasPrePostMarketData: security.kind === "stock",
    exchangeTimezoneName: exchange.zone,
    regularMarketPrice: now.price,
    fiftyTwoWeekHigh: now.yearHigh,
    fiftyTwoWeekLow: now.yearLow,
    regularMarketDayHigh: now.dayHigh,
    regularMarketDayLow: now.dayLow,
    regularMarketVolume: now.volume,
    ...(security.kind === "future" ? {} : { longName: security.name }),
    shortName: security.name.slice(0, 31),
    // The close before the range; it equals the previous close only for a range of one day.
    chartPreviousClose: closeBefore ?? now.previousClose,
    ...(rows.length === 1 ? { previousClose: now.previousClose } : {}),
    priceHint: priceHintOf(security),
    currentTradingPeriod: { regular: { start: session.opens / 1000, end: session.closes / 1000 } },
    dataGranularity: interval,
    range: query.get("range") ?? "",
    validRanges: Object.keys(RANGES),
  };
  const column = (name: "open" | "high" | "low" | "close") => rows.map((row) => Math.fround(row[name]));
  const quote = {
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: rows.map(({ volume }) => volume),
  };
  const isDaily = interval === "1d";
  const dividends = isDaily ? dividendsOf(world, security, rows, at) : [];
  const adjclose = adjustedCloses(rows, dividends).map((close) => Math.fround(close));
  const splits = isDaily ? splitEventsOf(world, security, rows) : [];
  const events = {
    ...(dividends.length > 0
      ? { dividends: Object.fromEntries(dividends.map(({ time, amount }) => [time, { amount, date: time }])) }
      : {}),
    ...(splits.length > 0 ? { splits: Object.fromEntries(splits.map((split) => [split.date, split])) } : {}),
  };
  const result = {
    meta,
    ...(rows.length > 0 ? { timestamp: rows.map(({ time }) => time) } : {}),
    ...(Object.keys(events).length > 0 && query.has("events") ? { events } : {}),
    indicators: { quote: [quote], ...(isDaily ? { adjclose: [{ adjclose }] } : {}) },
  };
  return { status: 200, body: { chart: { result: [result], error: null } } };
}

/** Real ISINs by which the search finds a security. */
const ISINS: Readonly<Record<string, string>> = {
  us0378331005: "AAPL",
  us5949181045: "MSFT",
  us67066g1040: "NVDA",
  ie00b4l5y983: "EUNL.DE",
  ie00bk5bqt80: "VWCE.DE",
  ch0038863350: "NESN.SW",
  gb00blgz9862: "TSCO.L",
  us78462f1030: "SPY",
  us9229083632: "VOO",
  us46090e1038: "QQQ",
  ie00b5bmr087: "SXR8.DE",
  ie00bkm4gz66: "IS3N.DE",
  ie00bfmxxd54: "VUAA.DE",
  us01609w1027: "BABA",
  gb0031348658: "BARC.L",
  de0007164600: "SAP.DE",
  fr0000121014: "MC.PA",
  nl0010273215: "ASML.AS",
};

/** Returns the reply of `v1/finance/search`. */
export function searchReply(world: World, { query, at }: SimulatedRequest): SimulatedReply {
  const asked = (query.get("q") ?? "").trim().toLowerCase();
  const wanted = Object.hasOwn(ISINS, asked) ? ISINS[asked]!.toLowerCase() : asked;
  const quotes = world.market.searched
    .map((security) => ({ security, score: scoreOf(security, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, wholeFrom(query, "quotesCount", 7))
    .map(({ security, score }) => ({
      exchange: EXCHANGES[security.exchange].yahoo,
      shortname: security.name.slice(0, 31),
      quoteType: QUOTE_TYPES[security.kind],
      symbol: security.yahooSymbol,
      index: "quotes",
      score: Math.round(score * 1e6),
      typeDisp: TYPE_NAMES[security.kind],
      longname: security.name,
      exchDisp: EXCHANGES[security.exchange].yahooSearch,
      ...(security.kind === "stock" ? { sector: security.sector, industry: security.industry } : {}),
      isYahooFinance: true,
    }));
  const subject = world.market.find(wanted);
  const newsCount = wholeFrom(query, "newsCount", 4);
  const news = subject && newsCount > 0 ? newsOf(subject, newsCount, at) : [];
  return { status: 200, body: { explains: [], count: quotes.length + news.length, quotes, news, nav: [], lists: [] } };
}

function scoreOf(security: Security, wanted: string): number {
  const [symbol, name] = [security.yahooSymbol.toLowerCase(), security.name.toLowerCase()];
  if (wanted === "" || !(symbol.includes(wanted) || name.includes(wanted))) return 0;
  return Math.max(similarity(wanted, symbol), similarity(wanted, name));
}
