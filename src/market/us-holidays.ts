/**
 * Holidays and half days of the US stock exchanges, by rule instead of by list.
 *
 * Holidays follow NYSE Rule 7.2: a holiday on a Saturday is observed on the Friday before (except New Year's Day), one
 * on a Sunday on the Monday after; Juneteenth since 2022. Valid for 2022 and later. Dates are midnight UTC.
 *
 * @see https://www.nyse.com/markets/hours-calendars
 */

import { DAY_MS } from "../lib/day.js";

const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** Closures that no rule predicts, such as days of mourning. */
const ONE_OFF_CLOSURES: ReadonlyMap<string, string> = new Map([["2025-01-09", "National Day of Mourning"]]);

/** Returns the name of the holiday that closes the exchanges on a date; `null` on any other date. */
export function holidayName(date: Date): string | null {
  return ONE_OFF_CLOSURES.get(date.toISOString().slice(0, 10)) ?? yearlyHoliday(date);
}

function yearlyHoliday(date: Date): string | null {
  const dayOfMonth = date.getUTCDate();
  const weekday = date.getUTCDay();
  /** Whether the holiday on this day of the month is observed on the date. */
  const isObserved = (holiday: number) =>
    (dayOfMonth === holiday && weekday > 0 && weekday < SATURDAY) ||
    (weekday === MONDAY && dayOfMonth === holiday + 1) ||
    (weekday === FRIDAY && dayOfMonth === holiday - 1);

  switch (date.getUTCMonth() + 1) {
    case 1:
      // New Year's Day is never observed in the old year.
      if (isObserved(1)) return "New Year's Day";
      return isNth(date, 3, MONDAY) ? "Martin Luther King, Jr. Day" : null;
    case 2:
      return isNth(date, 3, MONDAY) ? "Washington's Birthday" : null;
    case 3:
    case 4:
      return date.getTime() === toEaster(date.getUTCFullYear()) - 2 * DAY_MS ? "Good Friday" : null;
    case 5:
      // The last Monday.
      return weekday === MONDAY && dayOfMonth > 31 - 7 ? "Memorial Day" : null;
    case 6:
      return date.getUTCFullYear() >= 2022 && isObserved(19) ? "Juneteenth National Independence Day" : null;
    case 7:
      return isObserved(4) ? "Independence Day" : null;
    case 9:
      return isNth(date, 1, MONDAY) ? "Labor Day" : null;
    case 11:
      return isNth(date, 4, THURSDAY) ? "Thanksgiving Day" : null;
    case 12:
      return isObserved(25) ? "Christmas Day" : null;
    default:
      return null;
  }
}

/** Returns the name of a half day; `null` on any other date, on a holiday and on a weekend. */
export function halfDayName(date: Date): string | null {
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === SATURDAY || holidayName(date) !== null) return null;
  const monthDay = date.toISOString().slice(5, 10);
  if (monthDay === "07-03") return "Day before Independence Day";
  if (monthDay === "12-24") return "Christmas Eve";
  const isAfterThanksgiving = monthDay.startsWith("11") && isNth(new Date(date.getTime() - DAY_MS), 4, THURSDAY);
  return isAfterThanksgiving ? "Day after Thanksgiving" : null;
}

function isNth(date: Date, nth: number, weekday: number): boolean {
  return date.getUTCDay() === weekday && Math.ceil(date.getUTCDate() / 7) === nth;
}

/** Returns Easter Sunday, midnight UTC, by the Gregorian computus (Meeus, Jones and Butcher). */
function toEaster(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}
