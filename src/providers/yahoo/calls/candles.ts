/** Parses Yahoo's chart: candles, which are sent as parallel lists, dividends and splits. */
import type { Bar } from "../../../market/prices/price-bars.js";
import { z } from "../../../contract/schema.js";
import { toVolume } from "../../../market/statements/impossible-zeros.js";
import { mayBeNegative, toPrice } from "../../../market/prices/negative-prices.js";
import { currencyCode, lenient, text, toPositive } from "../../../contract/values.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { isObject } from "../../../lib/is-object.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { eachInSlices } from "../../../lib/next-turn.js";
import { findZoneClock, type ZoneClock } from "../../../lib/zone-clock.js";
import { badAnswer, parse } from "./envelopes.js";
import { list, raw, rawNumber, rawSeconds, toChartPrice, toSeconds, toShortestFloat } from "./values.js";

/**
 * Limit of rows: more take too long to parse. A century of days has 25,000 rows, two years of a coin's hours 17,500.
 */
const MAX_ROWS = 100_000;

/** Rows and events may be this far in the future, because the exchange's time zone may be ahead of UTC. */
const MAX_AHEAD_SECONDS = DAY_SECONDS;

/**
 * Limit of events, because parsing a million, which a broken upstream can send, takes seconds. A century of weekly
 * payments has half as many.
 */
const MAX_EVENTS = 10_000;

/** Limit of splits, each of which is compared with many bars; no company has had a tenth as many. */
const MAX_SPLITS = 200;

/** Newest first. Amounts are adjusted for later splits; `capitalGains` only where a fund paid some. */
interface ChartEvents {
  dividends: { date: string; amount: number; currency: string | null; capitalGains?: number }[];
  splits: { date: string; numerator: number; denominator: number }[];
}

/** The events of a chart of daily bars, with the currency of its prices. */
interface EventsAndPrices extends ChartEvents {
  currency: string | null;
  /** Returns the last close before a day; `null` when it is unknown. */
  closeBefore(day: string): number | null;
}

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
  const { meta, timestamp, indicators, events, clock } = parseChart(result);
  if (timestamp.length > MAX_ROWS) throw badAnswer();
  const lists = parse(indicatorLists, indicators);
  const times = timestamp.map(toSeconds);
  const quote = parse(columns, lists.quote[0] ?? {});
  if (quote.close.length !== times.length) throw badAnswer();
  const adjusted = intraday ? [] : parse(adjustedColumn, lists.adjclose[0] ?? {}).adjclose;
  // Values of a column with another number of rows cannot be assigned to bars.
  const valueAt = (column: unknown[], at: number) => (column.length === times.length ? column[at] : null);
  const latest = now / 1000 + MAX_AHEAD_SECONDS;
  const isSigned = mayBeNegative(meta.symbol ?? "", meta.instrumentType);
  const priceAt = (column: unknown[], at: number) => toPrice(toChartPrice(valueAt(column, at)), isSigned);
  const rows: [seconds: number, bar: Bar][] = [];
  // In one go, a whole history would keep other callers waiting for up to 0.4 s.
  await eachInSlices(times, (seconds, at) => {
    const close = priceAt(quote.close, at);
    if (seconds === null || seconds > latest || close === null) return;
    const bar: Bar = {
      date: intraday ? clock.time(seconds) : clock.day(seconds),
      open: priceAt(quote.open, at),
      high: priceAt(quote.high, at),
      low: priceAt(quote.low, at),
      close,
      adjClose: intraday ? null : priceAt(adjusted, at),
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

/**
 * Returns the events of one `chart.result`, and its prices. `now` is in milliseconds.
 *
 * @throws {ProviderError} `bad_answer` when the time zone is unknown, or no dividend can be read.
 */
export function readChartEvents(result: unknown, now: number): EventsAndPrices {
  const { meta, events, timestamp, indicators, clock } = parseChart(result);
  // Payments need no prices.
  const { quote } = indicatorLists.catch({ quote: [], adjclose: [] }).parse(indicators);
  const read = readEvents(events, clock, meta.currency, now);
  // Payments that cannot be read do not mean that nothing was paid.
  if (read.dividends.length === 0 && valuesOf(events.dividends).length > 0) throw badAnswer();
  const closes = parse(columns, quote[0] ?? {}).close;
  const times = closes.length === timestamp.length ? timestamp : [];
  return {
    currency: meta.currency,
    ...read,
    closeBefore(day) {
      // Rows are in the order of time; a search by halves, because a whole history has 14,000 of them.
      let [low, high] = [0, times.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const seconds = toSeconds(times[middle]);
        if (seconds !== null && clock.day(seconds) < day) low = middle + 1;
        else high = middle;
      }
      return toPositive(toChartPrice(closes[low - 1]));
    },
  };
}

function parseChart(result: unknown) {
  const parsed = parse(chart, result);
  const clock = findZoneClock(parsed.meta.exchangeTimezoneName ?? "");
  if (!clock) throw badAnswer();
  return { ...parsed, clock };
}

/**
 * Returns the events up to `now` (milliseconds) by day; `listingCurrency` is that of an event without a currency.
 *
 * @throws {ProviderError} `bad_answer` when there are more events than `MAX_EVENTS`, or more splits than `MAX_SPLITS`.
 */
function readEvents(
  events: z.output<typeof chartEvents>,
  clock: ZoneClock,
  listingCurrency: string | null,
  now: number,
): ChartEvents {
  const latest = now / 1000 + MAX_AHEAD_SECONDS;
  const read = (sent: Record<string, unknown>) =>
    valuesOf(sent).flatMap((event) => {
      const { date, amount, currency } = dividend.parse(event);
      return date === null || date > latest || amount === null || amount <= 0
        ? []
        : [{ date: clock.day(date), amount: toShortestFloat(amount), currency: currency ?? listingCurrency }];
    });
  const dividends = withGains(read(events.dividends), read(events.capitalGains));
  if (valuesOf(events.splits).length > MAX_SPLITS) throw badAnswer();
  const splits = valuesOf(events.splits).flatMap((event) => {
    const { date, numerator, denominator } = split.parse(event);
    if (date === null || date > latest || numerator === null || denominator === null) return [];
    return numerator > 0 && denominator > 0 ? [{ date: clock.day(date), numerator, denominator }] : [];
  });
  return { dividends: newestFirst(dividends, ({ date }) => date), splits: newestFirst(splits, ({ date }) => date) };
}

type Payment = ChartEvents["dividends"][number];

/**
 * Marks the payments of days with capital gains, which B usually includes in the dividend of the day. Gains of a day
 * without a dividend are a payment of their own.
 */
function withGains(dividends: readonly Payment[], gains: readonly Payment[]): Payment[] {
  if (gains.length === 0) return [...dividends];
  const byDay = new Map(gains.map((gain) => [gain.date, gain.amount]));
  const paid = new Set(dividends.map(({ date }) => date));
  const marked = dividends.map((each) => {
    const capitalGains = byDay.get(each.date);
    return capitalGains === undefined ? each : { ...each, capitalGains };
  });
  const alone = gains.filter(({ date }) => !paid.has(date)).map((gain) => ({ ...gain, capitalGains: gain.amount }));
  return [...marked, ...alone];
}

function valuesOf(events: Record<string, unknown>): unknown[] {
  const values = Object.values(events);
  if (values.length > MAX_EVENTS) throw badAnswer();
  return values;
}

// z.record would visit every one of the million entries that a broken upstream can send.
const anything = lenient((value) => (isObject(value) ? value : {}));
/** B omits each list when it has no events. */
const chartEvents = z
  .object({ dividends: anything, splits: anything, capitalGains: anything })
  .catch({ dividends: {}, splits: {}, capitalGains: {} });
const chart = z.object({
  meta: z.object({
    symbol: text,
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
  indicators: z.unknown(),
  events: chartEvents,
});
const indicatorLists = z.object({ quote: list, adjclose: list });
const columns = z.object({ open: list, high: list, low: list, close: list, volume: list });
const adjustedColumn = z.object({ adjclose: list });
const dividend = z
  .object({ date: rawSeconds, amount: rawNumber, currency: currencyCode })
  .catch({ date: null, amount: null, currency: null });
const split = z
  .object({ date: rawSeconds, numerator: rawNumber, denominator: rawNumber })
  .catch({ date: null, numerator: null, denominator: null });
