/** Price history by provider A: days only, adjusted for splits. */
import { priceHistory, startOf, today, WHOLE } from "../../capabilities/price-history.js";
import { summarize, type Bar } from "../../capabilities/price-bars.js";
import { isMutualFund, mayBeShare } from "../../capabilities/symbol.js";
import { baseOf, daysBefore, intervalOf, stepOf } from "../../capabilities/price-range.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, text } from "../../contract/values.js";
import { toDay } from "./dates.js";
import { recallCurrency } from "./profile.js";
import { noData, providerA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

// `change` and `vwap` are left out: they are close − open and the mean of four prices, contrary to their names.
const row = z.object({ date: text, open: number, high: number, low: number, close: number, volume: number });

/** The oldest day in a request for the whole history. */
const FIRST_DAY = "1960-01-01";

/**
 * Daily bars. Dividends, splits and zone are not in the answer; the currency is that of a profile that we have.
 *
 * @throws {ProviderError} `no_data` for bars within a day and for a symbol without prices.
 */
export const priceHistoryFromA = source(providerA, priceHistory, async (input, client, upstream) => {
  const now = today();
  if (baseOf(intervalOf(input, now)) !== "1d") throw noData();
  const days = stepOf(input, now);
  const start = startOf(input, now);
  const step = days === Infinity ? WHOLE : daysBefore(now, days);
  const from = step < start ? step : start;
  const rows = await client.rows(row, "historical-price-eod/full", {
    symbol: toSymbolA(input.symbol),
    from: from === WHOLE ? FIRST_DAY : from,
    to: now,
  });
  // Provider A sends 0 where it does not know the volume; a share's 0 is a day without a trade.
  const hasVolume = mayBeShare(input.symbol) && !isMutualFund(input.symbol);
  // A day that has begun east of UTC is tomorrow's; later ones are errors.
  const tomorrow = daysBefore(now, -1);
  const bars = rows.flatMap((each): Bar[] => {
    const date = toDay(each.date);
    if (date === null || date > tomorrow || each.close === null || each.close <= 0) return [];
    return [
      {
        date,
        open: positive(each.open),
        high: positive(each.high),
        low: positive(each.low),
        close: each.close,
        adjClose: null,
        volume: each.volume === null || each.volume < 0 || (each.volume === 0 && !hasVolume) ? null : each.volume,
      },
    ];
  });
  if (rows.length > 0 && bars.length === 0) throw new ProviderError("provider-a", "bad_answer");
  if (bars.length === 0) throw noData();
  const newestFirst = bars.toSorted((one, other) => (one.date < other.date ? 1 : -1));
  const distinct = newestFirst.filter((bar, at) => newestFirst[at - 1]?.date !== bar.date);
  const currency = await recallCurrency(input.symbol, upstream);
  return {
    data: {
      symbol: input.symbol,
      currency,
      interval: "1d" as const,
      range: { from, to: now },
      adjustment: "splits" as const,
      timezone: null,
      bars: distinct,
      lastBarComplete: null,
      total_bars: distinct.length,
      dividends: [],
      splits: [],
      summary: summarize(distinct),
    },
    currency,
    notes: ["Provider A's history has no dividends or splits."],
  };
});

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
