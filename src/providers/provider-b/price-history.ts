/** Price history by provider B's chart. */
import { priceHistory } from "../../capabilities/price-history.js";
import { summarize } from "../../capabilities/price-bars.js";
import { spanOf, STEPS, type Span } from "../../capabilities/price-range.js";
import { source } from "../../contract/provider.js";
import { toPastInstant } from "../../contract/values.js";
import { nextTurnIfLong } from "../../lib/next-turn.js";
import { today } from "../../lib/today.js";
import { readCandles } from "./candles.js";
import { providerB } from "./provider.js";
import { toFunds } from "./values.js";

/**
 * Days of the shortest daily series: a call for five years costs 30 kB and 1 ms more than one for two, and saves the
 * second call of people who look at a month and then at five years.
 */
const LEAST_DAYS = 1830;

/**
 * The series that holds the asked range: daily bars for days and longer, else
 * bars of the interval. Prices are adjusted for splits; `adjClose` for dividends
 * as well. Events come in the same call.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol.
 */
export const priceHistoryFromB = source(providerB, priceHistory, async (input, client, upstream) => {
  const now = today();
  const span = spanOf(input, now, LEAST_DAYS);
  const { interval } = span;
  const at = upstream.now().getTime();
  const result = await client.candles(input.symbol, interval, toDaysAsked(span));
  await nextTurnIfLong(result);
  const { currency, timezone, instrumentType, bars, lastBarComplete, tradedAt, dividends, splits } = readCandles(
    result,
    {
      intraday: interval !== "1d",
      now: at,
    },
  );
  return {
    data: {
      symbol: input.symbol,
      currency,
      interval,
      range: { from: span.from, to: now },
      adjustment: "splits" as const,
      timezone,
      bars,
      lastBarComplete,
      total_bars: bars.length,
      dividends,
      splits,
      summary: summarize(bars),
    },
    asOf: toPastInstant(tradedAt),
    currency: currency ?? undefined,
    ...toFunds(input.symbol, instrumentType),
  };
});

/** The first day begins up to 14 hours before midnight UTC, and the calls count days back from the present second. */
const SPARE_DAYS = 2;

/** Days to request, so that the first one is whole in every zone; no more than B has for bars within a day. */
function toDaysAsked({ interval, days }: Span): number {
  return days === STEPS[interval].at(-1) ? days : days + SPARE_DAYS;
}
