/** The latest changes of price targets and ratings. */
import { numberIn, textIn, type Fields } from "../parts/answer.js";
import { arrowed, clipped, day, figure, html, section } from "../parts/elements.js";
import { cell, listing, row } from "../parts/table.js";
import type { Formats } from "../parts/format.js";

const SHOWN = 4;

/** Returns the changes as a table, newest first as in the answer; `null` without changes. */
export function changesTable(changes: readonly Fields[], formats: Formats): HTMLElement | null {
  if (changes.length === 0) return null;
  const rows = changes.map((each) => toLine(each, formats));
  const heads = ["Analyst", "Rating", "Target"];
  const label = "Latest changes";
  return section(label, ...listing({ label, heads, texts: 2, rows, shown: SHOWN, noun: "changes" }));
}

function toLine(each: Fields, formats: Formats): HTMLElement {
  const before = numberIn(each, "previousTarget");
  const after = numberIn(each, "newTarget");
  const kind = textIn(each, "ratingChange");
  return row(
    [clipped(textIn(each, "analystName")), html("small", {}, day(formats, textIn(each, "date")))],
    html("td", {}, clipped(textIn(each, "rating")), kind === null ? null : clipped(kind, "small")),
    cell(
      before === null || after === null
        ? figure(formats, after, "price")
        : arrowed(after - before, formats.price(after), formats.exact(after)),
      before === null ? null : html("small", { title: formats.exact(before) }, `from ${formats.price(before)}`),
    ),
  );
}
