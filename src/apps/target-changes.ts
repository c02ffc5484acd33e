/** The latest changes of price targets and ratings. */
import { numberIn, textIn, type Fields } from "./answer.js";
import { arrowed, clipped, figure, given, html, scrolling } from "./elements.js";
import { shorten } from "./short-list.js";
import type { Words } from "./format.js";

const SHOWN = 4;

/** Returns the changes as a table, newest first as in the answer; `null` without changes. */
export function changesTable(changes: readonly Fields[], words: Words): HTMLElement | null {
  if (changes.length === 0) return null;
  const body = html("tbody", {}, ...changes.map((each) => row(each, words)));
  const { button } = shorten(body, SHOWN, "changes");
  const head = ["Analyst", "Rating", "Target"].map((name) =>
    html("th", { scope: "col", ...(name === "Target" ? { class: "number" } : {}) }, name),
  );
  return html(
    "section",
    {},
    html("h2", {}, "Latest changes"),
    scrolling("Latest changes", html("table", {}, html("thead", {}, html("tr", {}, ...head)), body)),
    button,
  );
}

function row(each: Fields, words: Words): HTMLElement {
  const date = textIn(each, "date");
  const before = numberIn(each, "previousTarget");
  const after = numberIn(each, "newTarget");
  const kind = textIn(each, "ratingChange");
  return html(
    "tr",
    {},
    html(
      "th",
      { scope: "row" },
      clipped(textIn(each, "analystName")),
      html("small", {}, date === null ? given(null) : words.day(date)),
    ),
    html("td", {}, clipped(textIn(each, "rating")), kind === null ? null : clipped(kind, "small")),
    html(
      "td",
      { class: "number" },
      before === null || after === null
        ? figure(words, after, "price")
        : arrowed(after - before, words.price(after), words.exact(after)),
      before === null ? null : html("small", { title: words.exact(before) }, `from ${words.price(before)}`),
    ),
  );
}
