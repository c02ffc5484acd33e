/** Candles of provider B's chart: rows made of parallel lists, with the events between them. */
import type { Bar } from "../../capabilities/price-bars.js";
import { z } from "../../contract/schema.js";
import { currencyCode, text } from "../../contract/values.js";
import { createZoneClock, type ZoneClock } from "../../lib/zone-clock.js";
import { badAnswer, parse } from "./envelopes.js";
import { list, raw, rawNumber, toChartPrice, toShortestFloat } from "./values.js";

/** The content of one chart; all lists are newest first. */
export interface Candles {
  currency: string | null;
  timezone: string;
  bars: Bar[];
  /** `null` when the chart does not say when its session ends. */
  lastBarComplete: boolean | null;
  /** Unix seconds of the last trade. */
  tradedAt: number | null;
  dividends: { date: string; amount: number; currency: string | null }[];
  splits: { date: string; numerator: number; denominator: number }[];
}

/** Kinds of instruments whose volume the source does not know: it sends 0. */
const WITHOUT_VOLUME = new Set(["CURRENCY", "INDEX", "MUTUALFUND"]);

/**
 * The candles of one `chart.result`.
 *
 * Prices are 32-bit floats written as 64-bit ones, and get the digits they were
 * stored for. A row without a close is dropped. Rows of one day are merged: the
 * source appends a row of the last trade to a running day.
 *
 * @throws {ProviderError} `bad_answer` when lists do not fit together or the zone is none.
 */
export function readCandles(result: unknown, { intraday, now }: { intraday: boolean; now: number }): Candles {
  const { meta, timestamp, indicators, events } = parse(chart, result);
  const clock = createZoneClock(meta.exchangeTimezoneName ?? "");
  if (!clock) throw badAnswer();
  const times = timestamp.map(raw);
  const quote = parse(columns, indicators.quote[0] ?? {});
  const adjusted = intraday ? [] : parse(adjustedColumn, indicators.adjclose[0] ?? {}).adjclose;
  if (times.length > 0 && quote.close.length !== times.length) throw badAnswer();
  const hasVolume = !WITHOUT_VOLUME.has(meta.instrumentType ?? "");
  const rows: [seconds: number, bar: Bar][] = [];
  for (const [at, seconds] of times.entries()) {
    const close = toChartPrice(quote.close[at]);
    if (seconds === null || close === null) continue;
    const volume = raw(quote.volume[at]);
    const bar: Bar = {
      date: intraday ? clock.time(seconds) : clock.day(seconds),
      open: toChartPrice(quote.open[at]),
      high: toChartPrice(quote.high[at]),
      low: toChartPrice(quote.low[at]),
      close,
      adjClose: intraday ? null : toChartPrice(adjusted[at]),
      volume: hasVolume || (volume !== null && volume > 0) ? volume : null,
    };
    rows.push([seconds, bar]);
  }
  const bars = mergeDays(rows.toSorted(([one], [other]) => other - one).map(([, bar]) => bar));
  const sessionEnd = meta.currentTradingPeriod?.regular?.end ?? null;
  const tradedAt = meta.regularMarketTime;
  return {
    currency: meta.currency,
    timezone: meta.exchangeTimezoneName!,
    bars,
    lastBarComplete: sessionEnd === null ? null : isComplete(bars[0], clock, sessionEnd, now),
    tradedAt,
    dividends: newestFirst(readDividends(events.dividends, clock, meta.currency)),
    splits: newestFirst(readSplits(events.splits, clock)),
  };
}

/** One bar per date, the later one; `bars` are newest first. */
function mergeDays(bars: readonly Bar[]): Bar[] {
  return bars.filter((bar, at) => bars[at - 1]?.date !== bar.date);
}

/** Whether the newest bar's session is over. A session that ends at midnight belongs to the day before. */
function isComplete(newest: Bar | undefined, clock: ZoneClock, sessionEnd: number, now: number): boolean {
  return newest === undefined || newest.date.slice(0, 10) < clock.day(sessionEnd - 1) || now / 1000 >= sessionEnd;
}

function readDividends(events: Readonly<Record<string, unknown>>, clock: ZoneClock, listed: string | null) {
  return Object.values(events).flatMap((event) => {
    const { date, amount, currency } = dividend.parse(event);
    return date === null || amount === null || amount <= 0
      ? []
      : [{ date: clock.day(date), amount: toShortestFloat(amount), currency: currency ?? listed }];
  });
}

function readSplits(events: Readonly<Record<string, unknown>>, clock: ZoneClock) {
  return Object.values(events).flatMap((event) => {
    const { date, numerator, denominator } = split.parse(event);
    if (date === null || numerator === null || denominator === null) return [];
    return numerator > 0 && denominator > 0 ? [{ date: clock.day(date), numerator, denominator }] : [];
  });
}

function newestFirst<T extends { date: string }>(events: readonly T[]): T[] {
  return events.toSorted((one, other) => (one.date < other.date ? 1 : -1));
}

const anything = z.record(z.unknown()).catch({});
const chart = z.object({
  meta: z.object({
    currency: currencyCode,
    exchangeTimezoneName: text,
    instrumentType: text,
    regularMarketTime: rawNumber,
    currentTradingPeriod: z
      .object({ regular: z.object({ end: rawNumber }).optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  // Absent when there is nothing in the range.
  timestamp: list,
  indicators: z.object({ quote: list, adjclose: list }),
  events: z.object({ dividends: anything, splits: anything }).catch({ dividends: {}, splits: {} }),
});
const columns = z.object({ open: list, high: list, low: list, close: list, volume: list });
const adjustedColumn = z.object({ adjclose: list });
const dividend = z
  .object({ date: rawNumber, amount: rawNumber, currency: currencyCode })
  .catch({ date: null, amount: null, currency: null });
const split = z
  .object({ date: rawNumber, numerator: rawNumber, denominator: rawNumber })
  .catch({ date: null, numerator: null, denominator: null });
