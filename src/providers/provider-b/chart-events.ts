/** Dividends and splits of provider B's chart; the days are those of the exchange's zone. */
import { newestFirst } from "../../lib/newest-first.js";
import type { ZoneClock } from "../../lib/zone-clock.js";
import { createZoneClock } from "../../lib/zone-clock.js";
import { isObject } from "../../lib/is-object.js";
import { z } from "../../contract/schema.js";
import { currencyCode, lenient, text } from "../../contract/values.js";
import { badAnswer, parse } from "./envelopes.js";
import { list, rawNumber, rawSeconds, toChartPrice, toSeconds, toShortestFloat } from "./values.js";

/** Rows and events may be this far in the future, because the exchange's time zone may be ahead of UTC. */
export const MAX_AHEAD_SECONDS = 24 * 3600;

/**
 * Limit of events, because parsing a million, which a broken upstream can send, takes seconds. A century of weekly
 * payments has half as many.
 */
const MAX_EVENTS = 10_000;

/** Limit of splits, each of which is compared with many bars; no company has had a tenth as many. */
const MAX_SPLITS = 200;

/** Newest first. Amounts are adjusted for later splits; `capitalGains` only where a fund paid some. */
export interface ChartEvents {
  dividends: { date: string; amount: number; currency: string | null; capitalGains?: number }[];
  splits: { date: string; numerator: number; denominator: number }[];
}

/** The events of a chart of daily bars, with the currency of its prices. */
interface EventsAndPrices extends ChartEvents {
  currency: string | null;
  /** Returns the last close before a day; `null` when it is unknown. */
  closeBefore(day: string): number | null;
}

/**
 * Returns the events of one `chart.result`, and its prices. `now` is in milliseconds.
 *
 * @throws {ProviderError} `bad_answer` when the time zone is unknown, or no dividend can be read.
 */
export function readChartEvents(result: unknown, now: number): EventsAndPrices {
  const { meta, events, timestamp, indicators } = parse(chart, result);
  const clock = createZoneClock(meta.exchangeTimezoneName ?? "");
  if (!clock) throw badAnswer();
  const read = readEvents(events, clock, meta.currency, now);
  // Payments that cannot be read do not mean that nothing was paid.
  if (read.dividends.length === 0 && valuesOf(events.dividends).length > 0) throw badAnswer();
  const closes = parse(column, indicators.quote[0] ?? {}).close;
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
      return toChartPrice(closes[low - 1]);
    },
  };
}

/**
 * Returns the events up to `now` (milliseconds) by day; `listingCurrency` is that of an event without a currency.
 *
 * @throws {ProviderError} `bad_answer` when there are more events than `MAX_EVENTS`, or more splits than `MAX_SPLITS`.
 */
export function readEvents(
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
export const chartEvents = z
  .object({ dividends: anything, splits: anything, capitalGains: anything })
  .catch({ dividends: {}, splits: {}, capitalGains: {} });
const chart = z.object({
  meta: z.object({ currency: currencyCode, exchangeTimezoneName: text }),
  events: chartEvents,
  timestamp: list,
  indicators: z.object({ quote: list }).catch({ quote: [] }),
});
const column = z.object({ close: list });
const dividend = z
  .object({ date: rawSeconds, amount: rawNumber, currency: currencyCode })
  .catch({ date: null, amount: null, currency: null });
const split = z
  .object({ date: rawSeconds, numerator: rawNumber, denominator: rawNumber })
  .catch({ date: null, numerator: null, denominator: null });
