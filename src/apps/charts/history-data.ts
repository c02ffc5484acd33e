/** Reads the answer of a price history: bars, marks of dividends and splits, and their figures as text. */
import { recordIn, listIn, numberIn, rowsIn, textIn, type Fields } from "../parts/answer.js";
import { fieldsIn } from "../parts/declared-figure.js";
import { HISTORY_FIELDS } from "../parts/declared-fields.js";
import type { Formats } from "../parts/format.js";
import type { Bar, Mark } from "./history-chart.js";
import { toWallClock } from "./time-axis.js";

export const HISTORY_TOOL = "get_price_history";
/** Parameters for all bars in their shortest form. */
export const ALL_BARS = { limit: 10_000, format: "csv", fields: ["*"] };

/** The figures of a bar: open, high, low, close, volume. */
export const BAR_FIELDS = fieldsIn(HISTORY_FIELDS, "bars");

/** Returns the bars of an answer, oldest first. */
export function barsOf(body: Fields): Bar[] {
  return listIn(body, "bars")
    .flatMap((row): Bar[] => {
      const [date, close] = [textIn(row, "date"), numberIn(row, "close")];
      if (date === null || close === null) return [];
      const [open, high, low, volume] = ["open", "high", "low", "volume"].map((name) => numberIn(row, name));
      const stated = "changePercent" in row ? { changePercent: numberIn(row, "changePercent") } : {};
      return [{ date, close, open: open!, high: high!, low: low!, volume: volume!, ...stated }];
    })
    .toReversed();
}

/** Returns dividends and splits, each at the last bar that begins on or before its day. */
export function marksOf(body: Fields, bars: readonly Bar[], formats: Formats): Mark[] {
  const at = (day: string) => bars.findLastIndex(({ date }) => date.slice(0, 10) <= day);
  const dividends = rowsIn(body, "dividends").flatMap((row): Mark[] => {
    const [day, amount] = [textIn(row, "date"), numberIn(row, "amount")];
    if (day === null || amount === null) return [];
    const money = [formats.exact(amount), textIn(row, "currency")].filter((part) => part !== null).join(" ");
    return [{ index: at(day), kind: "dividend", text: `Dividend ${formats.day(day)}: ${money}` }];
  });
  const splits = rowsIn(body, "splits").flatMap((row): Mark[] => {
    const [day, parts] = [textIn(row, "date"), [numberIn(row, "numerator"), numberIn(row, "denominator")]];
    if (day === null || parts.includes(null)) return [];
    return [{ index: at(day), kind: "split", text: `Split ${formats.day(day)}: ${parts.join(" for ")}` }];
  });
  return [...dividends, ...splits].filter(({ index }) => index >= 0);
}

/** Returns the day, week or month of a bar, or its day and time, in the time zone of its exchange. */
export function nameDate(date: string, interval: string, formats: Formats): string {
  const day = date.slice(0, 10);
  if (date.length > 10) return `${formats.day(day)}, ${formats.clock(toWallClock(date))}`;
  if (interval === "1mo") return formats.month(day);
  return interval === "1wk" ? `Week of ${formats.day(day)}` : formats.day(day);
}

/** Returns whose times the bars of a session have: `times of America/New York`; `null` if the answer does not say it. */
export function zoneWords(body: Fields): string | null {
  const zone = textIn(body, "timezone");
  return zone === null ? null : `times of ${zone.replaceAll("_", " ")}`;
}

/** Returns the figures of a bar as text, with all digits. */
export function textOf(bar: Bar, dateOf: (date: string) => string, formats: Formats): string {
  const figures = (["open", "high", "low", "close", "volume"] as const).flatMap((name) =>
    bar[name] === null ? [] : [`${name} ${formats.exact(bar[name])}`],
  );
  return `${dateOf(bar.date)}: ${figures.join(", ")}`;
}

/** Describes the range for screen readers; the table below the chart has every bar. */
export function describe(body: Fields, bars: readonly Bar[], marks: readonly Mark[], formats: Formats): string {
  const summary = recordIn(body, "summary");
  const exact = (name: string) => {
    const value = numberIn(summary, name);
    return value === null ? "not given" : formats.exact(value);
  };
  return [
    `${bars.length} prices; first close ${exact("first")}, last close ${exact("last")}, high ${exact("high")}, low ${exact("low")}`,
    ...marks.map(({ text }) => text),
  ].join("; ");
}
