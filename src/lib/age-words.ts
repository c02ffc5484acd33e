/** An age in words, because nobody reads 240,000 seconds as three days. */
import { DAY_SECONDS } from "./day.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Returns an age, given in seconds, in the largest unit of which it has at least two: `1 second`, `90 seconds`,
 * `36 hours`, `2 days`. Parts of the unit are cut off.
 */
export function toAgeWords(seconds: number): string {
  const [size, unit] =
    seconds >= 2 * DAY_SECONDS ? [DAY_SECONDS, "day"] : seconds >= 2 * HOUR ? [HOUR, "hour"] : ofMinutes(seconds);
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function ofMinutes(seconds: number): [size: number, unit: string] {
  return seconds >= 2 * MINUTE ? [MINUTE, "minute"] : [1, "second"];
}
