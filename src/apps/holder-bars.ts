/** Rows of a name, a bar as long as its share, and the share: the largest first. */
import { clipped, html } from "./elements.js";
import { ratio } from "./fact-list.js";
import { shorten } from "./short-list.js";
import type { Words } from "./format.js";

/** One row; `share` is a ratio. */
export interface Share {
  name: string;
  share: number;
  /** Smaller text below the name. */
  more?: (Node | string)[];
}

/** Returns the list below a heading; empty without rows. The longest bar fills the width. */
export function shareBars(
  heading: string,
  rows: readonly Share[],
  shown: number,
  noun: string,
  words: Words,
): HTMLElement[] {
  if (rows.length === 0) return [];
  const longest = Math.max(...rows.map(({ share }) => share), Number.MIN_VALUE);
  const items = rows.map(({ name, share, more = [] }) =>
    html(
      "li",
      {},
      html("div", { class: "share-name" }, clipped(name), ratio(words, share)),
      html(
        "div",
        { class: "share-track", "aria-hidden": "true" },
        html("div", {
          class: "share-bar series-1",
          style: `width: ${Math.max(0, (share / longest) * 100).toFixed(2)}%`,
        }),
      ),
      more.length === 0 ? null : html("small", {}, ...more),
    ),
  );
  const list = html("ul", { class: "shares" }, ...items);
  const { button } = shorten(list, shown, noun);
  return [html("section", {}, html("h2", {}, heading), list, button)];
}
