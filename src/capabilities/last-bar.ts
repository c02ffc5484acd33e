/** Finds out whether the newest bar of an answer is complete; weeks and months are computed from daily bars. */
import { dayOf, mondayOf, type Bar } from "./price-bars.js";
import { daysBefore, type Interval } from "./price-range.js";

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
  if (interval === "1mo" || bars.slice(0, 7).some(isWeekend)) return false;
  return today >= daysBefore(next, 2) || (newest.date >= daysBefore(next, 3) && lastBarComplete);
}

function isWeekend(bar: Bar): boolean {
  return [0, 6].includes(new Date(dayOf(bar)).getUTCDay());
}

function firstOfNextMonth(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10);
}
