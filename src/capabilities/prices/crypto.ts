/** Coins by market cap. */
import { say, the } from "../../contract/sentence.js";
import { figure, money, percent, perShare, signed, words } from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { object, z } from "../../contract/schema.js";
import { limit, timestamp } from "../../contract/fields.js";
import { ALWAYS_TRADED, marketErrors } from "../shapes.js";

export const MAX_COINS = 100;

/** The note on coins from FMP, because other sources give the change of 24 hours. */
export const SINCE_MIDNIGHT = say`Change of coins is since 00:00 UTC, not of 24 hours.`;
/** The note on coins from Yahoo, whose change is not price - previousClose: the previous close is at 00:00 UTC. */
export const OVER_24_HOURS = say`${the.source("provider-b")} counts the change of coins over 24 hours, not since the previous close.`;

const coin = object("USD", {
  symbol: z.string().describe("e.g. BTCUSD"),
  name: words("Name"),
  price: perShare("usd", "last trade"),
  change: signed(perShare("usd", "A since 00:00 UTC, B 24 h")),
  changesPercentage: signed(
    percent("the same period as change; where A leaves it out, change / (price - change) * 100", "Change %"),
  ),
  marketCap: money("usd", "where A leaves it out, price * circulating supply"),
  volume: money("usd", "not coins; B: over 24 h, A does not say over which time"),
  rank: figure(["1 is the largest", "by market cap over all coins"]),
});

export type Coin = z.output<typeof coin>;

export const crypto = defineCapability({
  name: "crypto",
  title: "Cryptocurrency prices",
  route: "/api/v1/crypto",
  tool: {
    name: "provider_a_get_crypto_prices",
    alsoCalled: ["coins", "coin"],
    set: "core",
    description: "Top cryptocurrencies (Bitcoin, Ethereum) by market cap: price, change, volume.",
    rows: {
      list: "cryptocurrencies",
      noun: "coins",
      key: ["symbol", "name"],
      limit: { shown: 20, max: MAX_COINS },
    },
  },
  input: z.object({ limit: limit(MAX_COINS, 20, "Rows") }),
  output: z.object({ cryptocurrencies: z.array(coin).describe("Largest first"), timestamp }),
  hintFor: (parameter) =>
    /^(?:symbols?|tickers?|coins?|ids?|convert|currency|vs_currency)$/i.test(parameter)
      ? { tool: "get_quotes", why: "has one coin, in another currency too", given: { symbols: "BTC-USD" } }
      : undefined,
  freshness: ALWAYS_TRADED,
  currency: "USD",
  errors: marketErrors,
  viewParameters: ["limit"],
  view: (body, input) => ({ ...body, cryptocurrencies: body.cryptocurrencies.slice(0, input.limit) }),
});
