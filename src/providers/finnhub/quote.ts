/** Quotes by Finnhub. */
import { say, the } from "../../contract/sentence.js";
import { quote } from "../../capabilities/prices/quote.js";
import { isLongAgo } from "../../contract/envelope.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, positive, toPastInstant } from "../../contract/values.js";
import { exchangeOfFmp, toHoursState } from "../../market/sessions/exchanges.js";
import { toChanges } from "../../market/prices/previous-close.js";
import { nextRegularHours, usDate } from "../../market/sessions/us-market-hours.js";
import { badAnswer, noData, finnhubProvider, US_LISTINGS_ONLY } from "./provider.js";

const quoteRow = z.object({
  c: number,
  d: number,
  dp: number,
  h: positive,
  l: positive,
  o: positive,
  pc: number,
  t: number,
});

/**
 * The quote as Finnhub sends it: price, change, range of the day. It has no volume, no market cap and no name.
 *
 * A symbol that it does not know has a price of 0, and so has a known one at times. A price may be days old, so that a
 * note says which day it is of, if the market has been open since.
 *
 * @throws {ProviderError} `no_data` for a price of 0, `bad_answer` for one without a time.
 */
export const quoteFromFinnhub = source(
  finnhubProvider,
  quote,
  async ({ symbol }, client) => {
    const { c: price, d, dp, h: dayHigh, l: dayLow, o: open, pc, t } = await client.object(quoteRow, "quote", symbol);
    if (price === 0) throw noData();
    const asOf = toPastInstant(t);
    if (price === null || price < 0 || asOf === undefined) throw badAnswer();
    const sent = { price, change: d, changesPercentage: dp, dayHigh, dayLow, open, previousClose: pc };
    const { notes, ...changes } = toChanges(symbol, { ...sent, yearHigh: null, yearLow: null });
    const now = client.upstream.now();
    const tradedAt = new Date(asOf);
    // Every answer says that a price is of long ago.
    const isOld = Date.parse(nextRegularHours(tradedAt).opens) <= now.getTime() && !isLongAgo(asOf);
    return {
      data: { symbol, ...sent, ...changes, currency: "USD", as_of: asOf },
      asOf,
      notes: [
        ...notes,
        ...(isOld
          ? [say`${the.source("provider-e")}'s price is of ${usDate(tradedAt)}; the market has opened since.`]
          : []),
      ],
      market: toHoursState(exchangeOfFmp("NYSE"), now),
      currency: "USD",
    };
  },
  { ...US_LISTINGS_ONLY, complete: true },
);
