/** Yahoo's quote row, shared by `v7/finance/quote` and the screeners. */
import { usMarketSession } from "../../market/sessions/us-market-hours.js";
import { isFollowed, meanRating, monthStart } from "../companies/analysts.js";
import { EXCHANGES } from "../market/exchanges.js";
import { fundQuote } from "./funds.js";
import { betaOf, bookValueOf, priceToEarnings } from "../companies/fundamentals.js";
import type { Snapshot } from "../market/snapshot.js";
import { minorUnitFactor } from "../market/prices.js";
import { round } from "../market/random.js";
import { hasMarketCap, type Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import type { World } from "../companies/world.js";
import { yearChange } from "./statistics.js";

type Row = Record<string, unknown>;

export const QUOTE_TYPES = {
  stock: "EQUITY",
  etf: "ETF",
  fund: "MUTUALFUND",
  index: "INDEX",
  coin: "CRYPTOCURRENCY",
  currency: "CURRENCY",
  future: "FUTURE",
} as const;
export const TYPE_NAMES = {
  stock: "Equity",
  etf: "ETF",
  fund: "Fund",
  index: "Index",
  coin: "Cryptocurrency",
  currency: "Currency",
  future: "Futures",
} as const;

// Fields that a row has whichever fields are requested.
const ALWAYS = new Set([
  "language",
  "region",
  "quoteType",
  "typeDisp",
  "quoteSourceName",
  "triggerable",
  "customPriceAlertConfidence",
  "regularMarketTime",
  "exchange",
  "exchangeTimezoneName",
  "exchangeTimezoneShortName",
  "gmtOffSetMilliseconds",
  "market",
  "esgPopulated",
  "marketState",
  "regularMarketPrice",
  "hasPrePostMarketData",
  "priceHint",
  "fullExchangeName",
  "sourceInterval",
  "exchangeDataDelayedBy",
  "tradeable",
  "cryptoTradeable",
  "symbol",
]);

/**
 * Returns one row, with percentages in percent. If `fields` are given, only these and the constant ones remain; `beta`
 * is present only if requested.
 */
export function quoteRow(world: World, security: Security, at: number, fields?: readonly string[]): Row {
  const now = world.market.snapshot(security, at);
  const row: Row = {
    ...identity(world, security, at),
    ...priceFields(security, now),
    fiftyTwoWeekChangePercent: round(yearChange(world.market, security, at) * 100, 6),
    ...extendedFields(world, security, now, at),
    ...(security.kind === "stock" ? accountFields(world, security, now, at) : {}),
    ...fundQuote(world, security, at),
    ...(security.kind === "coin" ? coinFields(world, security, now, at) : {}),
    symbol: security.yahooSymbol,
  };
  if (!fields) return row;
  const beta = fields.includes("beta") ? { beta: betaOf(security, world.books, at) } : {};
  const kept = Object.entries(row).filter(([name]) => ALWAYS.has(name) || fields.includes(name));
  return { ...Object.fromEntries(kept), ...beta };
}

/** Returns the number of decimals that Yahoo suggests for a price. */
export function priceHintOf(security: Security): number {
  return security.decimals > 2 ? 4 : 2;
}

function identity(world: World, security: Security, at: number): Row {
  const exchange = EXCHANGES[security.exchange];
  return {
    language: "en-US",
    region: "US",
    quoteType: QUOTE_TYPES[security.kind],
    typeDisp: TYPE_NAMES[security.kind],
    quoteSourceName: "Simulated",
    triggerable: true,
    customPriceAlertConfidence: "HIGH",
    shortName: security.name.slice(0, 31),
    longName: security.kind === "future" ? null : security.name,
    marketState: marketState(world, security, at),
    currency: security.currency,
    exchange: exchange.yahoo,
    fullExchangeName: exchange.yahooName,
    exchangeTimezoneName: exchange.zone,
    market: `${exchange.region}_market`,
    esgPopulated: false,
    hasPrePostMarketData: security.kind === "stock",
    priceHint: priceHintOf(security),
    sourceInterval: 15,
    exchangeDataDelayedBy: 0,
    tradeable: false,
    cryptoTradeable: false,
  };
}

/** Returns the state of the market in Yahoo's terms. */
export function marketState({ market }: World, security: Security, at: number): string {
  if (security.kind === "coin") return "REGULAR";
  if (EXCHANGES[security.exchange].hours) return at < market.session(security, at).closes ? "REGULAR" : "CLOSED";
  const states = { "pre-market": "PRE", regular: "REGULAR", "after-hours": "POST", closed: "CLOSED" } as const;
  return states[usMarketSession(new Date(at))];
}

function priceFields(security: Security, now: Snapshot): Row {
  return {
    regularMarketPrice: now.price,
    regularMarketChange: now.change,
    regularMarketChangePercent: now.changePercent,
    regularMarketTime: Math.floor(now.tradedAt / 1000),
    regularMarketDayHigh: now.dayHigh,
    regularMarketDayLow: now.dayLow,
    regularMarketDayRange: `${now.dayLow} - ${now.dayHigh}`,
    regularMarketVolume: now.volume,
    regularMarketPreviousClose: now.previousClose,
    regularMarketOpen: now.open,
    averageDailyVolume3Month: now.averageVolume,
    averageDailyVolume10Day: now.averageVolume10,
    ...bookFields(security, now),
    fiftyTwoWeekLow: now.yearLow,
    fiftyTwoWeekHigh: now.yearHigh,
    fiftyTwoWeekRange: `${now.yearLow} - ${now.yearHigh}`,
    fiftyTwoWeekLowChange: round(now.price - now.yearLow, 4),
    fiftyTwoWeekHighChange: round(now.price - now.yearHigh, 4),
    fiftyTwoWeekLowChangePercent: round(now.price / now.yearLow - 1, 8),
    fiftyTwoWeekHighChangePercent: round(now.price / now.yearHigh - 1, 8),
    fiftyDayAverage: now.average50,
    twoHundredDayAverage: now.average200,
    ...(hasMarketCap(security) ? { marketCap: now.marketCap } : {}),
  };
}

/** Returns the best bid and ask, a tick around the price; indices and mutual funds have none. */
function bookFields({ kind, decimals }: Security, { price }: Snapshot): Row {
  if (kind === "index" || kind === "fund") return {};
  const tick = 10 ** -decimals;
  return { bid: round(price - tick, decimals), ask: round(price + tick, decimals), bidSize: 3, askSize: 2 };
}

/** Returns the price before the opening or after the close of the US market: a tenth of the day's change further on. */
function extendedFields(world: World, security: Security, now: Snapshot, at: number): Row {
  const kind = { PRE: "preMarket", POST: "postMarket" }[marketState(world, security, at)];
  if (kind === undefined || (security.kind !== "stock" && security.kind !== "etf")) return {};
  const price = round(now.price * (1 + now.changePercent / 1000), security.decimals);
  return {
    [`${kind}Price`]: price,
    [`${kind}Change`]: round(price - now.price, 4),
    [`${kind}ChangePercent`]: round((price / now.price - 1) * 100, 6),
    [`${kind}Time`]: Math.floor(at / 1000) - 60,
  };
}

function accountFields({ books, market, analysts }: World, security: Security, now: Snapshot, at: number): Row {
  const fundamentals = books.fundamentals(security, at);
  const pe = priceToEarnings(security, now.price, fundamentals);
  const dividend = fundamentals.dividend * minorUnitFactor(security);
  const bookValue = round(bookValueOf(fundamentals), 3);
  const rating = isFollowed(security) ? meanRating(analysts.counts(security, monthStart(at, 0))) : undefined;
  return {
    financialCurrency: security.reporting,
    ...(pe === null ? {} : { trailingPE: round(pe, 6) }),
    epsTrailingTwelveMonths: fundamentals.eps,
    sharesOutstanding: market.shares(security),
    bookValue,
    // Like the upstream's, this ratio combines price and accounts even when their currencies differ.
    priceToBook: round(now.price / bookValue, 6),
    ...(dividend > 0
      ? { dividendRate: dividend, dividendYield: round((dividend / now.price) * 100, 2) }
      : { trailingAnnualDividendRate: 0, trailingAnnualDividendYield: 0 }),
    ...(rating === undefined ? {} : { averageAnalystRating: `${round(rating, 1).toFixed(1)} - ${ratingWord(rating)}` }),
  };
}

/** Returns Yahoo's word for a mean rating. */
export function ratingWord(mean: number): string {
  if (mean <= 1.5) return "Strong Buy";
  if (mean <= 2.5) return "Buy";
  if (mean <= 3.5) return "Hold";
  return mean <= 4.5 ? "Underperform" : "Sell";
}

/** Returns the fields of coins. Their change is over 24 hours, although their previous close is at midnight UTC. */
function coinFields({ market }: World, coin: Security, now: Snapshot, at: number): Row {
  const before = market.tick(coin, at - DAY_MS).price;
  return {
    regularMarketChange: round(now.price - before, 8),
    regularMarketChangePercent: round((now.price / before - 1) * 100, 6),
    fromCurrency: coin.yahooSymbol.replace(/-USD$/, ""),
    toCurrency: "USD=X",
    volume24Hr: now.volume,
    volumeAllCurrencies: now.volume,
    circulatingSupply: market.shares(coin),
  };
}
