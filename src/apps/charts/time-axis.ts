/** Labels of a time axis whose bars are evenly spaced, although the times between them differ. */
import type { Formats } from "../parts/format.js";
import { DAY_MS } from "../../lib/day.js";

/** A label at the left edge of the bar with this index. */
interface TimeLabel {
  index: number;
  text: string;
}

/**
 * Units of time, finest first: `keyOf` is the same for all dates within one unit, `toText` is the label of its start.
 */
const UNITS: readonly { keyOf(date: string): string; toText(date: string, formats: Formats): string }[] = [
  { keyOf: (date) => (date.length > 10 ? date.slice(0, 13) : date), toText: clockOrDay },
  { keyOf: (date) => date.slice(0, 10), toText: (date, formats) => formats.dayOfMonth(date.slice(0, 10)) },
  { keyOf: weekOf, toText: (date, formats) => formats.dayOfMonth(date.slice(0, 10)) },
  { keyOf: (date) => date.slice(0, 7), toText: monthOrYear },
  { keyOf: (date) => `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / 3)}`, toText: monthOrYear },
  { keyOf: (date) => date.slice(0, 4), toText: (date, formats) => formats.year(date.slice(0, 10)) },
];

/** Width of a character, and the room between two labels, in pixels. */
const CHARACTER = 6.8;
const GAP = 16;

/**
 * Returns labels where a new hour, day, week, month, quarter or year begins: those of the finest unit whose labels fit
 * into `width`. If that unit would have fewer than two labels, the result is a part of those of the next finer unit.
 */
export function timeLabels(dates: readonly string[], width: number, formats: Formats): TimeLabel[] {
  // With a single bar no unit begins, so the bar itself is labelled, in its middle.
  if (dates.length === 1) return [{ index: 0.5, text: clockOrDay(dates[0]!, formats) }];
  let finer: TimeLabel[] = [];
  for (const { keyOf, toText } of UNITS) {
    const labels = dates.flatMap((date, index) => {
      const before = dates[index - 1];
      return before === undefined || keyOf(before) === keyOf(date) ? [] : [{ index, text: toText(date, formats) }];
    });
    if (labels.length < 2 && finer.length > 0) break;
    if (widthOf(labels) <= width) return labels;
    finer = labels;
  }
  const every = Math.ceil(widthOf(finer) / width);
  return finer.filter((_, at) => at % every === 0);
}

function widthOf(labels: readonly TimeLabel[]): number {
  return labels.length * (Math.max(0, ...labels.map(({ text }) => text.length)) * CHARACTER + GAP);
}

/** Returns the local time of an intraday bar, written as UTC so that the formatters show it unchanged. */
export function toWallClock(date: string): string {
  return `${date.slice(0, 19)}Z`;
}

function clockOrDay(date: string, formats: Formats): string {
  return date.length > 10 ? formats.clock(toWallClock(date)) : formats.dayOfMonth(date);
}

function monthOrYear(date: string, formats: Formats): string {
  const day = date.slice(0, 10);
  return day.slice(5, 7) === "01" ? formats.year(day) : formats.monthName(day);
}

function weekOf(date: string): string {
  // 1970-01-01 was a Thursday.
  return String(Math.floor((Date.parse(date.slice(0, 10)) / DAY_MS + 3) / 7));
}
