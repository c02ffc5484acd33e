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
 * Minimum length of a daily series, in days. Five years cost 30 kB and 1 ms more than two, and make a second call
 * unnecessary when a question about a month is followed by one about five years.
 */
const MIN_DAYS = 1830;

/**
 * The series that covers the requested range: daily bars for intervals of a day and longer, otherwise bars of the
 * interval. Prices are adjusted for splits; `adjClose` for dividends as well. Dividends and splits are in the same
 * call.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol.
 */
export const priceHistoryFromB = source(providerB, priceHistory, async (input, client, upstream) => {
  const now = today();
  const span = spanOf(input, now, MIN_DAYS);
  const { interval } = span;
  const at = upstream.now().getTime();
  const result = await client.candles(input.symbol, interval, toRequestedDays(span));
  await nextTurnIfLong(result);
  const { currency, timezone, instrumentType, bars, lastBarComplete, tradedAt, dividends, splits } = await readCandles(
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
    currency,
    ...toFunds(input.symbol, instrumentType),
  };
});

/** Extra days: the first day begins up to 14 hours before midnight UTC, and the call counts days back from now. */
const SPARE_DAYS = 2;

/**
 * Returns the days to request, so that the first one is complete in every zone; no more than B has of intraday bars.
 */
function toRequestedDays({ interval, days }: Span): number {
  return days === STEPS[interval].at(-1) ? days : days + SPARE_DAYS;
}
