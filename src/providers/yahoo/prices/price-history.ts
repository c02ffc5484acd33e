/** Price history by Yahoo's chart. */
import { priceHistory } from "../../../capabilities/prices/price-history.js";
import { exchangeDay } from "../../../market/sessions/exchange-day.js";
import { dayOf, summarize } from "../../../market/prices/price-bars.js";
import { spanOf, STEPS, WHOLE, type Span } from "../../../market/prices/price-range.js";
import { followsUsSession } from "../../../market/symbols/symbol.js";
import { source } from "../../../contract/provider.js";
import { toPastInstant } from "../../../contract/values.js";
import { nextTurnIfLong } from "../../../lib/next-turn.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { readCandles, type Candles } from "../calls/candles.js";
import { badAnswer } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { toFunds } from "../calls/values.js";

/**
 * Minimum length of a daily series, in days. Five years cost 30 kB and 1 ms more than two, and make a second call
 * unnecessary when a question about a month is followed by one about five years.
 */
const MIN_DAYS = STEPS["1d"][1]!;

/**
 * The series that covers the requested range: daily bars for intervals of a day and longer, otherwise bars of the
 * interval. Prices are adjusted for splits; `adjClose` for dividends as well. Dividends and splits are in the same
 * call.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol.
 */
export const priceHistoryFromYahoo = source(yahooProvider, priceHistory, async (input, client, upstream) => {
  const at = upstream.now().getTime();
  const now = exchangeDay(input.symbol, at);
  const span = spanOf(input, now, MIN_DAYS);
  const { interval } = span;
  const result = await client.candles(input.symbol, interval, toRequestedDays(span));
  await nextTurnIfLong(result);
  const candles = await readCandles(result, { intraday: interval !== "1d", now: at });
  const { currency, timezone, instrumentType, bars, lastBarComplete, tradedAt, firstTradedAt, dividends, splits } =
    candles;
  const hasCalendar = followsUsSession(input.symbol);
  const lacksBars =
    hasCalendar &&
    ((interval === "1d" && hasTooFewBars(candles, span.from)) || lacksLastSession(input.symbol, candles, at));
  // Without the day of the first trade, the share may be new.
  const mayLackBars = hasCalendar && interval === "1d" && firstTradedAt === null && bars.length < INDICATOR_BARS;
  // The chart states a trade in the period, so a chart without any row is a fault of the source.
  if (lacksBars && candles.sessions === 0) throw badAnswer();
  return {
    data: {
      symbol: input.symbol,
      currency,
      interval,
      range: { from: span.from, to: now },
      adjustment: "splits" as const,
      timezone,
      bars,
      firstBarComplete: bars.length > 0 ? true : null,
      lastBarComplete,
      total_bars: bars.length,
      dividends,
      splits,
      summary: summarize(bars),
    },
    ...(lacksBars ? { missing: ["bars"] } : {}),
    isShort: lacksBars || mayLackBars,
    asOf: toPastInstant(tradedAt),
    currency,
    ...toFunds(input.symbol, instrumentType),
  };
});

/** Share of the sessions of a period that a complete chart has at least. */
const LEAST_SHARE = 0.9;
const SESSIONS_A_YEAR = 252;
const YEAR_SECONDS = 365.25 * DAY_SECONDS;

/**
 * Whether a chart of a US listing has fewer rows than nine tenths of the sessions between its first trade, or `from` (a
 * day) if that is later, and its last trade. A cut chart after the close of a Friday would otherwise be fresh until
 * Monday.
 */
function hasTooFewBars({ sessions, tradedAt, firstTradedAt }: Candles, from: string): boolean {
  if (tradedAt === null || firstTradedAt === null) return false;
  const start = from === WHOLE ? firstTradedAt : Math.max(firstTradedAt, Date.parse(from) / 1000);
  return sessions < Math.floor((LEAST_SHARE * SESSIONS_A_YEAR * (tradedAt - start)) / YEAR_SECONDS);
}

/** The most bars that an indicator needs. */
const INDICATOR_BARS = 200;

/** Seconds after a trade by which the chart has its bar. */
const LATE_SECONDS = 15 * 60;

/**
 * Whether a chart of a US listing states a trade of a later day than its newest bar. The price of a fund is a day's, and
 * its bar may follow later.
 */
function lacksLastSession(symbol: string, { tradedAt, bars, instrumentType }: Candles, now: number): boolean {
  const [newest] = bars;
  if (tradedAt === null || newest === undefined || instrumentType === "MUTUALFUND") return false;
  return now / 1000 - tradedAt >= LATE_SECONDS && dayOf(newest) < exchangeDay(symbol, tradedAt * 1000);
}

/** Extra days: the first day begins up to 14 hours before midnight UTC, and the call counts days back from now. */
const SPARE_DAYS = 2;

/**
 * Returns the days to request, so that the first one is complete in every zone; no more than B has of intraday bars.
 */
function toRequestedDays({ interval, days }: Span): number {
  return days === STEPS[interval].at(-1) ? days : days + SPARE_DAYS;
}
