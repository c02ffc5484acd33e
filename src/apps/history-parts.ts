/** The parts below the chart of a price history: legend, figures of the range, figures of all bars. */
import { fieldsIn, numberIn, textIn, type Fields } from "./answer.js";
import { figure, html, scrolling } from "./elements.js";
import type { Words } from "./format.js";
import type { Bar, Mark } from "./history-chart.js";
import { nameDate } from "./history-data.js";
import { shorten } from "./short-list.js";

const SHOWN = 12;

/** The meaning of the marks that are drawn; `null` without any. */
export function legend(marks: readonly Mark[], isLastComplete: boolean): HTMLElement | null {
  const dividends = marks.filter(({ kind }) => kind === "dividend");
  const said = dividends.length === 1 ? dividends[0]!.text : `${dividends.length} dividends`;
  const entries = [
    dividends.length > 0 ? html("li", {}, html("span", { class: "letter", "aria-hidden": "true" }, "D"), said) : null,
    ...marks
      .filter(({ kind }) => kind === "split")
      .map(({ text }) => html("li", {}, html("span", { class: "letter split", "aria-hidden": "true" }, "S"), text)),
    isLastComplete
      ? null
      : html("li", {}, html("span", { class: "hollow", "aria-hidden": "true" }), "last bar unfinished"),
  ].filter((entry) => entry !== null);
  return entries.length === 0 ? null : html("ul", { class: "legend" }, ...entries);
}

/** Figures of the whole range. */
export function facts(body: Fields, interval: string, words: Words): HTMLElement {
  const summary = fieldsIn(body, "summary");
  const dated = (label: string, field: string, dateField: string) => {
    const date = textIn(summary, dateField);
    // Highs and lows are those of days or shorter bars, whatever the bars of the answer.
    const when = date === null ? "" : `, ${nameDate(date, date.length > 10 ? interval : "1d", words)}`;
    return [`${label}${when}`, figure(words, numberIn(summary, field), "price")] as const;
  };
  const rows = [
    dated("High", "high", "highDate"),
    dated("Low", "low", "lowDate"),
    ["Average volume", figure(words, numberIn(summary, "averageVolume"))] as const,
    ["Bars", figure(words, numberIn(body, "total_bars"))] as const,
  ];
  return html(
    "dl",
    { class: "facts" },
    ...rows.map(([label, value]) => html("div", {}, html("dt", {}, label), html("dd", {}, value))),
  );
}

/** All figures, built when they are opened. */
export function table(bars: readonly Bar[], dateOf: (date: string) => string, words: Words): HTMLElement {
  const details = html("details", {}, html("summary", {}, `Figures of ${words.number(bars.length)} bars`));
  const heads = ["Date", "Open", "High", "Low", "Close", "Volume"].map((name, index) =>
    html("th", { scope: "col", ...(index > 0 ? { class: "number" } : {}) }, name),
  );
  const toRow = (bar: Bar) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, dateOf(bar.date)),
      ...(["open", "high", "low", "close"] as const).map((name) =>
        html("td", { class: "number" }, figure(words, bar[name], "price")),
      ),
      html("td", { class: "number" }, figure(words, bar.volume)),
    );
  details.addEventListener(
    "toggle",
    () => {
      const body = html("tbody", {}, ...bars.toReversed().map(toRow));
      const { button } = shorten(body, SHOWN, "bars");
      const whole = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), body);
      details.append(scrolling("Figures of the bars", whole), ...(button ? [button] : []));
    },
    { once: true },
  );
  return details;
}
