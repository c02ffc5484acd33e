/** Dividends and splits of provider B's chart; the days are those of the exchange's zone. */
import type { ZoneClock } from "../../lib/zone-clock.js";
import { createZoneClock } from "../../lib/zone-clock.js";
import { isObject } from "../../lib/is-object.js";
import { z } from "../../contract/schema.js";
import { currencyCode, lenient, text } from "../../contract/values.js";
import { badAnswer, parse } from "./envelopes.js";
import { rawNumber, rawSeconds, toShortestFloat } from "./values.js";

/** Rows and events may be this far in the future, because the exchange's time zone may be ahead of UTC. */
export const MAX_AHEAD_SECONDS = 24 * 3600;

/**
 * Limit of events, because parsing a million, which a broken upstream can send, takes seconds. A century of weekly
 * payments has half as many.
 */
const MAX_EVENTS = 10_000;

/** Newest first. Amounts are adjusted for later splits. */
export interface ChartEvents {
  dividends: { date: string; amount: number; currency: string | null }[];
  splits: { date: string; numerator: number; denominator: number }[];
}

/**
 * Returns the events of one `chart.result`, and the currency of its prices. `now` is in milliseconds.
 *
 * @throws {ProviderError} `bad_answer` when the time zone is unknown, or no dividend can be read.
 */
export function readChartEvents(result: unknown, now: number): ChartEvents & { currency: string | null } {
  const { meta, events } = parse(chart, result);
  const clock = createZoneClock(meta.exchangeTimezoneName ?? "");
  if (!clock) throw badAnswer();
  const read = readEvents(events, clock, meta.currency, now);
  // Payments that cannot be read do not mean that nothing was paid.
  if (read.dividends.length === 0 && valuesOf(events.dividends).length > 0) throw badAnswer();
  return { currency: meta.currency, ...read };
}

/**
 * Returns the events up to `now` (milliseconds) by day; `listingCurrency` is that of an event without a currency.
 *
 * @throws {ProviderError} `bad_answer` when there are more events than `MAX_EVENTS`.
 */
export function readEvents(
  events: z.output<typeof chartEvents>,
  clock: ZoneClock,
  listingCurrency: string | null,
  now: number,
): ChartEvents {
  const latest = now / 1000 + MAX_AHEAD_SECONDS;
  const dividends = valuesOf(events.dividends).flatMap((event) => {
    const { date, amount, currency } = dividend.parse(event);
    return date === null || date > latest || amount === null || amount <= 0
      ? []
      : [{ date: clock.day(date), amount: toShortestFloat(amount), currency: currency ?? listingCurrency }];
  });
  const splits = valuesOf(events.splits).flatMap((event) => {
    const { date, numerator, denominator } = split.parse(event);
    if (date === null || date > latest || numerator === null || denominator === null) return [];
    return numerator > 0 && denominator > 0 ? [{ date: clock.day(date), numerator, denominator }] : [];
  });
  return { dividends: newestFirst(dividends), splits: newestFirst(splits) };
}

function valuesOf(events: Record<string, unknown>): unknown[] {
  const values = Object.values(events);
  if (values.length > MAX_EVENTS) throw badAnswer();
  return values;
}

function newestFirst<T extends { date: string }>(events: readonly T[]): T[] {
  return events.toSorted((one, other) => (one.date < other.date ? 1 : -1));
}

// z.record would visit every one of the million entries that a broken upstream can send.
const anything = lenient((value) => (isObject(value) ? value : {}));
/** B omits each list when it has no events. */
export const chartEvents = z.object({ dividends: anything, splits: anything }).catch({ dividends: {}, splits: {} });
const chart = z.object({
  meta: z.object({ currency: currencyCode, exchangeTimezoneName: text }),
  events: chartEvents,
});
const dividend = z
  .object({ date: rawSeconds, amount: rawNumber, currency: currencyCode })
  .catch({ date: null, amount: null, currency: null });
const split = z
  .object({ date: rawSeconds, numerator: rawNumber, denominator: rawNumber })
  .catch({ date: null, numerator: null, denominator: null });
