/** The parts below the chart of a price history: legend, figures of the range, figures of all bars. */
import { numberIn, recordIn, textIn, type Fields } from "../parts/answer.js";
import { mayBeShare } from "../../contract/currency.js";
import { columnOf, declaredFigure, fieldAt } from "../parts/declared-figure.js";
import { HISTORY_FIELDS } from "../parts/declared-fields.js";
import { html, sign } from "../parts/elements.js";
import { factList, type Fact } from "../parts/fact-list.js";
import type { Formats } from "../parts/format.js";
import { LETTERS, type Bar, type Mark, type Style } from "../charts/history-chart.js";
import { BAR_FIELDS, nameDate } from "../charts/history-data.js";
import { cell, listing, row } from "../parts/table.js";

const SHOWN = 12;
const TOTAL = "totalReturnPercent";
const VOLUME = "averageVolume";

/** Words after the average volume of bars within a day; that of longer bars is of a day. */
const WITHIN_DAY: Readonly<Record<string, string>> = {
  "1m": ", a bar of 1 minute",
  "5m": ", a bar of 5 minutes",
  "15m": ", a bar of 15 minutes",
  "1h": ", a bar of 1 hour",
};

const PERIODS: Readonly<Record<string, string>> = { "1wk": "week", "1mo": "month" };

/**
 * Returns the legend of the marks that are drawn, of the last bar where it is not over, and of the line at the previous
 * close; `null` without any.
 */
export function legend(
  marks: readonly Mark[],
  style: Style,
  unfinished: string | null,
  base: string | null,
): HTMLElement | null {
  const candles =
    style === "line"
      ? []
      : ([
          ["up", "rises"],
          ["down", "falls"],
        ] as const);
  const entries = [
    ...candles.map(([tone, meaning]) => html("li", {}, sign(`swatch candle ${tone}`), meaning)),
    ...(["dividend", "split"] as const).map((kind) => {
      const ofKind = marks.filter((mark) => mark.kind === kind);
      if (ofKind.length === 0) return null;
      const letter = sign(`letter ${kind}`, LETTERS[kind]);
      return html("li", {}, letter, ofKind.length === 1 ? ofKind[0]!.text : `${ofKind.length} ${kind}s`);
    }),
    unfinished === null ? null : html("li", {}, sign("hollow"), `${PERIODS[unfinished] ?? "session"} not over`),
    base === null ? null : html("li", {}, sign("dashes"), `previous close ${base}`),
  ].filter((entry) => entry !== null);
  return entries.length === 0 ? null : html("ul", { class: "legend" }, ...entries);
}

/** Returns the figures of the whole range. */
export function facts(body: Fields, interval: string, formats: Formats): HTMLElement[] {
  const summary = recordIn(body, "summary");
  const fact = (fields: Fields, path: string, when = ""): Fact => {
    const named = fieldAt(HISTORY_FIELDS, path);
    return [named.label + when, declaredFigure(fields, named, formats)];
  };
  const dated = (name: string) => {
    const date = textIn(summary, `${name}Date`);
    // The high and low of a range are taken from daily or shorter bars, even if the answer has weekly or monthly bars.
    const when = date === null ? "" : `, ${nameDate(date, date.length > 10 ? interval : "1d", formats)}`;
    return fact(summary, `summary.${name}`, when);
  };
  const inPart = (group: string, name: string, label: string, date?: string): Fact[] => {
    const part = recordIn(summary, group);
    const when = date && textIn(part, date);
    if (numberIn(part, name) === null) return [];
    const named = fieldAt(HISTORY_FIELDS, `summary.${group}.${name}`);
    return [[when ? `${label}, ${formats.day(when)}` : label, declaredFigure(part, named, formats)]];
  };
  return factList([
    dated("high"),
    dated("low"),
    ...inPart("bestDay", "changePercent", "Best day", "date"),
    ...inPart("worstDay", "changePercent", "Worst day", "date"),
    ...inPart("maxDrawdown", "percent", "Max drawdown"),
    ...(numberIn(summary, TOTAL) === null || !mayBeShare(textIn(body, "symbol") ?? "")
      ? []
      : [fact(summary, `summary.${TOTAL}`)]),
    ...(numberIn(summary, VOLUME) === null
      ? []
      : [fact(summary, `summary.${VOLUME}`, WITHIN_DAY[interval] ?? (interval in PERIODS ? " a day" : ""))]),
  ]);
}

/** Returns all figures in a list that opens; the table is created when the reader opens it. */
export function table(bars: readonly Bar[], dateOf: (date: string) => string, formats: Formats): HTMLElement {
  const details = html("details", {}, html("summary", {}, "Show the data"));
  const heads = ["Date", ...BAR_FIELDS.map(({ label }) => label)];
  const cells = BAR_FIELDS.map((named) => columnOf(bars, named, formats));
  const toRow = (bar: Bar) => row([dateOf(bar.date)], ...cells.map((draw) => cell(draw(bar))));
  details.addEventListener(
    "toggle",
    () => {
      const rows = bars.toReversed().map(toRow);
      details.append(...listing({ label: "Prices", heads, rows, shown: SHOWN, noun: "rows" }));
    },
    { once: true },
  );
  return details;
}
