/** Earnings per share of past quarters against their estimates, and the next announcement. */
import { isObject } from "../lib/is-object.js";
import { numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { change, figure, given, html, scrolling } from "./elements.js";
import { epsDots, type Dot } from "./eps-dots.js";
import { nextBar } from "./next-bar.js";
import type { Means, Picture } from "./picture.js";
import { shorten } from "./short-list.js";
import type { Words } from "./format.js";

const SHOWN = 4;

/** Draws the answer of earnings: the next announcement, dots from the oldest quarter on, the table from the newest. */
export function drawEarnings({ body }: Answer, { words }: Means): Picture {
  const history = rowsIn(body, "history");
  const next = isObject(body["next"]) ? body["next"] : null;
  const currency = textIn(body, "reportingCurrency");
  const listing = textIn(body, "currency");
  return {
    heading: `${textIn(body, "symbol") ?? ""} earnings`.trim(),
    subheading: [
      currency === null ? null : `amounts in ${currency}`,
      currency === null || listing === null || listing === currency ? null : `the price in ${listing}`,
    ]
      .filter((part) => part !== null)
      .join(", "),
    content: [
      nextBar(next, textIn(body, "timestamp"), words),
      ...epsDots([...history.toReversed().map((row) => toDot(row, words)), ...toNextDot(next)], words),
      ...table(history, words),
    ].filter((part) => part !== null),
  };
}

/** The month in which a quarter ends, else of its announcement: fiscal quarters have other numbers than calendar ones. */
function nameOf(row: Fields, words: Words): string {
  const day = textIn(row, "periodEnd") ?? textIn(row, "announced");
  return day === null ? "–" : words.month(day);
}

function toDot(row: Fields, words: Words): Dot {
  const estimate = numberIn(row, "epsEstimate");
  return { name: nameOf(row, words), actual: numberIn(row, "epsActual"), estimate, low: null, high: null };
}

/** The estimates of the next announcement; none without a mean. */
function toNextDot(next: Fields | null): Dot[] {
  const estimate = next && numberIn(next, "epsEstimate");
  if (!next || estimate === null) return [];
  return [{ name: "next", actual: null, estimate, low: numberIn(next, "epsLow"), high: numberIn(next, "epsHigh") }];
}

function table(history: readonly Fields[], words: Words): HTMLElement[] {
  if (history.length === 0) return [];
  const body = html(
    "tbody",
    {},
    ...history.map((row) => {
      const announced = textIn(row, "announced");
      const end = textIn(row, "periodEnd");
      return html(
        "tr",
        {},
        html(
          "th",
          { scope: "row" },
          end === null ? given(null) : `to ${words.day(end)}`,
          announced === null ? null : html("small", {}, `announced ${words.day(announced)}`),
        ),
        html(
          "td",
          { class: "number" },
          figure(words, numberIn(row, "epsActual"), "price"),
          expected(row, "epsEstimate", words),
        ),
        html("td", { class: "number" }, change(words, numberIn(row, "surprisePercent"), "percent")),
        html(
          "td",
          { class: "number" },
          figure(words, numberIn(row, "revenueActual")),
          expected(row, "revenueEstimate", words),
        ),
      );
    }),
  );
  const { button } = shorten(body, SHOWN, "quarters");
  const head = ["Quarter", "EPS", "Surprise", "Revenue"].map((name, index) =>
    html("th", { scope: "col", ...(index > 0 ? { class: "number" } : {}) }, name),
  );
  const all = html("table", {}, html("thead", {}, html("tr", {}, ...head)), body);
  return [scrolling("Quarters", all), ...(button ? [button] : [])];
}

function expected(row: Fields, field: "epsEstimate" | "revenueEstimate", words: Words): HTMLElement | null {
  const value = numberIn(row, field);
  if (value === null) return null;
  return html(
    "small",
    { title: words.exact(value) },
    `est. ${words[field === "epsEstimate" ? "price" : "number"](value)}`,
  );
}
