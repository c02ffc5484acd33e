/** Whether the newest and the oldest bar of an answer are complete; weeks and months are computed from daily bars. */
import { daysBefore } from "../../lib/day.js";
import { usMarketSession } from "../sessions/us-market-hours.js";
import { exchangeDay } from "../sessions/exchange-day.js";
import { dayOf, type Bar } from "./price-bars.js";
import type { Interval } from "./price-range.js";
import { followsUsSession } from "../symbols/symbol.js";
import { createWeeks, tradesEveryDay } from "../sessions/trading-week.js";

/** The cached series, newest first: the first day for which it was fetched, and whether its newest session is over. */
interface Series {
  bars: readonly Bar[];
  range: { from: string | null };
  lastBarComplete: boolean | null;
}

/**
 * Returns `false` while the session, week or month of the newest shown bar is not over, and for a week or month of
 * which the requested range contains only the beginning; `null` without bars, or if the source does not state when its
 * session ends. `newest` is a bar of the series, `today` the UTC day.
 */
export function isLastBarComplete(
  newest: Bar | undefined,
  { bars, lastBarComplete }: Series,
  interval: Interval,
  today: string,
): boolean | null {
  if (!newest) return null;
  const isLatest = newest.date === bars[0]?.date;
  if (interval !== "1wk" && interval !== "1mo") return isLatest ? lastBarComplete : true;
  const next =
    interval === "1wk" ? daysBefore(createWeeks(bars).startOf(newest.date), -7) : firstOfNextMonth(newest.date);
  const after = bars[bars.findIndex(({ date }) => date === newest.date) - 1];
  if (after && dayOf(after) < next) return false;
  if (today >= next) return true;
  if (interval === "1mo" || tradesEveryDay(bars)) return false;
  return today >= daysBefore(next, 2) || (newest.date >= daysBefore(next, 3) && lastBarComplete);
}

/**
 * Returns `false` for a week or month of which the range or the series contains only the end; `null` without bars, and if
 * the source has no older days: the security may not have traded, or the source may not reach back. `oldest` is the
 * oldest bar of the series that is shown.
 */
export function isFirstBarComplete(
  oldest: Bar | undefined,
  { bars, range }: Series,
  interval: Interval,
): boolean | null {
  if (!oldest) return null;
  if (interval !== "1wk" && interval !== "1mo") return true;
  const start = interval === "1wk" ? createWeeks(bars).startOf(oldest.date) : `${oldest.date.slice(0, 7)}-01`;
  const before = bars[bars.findIndex(({ date }) => date === oldest.date) + 1];
  if (before) return dayOf(before) < start;
  const { mayTrade } = createWeeks(bars);
  const hasDays = (until: string) => daysFrom(start, until).some(mayTrade);
  if (!hasDays(dayOf(oldest))) return true;
  return hasDays(range.from ?? start) ? false : null;
}

/** Returns the days from `first` on, without `end`; at most a month of them. */
function daysFrom(first: string, end: string): string[] {
  return Array.from({ length: 31 }, (_, at) => daysBefore(first, -at)).filter((day) => day < end);
}

/**
 * Returns whether the session of a day is over at the exchange of a symbol, by our calendar of the US market; `null` for
 * the present day of another exchange.
 */
export function isSessionOver(day: string, symbol: string, at: Date): boolean | null {
  if (day < exchangeDay(symbol, at.getTime())) return true;
  if (!followsUsSession(symbol)) return null;
  const session = usMarketSession(at);
  return session === "after-hours" || session === "closed";
}

function firstOfNextMonth(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10);
}
