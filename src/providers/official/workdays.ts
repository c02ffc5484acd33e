/** When something that offices do at one hour of every workday was done last. */
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
