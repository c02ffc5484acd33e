/** The parts below the chart of a price history: legend, figures of the range, figures of all bars. */
import { recordIn, numberIn, textIn, type Fields } from "./answer.js";
import { figure, html } from "./elements.js";
import { factList } from "./fact-list.js";
import type { Words } from "./format.js";
import { LETTERS, type Bar, type Mark, type Style } from "./history-chart.js";
import { nameDate } from "./history-data.js";
import { cell, listing, row } from "./table.js";

const SHOWN = 12;

/** Returns the legend of the marks that are drawn; `null` without any. */
export function legend(marks: readonly Mark[], style: Style, isLastComplete: boolean): HTMLElement | null {
  const candles =
    style === "line"
      ? []
      : ([
          ["up", "rises"],
          ["down", "falls"],
        ] as const);
  const entries = [
    ...candles.map(([tone, meaning]) =>
      html("li", {}, html("span", { class: `swatch candle ${tone}`, "aria-hidden": "true" }), meaning),
    ),
    ...(["dividend", "split"] as const).map((kind) => {
      const ofKind = marks.filter((mark) => mark.kind === kind);
      if (ofKind.length === 0) return null;
      const letter = html("span", { class: `letter ${kind}`, "aria-hidden": "true" }, LETTERS[kind]);
      return html("li", {}, letter, ofKind.length === 1 ? ofKind[0]!.text : `${ofKind.length} ${kind}s`);
    }),
    isLastComplete
      ? null
      : html("li", {}, html("span", { class: "hollow", "aria-hidden": "true" }), "last bar unfinished"),
  ].filter((entry) => entry !== null);
  return entries.length === 0 ? null : html("ul", { class: "legend" }, ...entries);
}

/** Returns the figures of the whole range. */
export function facts(body: Fields, interval: string, words: Words): HTMLElement | null {
  const summary = recordIn(body, "summary");
  const dated = (label: string, field: string, dateField: string) => {
    const date = textIn(summary, dateField);
    // The high and low of a range are taken from daily or shorter bars, even if the answer has weekly or monthly bars.
    const when = date === null ? "" : `, ${nameDate(date, date.length > 10 ? interval : "1d", words)}`;
    return [`${label}${when}`, figure(words, numberIn(summary, field), "price")] as const;
  };
  return factList([
    dated("High", "high", "highDate"),
    dated("Low", "low", "lowDate"),
    ["Average volume", figure(words, numberIn(summary, "averageVolume"))],
    ["Bars", figure(words, numberIn(body, "total_bars"))],
  ]);
}

/** Returns all figures in a list that opens; the table is created when the reader opens it. */
export function table(bars: readonly Bar[], dateOf: (date: string) => string, words: Words): HTMLElement {
  const details = html(
    "details",
    {},
    html("summary", {}, `Figures of ${words.number(bars.length)} ${bars.length === 1 ? "bar" : "bars"}`),
  );
  const heads = ["Date", "Open", "High", "Low", "Close", "Volume"];
  const toRow = (bar: Bar) =>
    row(
      [dateOf(bar.date)],
      ...(["open", "high", "low", "close"] as const).map((name) => cell(figure(words, bar[name], "price"))),
      cell(figure(words, bar.volume)),
    );
  details.addEventListener(
    "toggle",
    () => {
      const rows = bars.toReversed().map(toRow);
      details.append(...listing({ label: "Figures of the bars", heads, rows, shown: SHOWN, noun: "bars" }));
    },
    { once: true },
  );
  return details;
}
