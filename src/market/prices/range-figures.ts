/** Figures over the daily closes of a range: its best and worst parts, deepest fall, volatility, return with dividends. */
import { on, say, type Sentence, the } from "../../contract/sentence.js";
import { DAY_MS } from "../../lib/day.js";
import { toSixDigits } from "../../contract/values.js";
import { areComparable, findDefects, type SeriesFacts } from "./price-defects.js";
import { volatilityOf } from "./past-performance.js";
import { percentChange } from "./negative-prices.js";
import { dayOf, type Bar } from "./price-bars.js";

/** Calendar days of the shortest range of which the years are listed. */
const TWO_YEARS_DAYS = 700;
/** The most years in an answer. */
const MAX_YEARS = 30;

type Close = Pick<Bar, "date" | "close">;

interface Day {
  date: string;
  changePercent: number;
}
interface Month {
  month: string;
  changePercent: number;
}

interface RangeFigures {
  bestDay: Day | null;
  worstDay: Day | null;
  /** Absent under two months. */
  bestMonth?: Month | null | undefined;
  worstMonth?: Month | null | undefined;
  /** Absent under two years. */
  years?: { year: number; changePercent: number; whole: boolean }[] | undefined;
  maxDrawdown: { percent: number; peak: string; trough: string } | null;
  volatility: number | null;
  totalReturnPercent: number | null;
}

/** The figures of a range without daily closes. */
export const NO_FIGURES: RangeFigures = {
  bestDay: null,
  worstDay: null,
  maxDrawdown: null,
  volatility: null,
  totalReturnPercent: null,
};

/**
 * Returns the figures of `bars`, daily and newest first. `before` is the last bar before them; the first day, month and
 * year count from its close. A month of which the range has only the end is left out. `end` is the last day of the range
 * that is over: a year that ends until then is whole, also where its last days had no session. `yearDays` are the days a
 * year on which it trades. `base` is the bar from whose close the whole range counts: `before`, or its own first one.
 */
export function toRangeFigures(
  bars: readonly Bar[],
  before: Bar | undefined,
  yearDays: number,
  end: string,
  base: Bar | undefined = bars.at(-1),
): RangeFigures {
  const days = bars.toReversed();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || !base || last === base) return NO_FIGURES;
  const counted = base === first ? days : [base, ...days];
  const closes = counted.map(({ close }) => close);
  const changes = days
    .map(({ date, close }, at): Day | null => {
      const earlier = days[at - 1] ?? before;
      // A change is a percentage of a price above 0 only.
      return earlier && earlier.close > 0 ? { date, changePercent: (close / earlier.close - 1) * 100 } : null;
    })
    .filter((each) => each !== null);
  const months = toSpans(days, before, 7).map(({ span, changePercent }) => ({ month: span, changePercent }));
  const isLong = Date.parse(dayOf(last)) - Date.parse(dayOf(first)) >= TWO_YEARS_DAYS * DAY_MS;
  const returned =
    last.adjClose !== null && base.adjClose !== null ? percentChange(last.adjClose, base.adjClose) : null;
  return {
    bestDay: toDay(most(changes, 1)),
    worstDay: toDay(most(changes, -1)),
    ...(months.length < 2 ? {} : { bestMonth: most(months, 1), worstMonth: most(months, -1) }),
    ...(isLong ? { years: toYears(days, before, end, base) } : {}),
    maxDrawdown: deepestFall(counted),
    volatility: volatilityOf(closes, yearDays),
    totalReturnPercent: returned,
  };
}

/**
 * Returns a sentence on the close from which the change of `bars`, newest first, counts, where readers expect another one:
 * that of a single bar itself, or of a bar within a day. `series` is `undefined` for bars within a day: the last of them
 * has another close than its day.
 */
export function toBaseNotes(
  bars: readonly Bar[],
  { base, before }: { base: Bar | undefined; before: Bar | undefined },
  series: SeriesFacts | undefined,
): Sentence[] {
  const last = bars[0];
  if (!last || !base) return [];
  const isDaily = series !== undefined;
  if (last === base) {
    const one = say`The range has one bar, from whose close the change in summary counts, so it is ${the.absent}`;
    const isComparable = isDaily && before && areComparable(findDefects([last, before], series), 0, 1);
    const change = isComparable ? percentChange(last.close, before.close) : null;
    if (!before || change === null) return [on.summary(say`${one}.`)];
    return [
      on.summary(say`${one}; the change since the close before it (${dayOf(before)}) is ${the.figure(`${change} %`)}.`),
    ];
  }
  if (isDaily || dayOf(base) === dayOf(bars.at(-1)!)) return [];
  return [
    on.summary(
      say`The change in summary counts from the close of ${the.instant(base.date)}, the last bar before the range, which need not be the closing price of its day.`,
    ),
  ];
}

/** Rounds the day's change, which is compared unrounded: rounding each of 14,000 takes 5 ms. */
function toDay(found: Day | null): Day | null {
  return found && { ...found, changePercent: toSixDigits(found.changePercent)! };
}

function most<T extends { changePercent: number }>(all: readonly T[], sign: 1 | -1): T | null {
  let found: T | null = null;
  for (const each of all) if (!found || sign * (each.changePercent - found.changePercent) > 0) found = each;
  return found;
}

/** Returns the change of each month (`length` 7) or year (4) from the last close before it, if that is above 0, oldest first. */
function toSpans(days: readonly Bar[], before: Bar | undefined, length: 4 | 7) {
  const spans: { span: string; changePercent: number }[] = [];
  let base = before;
  for (const [at, day] of days.entries()) {
    const span = day.date.slice(0, length);
    if (days[at + 1]?.date.slice(0, length) === span) continue;
    const changePercent = base ? percentChange(day.close, base.close) : null;
    // A base within the same month or year means that the range has only the end of it.
    if (changePercent !== null && base!.date.slice(0, length) !== span) spans.push({ span, changePercent });
    base = day;
  }
  return spans;
}

/** Returns the years, newest first; a year of which the range has only a part counts from the close of `base`. */
function toYears(days: readonly Bar[], before: Bar | undefined, end: string, base: Bar): RangeFigures["years"] {
  const whole = toSpans(days, before, 4);
  const first = days[0]!;
  const start = first.date.slice(0, 4);
  const ends = days.filter(({ date }) => date.slice(0, 4) === start);
  const partial = ends.at(-1) === base ? null : percentChange(ends.at(-1)!.close, base.close);
  const isKnown = partial === null || whole.some(({ span }) => span === start);
  const part = isKnown ? [] : [{ span: start, changePercent: partial }];
  return [...part, ...whole]
    .map(({ span, changePercent }) => ({
      year: Number(span),
      changePercent,
      whole: !part.some((each) => each.span === span) && `${span}-12-31` <= end,
    }))
    .toReversed()
    .slice(0, MAX_YEARS);
}

/** Returns the deepest fall from a highest close above 0 before it, of days that are oldest first; `null` where none falls. */
export function deepestFall(days: readonly Close[]): RangeFigures["maxDrawdown"] {
  let peak = days[0]!;
  let deepest: { peak: Close; trough: Close } | null = null;
  const fallOf = (from: Close, to: Close) => to.close / from.close - 1;
  for (const day of days) {
    if (day.close > peak.close) peak = day;
    else if (
      peak.close > 0 &&
      day.close < peak.close &&
      (!deepest || fallOf(peak, day) < fallOf(deepest.peak, deepest.trough))
    ) {
      deepest = { peak, trough: day };
    }
  }
  if (!deepest) return null;
  const { peak: from, trough: to } = deepest;
  return { percent: percentChange(to.close, from.close)!, peak: from.date, trough: to.date };
}
