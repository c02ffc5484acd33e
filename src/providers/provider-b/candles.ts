/** Parses provider B's chart: candles, which are sent as parallel lists, dividends and splits. */
import type { Bar } from "../../market/price-bars.js";
import { z } from "../../contract/schema.js";
import { toVolume } from "../../market/impossible-zeros.js";
import { currencyCode, text } from "../../contract/values.js";
import { eachInSlices } from "../../lib/next-turn.js";
import { createZoneClock, type ZoneClock } from "../../lib/zone-clock.js";
import { chartEvents, MAX_AHEAD_SECONDS, readEvents, type ChartEvents } from "./chart-events.js";
import { badAnswer, parse } from "./envelopes.js";
import { list, raw, rawNumber, rawSeconds, toChartPrice, toSeconds } from "./values.js";

/**
 * Limit of rows: more take too long to parse. A century of days has 25,000 rows, two years of a coin's hours 17,500.
 */
const MAX_ROWS = 100_000;

/** The content of one chart; all lists are newest first. */
export interface Candles extends ChartEvents {
  currency: string | null;
  timezone: string;
  instrumentType: string | null;
  bars: Bar[];
  /** `null` when the chart does not say when its session ends. */
  lastBarComplete: boolean | null;
  /** Unix seconds of the last trade. */
  tradedAt: number | null;
  /** Unix seconds of the first trade that B knows. */
  firstTradedAt: number | null;
  /** Rows, also those without prices: B sends them for sessions without a trade. */
  sessions: number;
}

/**
 * Returns the candles of one `chart.result`.
 *
 * Prices are 32-bit floats written as 64-bit ones; `toShortestFloat` restores their digits. Rows without a close and
 * rows in the future are dropped. Of several rows with the same date the latest is kept, because during a session B
 * appends a row with the last trade. A column of another length than the list of times is left out.
 *
 * @throws {ProviderError} `bad_answer` when times and closes differ in length or are too long, when no row can be read,
 *   or when the time zone is unknown.
 */
export async function readCandles(
  result: unknown,
  { intraday, now }: { intraday: boolean; now: number },
): Promise<Candles> {
  const { meta, timestamp, indicators, events } = parse(chart, result);
  const clock = createZoneClock(meta.exchangeTimezoneName ?? "");
  if (!clock || timestamp.length > MAX_ROWS) throw badAnswer();
  const times = timestamp.map(toSeconds);
  const quote = parse(columns, indicators.quote[0] ?? {});
  if (quote.close.length !== times.length) throw badAnswer();
  const adjusted = intraday ? [] : parse(adjustedColumn, indicators.adjclose[0] ?? {}).adjclose;
  // Values of a column with another number of rows cannot be assigned to bars.
  const valueAt = (column: unknown[], at: number) => (column.length === times.length ? column[at] : null);
  const latest = now / 1000 + MAX_AHEAD_SECONDS;
  const rows: [seconds: number, bar: Bar][] = [];
  // In one go, a whole history would keep other callers waiting for up to 0.4 s.
  await eachInSlices(times, (seconds, at) => {
    const close = toChartPrice(quote.close[at]);
    if (seconds === null || seconds > latest || close === null) return;
    const bar: Bar = {
      date: intraday ? clock.time(seconds) : clock.day(seconds),
      open: toChartPrice(valueAt(quote.open, at)),
      high: toChartPrice(valueAt(quote.high, at)),
      low: toChartPrice(valueAt(quote.low, at)),
      close,
      adjClose: intraday ? null : toChartPrice(valueAt(adjusted, at)),
      volume: toVolume(raw(valueAt(quote.volume, at)), meta.instrumentType),
    };
    rows.push([seconds, bar]);
  });
  // Rows without a close are valid: nothing was traded in their period.
  const isWithoutTrade = times.every((seconds) => seconds !== null) && quote.close.every((close) => close == null);
  if (rows.length === 0 && !isWithoutTrade) throw badAnswer();
  const bars = mergeDays(rows.toSorted(([one], [other]) => other - one).map(([, bar]) => bar));
  const sessionEnd = meta.currentTradingPeriod?.regular?.end ?? null;
  const tradedAt = meta.regularMarketTime;
  return {
    currency: meta.currency,
    timezone: meta.exchangeTimezoneName!,
    instrumentType: meta.instrumentType,
    bars,
    lastBarComplete: sessionEnd === null ? null : isComplete(bars[0], clock, sessionEnd, now),
    tradedAt,
    firstTradedAt: meta.firstTradeDate,
    sessions: times.length,
    ...readEvents(events, clock, meta.currency, now),
  };
}

/** Keeps the latest bar of each date; `bars` are newest first. */
function mergeDays(bars: readonly Bar[]): Bar[] {
  return bars.filter((bar, at) => bars[at - 1]?.date !== bar.date);
}

/** Returns whether the newest bar's session is over. A session that ends at midnight belongs to the day before. */
function isComplete(newest: Bar | undefined, clock: ZoneClock, sessionEnd: number, now: number): boolean {
  return newest === undefined || newest.date.slice(0, 10) < clock.day(sessionEnd - 1) || now / 1000 >= sessionEnd;
}

const chart = z.object({
  meta: z.object({
    currency: currencyCode,
    exchangeTimezoneName: text,
    instrumentType: text,
    regularMarketTime: rawNumber,
    firstTradeDate: rawNumber,
    currentTradingPeriod: z
      .object({ regular: z.object({ end: rawSeconds }).optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  // B omits `timestamp` when the range has no candles.
  timestamp: list,
  indicators: z.object({ quote: list, adjclose: list }),
  events: chartEvents,
});
const columns = z.object({ open: list, high: list, low: list, close: list, volume: list });
const adjustedColumn = z.object({ adjclose: list });
