/** The price of one security now, and the figures people read beside it. */
import { defineCapability } from "../contract/capability.js";
import { supplement } from "../contract/provider.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, source, symbol, timestamp, words } from "./fields.js";
import { DAY_SECONDS, LIVE_QUOTE, symbolErrors } from "./shapes.js";

/** The stock quote's fields; the alternative quote has the same. Money is in the listing's currency. */
export const quoteOutput = z
  .object({
    symbol: answerSymbol,
    price: z.number().describe("Listing currency; last trade, which exchanges delay by up to 20 minutes"),
    change: figure("Listing currency; since previous close; coins from provider B: over 24 h"),
    changesPercentage: figure("Percent (1.5 = 1.5 %); since previous close; coins from provider B: over 24 h"),
    dayLow: figure("Listing currency; today"),
    dayHigh: figure("Listing currency; today"),
    yearHigh: figure("52 weeks; listing currency"),
    yearLow: figure("52 weeks; listing currency"),
    marketCap: figure("Listing currency; null for indices and currencies"),
    priceAvg50: figure("Listing currency; mean price of 50 trading days"),
    priceAvg200: figure("Listing currency; mean price of 200 trading days"),
    volume: figure("Shares; today; units of the base for coins"),
    avgVolume: figure("Shares a day, 3 months; for provider A's quote filled in from B, else A's profile"),
    exchange: words("Exchange as the source names it"),
    open: figure("Listing currency; today"),
    previousClose: figure("Listing currency; close of the session before"),
    eps: figure(
      "TTM; earnings per share, listing currency (B: pounds where prices are in pence); for provider A's quote filled in from B, else A's ratios",
    ),
    pe: figure("TTM; price / eps, ratio; null when eps <= 0; computed for A, as sent by B"),
    sharesOutstanding: figure("Shares; for provider A's quote filled in from B, else A's filings"),
    timestamp,
    source,
  })
  .describe("Listing currency");

const quoteErrors = symbolErrors((asked) => ({ detail: `404: Failed to fetch quote for ${asked}` }));

export const quote = defineCapability({
  name: "quote",
  title: "Stock quote",
  route: "/api/v1/stock/{symbol}",
  tool: {
    name: "provider_a_get_stock_quote",
    description:
      "Current quote of one stock, ETF, index or coin: price, change, ranges, volume, market cap, PE. If limited, use provider_b_get_stock_quote.",
    otherwise:
      "provider_b_get_stock_quote (REST: /api/v1/stock/{symbol}/provider-b) has the same figures from provider B.",
    picture: "quote",
  },
  input: z.object({ symbol }),
  output: quoteOutput,
  freshness: LIVE_QUOTE,
  errors: quoteErrors,
});

export const alternativeQuote = defineCapability({
  name: "alternative-quote",
  title: "Stock quote from provider B",
  route: "/api/v1/stock/{symbol}/provider-b",
  tool: {
    name: "provider_b_get_stock_quote",
    description:
      "The same quote from provider B, without key. Use it when provider_a_get_stock_quote is limited or not in the plan.",
    sameFieldsAs: "provider_a_get_stock_quote",
    picture: "quote",
  },
  input: z.object({ symbol }),
  output: quoteOutput,
  freshness: LIVE_QUOTE,
  errors: quoteErrors,
});

/** Slow-moving facts of a share. `eps` is in the listing's currency. */
export interface ShareFacts {
  avgVolume: number | null;
  eps: number | null;
  sharesOutstanding: number | null;
  /** The listing's currency. */
  currency: string | null;
}

/**
 * Average volume, EPS and share count, which provider A's quote no longer has.
 *
 * `pe` = price / eps when eps > 0, from the quote's own price, else `null`.
 */
export const shareFacts = supplement(quote, {
  name: "share-facts",
  keepSeconds: DAY_SECONDS,
  fields: ["avgVolume", "eps", "sharesOutstanding"],
  ask: (_data, input) => input.symbol,
  apply(data, facts: ShareFacts) {
    const eps = data.eps ?? facts.eps;
    const filled = {
      ...data,
      avgVolume: data.avgVolume ?? facts.avgVolume,
      eps,
      sharesOutstanding: data.sharesOutstanding ?? facts.sharesOutstanding,
      pe: data.pe ?? (eps !== null && eps > 0 ? data.price / eps : null),
    };
    const fields = (["avgVolume", "eps", "sharesOutstanding"] as const).filter(
      (field) => data[field] === null && filled[field] !== null,
    );
    return { data: filled, fields, currency: facts.currency ?? undefined };
  },
});
