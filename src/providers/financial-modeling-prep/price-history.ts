/** Price history by FMP: daily bars only, adjusted for splits. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { daysBefore } from "../../lib/day.js";
import { newestFirst } from "../../lib/newest-first.js";
import { priceHistory } from "../../capabilities/prices/price-history.js";
import { summarize, type Bar } from "../../market/prices/price-bars.js";
import { isSessionOver } from "../../market/prices/complete-bars.js";
import { mayBeShare } from "../../contract/currency.js";
import { isMutualFund } from "../../market/symbols/symbol.js";
import { spanOf, WHOLE } from "../../market/prices/price-range.js";
import { toVolume } from "../../market/statements/impossible-zeros.js";
import { mayBeNegative, withPrices } from "../../market/prices/negative-prices.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, toPositive } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { day } from "./dates.js";
import { fetchAllowedDays } from "./plan-limits.js";
import { recallCurrency } from "./profile.js";
import { badAnswer, noData, fmpProvider } from "./provider.js";

// `change` and `vwap` are left out: they are close − open and the mean of four prices, contrary to their names.
const row = z.object({ date: day, open: number, high: number, low: number, close: number, volume: number });
const PRICES = ["open", "high", "low", "close"] as const;

/** First day of a request for the whole history. */
const FIRST_DAY = "1960-01-01";
/** The most days that FMP sends at once, the newest ones, as users of it report: about twenty years. */
const MAX_DAYS = 5000;
/** Years of history that the free plan has. */
const FREE_YEARS = 5;

/**
 * Daily bars. Dividends, splits and time zone are not in FMP's answer; the currency is that of a cached profile.
 *
 * @throws {ProviderError} `no_data` for intraday bars and for a symbol without prices.
 */
export const priceHistoryFromFmp = source(fmpProvider, priceHistory, async (input, client) => {
  const now = exchangeDay(input.symbol, client.upstream.now().getTime());
  const { interval, from } = spanOf(input, now);
  if (interval !== "1d") throw noData();
  const { rows, notes } = await fetchAllowedDays(
    (days) => client.rows(row, "historical-price-eod/full", { symbol: input.symbol, ...days }),
    { from: from === WHOLE ? FIRST_DAY : from, to: now, freeFrom: yearsBefore(now, FREE_YEARS) },
  );
  // FMP sends 0 where it does not know the volume; only a share's 0 is a real one, a day without a trade.
  const hasVolume = mayBeShare(input.symbol) && !isMutualFund(input.symbol);
  // A day later than tomorrow is an error of the source.
  const tomorrow = daysBefore(now, -1);
  const isSigned = mayBeNegative(input.symbol, null);
  const bars = rows.flatMap((sent): Bar[] => {
    const { date, open, high, low, close, ...each } = withPrices(sent, PRICES, isSigned);
    if (date === null || date > tomorrow || close === null) return [];
    const volume = hasVolume ? toVolume(each.volume, null) : toPositive(each.volume);
    return [{ date, open, high, low, close, adjClose: null, volume }];
  });
  if (rows.length > 0 && bars.length === 0) throw badAnswer();
  if (bars.length === 0) throw noData();
  const distinct = newestFirst(
    eachOnce(bars, ({ date }) => date),
    ({ date }) => date,
  );
  const [newest] = distinct;
  const isCut = rows.length === MAX_DAYS;
  const currency = await recallCurrency(input.symbol, client);
  return {
    data: {
      symbol: input.symbol,
      currency,
      interval,
      range: { from, to: now },
      adjustment: "splits" as const,
      bars: distinct,
      firstBarComplete: true,
      lastBarComplete: newest ? isSessionOver(newest.date, input.symbol, client.upstream.now()) : null,
      total_bars: distinct.length,
      summary: summarize(distinct),
    },
    currency,
    // The plan, or one answer, does not reach back to the first day.
    isShort: notes.length > 0 || isCut,
    notes: [
      say`${the.source("provider-a")}'s history has no dividends or splits.`,
      ...notes,
      ...(isCut ? [toCutNote(distinct)] : []),
    ],
  };
});

function toCutNote(bars: readonly Bar[]): Sentence {
  return say`${the.source("provider-a")} sends at most ${MAX_DAYS} days at once: prices before ${bars.at(-1)!.date} are not in this answer.`;
}

/** Returns the same day of an earlier year; 29 February becomes 1 March. */
function yearsBefore(now: string, years: number): string {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}
