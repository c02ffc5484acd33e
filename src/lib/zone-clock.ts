/** Days and times of one time zone, fast enough for ten thousand bars. */

/** The zone's offset changes at most once within a block this long. */
const BLOCK_SECONDS = 14 * 24 * 3600;

export interface ZoneClock {
  /** `YYYY-MM-DD` of Unix seconds in the zone. */
  day(seconds: number): string;
  /** ISO 8601 with the zone's offset at that moment: `2026-01-05T09:30:00-05:00`. */
  time(seconds: number): string;
}

/**
 * Creates the clock of an IANA zone; `undefined` for an unknown name.
 *
 * For forty years of daily bars, calling `Intl` for each bar takes 60 ms; calling it twice per block of fourteen days
 * takes 4 ms.
 */
export function createZoneClock(zone: string): ZoneClock | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
  const offsets = new Map<number, number>();

  /** Seconds east of UTC. */
  function offsetAt(seconds: number): number {
    const known = offsets.get(seconds);
    if (known !== undefined) return known;
    const name = format.formatToParts(seconds * 1000).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    const offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
    offsets.set(seconds, offset);
    return offset;
  }

  function offsetOf(seconds: number): number {
    const start = Math.floor(seconds / BLOCK_SECONDS) * BLOCK_SECONDS;
    const [first, last] = [offsetAt(start), offsetAt(start + BLOCK_SECONDS)];
    return first === last ? first : offsetAt(seconds);
  }

  return {
    day: (seconds) => new Date((seconds + offsetOf(seconds)) * 1000).toISOString().slice(0, 10),
    time(seconds) {
      const offset = offsetOf(seconds);
      return `${new Date((seconds + offset) * 1000).toISOString().slice(0, 19)}${toOffset(offset)}`;
    },
  };
}

function toOffset(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const digits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${seconds < 0 ? "-" : "+"}${digits(minutes / 60)}:${digits(minutes % 60)}`;
}
