/** Price history by provider B's chart. */
import { priceHistory, startOf, today, WHOLE } from "../../capabilities/price-history.js";
import { summarize, type Bar } from "../../capabilities/price-bars.js";
import { baseOf, daysBefore, intervalOf, stepOf, type BaseInterval } from "../../capabilities/price-range.js";
import { source } from "../../contract/provider.js";
import { toPastInstant } from "../../contract/values.js";
import { readCandles } from "./candles.js";
import { providerB } from "./provider.js";
import { toFunds } from "./values.js";

/**
 * Neighbouring closes that differ by more than this factor are an error of the source, such as pounds between pence.
 */
const JUMP = 50;

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
  const days = stepOf(input, now);
  const at = upstream.now().getTime();
  const result = await client.candles(input.symbol, interval, days);
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
    notes: jumpNotes(bars, interval),
  };
});

function firstOf(days: number, now: string, start: string): string {
  const first = days === Infinity ? WHOLE : daysBefore(now, days);
  // A range that ends in the past can begin earlier than the step, which is counted from today.
  return first < start ? first : start;
}

/** Returns a warning for each impossible jump of the price; it contains only our own words and days. */
function jumpNotes(bars: readonly Bar[], interval: BaseInterval): string[] {
  const jumps = bars.flatMap((bar, at) => {
    const before = bars[at + 1];
    if (!before) return [];
    const factor = bar.close / before.close;
    return factor > JUMP || factor < 1 / JUMP ? [bar.date.slice(0, 10)] : [];
  });
  if (jumps.length === 0) return [];
  const days = [...new Set(jumps)].slice(0, 5).join(", ");
  return [
    `Prices jump more than ${JUMP}-fold between neighbouring ${interval} bars on ${days}: likely a mistake of the source.`,
  ];
}
