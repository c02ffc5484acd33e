/** Coins by market cap. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { figure, limit, timestamp, words } from "../contract/fields.js";
import { ALWAYS_TRADED, marketErrors } from "./shapes.js";

export const MAX_COINS = 100;

const coin = z
  .object({
    symbol: z.string().describe("e.g. BTCUSD"),
    name: words("Name"),
    price: figure("USD; last trade"),
    change: figure("USD, A since 00:00 UTC, B 24 h"),
    changesPercentage: figure(
      "Percent (1.5 = 1.5 %); the same period as change; where A leaves it out, change / (price - change) * 100",
    ),
    marketCap: figure("USD; where A leaves it out, price * circulating supply"),
    volume: figure("USD; not coins; B: over 24 h, A does not say over which time"),
    rank: figure("1 is the largest; by market cap over all coins"),
  })
  .describe("USD");

export type Coin = z.output<typeof coin>;

export const crypto = defineCapability({
  name: "crypto",
  title: "Cryptocurrency prices",
  route: "/api/v1/crypto",
  tool: {
    name: "provider_a_get_crypto_prices",
    set: "core",
    description: "Largest cryptocurrencies by market cap: price, change, volume, rank.",
    rows: { list: "cryptocurrencies", noun: "coins", unlisted: true, limit: { shown: 20, max: MAX_COINS } },
  },
  input: z.object({ limit: limit(MAX_COINS, 20, "Rows") }),
  output: z.object({ cryptocurrencies: z.array(coin).describe("Largest first"), timestamp }),
  freshness: ALWAYS_TRADED,
  currency: "USD",
  errors: marketErrors,
  viewParameters: ["limit"],
  view: (body, input) => ({ ...body, cryptocurrencies: body.cryptocurrencies.slice(0, input.limit) }),
});
