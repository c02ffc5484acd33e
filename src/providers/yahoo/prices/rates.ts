/** Exchange rates for converted prices, from the call for the quotes where possible. */
import { ratesFor, type Rate } from "../../../market/prices/converted-price.js";
import type { OptionalParts } from "../../../contract/optional.js";
import { toPastInstant } from "../../../contract/values.js";
import { toUsualCurrency } from "../../../market/economy/exchange-rates.js";
import { toListingSymbol } from "../../../market/symbols/symbol.js";
import type { YahooClient } from "../calls/client.js";
import type { QuoteRow } from "../calls/quote-row.js";

/** Returns the rates that listings need if each is in the usual currency of its exchange. */
export function toUsualRates(symbols: readonly string[], to: string): string[] {
  const listings = symbols.map((symbol) => ({ symbol, currency: toUsualCurrency(toListingSymbol(symbol)) }));
  return ratesFor(listings, to);
}

/** Returns the rates among the rows; the price of a security of another kind is none, and none is below 0. */
function toRates(rows: readonly (readonly [symbol: string, row: QuoteRow])[]): Map<string, Rate> {
  return new Map(
    rows.flatMap(([symbol, { price: rate, time: at, quoteType }]): [string, Rate][] =>
      rate === null || rate < 0 || quoteType !== "CURRENCY"
        ? []
        : [[symbol, { rate, time: toPastInstant(at) ?? null }]],
    ),
  );
}

/** Returns the rates that these listings need: those among the `rows`, and others by one more call, an optional part. */
export async function fetchRates(
  listings: Parameters<typeof ratesFor>[0],
  to: string,
  rows: ReadonlyMap<string, QuoteRow>,
  client: YahooClient,
  parts: OptionalParts,
): Promise<Map<string, Rate>> {
  const open = ratesFor(listings, to).filter((rate) => !rows.has(rate));
  const others = open.length > 0 ? await parts.get(["convertedPrice", "rate"], client.quotes(open)) : null;
  return toRates([...rows, ...(others ?? [])]);
}
