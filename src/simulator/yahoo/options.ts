/**
 * Yahoo's `v7/finance/options`, for US stocks, funds and the S&P 500, which has options under the exchange's name of it; all
 * other securities have none.
 *
 * Quotes come from the formula of Black and Scholes without interest, at an invented volatility. Unlike the upstream, the
 * simulator sends them outside trading hours too, so that a demonstration works at any time.
 */
import { round, toKey, uniform } from "../market/random.js";
import { nextAnnouncement } from "../companies/earnings.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { usMarketDay } from "../../market/sessions/us-market-hours.js";
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";
import { errorBody, findForYahoo } from "./lookup.js";
import { quoteRow } from "./quote-rows.js";

const WEEKS = 8;
const MONTHS = 12;
const STRIKES = 41;
const FRIDAY = 5;

/** The index with options by the exchange's name of it, and its usual one. */
const INDEX = { name: "^SPX", symbol: "^GSPC" };
/** The roots of its contracts: those settled at the opening of a third Friday, and those at the close of any day. */
const MORNING = "SPX";
const EVENING = "SPXW";
/** Years from the opening to the close. */
const SESSION_YEARS = 6.5 / 24 / 365;

/** Returns the reply about one symbol; for an expiration that is not listed, empty lists as at the upstream. */
export function optionsReply(world: World, symbol: string, { query, at }: SimulatedRequest): SimulatedReply {
  const isIndex = symbol.toUpperCase() === INDEX.name;
  const security = findForYahoo(world, isIndex ? INDEX.symbol : symbol);
  if (!security) return { status: 404, body: { optionChain: errorBody("Not Found", "No data found") } };
  const days = isIndex || hasOptions(security) ? expirationsAfter(at) : [];
  const seconds = days.map((day) => (day * DAY_MS) / 1000);
  const asked = query.has("date") ? Number(query.get("date")) : seconds[0];
  const sides =
    asked !== undefined && seconds.includes(asked)
      ? contractsOf(world, security, (asked * 1000) / DAY_MS, at)
      : { calls: [], puts: [] };
  const result = {
    underlyingSymbol: isIndex ? INDEX.name : security.yahooSymbol,
    expirationDates: seconds,
    strikes: sides.calls.map(({ strike }) => strike),
    hasMiniOptions: false,
    quote: { ...quoteRow(world, security, at), ...reportOf(world, security, at) },
    options: days.length === 0 ? [] : [{ expirationDate: asked, hasMiniOptions: false, ...sides }],
  };
  return { status: 200, body: { optionChain: { result: [result], error: null } } };
}

/** Returns the next report as a quote has it: one moment twice, or the ends of a window. */
function reportOf(world: World, security: Security, at: number) {
  const next = nextAnnouncement(security, world.books, at);
  if (!next) return {};
  const [start, end = start] = next.days.map((moment) => Math.floor(moment / 1000));
  return { earningsTimestampStart: start, earningsTimestampEnd: end, isEarningsDateEstimate: !next.isCertain };
}

function hasOptions({ kind, currency }: Security): boolean {
  return (kind === "stock" || kind === "etf") && currency === "USD";
}

/**
 * Returns the next Fridays and the third Fridays of the next months, as days since 1970-01-01, ascending; in place of a
 * holiday the Thursday before it.
 */
function expirationsAfter(at: number): number[] {
  const today = Math.floor(at / DAY_MS);
  const toFriday = (FRIDAY - new Date(at).getUTCDay() + 7) % 7;
  const weekly = Array.from({ length: WEEKS }, (_, week) => today + toFriday + 7 * week);
  const date = new Date(at);
  const monthly = Array.from({ length: MONTHS }, (_, month) =>
    thirdFriday(date.getUTCFullYear(), date.getUTCMonth() + month),
  );
  const traded = [...weekly, ...monthly].map((day) => (isTraded(day) ? day : day - 1));
  return [...new Set(traded)].filter((day) => day >= today).toSorted((one, other) => one - other);
}

function isTraded(day: number): boolean {
  return usMarketDay(new Date(day * DAY_MS).toISOString().slice(0, 10)).opens !== null;
}

function thirdFriday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month, 1));
  return first.getTime() / DAY_MS + ((FRIDAY - first.getUTCDay() + 7) % 7) + 14;
}

function contractsOf(world: World, security: Security, expiration: number, at: number) {
  const { price, tradedAt } = world.market.tick(security, at);
  const key = toKey(`options of ${security.symbol}`, world.market.seed);
  const step = stepOf(price);
  const middle = Math.round(price / step);
  const strikes = Array.from({ length: STRIKES }, (_, index) => (middle + index - (STRIKES >> 1)) * step);
  const years = Math.max(1 / 365, (expiration + 1 - at / DAY_MS) / 365);
  const [least, span] = security.kind === "index" ? [0.12, 0.08] : [0.18, 0.35];
  const usual = least + span * uniform(key, 1);
  const ofSide = (side: "C" | "P") =>
    rootsOf(security, expiration)
      .flatMap((root) => strikes.filter((strike) => strike > 0).map((strike) => ({ root, strike })))
      .toSorted((one, other) => one.strike - other.strike)
      .map(({ root, strike }) => {
        const distance = Math.log(strike / price);
        const volatility = usual * (1 + 1.2 * distance * distance - 0.15 * distance);
        const isEarly = root === MORNING;
        const call = callPrice(price, strike, volatility, Math.max(1 / 365, years - (isEarly ? SESSION_YEARS : 0)));
        const value = side === "C" ? call : call - price + strike;
        const spread = Math.max(0.01, value * 0.01);
        const place = Math.round(strike * 1000) + (side === "C" ? 1 : 2) + expiration * 7 + (isEarly ? 3 : 0);
        const interest = Math.exp(-40 * distance * distance) * (0.3 + uniform(key, place)) * (isEarly ? 3 : 1);
        const last = round(Math.max(0.01, value), 2);
        return {
          contractSymbol: nameOf(root, expiration, side, strike),
          strike: round(strike, 2),
          currency: security.currency,
          lastPrice: last,
          change: round(last * 0.3 * (uniform(key, place + 11) - 0.5), 2),
          percentChange: 0,
          volume: Math.round(4_000 * interest * uniform(key, place + 12)),
          openInterest: Math.round(9_000 * interest),
          bid: round(Math.max(0, value - spread), 2),
          ask: round(value + spread, 2),
          contractSize: "REGULAR",
          expiration: (expiration * DAY_MS) / 1000,
          lastTradeDate: Math.floor(tradedAt / 1000) - Math.floor(3_600 * uniform(key, place + 13)),
          impliedVolatility: round(volatility, 6),
          inTheMoney: side === "C" ? strike < price : strike > price,
        };
      });
  return { calls: ofSide("C"), puts: ofSide("P") };
}

function stepOf(price: number): number {
  if (price < 25) return 0.5;
  if (price < 100) return 1;
  if (price < 250) return 2.5;
  return price < 2_500 ? 5 : 25;
}

/** Returns the roots of the contracts that expire on a day; those of an index are two on a third Friday. */
function rootsOf({ symbol, kind }: Security, expiration: number): string[] {
  if (kind !== "index") return [symbol.replace("-", "")];
  const date = new Date(expiration * DAY_MS);
  const isThird = thirdFriday(date.getUTCFullYear(), date.getUTCMonth()) === expiration;
  return isThird ? [MORNING, EVENING] : [EVENING];
}

/** Returns a contract's code: root, day as YYMMDD, side, strike in thousandths. */
function nameOf(root: string, expiration: number, side: "C" | "P", strike: number): string {
  const day = new Date(expiration * DAY_MS).toISOString().slice(2, 10).replaceAll("-", "");
  return `${root}${day}${side}${String(Math.round(strike * 1000)).padStart(8, "0")}`;
}

/** Returns the price of a call by Black and Scholes, without interest. */
function callPrice(price: number, strike: number, volatility: number, years: number): number {
  const deviation = volatility * Math.sqrt(years);
  const upper = Math.log(price / strike) / deviation + deviation / 2;
  return Math.max(0, price - strike, price * normalShare(upper) - strike * normalShare(upper - deviation));
}

/** Returns the share of a normal distribution below a value (Abramowitz and Stegun, formula 26.2.17). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const density = Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
  return value < 0 ? density * tail : 1 - density * tail;
}
