/** Ranges and intervals of price history: how far back a question reaches, and how far back its interval exists. */
import { daysBefore, daysBetween } from "../../lib/day.js";
import { futureRule } from "../sessions/exchange-day.js";

export const RANGES = ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "3y", "5y", "10y", "ytd", "max"] as const;
export type Range = (typeof RANGES)[number];

export const INTERVALS = ["1m", "5m", "15m", "1h", "1d", "1wk", "1mo"] as const;
export type Interval = (typeof INTERVALS)[number];

/** Intervals that are fetched; weeks and months are computed from days. */
type BaseInterval = "1m" | "5m" | "15m" | "1h" | "1d";

/** The parameters that determine which bars a question asks for. */
export interface RangeInput {
  range?: Range | undefined;
  /** A day, or a time of the exchange or with its own offset: `2026-03-05T10:00`, `2026-03-05T15:00Z`. */
  from?: string | undefined;
  to?: string | undefined;
  as_of?: string | undefined;
  interval?: Interval | undefined;
}

/**
 * Calendar days that contain a range; one session (`1d`) or five (`5d`) may need more days than that, because of
 * weekends and holidays.
 */
const DAYS: Readonly<Record<Exclude<Range, "ytd" | "max">, number>> = {
  "1d": 7,
  "5d": 14,
  "1mo": 31,
  "3mo": 92,
  "6mo": 184,
  "1y": 366,
  "2y": 731,
  "3y": 1096,
  "5y": 1827,
  "10y": 3653,
};

/**
 * Days before a range in which the close lies from which its change counts: no exchange has been closed for as long, the
 * longest holidays being China's, of ten days.
 */
const LEAD_DAYS = 14;

/**
 * Days that are fetched at a time: the smallest step that contains the requested range and the close before it, so that
 * one series answers all shorter questions. The last step is as far back as the upstream goes, minus one day because it
 * rejects the limit itself.
 */
export const STEPS: Readonly<Record<BaseInterval, readonly number[]>> = {
  "1m": [7],
  "5m": [14, 59],
  "15m": [14, 59],
  "1h": [92 + LEAD_DAYS, 729],
  "1d": [731 + LEAD_DAYS, 1827 + LEAD_DAYS, 3653 + LEAD_DAYS, Infinity],
};

/** Whether a text is a day with a time. */
export const hasTime = (text: string | undefined): boolean => text !== undefined && text.length > DAY_LENGTH;
const DAY_LENGTH = "2026-01-31".length;

/** Returns the day of a day with or without a time. */
const toDay = (text: string): string => text.slice(0, DAY_LENGTH);

/** Returns the last day of a question; `today` is a day. */
export function lastDay({ to, as_of }: RangeInput, today: string): string {
  return toDay(to ?? as_of ?? today);
}

/** Returns the first day of a question; empty for the whole history. `today` is a day. */
export function firstDay(input: RangeInput, today: string): string {
  if (input.from !== undefined) return toDay(input.from);
  const last = lastDay(input, today);
  const wanted = input.range ?? "1y";
  if (wanted === "max") return "";
  return wanted === "ytd" ? `${last.slice(0, 4)}-01-01` : daysBefore(last, DAYS[wanted]);
}

/** Returns the requested interval, or the one that gives some 50 to 80 bars. */
export function intervalOf(input: RangeInput, today: string): Interval {
  if (input.interval) return input.interval;
  if (input.from === undefined && input.range === "1d") return "5m";
  if (input.from === undefined && input.range === "5d") return "15m";
  const first = firstDay(input, today);
  if (first === "") return "1mo";
  const days = daysBetween(first, lastDay(input, today));
  if (hasTime(input.from) || hasTime(input.to)) {
    const short = TIMED.find(([most, interval]) => days <= most && first >= daysBefore(today, STEPS[interval].at(-1)!));
    if (short) return short[1];
  }
  if (days <= DAYS["6mo"]) return "1d";
  return days <= DAYS["2y"] ? "1wk" : "1mo";
}

/** The default intervals between two times, up to so many days. */
const TIMED: readonly (readonly [days: number, interval: BaseInterval])[] = [
  [1, "5m"],
  [7, "15m"],
  [DAYS["3mo"], "1h"],
];

export function baseOf(interval: Interval): BaseInterval {
  return interval === "1wk" || interval === "1mo" ? "1d" : interval;
}

/** Returns the days that have to be fetched for a question: a step of its interval. */
export function stepOf(input: RangeInput, today: string): number {
  const steps = STEPS[baseOf(intervalOf(input, today))];
  const first = startOf(input, today);
  const days = first === WHOLE ? Infinity : daysBetween(first, today);
  return steps.find((step) => step >= days) ?? steps.at(-1)!;
}

/** First day of a question for the whole history; it sorts before every day. */
export const WHOLE = "0000-00-00";

/**
 * Returns the first day that a question needs: some before its first one, for the close before it, as far as the interval
 * reaches; `WHOLE` for the whole history. The last session or five are searched in more days than needed.
 */
export function startOf(input: RangeInput, today: string): string {
  const first = firstDay(input, today);
  if (first === "") return WHOLE;
  if (input.from === undefined && (input.range === "1d" || input.range === "5d")) return first;
  const reach = STEPS[baseOf(intervalOf(input, today))].at(-1)!;
  const oldest = reach === Infinity ? WHOLE : daysBefore(today, reach);
  const wanted = daysBefore(first, LEAD_DAYS);
  return wanted > oldest ? wanted : first < oldest ? first : oldest;
}

/** The bars that a source has to send for a question. */
export interface Span {
  interval: BaseInterval;
  /** Days back from today; `Infinity` for the whole history. */
  days: number;
  /** First day of the series. */
  from: string;
}

/** Returns the bars that a source has to send; daily bars go back at least `leastDays` days. `today` is a day. */
export function spanOf(input: RangeInput, today: string, leastDays = 0): Span {
  const interval = baseOf(intervalOf(input, today));
  const days = Math.max(stepOf(input, today), interval === "1d" ? leastDays : 0);
  const first = days === Infinity ? WHOLE : daysBefore(today, days);
  const start = startOf(input, today);
  // A range that ends in the past can begin earlier than the step, which is counted from today.
  return { interval, days, from: first < start ? first : start };
}

/**
 * Returns a sentence on parameters that contradict each other; `undefined` when they agree. `latest` is the last day that
 * has begun where the security trades.
 */
export function rangeRule(input: RangeInput, today: string, latest: string = today): string | undefined {
  const { range, from, to, as_of } = input;
  const last = to ?? as_of;
  if (range !== undefined && (from !== undefined || to !== undefined)) {
    const [name, day] = from !== undefined ? ["from", from] : ["to", to];
    return `"range" (${range}) and "${name}" (${day}) were both given. Allowed: either "range", or "from" with an optional "to".`;
  }
  if (to !== undefined && as_of !== undefined) {
    return `"to" (${to}) and "as_of" (${as_of}) were both given. Allowed: one of them.`;
  }
  if (from !== undefined && last !== undefined && isAfter(from, last)) {
    return `Invalid "from": got ${from}, which is after ${last}. Allowed: a "from" that is not after "to".`;
  }
  const future = futureRule({ from: from && toDay(from), to: to && toDay(to), as_of }, latest);
  if (future) return future;
  const interval = intervalOf(input, today);
  const timed = from !== undefined && hasTime(from) ? "from" : to !== undefined && hasTime(to) ? "to" : undefined;
  if (timed !== undefined && input.interval !== undefined && baseOf(interval) === "1d") {
    return `Invalid "${timed}": got ${input[timed]!}, but ${interval} bars have no time of day. Allowed: ${toDay(input[timed]!)} with this interval, or a time with 1m, 5m, 15m or 1h.`;
  }
  const reach = STEPS[baseOf(interval)].at(-1)!;
  // The sessions of 1d and 5d are searched in more calendar days than needed, so only the last day must be within
  // reach.
  const first = range === "1d" || range === "5d" ? lastDay(input, today) : firstDay(input, today);
  if (reach !== Infinity && first < daysBefore(today, reach)) {
    return `Invalid "interval": ${interval} bars reach ${reach} days back, to ${daysBefore(today, reach)}. Allowed: a shorter range, or a longer interval such as 1d.`;
  }
  return undefined;
}

/** Whether `from` is after `last`; days, times of the exchange and times with an offset are compared as far as they can be. */
function isAfter(from: string, last: string): boolean {
  if (!hasTime(from) || !hasTime(last)) return toDay(from) > toDay(last);
  if (hasOffset(from) && hasOffset(last)) return Date.parse(from) > Date.parse(last);
  return hasOffset(from) || hasOffset(last) ? daysBefore(toDay(from), 1) > toDay(last) : from > last;
}

/** Whether a time has its own offset from UTC; otherwise it is that of the exchange. */
export const hasOffset = (time: string): boolean => /(?:Z|[+-]\d{2}:\d{2})$/.test(time);
