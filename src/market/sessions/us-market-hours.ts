/**
 * Trading hours of US shares: daily sessions, the next ones, and the days without one.
 *
 * Regular trading is 9:30 to 16:00 Eastern time, extended trading begins at 4:00 and ends at 20:00. Half days end at
 * 13:00, their extended trading at 17:00. Valid for 2022 and later.
 *
 * @see https://www.nyse.com/markets/hours-calendars
 */
import { DAY_MS } from "../../lib/day.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { halfDayName, holidayName } from "./us-holidays.js";

/** Regular session, extended trading before or after it, or closed. */
type UsMarketSession = "pre-market" | "regular" | "after-hours" | "closed";

/** The first day for which the rules of holidays hold, in days since 1970. */
const FIRST_DAY = Date.UTC(2022, 0, 1) / DAY_MS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// Minutes of the New York day.
const PRE_MARKET_OPEN = 4 * 60;
const OPEN = 9 * 60 + 30;
const FUND_PRICES = 22 * 60;
const FULL_DAY = { close: 16 * 60, end: 20 * 60 };
const HALF_DAY = { close: 13 * 60, end: 17 * 60 };

/** Returns the session at an instant; each includes its start and excludes its end. */
export function usMarketSession(at: Date): UsMarketSession {
  const { day, minute } = toLocal(at);
  const hours = hoursOf(day);
  if (!hours || minute < PRE_MARKET_OPEN || minute >= hours.end) return "closed";
  if (minute < OPEN) return "pre-market";
  return minute < hours.close ? "regular" : "after-hours";
}

/** Returns the next start of pre-market trading after an instant. */
export function nextPreMarketOpen(at: Date): Date {
  return new Date(toInstant(...nextAfter(at, () => PRE_MARKET_OPEN)));
}

/**
 * Whether US mutual funds have published their prices of the last session; valid only while the market is closed. A
 * fund has one price a day. Recorded prices were published at 20:02 and 20:05; the limit of 22:00 allows for later
 * ones.
 */
export function hasFundPrices(at: Date): boolean {
  const { day, minute } = toLocal(at);
  return hoursOf(day) === null || minute < PRE_MARKET_OPEN || minute >= FUND_PRICES;
}

/**
 * Returns the regular hours of a day (`YYYY-MM-DD`, from 2022 on), ISO 8601 with New York's offset and `null` on a day
 * without trading. `name` is that of the holiday or half day; `null` on another day, also on a weekend.
 */
export function usMarketDay(date: string) {
  return toMarketDay(Date.parse(date) / DAY_MS);
}

/** Returns the days with trading after `from` and before `to`, both `YYYY-MM-DD`; from 2022 on, none before. */
export function usSessionsBetween(from: string, to: string): string[] {
  const sessions: string[] = [];
  const last = Date.parse(to) / DAY_MS;
  for (let day = Math.max(Date.parse(from) / DAY_MS + 1, FIRST_DAY); day < last; day++) {
    if (hoursOf(day)) sessions.push(toDate(day));
  }
  return sessions;
}

/** Returns the day in New York at an instant, `YYYY-MM-DD`. */
export function usDate(at: Date): string {
  return toDate(toLocal(at).day);
}

/** Returns the first opening and the first closing of regular trading after an instant, ISO 8601 with New York's offset. */
export function nextRegularHours(at: Date): { opens: string; closes: string } {
  return { opens: toTime(...nextAfter(at, () => OPEN)), closes: toTime(...nextAfter(at, ({ close }) => close)) };
}

/** Returns the next `count` holidays and half days from a day on, that day included, first one first. */
export function specialDaysFrom(date: string, count: number) {
  const specialDays: ReturnType<typeof toMarketDay>[] = [];
  for (let day = Date.parse(date) / DAY_MS; specialDays.length < count; day++) {
    const each = toMarketDay(day);
    if (each.name !== null) specialDays.push(each);
  }
  return specialDays;
}

// In the following functions a day is a number of days since 1970-01-01 in New York, whose local time is counted as if it
// were UTC, so that arithmetic needs no time zones.

function toLocal(at: Date): { day: number; minute: number } {
  const local = at.getTime() + offsetAt(at.getTime());
  const day = Math.floor(local / DAY_MS);
  return { day, minute: (local - day * DAY_MS) / MINUTE_MS };
}

/** Returns the first day with trading whose minute is after an instant, with that minute. */
function nextAfter(at: Date, minuteOf: (hours: { close: number }) => number): [day: number, minute: number] {
  for (let { day } = toLocal(at); ; day++) {
    const hours = hoursOf(day);
    if (hours && toInstant(day, minuteOf(hours)) > at.getTime()) return [day, minuteOf(hours)];
  }
}

/**
 * Converts a local time to an instant. Valid only for the minutes above, which are never in the hour that a clock
 * change skips or repeats.
 */
function toInstant(day: number, minute: number): number {
  const local = day * DAY_MS + minute * MINUTE_MS;
  return local - offsetAt(local + 5 * HOUR_MS);
}

/** Returns New York's offset in milliseconds. */
function offsetAt(instant: number): number {
  return NEW_YORK.offset(instant / 1000) * 1000;
}

type Hours = { close: number; end: number } | null;

function hoursOf(day: number): Hours {
  const date = new Date(day * DAY_MS);
  const weekday = date.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY || holidayName(date) !== null) return null;
  return halfDayName(date) === null ? FULL_DAY : HALF_DAY;
}

const SUNDAY = 0;
const SATURDAY = 6;

function toMarketDay(day: number) {
  const date = new Date(day * DAY_MS);
  const hours = hoursOf(day);
  return {
    date: toDate(day),
    name: holidayName(date) ?? halfDayName(date),
    opens: hours && toTime(day, OPEN),
    closes: hours && toTime(day, hours.close),
  };
}

function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns a minute of a New York day as ISO 8601 with New York's offset. */
function toTime(day: number, minute: number): string {
  return NEW_YORK.time(toInstant(day, minute) / 1000);
}

/** Holidays and half days in an answer. */
const UPCOMING = 5;

/**
 * Returns the state of the US market at `now`, or of another day: then `state` is open, half day or closed, and the next
 * opening and closing count from the start of that day. Times are ISO 8601 with New York's offset.
 */
export function toUsMarketStatus(now: Date, date: string = usDate(now)) {
  const { name, opens, closes } = usMarketDay(date);
  const isToday = date === usDate(now);
  const next = nextRegularHours(isToday ? now : new Date(`${date}T00:00:00-05:00`));
  return {
    date,
    state: isToday ? usMarketSession(now) : opens === null ? "closed" : name === null ? "open" : "half day",
    holiday: name,
    opens,
    closes,
    next_open: next.opens,
    next_close: next.closes,
    upcoming: specialDaysFrom(date, UPCOMING).map((day) => ({ date: day.date, name: day.name!, closes: day.closes })),
  };
}
