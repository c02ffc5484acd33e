/**
 * Trading hours of US shares: daily sessions, holidays, half days.
 *
 * Holidays follow NYSE Rule 7.2 instead of a list: a holiday on a Saturday is observed on the
 * Friday before (except New Year's Day), one on a Sunday on the Monday after; Juneteenth since
 * 2022. Valid for 2022 and later. Regular trading is 9:30 to 16:00 Eastern time, extended trading
 * begins at 4:00 and ends at 20:00. Half days end at 13:00, their extended trading at 17:00.
 *
 * @see https://www.nyse.com/markets/hours-calendars
 */
import { createZoneClock, type ZoneClock } from "../lib/zone-clock.js";

/** Regular session, extended trading before or after it, or closed. */
export type UsMarketSession = "pre-market" | "regular" | "after-hours" | "closed";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Minutes of the New York day.
const PRE_MARKET_OPEN = 4 * 60;
const OPEN = 9 * 60 + 30;
const FUND_PRICES = 22 * 60;
const FULL_DAY = { close: 16 * 60, end: 20 * 60 };
const HALF_DAY = { close: 13 * 60, end: 17 * 60 };

/** Closures that no rule predicts, such as days of mourning. */
const ONE_OFF_CLOSURES = new Set(["2025-01-09"]);

/** Returns the session at an instant; each includes its start and excludes its end. */
export function usMarketSession(at: Date): UsMarketSession {
  const local = toLocal(at.getTime());
  const hours = hoursOf(dayOf(local));
  const minute = (local - dayOf(local) * DAY_MS) / MINUTE_MS;
  if (!hours || minute < PRE_MARKET_OPEN || minute >= hours.end) return "closed";
  if (minute < OPEN) return "pre-market";
  return minute < hours.close ? "regular" : "after-hours";
}

/** Returns the next start of pre-market trading after an instant. */
export function nextPreMarketOpen(at: Date): Date {
  for (let day = dayOf(toLocal(at.getTime())); ; day++) {
    const open = toInstant(day, PRE_MARKET_OPEN);
    if (hoursOf(day) && open > at.getTime()) return new Date(open);
  }
}

/**
 * Whether US mutual funds have published their prices of the last session; valid only while the market is closed. A
 * fund has one price a day. Recorded prices were published at 20:02 and 20:05; the limit of 22:00 allows for later
 * ones.
 */
export function hasFundPrices(at: Date): boolean {
  const local = toLocal(at.getTime());
  const minute = (local - dayOf(local) * DAY_MS) / MINUTE_MS;
  return hoursOf(dayOf(local)) === null || minute < PRE_MARKET_OPEN || minute >= FUND_PRICES;
}

// In the following functions a day is a number of days since 1970-01-01. A local time is the time in New York, counted
// in milliseconds as if it were UTC, so that arithmetic needs no time zones.

function dayOf(local: number): number {
  return Math.floor(local / DAY_MS);
}

function toLocal(instant: number): number {
  return instant + offsetAt(instant);
}

/**
 * Converts a local time to an instant. Valid only for the minutes above, which are never in the hour that a clock
 * change skips or repeats.
 */
function toInstant(day: number, minute: number): number {
  const local = day * DAY_MS + minute * MINUTE_MS;
  return local - offsetAt(local + 5 * HOUR_MS);
}

let newYork: ZoneClock | undefined;

/** Returns New York's offset in milliseconds. */
function offsetAt(instant: number): number {
  newYork ??= createZoneClock("America/New_York")!;
  return newYork.offset(instant / 1000) * 1000;
}

function hoursOf(day: number): { close: number; end: number } | null {
  const date = new Date(day * DAY_MS);
  const weekday = date.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY || isHoliday(date)) return null;
  if (ONE_OFF_CLOSURES.has(date.toISOString().slice(0, 10))) return null;
  return isHalfDay(date) ? HALF_DAY : FULL_DAY;
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

function isHoliday(date: Date): boolean {
  const year = date.getUTCFullYear();
  const dayOfMonth = date.getUTCDate();
  const isMonday = date.getUTCDay() === MONDAY;
  const isFriday = date.getUTCDay() === FRIDAY;
  /** Whether the holiday on this day of the month is observed on the date. */
  const isObserved = (holiday: number) =>
    dayOfMonth === holiday || (isMonday && dayOfMonth === holiday + 1) || (isFriday && dayOfMonth === holiday - 1);

  switch (date.getUTCMonth() + 1) {
    case 1:
      // New Year's Day, which is never observed in the old year; Martin Luther King, Jr. Day.
      return isObserved(1) || isNth(date, 3, MONDAY);
    case 2:
      // Washington's Birthday.
      return isNth(date, 3, MONDAY);
    case 3:
    case 4:
      // Good Friday.
      return date.getTime() === toEaster(year) - 2 * DAY_MS;
    case 5:
      // Memorial Day, the last Monday.
      return isMonday && dayOfMonth > 31 - 7;
    case 6:
      // Juneteenth.
      return year >= 2022 && isObserved(19);
    case 7:
      // Independence Day.
      return isObserved(4);
    case 9:
      // Labor Day.
      return isNth(date, 1, MONDAY);
    case 11:
      // Thanksgiving.
      return isNth(date, 4, THURSDAY);
    case 12:
      // Christmas.
      return isObserved(25);
    default:
      return false;
  }
}

/** Whether a trading day is a half day: July 3, Christmas Eve, the day after Thanksgiving. */
function isHalfDay(date: Date): boolean {
  const monthDay = date.toISOString().slice(5, 10);
  if (monthDay === "07-03" || monthDay === "12-24") return true;
  return isNth(new Date(date.getTime() - DAY_MS), 4, THURSDAY) && monthDay.startsWith("11");
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
