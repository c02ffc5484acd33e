/** The price of one security now, and the figures people read beside it. */
import { defineCapability } from "../contract/capability.js";
import { supplement } from "../contract/provider.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, source, symbol, timestamp, words } from "./fields.js";
import { DAY_SECONDS, LIVE_QUOTE, symbolErrors } from "./shapes.js";

/** The stock quote's fields; the alternative quote has the same. Money is in the listing's currency. */
export const quoteOutput = z.object({
  symbol: answerSymbol,
  price: z.number().describe("Last price, listing currency (USD for US stocks)"),
  change: figure("Since previous close, listing currency"),
  changesPercentage: figure("Since previous close, percent (1.5 = 1.5 %)"),
  dayLow: figure("Listing currency"),
  dayHigh: figure("Listing currency"),
  yearHigh: figure("52-week high, listing currency"),
  yearLow: figure("52-week low, listing currency"),
  marketCap: figure("Listing currency"),
  priceAvg50: figure("50-day average price"),
  priceAvg200: figure("200-day average price"),
  volume: figure("Shares today"),
  avgVolume: figure("Average daily shares, 3 months"),
  exchange: words("Exchange as the source names it"),
  open: figure("Listing currency"),
  previousClose: figure("Listing currency"),
  eps: figure("Earnings per share TTM, listing currency"),
  pe: figure("Price / eps (TTM); null when eps <= 0"),
  sharesOutstanding: figure("Shares"),
  timestamp,
  source,
});

const quoteErrors = symbolErrors((asked) => ({ detail: `404: Failed to fetch quote for ${asked}` }));

export const quote = defineCapability({
  name: "quote",
  title: "Stock quote",
  route: "/api/v1/stock/{symbol}",
  tool: {
    name: "provider_a_get_stock_quote",
    description:
      "Current quote of one stock, ETF, index or coin: price, change, ranges, volume, market cap, PE. If provider A is limited, use provider_b_get_stock_quote.",
    otherwise:
      "provider_b_get_stock_quote (REST: /api/v1/stock/{symbol}/provider-b) has the same figures from provider B.",
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
      "The same quote from provider B; needs no API key. Use it when provider_a_get_stock_quote is limited, not configured or not in the plan.",
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
    return { data: filled, fields };
  },
});
