/** Exchange rates that are no securities of the simulated market: from its rates against the dollar. */
import type { Security } from "../market/security.js";
import type { World } from "../world.js";
import { findB } from "./lookup.js";
import { quoteRow } from "./quote-rows.js";

type Row = Record<string, unknown>;

/** Returns the quote of a symbol such as `EUR=X` (euros for a dollar) or `GBPEUR=X`; `undefined` for unknown currencies. */
export function crossRate(world: World, symbol: string, at: number): Row | undefined {
  const [, from = "USD", to] = /^([A-Z]{3})?([A-Z]{3})=X$/.exec(symbol) ?? [];
  if (to === undefined || from === to) return undefined;
  const [one, other] = [inDollars(world, from, at), inDollars(world, to, at)];
  const like = findB(world, "EURUSD=X");
  if (one === undefined || other === undefined || !like) return undefined;
  const { regularMarketTime, marketState, quoteType, market, ...rest } = quoteRow(world, like, at);
  const { exchange, fullExchangeName, exchangeTimezoneName } = rest;
  const regularMarketPrice = Number((one / other).toFixed(5));
  const name = `${from}/${to}`;
  const listing = { exchange, fullExchangeName, exchangeTimezoneName, quoteType, market, marketState, currency: to };
  return { symbol, shortName: name, longName: name, ...listing, regularMarketTime, regularMarketPrice };
}

/** Returns the price of one unit of a currency in dollars. */
function inDollars(world: World, currency: string, at: number): number | undefined {
  if (currency === "USD") return 1;
  const direct = findB(world, `${currency}USD=X`);
  const inverse = findB(world, `${currency}=X`);
  if (direct) return priceOf(world, direct, at);
  return inverse && 1 / priceOf(world, inverse, at);
}

function priceOf({ market }: World, rate: Security, at: number): number {
  return market.tick(rate, at).price;
}
