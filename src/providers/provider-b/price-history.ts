/** Price history by provider B's chart. */
import { priceHistory, startOf, today, WHOLE } from "../../capabilities/price-history.js";
import { summarize } from "../../capabilities/price-bars.js";
import { baseOf, daysBefore, intervalOf, stepOf } from "../../capabilities/price-range.js";
import { source } from "../../contract/provider.js";
import { toPastInstant } from "../../contract/values.js";
import { nextTurnIfLong } from "../../lib/next-turn.js";
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
  const interval = baseOf(intervalOf(input, now));
  const step = stepOf(input, now);
  const days = interval === "1d" ? Math.max(LEAST_DAYS, step) : step;
  const at = upstream.now().getTime();
  const result = await client.candles(input.symbol, interval, days);
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
      range: { from: firstOf(days, now, startOf(input, now)), to: now },
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

function firstOf(days: number, now: string, start: string): string {
  const first = days === Infinity ? WHOLE : daysBefore(now, days);
  // A range that ends in the past can begin earlier than the step, which is counted from today.
  return first < start ? first : start;
}
