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
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
  /** By quarter of an hour, not by second, because a clock lives as long as the process. */
  const offsets = new Map<number, number>();

  function offsetAt(moment: number): number {
    const seconds = Math.floor(moment / QUARTER_SECONDS) * QUARTER_SECONDS;
    const known = offsets.get(seconds);
    if (known !== undefined) return known;
    // Parse the whole text, such as "1/5/2026, GMT-05:00"; formatting it as parts takes twice as long.
    const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(seconds * 1000)) ?? [];
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

export const NEW_YORK = clockOf("America/New_York");

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function toOffset(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  return `${seconds < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(Math.floor(minutes % 60))}`;
}
