/** The days of the week on which a security trades, read from its daily bars. */
import { daysBefore } from "../lib/day.js";

/** Rows of days, newest first. */
type Days = readonly { date: string }[];

const [SUNDAY, SATURDAY] = [0, 6];
/** A single bar of a Sunday is a slip of the source; an exchange that opens on Sundays has a fifth of its bars there. */
const SUNDAY_SHARE = 1 / 20;

/** Bars of a week of a security that trades on all days. */
const WEEK_BARS = 7;

/** Whether a security trades on all days, as coins do; `bars` are newest first. Some exchanges open on single Saturdays. */
export function tradesEveryDay(bars: Days): boolean {
  const days = new Set(bars.slice(0, WEEK_BARS).map(weekdayOf));
  return days.has(SATURDAY) && (days.has(SUNDAY) || bars.length < WEEK_BARS);
}

/** Whether the exchange of these bars opens its week on Sunday, as in Riyadh, and in Tel Aviv until 2025. */
export function opensOnSunday(bars: Days): boolean {
  const days = bars.map(weekdayOf);
  const sundays = days.filter((day) => day === SUNDAY).length;
  return sundays > days.length * SUNDAY_SHARE && days.filter((day) => day === SATURDAY).length * 4 < sundays;
}

/** Returns the first day of a day's week: its Sunday if the exchange opens on Sundays, else its Monday. */
export function weekStart(day: string, onSunday: boolean): string {
  const weekday = new Date(day.slice(0, 10)).getUTCDay();
  return daysBefore(day.slice(0, 10), onSunday ? weekday : (weekday + 6) % 7);
}

/** Returns the function that says whether a security may trade on a day, by the weekend of its exchange. */
export function createMayTrade(bars: Days): (day: string) => boolean {
  const [everyDay, onSunday] = [tradesEveryDay(bars), opensOnSunday(bars)];
  return (day) => {
    const weekday = weekdayOf({ date: day });
    return everyDay || (onSunday ? weekday < 5 : weekday !== SUNDAY && weekday !== SATURDAY);
  };
}

function weekdayOf({ date }: { date: string }): number {
  return new Date(date.slice(0, 10)).getUTCDay();
}
