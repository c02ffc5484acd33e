/** The days of the week on which a security trades, read from its daily bars. */
import { oncePer } from "../../lib/once-per.js";
import { DAY_MS, daysBefore } from "../../lib/day.js";

/** Rows of days, newest first. */
type Days = readonly { date: string }[];

const [SUNDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 4, 5, 6];
/** A single bar of a Sunday is a slip of the source; an exchange that opens on Sundays has a fifth of its bars there. */
const SUNDAY_SHARE = 1 / 20;
/** Bars on each side of one that say on which days its exchange opens: six weeks. */
const NEAR_BARS = 30;

/** Bars of a week of a security that trades on all days. */
const WEEK_BARS = 7;

/** Whether a security trades on all days, as coins do; `bars` are newest first. Some exchanges open on single Saturdays. */
export function tradesEveryDay(bars: Days): boolean {
  const days = new Set(bars.slice(0, WEEK_BARS).map(weekdayOf));
  return days.has(SATURDAY) && (days.has(SUNDAY) || bars.length < WEEK_BARS);
}

/** The weeks of a series. */
interface Weeks {
  /** Returns the first day of a day's week: its Sunday if the exchange opened on it, else its Monday. */
  startOf(day: string): string;
  /** Whether the exchange may have a session on a day. */
  mayTrade(day: string): boolean;
}

/**
 * Returns the weeks of daily bars, newest first. Each begins on Sunday if its exchange opened on Sundays then, as in Riyadh,
 * and in Tel Aviv until January 2026: if it has a bar of such a Sunday, or if there is one before or after it and no session
 * of a Friday between them, as where the Sunday is a holiday.
 */
export const createWeeks = oncePer((bars: Days): Weeks => {
  const weekdays = bars.map(weekdayOf);
  const weeks = new Map<number, { hasSunday: boolean; hasFriday: boolean }>();
  for (const [at, bar] of bars.entries()) {
    const sunday = dayNumber(bar.date) - weekdays[at]!;
    const week = weeks.get(sunday) ?? { hasSunday: false, hasFriday: false };
    week.hasSunday ||= weekdays[at] === SUNDAY && isOpening(weekdays, at);
    week.hasFriday ||= weekdays[at] === FRIDAY;
    weeks.set(sunday, week);
  }
  const newestFirst = [...weeks];
  const onSunday = new Set<number>();
  let isBetween = false;
  for (const [sunday, { hasSunday, hasFriday }] of newestFirst) {
    isBetween = hasSunday || (isBetween && !hasFriday);
    if (isBetween) onSunday.add(sunday);
  }
  isBetween = false;
  for (const [sunday, { hasSunday, hasFriday }] of newestFirst.toReversed()) {
    isBetween = (hasSunday || isBetween) && !hasFriday;
    if (isBetween) onSunday.add(sunday);
  }
  const oldest = newestFirst.at(-1)?.[0] ?? 0;
  const everyDay = tradesEveryDay(bars);
  // Days before the bars count as those of the oldest week.
  const isSundayWeek = (sunday: number) => onSunday.has(Math.max(sunday, oldest));
  return {
    startOf(day) {
      const weekday = weekdayOf({ date: day });
      const isOnSunday = isSundayWeek(dayNumber(day) - weekday);
      return daysBefore(day.slice(0, 10), isOnSunday ? weekday : (weekday + 6) % 7);
    },
    mayTrade(day) {
      const weekday = weekdayOf({ date: day });
      if (everyDay) return true;
      const isOnSunday = isSundayWeek(dayNumber(day) - weekday);
      return isOnSunday ? weekday < FRIDAY : weekday !== SUNDAY && weekday !== SATURDAY;
    },
  };
});

/** Whether bars near that of a Sunday show that the exchange opens on Sundays and not on Saturdays. */
function isOpening(weekdays: readonly number[], at: number): boolean {
  const near = weekdays.slice(Math.max(at - NEAR_BARS, 0), at + NEAR_BARS + 1);
  const sundays = near.filter((day) => day === SUNDAY).length;
  return sundays > near.length * SUNDAY_SHARE && near.filter((day) => day === SATURDAY).length * 4 < sundays;
}

/** Returns the days from 1 January 1970, a Thursday, to a day. */
function dayNumber(day: string): number {
  return Date.parse(day.slice(0, 10)) / DAY_MS;
}

function weekdayOf({ date }: { date: string }): number {
  return (dayNumber(date) + THURSDAY) % 7;
}
