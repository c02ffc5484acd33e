/** Trading days: opening and closing times of sessions, and the sessions before them. */
import { DAY_MS } from "../../lib/day.js";
import { usMarketSession } from "../../market/sessions/us-market-hours.js";
import type { Hours } from "./exchanges.js";

/** One session. `day` is the trading day as whole days since 1970-01-01; times are milliseconds since the epoch. */
export interface Session {
  day: number;
  opens: number;
  closes: number;
}

const MINUTE = 60_000;

/** The sessions in which a security trades. Days without a session are skipped. */
export interface Calendar {
  /** Returns the running session, or the last one. */
  sessionAt(at: number): Session;
  /** Returns the session before the session of this day. */
  before(day: number): Session;
}

/** Coins: every UTC day, without a break. */
export const roundTheClock: Calendar = {
  sessionAt: (at) => utcDay(Math.floor(at / DAY_MS)),
  before: (day) => utcDay(day - 1),
};

function utcDay(day: number): Session {
  return { day, opens: day * DAY_MS, closes: (day + 1) * DAY_MS };
}

/** More than the 20 years of the longest chart, which would otherwise empty the cache each time. */
const MAX_DAYS = 10_000;

/** US stocks: the regular session. Cached, because a year of prices needs the same sessions repeatedly. */
export function createUsCalendar(): Calendar {
  const known = new Map<number, Session | undefined>();

  function sessionOf(day: number): Session | undefined {
    if (!known.has(day)) {
      if (known.size > MAX_DAYS) known.clear();
      known.set(day, usSession(day));
    }
    return known.get(day);
  }

  function before(day: number): Session {
    for (let earlier = day - 1; ; earlier--) {
      const session = sessionOf(earlier);
      if (session) return session;
    }
  }

  return {
    sessionAt(at) {
      // New York is never ahead of UTC, so no later day than the UTC day can have opened.
      const today = Math.floor(at / DAY_MS);
      const session = sessionOf(today);
      return session && session.opens <= at ? session : before(today);
    },
    before,
  };
}

/** After the close, when mutual funds publish the price of the day. */
const FUND_PRICES_AFTER = 2 * 60 * MINUTE;

/** Creates the calendar of mutual funds: the sessions of a calendar, each from the time at which its price is known. */
export function createFundCalendar({ sessionAt, before }: Calendar): Calendar {
  return {
    before,
    sessionAt(at) {
      const session = sessionAt(at);
      return at < session.closes + FUND_PRICES_AFTER ? before(session.day) : session;
    },
  };
}

function usSession(day: number): Session | undefined {
  const midnight = newYorkMidnight(day);
  const opens = midnight + (9 * 60 + 30) * MINUTE;
  if (!isRegular(opens)) return undefined;
  // Half days end at 13:00; every other session at 16:00.
  const closes = midnight + (isRegular(midnight + 14 * 60 * MINUTE) ? 16 : 13) * 60 * MINUTE;
  return { day, opens, closes };
}

function isRegular(at: number): boolean {
  return usMarketSession(new Date(at)) === "regular";
}

/** Returns a function that finds a day's midnight in a zone, by the offset at noon UTC, after any clock change. */
function createMidnight(timeZone: string): (day: number) => number {
  const hour = new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return (day) => {
    const noon = day * DAY_MS + 12 * 60 * MINUTE;
    return noon - Number(hour.format(noon)) * 60 * MINUTE;
  };
}

const newYorkMidnight = createMidnight("America/New_York");

/** Creates a calendar of sessions from Monday to Friday, with these hours in the zone. */
export function createWeekdayCalendar(zone: string, [opens, closes]: Hours): Calendar {
  const midnightIn = createMidnight(zone);
  const sessionOf = (day: number): Session => {
    const midnight = midnightIn(day);
    return { day, opens: midnight + opens * 60 * MINUTE, closes: midnight + closes * 60 * MINUTE };
  };

  function before(day: number): Session {
    let earlier = day - 1;
    while (!isWeekday(earlier)) earlier--;
    return sessionOf(earlier);
  }

  return {
    sessionAt(at) {
      // East of Greenwich the session of the next UTC day may have begun.
      const next = Math.floor(at / DAY_MS) + 1;
      for (const day of [next, next - 1]) {
        if (isWeekday(day) && sessionOf(day).opens <= at) return sessionOf(day);
      }
      return before(next - 1);
    },
    before,
  };
}

/** Whether a day, a number of days since 1970-01-01 (a Thursday), is from Monday to Friday. */
function isWeekday(day: number): boolean {
  return (day + 3) % 7 < 5;
}

/** Formats a day as `YYYY-MM-DD`. */
export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
