/** The bars of a range, and the close from which its change counts. */
import { dayOf, toDividendAdjusted, type Bar } from "./price-bars.js";
import { firstDay, hasOffset, hasTime, type RangeInput } from "./price-range.js";

/** Returns the bars of the requested days or times; for 1d and 5d those of the last session or the last five. */
export function selectBars(bars: readonly Bar[], input: RangeInput, now: string): readonly Bar[] {
  const { from, range } = input;
  const last = input.to ?? input.as_of;
  const until = last === undefined ? bars : bars.filter((bar) => beginsUntil(bar, last));
  if (from !== undefined) return until.filter((bar) => !isBefore(bar, from));
  if (range !== "1d" && range !== "5d") {
    const first = firstDay(input, now);
    return until.filter((bar) => dayOf(bar) >= first);
  }
  const days = new Set([...new Set(until.map(dayOf))].slice(0, range === "1d" ? 1 : 5));
  return until.filter((bar) => days.has(dayOf(bar)));
}

/** Whether a bar begins before a day or a time; a time without an offset is one of the exchange, as that of the bar. */
function isBefore({ date }: Bar, bound: string): boolean {
  const isDaily = !hasTime(date);
  if (isDaily || !hasTime(bound)) return date.slice(0, 10) < bound.slice(0, 10);
  return hasOffset(bound) ? Date.parse(date) < Date.parse(bound) : date < bound;
}

/** Whether a bar is of a day or an earlier one, or begins before a time. */
function beginsUntil(bar: Bar, last: string): boolean {
  return hasTime(last) && hasTime(bar.date) ? isBefore(bar, last) : dayOf(bar) <= last.slice(0, 10);
}

/** The bars of a question, newest first. */
export interface RangeBars {
  /** Not adjusted for dividends. */
  inRange: readonly Bar[];
  /** As `inRange`; behind those of the range the last one before it, if there is one. */
  counted: readonly Bar[];
  /** Whether `adjusted`, `before` and `base` are adjusted for dividends. */
  adjusts: boolean;
  adjusted: readonly Bar[];
  /** The last bar before the range; `undefined` if there is none, or none that can be adjusted. */
  before: Bar | undefined;
  /** The bar from whose close the change counts, the oldest of the range if there is no earlier one, and its place. */
  base: Bar | undefined;
  baseAt: number;
}

/**
 * Returns the bars of a question from the `bars` of a series. The change of a range counts from the last close before it,
 * that of days or times from the last close at or before `from`: with daily bars, that of the day `from` itself.
 */
export function toRangeBars(
  bars: readonly Bar[],
  input: RangeInput & { adjusted: "splits" | "all" },
  now: string,
): RangeBars {
  const inRange = selectBars(bars, input, now);
  const adjusts = input.adjusted === "all" && inRange.length > 0 && inRange.every(({ adjClose }) => adjClose !== null);
  const oldest = inRange.at(-1);
  const earlier = oldest && bars[bars.indexOf(oldest) + 1];
  const counted = earlier && !(adjusts && earlier.adjClose === null) ? [...inRange, earlier] : inRange;
  const shown = adjusts ? toDividendAdjusted(counted) : counted;
  const hasBefore = counted !== inRange;
  const isFirst = oldest !== undefined && !hasTime(oldest.date) && oldest.date === input.from?.slice(0, 10);
  const baseAt = hasBefore && !isFirst ? inRange.length : inRange.length - 1;
  return {
    inRange,
    counted,
    adjusts,
    adjusted: shown.slice(0, inRange.length),
    before: hasBefore ? shown.at(-1) : undefined,
    base: shown[baseAt],
    baseAt,
  };
}
