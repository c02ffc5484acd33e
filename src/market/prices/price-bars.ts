/** Computes the bars of a question from the cached series of a security. */
import { say, type Sentence } from "../../contract/sentence.js";
import { toSixDigits } from "../../contract/values.js";
import { percentChange } from "./negative-prices.js";
import { createWeeks } from "../sessions/trading-week.js";
import { listDays } from "./price-consistency.js";

/** One bar. Prices are in the listing's currency. */
export interface Bar {
  /** `YYYY-MM-DD` in the exchange's zone, or ISO 8601 with the bar's offset within a day. */
  date: string;
  open: number | null;
  high: number | null;
  low: number | null;
  close: number;
  adjClose: number | null;
  volume: number | null;
}

export interface Summary {
  first: number | null;
  last: number | null;
  /** The bar from whose close the change counts. */
  base: { date: string; close: number } | null;
  change: number | null;
  changePercent: number | null;
  high: number | null;
  highDate: string | null;
  low: number | null;
  lowDate: string | null;
  averageVolume: number | null;
}

/** The day of a bar. */
export const dayOf = ({ date }: { date: string }): string => date.slice(0, 10);

/** Returns a warning that names the bars whose open or close is not between low and high; their prices stay as sent. */
export function disorderNotes(bars: readonly Bar[]): Sentence[] {
  // `Math.max` over a list per bar would take 4 ms for 10,000 bars; comparisons are faster.
  const wrong = bars.filter(({ open, high, low, close }) => {
    const most = high ?? Infinity;
    const least = low ?? -Infinity;
    const start = open ?? close;
    return most < least || most < close || most < start || least > close || least > start;
  });
  if (wrong.length === 0) return [];
  return [
    say`High and low do not enclose the other prices of the bars on ${listDays(wrong.map(dayOf))}: likely a mistake of the source.`,
  ];
}

/**
 * Merges daily bars into bars of weeks (dated Monday, or Sunday where the exchange opened on Sundays then) or months (dated
 * the first); `bars` and the result are newest first.
 */
export function toLonger(bars: readonly Bar[], interval: "1wk" | "1mo"): Bar[] {
  const longer: Bar[] = [];
  const weeks = interval === "1wk" ? createWeeks(bars) : undefined;
  for (const bar of bars) {
    const date = weeks ? weeks.startOf(bar.date) : `${bar.date.slice(0, 7)}-01`;
    const current = longer.at(-1);
    if (current?.date === date) absorb(current, bar);
    else longer.push({ ...bar, date });
  }
  return longer;
}

/** Adds to bars (newest first) their change from the bar before; that of the oldest counts from the bar `before` them. */
export function withChanges(bars: readonly Bar[], before: Bar | undefined): (Bar & { changePercent: number | null })[] {
  return bars.map((bar, at) => {
    const earlier = bars[at + 1] ?? before;
    return { ...bar, changePercent: earlier ? percentChange(bar.close, earlier.close) : null };
  });
}

/** Adds an earlier day to a bar of a week or month. */
function absorb(longer: Bar, day: Bar): void {
  longer.open = day.open;
  longer.high = extreme(Math.max, longer.high, day.high);
  longer.low = extreme(Math.min, longer.low, day.low);
  longer.volume = longer.volume === null || day.volume === null ? null : longer.volume + day.volume;
}

function extreme(of: (one: number, other: number) => number, one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : of(one, other);
}

/**
 * Returns bars adjusted for dividends: `close` is `adjClose` as sent; `open`, `high` and `low` are multiplied by
 * adjClose / close, with six significant digits, or as sent where the two are equal.
 */
export function toDividendAdjusted(bars: readonly Bar[]): Bar[] {
  return bars.map((bar) => {
    const { close, adjClose } = bar;
    if (adjClose === null || adjClose === close) return bar;
    const scaled = (price: number | null) => (price === null ? null : toSixDigits((price * adjClose) / close));
    return { ...bar, open: scaled(bar.open), high: scaled(bar.high), low: scaled(bar.low), close: adjClose };
  });
}

/**
 * Returns figures over all bars (newest first), with six significant digits: `change` = last close − close of `base`,
 * `changePercent` = change / that close × 100, `null` unless that close is above 0, both `null` where the last bar is
 * the base, and `averageVolume`, the mean of the bars that have a volume.
 */
export function summarize(bars: readonly Bar[], base: Bar | undefined = bars.at(-1)): Summary {
  const [last, first] = [bars[0], bars.at(-1)];
  if (!last || !first || !base) return EMPTY;
  let [high, low, volumes, withVolume] = [last, last, 0, 0];
  for (const bar of bars) {
    if (highOf(bar) > highOf(high)) high = bar;
    if (lowOf(bar) < lowOf(low)) low = bar;
    if (bar.volume !== null) {
      volumes += bar.volume;
      withVolume++;
    }
  }
  return {
    first: first.close,
    last: last.close,
    base: { date: base.date, close: base.close },
    change: last === base ? null : toSixDigits(last.close - base.close),
    changePercent: last === base ? null : percentChange(last.close, base.close),
    high: highOf(high),
    highDate: high.date,
    low: lowOf(low),
    lowDate: low.date,
    averageVolume: withVolume > 0 ? toSixDigits(volumes / withVolume) : null,
  };
}

const highOf = ({ high, close }: Bar): number => high ?? close;
const lowOf = ({ low, close }: Bar): number => low ?? close;

const EMPTY: Summary = {
  first: null,
  last: null,
  base: null,
  change: null,
  changePercent: null,
  high: null,
  highDate: null,
  low: null,
  lowDate: null,
  averageVolume: null,
};
