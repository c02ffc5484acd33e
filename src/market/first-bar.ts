/** Finds out whether the oldest bar of an answer is a whole week or month. */
import { daysBefore } from "../lib/day.js";
import { dayOf, mondayOf, type Bar } from "./price-bars.js";
import { type Interval } from "./price-range.js";
import { tradesOnWeekends } from "./last-bar.js";

/** The cached series, newest first, and the first day for which it was fetched. */
interface Series {
  bars: readonly Bar[];
  range: { from: string | null };
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
  const start = interval === "1wk" ? mondayOf(oldest.date) : `${oldest.date.slice(0, 7)}-01`;
  const before = bars[bars.findIndex(({ date }) => date === oldest.date) + 1];
  if (before) return dayOf(before) < start;
  const mayTrade = (day: string) => tradesOnWeekends(bars) || !isWeekend(day);
  const hasDays = (until: string) => daysFrom(start, until).some(mayTrade);
  if (!hasDays(dayOf(oldest))) return true;
  return hasDays(range.from ?? start) ? false : null;
}

/** Returns the days from `first` on, without `end`; at most a month of them. */
function daysFrom(first: string, end: string): string[] {
  return Array.from({ length: 31 }, (_, at) => daysBefore(first, -at)).filter((day) => day < end);
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}
