/** Days and times of one time zone, fast enough for ten thousand bars. */
import { LRUCache } from "lru-cache";
import { DAY_SECONDS } from "./day.js";

/** The zone's offset changes at most once within a block this long. */
const BLOCK_SECONDS = 14 * DAY_SECONDS;
/** A zone's offset changes only at a multiple of a quarter of an hour. */
const QUARTER_SECONDS = 15 * 60;

/** More zones than the exchanges of all sources have. */
const MAX_CLOCKS = 100;
/** Limit of the offsets that a clock keeps; forty years of daily bars need 1,100. */
const MAX_OFFSETS = 10_000;

export type ZoneClock = NonNullable<ReturnType<typeof createZoneClock>>;

/** The clocks in use: learning the offsets of forty years takes a new one 9 ms. */
const clocks = new LRUCache<string, ZoneClock>({ max: MAX_CLOCKS });

/** Returns the clock of an IANA zone; `undefined` for an unknown name. */
export function findZoneClock(zone: string): ZoneClock | undefined {
  const clock = clocks.get(zone) ?? createZoneClock(zone);
  if (clock) clocks.set(zone, clock);
  return clock;
}

/**
 * For forty years of daily bars, calling `Intl` for each bar takes 60 ms; calling it twice per block of fourteen days
 * takes 4 ms.
 */
function createZoneClock(zone: string) {
  const hasRule = zone === NEW_YORK_ZONE;
  let format: Intl.DateTimeFormat | undefined;
  const toFormat = () => (format ??= new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }));
  try {
    if (!hasRule) toFormat();
  } catch {
    return undefined;
  }
  /** By quarter of an hour, not by second, because a clock lives as long as the process. */
  const offsets = new Map<number, number>();

  function offsetAt(moment: number): number {
    const seconds = Math.floor(moment / QUARTER_SECONDS) * QUARTER_SECONDS;
    const known = offsets.get(seconds);
    if (known !== undefined) return known;
    if (hasRule && seconds >= RULE_SINCE) return newYorkOffset(seconds);
    // Parse the whole text, such as "1/5/2026, GMT-05:00"; formatting it as parts takes twice as long.
    const [, sign, hours = "0", minutes = "0"] =
      /GMT([+-])(\d{2}):(\d{2})/.exec(toFormat().format(seconds * 1000)) ?? [];
    const offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    offsets.set(seconds, offset);
    return offset;
  }

  /** The block of the previous call; the next bar mostly lies in the same block. */
  let block = { start: Number.NaN, offset: 0, isConstant: false };

  function offsetOf(seconds: number): number {
    const start = Math.floor(seconds / BLOCK_SECONDS) * BLOCK_SECONDS;
    if (start !== block.start) {
      const offset = offsetAt(start);
      block = { start, offset, isConstant: offset === offsetAt(start + BLOCK_SECONDS) };
    }
    return block.isConstant ? block.offset : offsetAt(seconds);
  }

  return {
    /** Seconds east of UTC at this moment, in Unix seconds. */
    offset: offsetOf,
    /** `YYYY-MM-DD` of Unix seconds in the zone. */
    day(seconds: number): string {
      // `toISOString` also formats the time of day, which would take most of the time of a long chart.
      const date = new Date((seconds + offsetOf(seconds)) * 1000);
      return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
    },
    /** ISO 8601 with the zone's offset at that moment: `2026-01-05T09:30:00-05:00`. */
    time(seconds: number): string {
      const offset = offsetOf(seconds);
      return `${new Date((seconds + offset) * 1000).toISOString().slice(0, 19)}${toOffset(offset)}`;
    },
  };
}

const NEW_YORK_ZONE = "America/New_York";
/** The first moment of 2007 there, since when the rule below holds; all earlier ones are asked of `Intl`. */
const RULE_SINCE = Date.UTC(2007, 0, 1, 5) / 1000;

/**
 * Returns the offset of New York by the rule of the United States: summer time is from 2:00 of the second Sunday of March
 * to 2:00 of the first Sunday of November. Most first questions need no other zone, and `Intl` would load ICU for it, 10
 * of their 150 ms.
 */
function newYorkOffset(seconds: number): number {
  const year = new Date((seconds - 5 * 3600) * 1000).getUTCFullYear();
  const [begins, ends] = [sundayOf(year, 2, 8) + 7 * 3600, sundayOf(year, 10, 1) + 6 * 3600];
  return (seconds >= begins && seconds < ends ? -4 : -5) * 3600;
}

/** Returns 0:00 UTC of the first Sunday on this day of the month or after it, in Unix seconds. */
function sundayOf(year: number, month: number, day: number): number {
  const first = Date.UTC(year, month, day) / 1000;
  return first + ((7 - new Date(first * 1000).getUTCDay()) % 7) * DAY_SECONDS;
}

/** Returns the clock of a zone that exists. It is made when it is first asked, so that a start does not load ICU. */
export function clockOf(zone: string): ZoneClock {
  let made: ZoneClock | undefined;
  const clock = () => (made ??= findZoneClock(zone)!);
  return {
    offset: (seconds) => clock().offset(seconds),
    day: (seconds) => clock().day(seconds),
    time: (seconds) => clock().time(seconds),
  };
}

export const NEW_YORK = clockOf(NEW_YORK_ZONE);

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function toOffset(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(Math.floor(minutes % 60))}`;
}
