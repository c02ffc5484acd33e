/** When something that offices do at one hour of workdays was done last, and whether what they published since is known. */
import { DAY_MS } from "../../lib/day.js";
import type { ZoneClock } from "../../lib/zone-clock.js";

const HOUR_MS = 60 * 60 * 1000;

/** Returns the last day from Monday to Friday on which it has been this hour on the clock, and the milliseconds since then. */
export function lastWorkdayAt(hour: number, clock: ZoneClock, now: number): { day: string; since: number } {
  const local = now + clock.offset(Math.floor(now / 1000)) * 1000;
  let day = Math.floor((local - hour * HOUR_MS) / DAY_MS) * DAY_MS;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY_MS;
  return { day: new Date(day).toISOString().slice(0, 10), since: local - (day + hour * HOUR_MS) };
}

/** When releases begin on workdays, on the clock of the office. */
export interface ReleaseTimes {
  hour: number;
  clock: ZoneClock;
}

/** How long the releases of a day follow the first one. */
const LAST_MS = 2.5 * HOUR_MS;

/**
 * Whether no release can have followed: an answer lives a day, but not over the hour of a workday's first release, and an
 * hour until that day's releases are out.
 */
export function isBeforeRelease(fetchedAt: number, now: number, { hour, clock }: ReleaseTimes): boolean {
  const age = now - fetchedAt;
  const sinceRelease = lastWorkdayAt(hour, clock, now).since - age;
  if (age >= DAY_MS || sinceRelease < 0) return false;
  return age < HOUR_MS || sinceRelease >= LAST_MS;
}
