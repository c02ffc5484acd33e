/** Exchange rates that are no securities of the simulated market: from its rates against the dollar. */
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import type { SimulatedReply, World } from "../companies/world.js";
import { findForYahoo } from "./lookup.js";
import { quoteRow } from "./quote-rows.js";

type Row = Record<string, unknown>;

/** A rate whose days and sessions all others share. */
const LIKE = "EURUSD=X";

/** Returns the quote of a symbol such as `EUR=X` (euros for a dollar) or `GBPEUR=X`; `undefined` for unknown currencies. */
export function crossRate(world: World, symbol: string, at: number): Row | undefined {
  const pair = pairOf(symbol);
  const like = findForYahoo(world, LIKE);
  if (!pair || !like) return undefined;
  const { from, to } = pair;
  const priceNow = (rate: Security) => priceOf(world, rate, at);
  const [one, other] = [inDollars(world, from, priceNow), inDollars(world, to, priceNow)];
  if (one === undefined || other === undefined) return undefined;
  const { regularMarketTime, marketState, quoteType, market, ...rest } = quoteRow(world, like, at);
  const { exchange, fullExchangeName, exchangeTimezoneName } = rest;
  const regularMarketPrice = Number((one / other).toFixed(5));
  const name = `${from}/${to}`;
  const listing = { exchange, fullExchangeName, exchangeTimezoneName, quoteType, market, marketState, currency: to };
  return { symbol, shortName: name, longName: name, ...listing, regularMarketTime, regularMarketPrice };
}

/**
 * Returns the chart of such a symbol: that of another rate, with the rate of each of its times as all prices of a row;
 * `undefined` for unknown currencies.
 */
export function crossChart(
  world: World,
  symbol: string,
  at: number,
  chartOf: (like: string) => SimulatedReply,
): SimulatedReply | undefined {
  const pair = pairOf(symbol);
  const now = crossRate(world, symbol, at);
  if (!pair || !now) return undefined;
  const { status, body } = chartOf(LIKE);
  const [{ meta, timestamp = [] }] = (body as { chart: { result: [Chart] } }).chart.result;
  const closes = timestamp.map((seconds) => Math.fround(closeOf(world, pair, seconds * 1000, at)));
  const name = `${pair.from}/${pair.to}`;
  const { regularMarketPrice } = now;
  const result = {
    meta: { ...meta, symbol, currency: pair.to, shortName: name, longName: name, regularMarketPrice },
    ...(timestamp.length > 0 ? { timestamp } : {}),
    indicators: {
      quote: [{ open: closes, high: closes, low: closes, close: closes, volume: closes.map(() => 0) }],
      adjclose: [{ adjclose: closes }],
    },
  };
  return { status, body: { chart: { result: [result], error: null } } };
}

interface Chart {
  meta: Row;
  timestamp?: number[];
}

interface Pair {
  from: string;
  to: string;
}

function pairOf(symbol: string): Pair | undefined {
  const [, from = "USD", to] = /^([A-Z]{3})?([A-Z]{3})=X$/.exec(symbol) ?? [];
  return to === undefined || from === to ? undefined : { from, to };
}

/** Returns the rate at the close of the day of a row that begins at `time`, and the present one for today's. */
function closeOf(world: World, { from, to }: Pair, time: number, at: number): number {
  // A day of a rate begins at midnight in London, which in summer is an hour before that in UTC.
  const day = Math.round(time / DAY_MS);
  const priceAt = (rate: Security) =>
    day < Math.floor(at / DAY_MS) ? world.market.closeOn(rate, day) : priceOf(world, rate, at);
  return Number((inDollars(world, from, priceAt)! / inDollars(world, to, priceAt)!).toFixed(5));
}

/** Returns the price of one unit of a currency in dollars, by the prices of the rates. */
function inDollars(world: World, currency: string, priceAt: (rate: Security) => number): number | undefined {
  if (currency === "USD") return 1;
  const direct = findForYahoo(world, `${currency}USD=X`);
  const inverse = findForYahoo(world, `${currency}=X`);
  if (direct) return priceAt(direct);
  return inverse && 1 / priceAt(inverse);
}

function priceOf({ market }: World, rate: Security, at: number): number {
  return market.tick(rate, at).price;
}
