/** The parts of a price history's page above its bars: the change of the last day, a chart, and the summary. */
import type { Served } from "../../contract/envelope.js";
import type { Ask, Question } from "../../contract/question.js";
import { createChanges, type SeriesFacts } from "../../market/prices/price-defects.js";
import { uncapital } from "../../lib/capital.js";
import { isObject } from "../../lib/is-object.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { oldestFirst } from "../../lib/newest-first.js";
import { isRows, painted, type CellOf, type Row } from "./cells.js";
import { HISTORY_FIELDS, toHistorySummary } from "./history-summary.js";
import type { Instead } from "./answer-page.js";
import { toPriceChart, type Span } from "./price-chart.js";
import { isOverYear, toDayWords, type Reader } from "./reader.js";
import { toCloseLine } from "./sparkline.js";
import { inColourOf, wrapped } from "./printed-text.js";
import type { Terminal } from "./terminal.js";

/** A price history for a person. */
interface HistoryParts {
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

/** The bars below the summary, so that both fit a screen, and of each list below the bars. */
const NEWEST_BARS = 10;
const NEWEST_EVENTS = 5;

/** Titles of the bars, by the interval of the answer. */
const BARS: Readonly<Record<string, string>> = {
  "1m": "1-minute bars",
  "5m": "5-minute bars",
  "15m": "15-minute bars",
  "1h": "Hourly bars",
  "1d": "Daily bars",
  "1wk": "Weekly bars",
  "1mo": "Monthly bars",
};

/** The lists of a price history for a person. */
interface HistoryLists {
  rows: Row;
  title: string;
  /** A line on the lists that are cut; `undefined` where all rows are printed. */
  more: string | undefined;
  /** Whether that line says how many bars there are. */
  statesRows: boolean;
}

/** Returns the lists of the page: bars with their change, and the newest rows where the question names no number. */
export function toHistoryLists(body: Row, { envelope }: Served, list: string, isLimited: boolean): HistoryLists {
  const title = BARS[String(envelope.body["interval"])] ?? "Bars";
  const bars = withOwnChanges(rowsOf(body[list]), envelope.body, list);
  const all: [name: string, rows: Row[], most: number, total: number][] = [
    [list, bars, NEWEST_BARS, rowsOf(envelope.body[list]).length],
    ...Object.entries(body)
      .filter((each): each is [string, Row[]] => each[0] !== list && isRows(each[1]))
      .map(([name, rows]): [string, Row[], number, number] => [name, rows, NEWEST_EVENTS, rows.length]),
  ];
  const cut = isLimited ? [] : all.filter(([, rows, most]) => rows.length > most);
  const words = cut.map(([name, , most, count]) => `${most} of ${count} ${name === list ? uncapital(title) : name}`);
  return {
    rows: { [list]: bars, ...Object.fromEntries(cut.map(([name, rows, most]) => [name, rows.slice(0, most)])) },
    title,
    statesRows: cut.some(([name]) => name === list),
    more: cut.length > 0 ? `The newest ${joinWithAnd(words)}; --limit ${all[0]![3]} prints them all.` : undefined,
  };
}

/** Returns the bars with the change on the close before, which an answer has of weeks and months only. */
function withOwnChanges(bars: Row[], body: Row, list: string): Row[] {
  if (bars.some((bar) => "changePercent" in bar)) return bars;
  const { closes, changeAt } = changesIn(body, list);
  const changes = new Map(closes.map(({ date }, at) => [date, changeAt(at, at + 1)]));
  return bars.map((bar) => ({ ...bar, changePercent: changes.get(String(bar["date"])) }));
}

/** Returns the closes of an answer, newest first, with that from which their change counts, and the changes between them. */
function changesIn(body: Row, list: string) {
  const bars = rowsOf(body[list]);
  const base = isObject(body["summary"]) ? body["summary"]["base"] : undefined;
  const isBefore = isObject(base) && String(base["date"]) < String(bars.at(-1)?.["date"]);
  const closes = [...bars, ...(isBefore ? [base] : [])].map(({ date, close }) => ({
    date: String(date),
    close: Number(close),
  }));
  const { splits = null, currency = null } = body as Partial<SeriesFacts>;
  return { closes, changeAt: createChanges(closes, { splits, currency }) };
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the lines in place of the summary's fields. */
export function toHistoryLines({ served, days, list, input, cellOf, reader, terminal }: HistoryParts): Instead {
  const { body } = served.envelope;
  const { columns: width, colour } = terminal;
  const own = spansOf(body[list]);
  const daily = spansOf(days?.envelope.body[list]);
  const spans = daily.length > 0 ? daily : own;
  const summary = isObject(body["summary"]) ? body["summary"] : {};
  const change = summary["changePercent"];
  const [start = "", end = ""] = [spans[0], spans.at(-1)].map((each) => each?.date.slice(0, 10));
  const isOneDay = start === end;
  const minuteOf = (date: string) => (date.includes("T") ? reader.minute(new Date(date)) : date);
  const timeOf = (date: string) => minuteOf(date).slice(-5);
  const zoneOf = (date: string) => (date === spans.at(-1)?.date ? ` ${reader.zone(new Date(date))}` : "");
  const chart =
    width === undefined || !reader.hasBraille
      ? []
      : toPriceChart(spans, {
          width,
          price: (value) => cellOf(`${list}.close`, value, {})?.text ?? "",
          day: (date) =>
            isOneDay ? timeOf(date) + zoneOf(date) : toDayWords(minuteOf(date).slice(0, 10), isOverYear(start, end)),
          paint: (line) => (colour && typeof change === "number" ? inColourOf(change, line) : line),
        });
  const line = chart.length > 0 ? undefined : toCloseLine(own, width, minuteOf);
  const drawn = line === undefined ? chart : [line];
  return {
    headline: toLastChange((isLonger(served) ? days?.envelope.body : body) ?? {}, cellOf, list, colour),
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
  const read = rowsOf(bars).flatMap(({ date, low, close, high }): Span[] => {
    if (typeof date !== "string" || typeof close !== "number") return [];
    const all = [low, close, high].filter((each) => typeof each === "number");
    return [{ date, close, low: Math.min(...all), high: Math.max(...all) }];
  });
  return oldestFirst(read, ({ date }) => date);
}

/**
 * Returns the last close with its change on the day before: 106.12  −3.51  −3.20 %  on 27 Nov. It has no change where the
 * two closes cannot be compared.
 */
function toLastChange(body: Row, cellOf: CellOf, list: string, colour = false): string | undefined {
  const { closes, changeAt } = changesIn(body, list);
  const last = closes[0];
  if (!last) return undefined;
  const day = last.date.slice(0, 10);
  const earlier = closes.findIndex(({ date }) => date.slice(0, 10) < day);
  const at = earlier < 0 ? closes.length - 1 : earlier;
  const before = closes[at]!.close;
  if (at === 0 || before === 0) return undefined;
  const percent = changeAt(0, at);
  const cells = [
    cellOf(`${list}.close`, last.close, {}),
    ...(percent === null && before > 0
      ? []
      : [
          cellOf("summary.change", last.close - before, { price: last.close }),
          cellOf("summary.changePercent", percent, {}),
        ]),
  ];
  const texts = cells.flatMap((cell) => (cell ? [colour ? painted(cell) : cell.text] : []));
  return [...texts, `on ${toDayWords(day)}`].join("  ");
}
