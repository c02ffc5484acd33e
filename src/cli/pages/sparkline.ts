/** A line of small bars, as a chart of a row of values at a terminal. */
import { oldestFirst } from "../../lib/newest-first.js";

const LEVELS = "▁▂▃▄▅▆▇█";

/** The most characters of a line; more values are thinned out evenly, first and last kept. */
const MAX_WIDTH = 60;

/** Returns one character per value, from the lowest level for the least value to the highest for the greatest. */
export function toSparkline(values: readonly number[], width = MAX_WIDTH): string {
  const count = Math.min(values.length, width);
  const shown = Array.from({ length: count }, (_, at) =>
    count === 1 ? values[0]! : values[Math.round((at * (values.length - 1)) / (count - 1))]!,
  );
  const least = Math.min(...shown);
  const span = Math.max(...shown) - least;
  const top = LEVELS.length - 1;
  return shown.map((value) => LEVELS[span === 0 ? 0 : Math.round(((value - least) / span) * top)]).join("");
}

/** Returns the closes of bars as a line with the first and last day in the words of `wordsOf`; `undefined` for fewer than two closes. */
export function toCloseLine(
  bars: readonly unknown[],
  width: number | undefined,
  wordsOf = (date: string) => date,
): string | undefined {
  const read = bars
    .map((bar) => bar as { date?: unknown; close?: unknown })
    .filter(
      (bar): bar is { date: string; close: number } => typeof bar.close === "number" && typeof bar.date === "string",
    );
  const closes = oldestFirst(read, ({ date }) => date);
  const [first, last] = [closes[0], closes.at(-1)];
  if (!first || !last || first === last) return undefined;
  const [start, end] = [first, last].map(({ date }) => wordsOf(date));
  const room = Math.max(10, (width ?? Number.POSITIVE_INFINITY) - start!.length - end!.length - 2);
  const line = toSparkline(
    closes.map(({ close }) => close),
    Math.min(MAX_WIDTH, room),
  );
  return `${start} ${line} ${end}`;
}
