/**
 * Holidays and half days of the US stock exchanges, by rule instead of by list.
 *
 * Holidays follow NYSE Rule 7.2: a holiday on a Saturday is observed on the Friday before (except New Year's Day), one
 * on a Sunday on the Monday after; Juneteenth since 2022. Valid for 2022 and later. Dates are midnight UTC.
 *
 * @see https://www.nyse.com/markets/hours-calendars
 */

import { DAY_MS } from "../../lib/day.js";

const [SUNDAY, MONDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 4, 5, 6];

/** Closures that no rule predicts, such as days of mourning. */
const ONE_OFF_CLOSURES: ReadonlyMap<number, string> = new Map([[Date.parse("2025-01-09"), "National Day of Mourning"]]);

/** Returns the name of the holiday that closes the exchanges on a date; `null` on any other date. */
export function holidayName(date: Date): string | null {
  return ONE_OFF_CLOSURES.get(date.getTime()) ?? yearlyHoliday(date);
}

/** The yearly holidays with their month, the first being 1; New Year's Day is never observed in the old year. */
const HOLIDAYS: readonly (readonly [month: number, name: string, isOn: (date: Date) => boolean])[] = [
  [1, "New Year's Day", (date) => isObserved(date, 1)],
  [1, "Martin Luther King, Jr. Day", (date) => isNth(date, 3, MONDAY)],
  [2, "Washington's Birthday", (date) => isNth(date, 3, MONDAY)],
  [3, "Good Friday", isGoodFriday],
  [4, "Good Friday", isGoodFriday],
  // The last Monday.
  [5, "Memorial Day", (date) => date.getUTCDay() === MONDAY && date.getUTCDate() > 31 - 7],
  [6, "Juneteenth National Independence Day", (date) => date.getUTCFullYear() >= 2022 && isObserved(date, 19)],
  [7, "Independence Day", (date) => isObserved(date, 4)],
  [9, "Labor Day", (date) => isNth(date, 1, MONDAY)],
  [11, "Thanksgiving Day", (date) => isNth(date, 4, THURSDAY)],
  [12, "Christmas Day", (date) => isObserved(date, 25)],
];

function yearlyHoliday(date: Date): string | null {
  const thisMonth = date.getUTCMonth() + 1;
  return HOLIDAYS.find(([month, , isOn]) => month === thisMonth && isOn(date))?.[1] ?? null;
}

/** Whether the holiday on this day of the month is observed on the date. */
function isObserved(date: Date, holiday: number): boolean {
  const [day, weekday] = [date.getUTCDate(), date.getUTCDay()];
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  return day === holiday || (weekday === MONDAY && day === holiday + 1) || (weekday === FRIDAY && day === holiday - 1);
}

function isGoodFriday(date: Date): boolean {
  return date.getTime() === toEaster(date.getUTCFullYear()) - 2 * DAY_MS;
}

/** Returns the name of a half day; `null` on any other date, on a holiday and on a weekend. */
export function halfDayName(date: Date): string | null {
  const weekday = date.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY || holidayName(date) !== null) return null;
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if (month === 7 && day === 3) return "Day before Independence Day";
  if (month === 12 && day === 24) return "Christmas Eve";
  const isAfterThanksgiving = month === 11 && isNth(new Date(date.getTime() - DAY_MS), 4, THURSDAY);
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
