/** Finds out whether the newest bar of an answer is complete; weeks and months are computed from daily bars. */
import { daysBefore } from "../lib/day.js";
import { usMarketSession } from "./us-market-hours.js";
import { exchangeDay } from "./exchange-day.js";
import { dayOf, mondayOf, type Bar } from "./price-bars.js";
import { type Interval } from "./price-range.js";
import { followsUsSession } from "./symbol.js";

/** The cached series, newest first, and whether its newest bar's session is over. */
interface Series {
  bars: readonly Bar[];
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
  const next = interval === "1wk" ? daysBefore(mondayOf(newest.date), -7) : firstOfNextMonth(newest.date);
  const after = bars[bars.findIndex(({ date }) => date === newest.date) - 1];
  if (after && dayOf(after) < next) return false;
  if (today >= next) return true;
  if (interval === "1mo" || tradesOnWeekends(bars)) return false;
  return today >= daysBefore(next, 2) || (newest.date >= daysBefore(next, 3) && lastBarComplete);
}

/** Whether one of the newest daily bars is of a weekend. */
export function tradesOnWeekends(bars: readonly Bar[]): boolean {
  return bars.slice(0, 7).some((bar) => [0, 6].includes(new Date(dayOf(bar)).getUTCDay()));
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
