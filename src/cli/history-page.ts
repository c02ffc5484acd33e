/** The parts of a price history's page above its bars: the change of the last day, a chart, and the summary. */
import type { Served } from "../contract/envelope.js";
import type { Ask, Question } from "../contract/question.js";
import { isObject } from "../lib/is-object.js";
import { oldestFirst } from "../lib/newest-first.js";
import { painted, type CellOf } from "./figures.js";
import { HISTORY_FIELDS, toHistorySummary } from "./history-summary.js";
import type { Instead } from "./page.js";
import { toPriceChart, type Span } from "./price-chart.js";
import { toDayWords, type Reader } from "./reader.js";
import { toCloseLine } from "./sparkline.js";
import { inColourOf, wrapped, type Row } from "./table.js";
import type { Terminal } from "./terminal.js";

/** A price history for a person. */
export interface HistoryParts {
  served: Served;
  /** The days of a range that the answer has in weeks or months. */
  days: Served | undefined;
  /** The name of the list of bars. */
  list: string;
  input: Row;
  cellOf: CellOf;
  reader: Reader;
  terminal: Terminal;
}

/** Asks for the days of weeks or months, which are computed from the same series; `undefined` where there are none. */
export async function findDays(question: Question, served: Served, ask: Ask): Promise<Served | undefined> {
  if (!isLonger(served)) return undefined;
  return ask({ ...question, input: { ...question.input, interval: "1d" } }).catch(() => undefined);
}

/** Whether a bar is longer than a day. */
const isLonger = ({ envelope }: Served) => /^1(?:wk|mo)$/.test(String(envelope.body["interval"]));

/** Returns the lines in place of the summary's fields. */
export function toHistoryLines({ served, days, list, input, cellOf, reader, terminal }: HistoryParts): Instead {
  const { body } = served.envelope;
  const { columns: width, colour } = terminal;
  const own = spansOf(body[list]);
  const daily = spansOf(days?.envelope.body[list]);
  const spans = daily.length > 0 ? daily : own;
  const summary = isObject(body["summary"]) ? body["summary"] : {};
  const change = summary["changePercent"];
  const isOneDay = spans[0]?.date.slice(0, 10) === spans.at(-1)?.date.slice(0, 10);
  const minuteOf = (date: string) => (date.includes("T") ? reader.minute(new Date(date)) : date);
  const chart =
    width === undefined || !reader.hasBraille
      ? []
      : toPriceChart(spans, {
          width,
          price: (value) => cellOf(`${list}.close`, value, {})?.text ?? "",
          day: (date) => (isOneDay ? minuteOf(date).slice(-5) : toDayWords(minuteOf(date).slice(0, 10))),
          paint: (line) => (colour && typeof change === "number" ? inColourOf(change, line) : line),
        });
  const line = chart.length > 0 ? undefined : toCloseLine(own, width, minuteOf);
  const drawn = line === undefined ? chart : [line];
  return {
    headline: toLastChange(daily.length > 0 || isLonger(served) ? daily : own, summary, cellOf, list, colour),
    lines: [
      ...(drawn.length > 0 ? [...drawn, ""] : []),
      ...toHistorySummary(body, input, reader).flatMap((each) => wrapped(each, width)),
    ],
    fields: HISTORY_FIELDS,
    lists: { "summary.years": summary["years"] ?? [] },
  };
}

/** Returns the bars with a close, oldest first. */
function spansOf(bars: unknown): Span[] {
  const rows = Array.isArray(bars) ? bars.filter(isObject) : [];
  const read = rows.flatMap(({ date, low, close, high }): Span[] => {
    if (typeof date !== "string" || typeof close !== "number") return [];
    const all = [low, close, high].filter((each) => typeof each === "number");
    return [{ date, close, low: Math.min(...all), high: Math.max(...all) }];
  });
  return oldestFirst(read, ({ date }) => date);
}

/** Returns the last close with its change on the day before: 106.12  −3.51  −3.20 %  on 27 Nov. */
function toLastChange(
  spans: readonly Span[],
  summary: Row,
  cellOf: CellOf,
  list: string,
  colour = false,
): string | undefined {
  const last = spans.at(-1);
  if (!last) return undefined;
  const day = last.date.slice(0, 10);
  const base = isObject(summary["base"]) ? summary["base"]["close"] : undefined;
  const before = spans.findLast(({ date }) => date.slice(0, 10) < day)?.close ?? base;
  if (typeof before !== "number" || before === 0) return undefined;
  const change = last.close - before;
  const cells = [
    cellOf(`${list}.close`, last.close, {}),
    cellOf("summary.change", change, { price: last.close }),
    cellOf("summary.changePercent", (change / before) * 100, {}),
  ];
  const texts = cells.map((cell) => (cell ? (colour ? painted(cell) : cell.text) : ""));
  return [...texts, `on ${toDayWords(day)}`].join("  ");
}
