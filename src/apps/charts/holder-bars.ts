/** Rows of a name, a bar as long as its share, and the share: the largest first. */
import { clipped, html, section } from "../parts/elements.js";
import { shorten } from "../parts/short-list.js";

/** One row. */
export interface Share {
  name: string;
  /** In the unit of the other rows. */
  share: number;
  /** The share as people read it. */
  figure: HTMLElement;
  /** Smaller text below the name. */
  more?: (Node | string)[];
}

/** Ends of the scale, in the unit of the shares: bars of small shares do not look like the whole. */
const SCALES = [0.1, 0.25, 0.5, 1];

/** Returns the list below a heading; empty without rows. The bars end at a tenth, a quarter, a half or the whole. */
export function shareBars(heading: string, rows: readonly Share[], shown: number, noun: string): HTMLElement[] {
  if (rows.length === 0) return [];
  const longest = Math.max(...rows.map(({ share }) => share));
  const end = SCALES.find((each) => each > longest) ?? longest;
  const items = rows.map(({ name, share, figure, more = [] }) =>
    html(
      "li",
      {},
      html("div", { class: "share-name" }, clipped(name), figure),
      html("div", {
        class: "share-bar series-1",
        style: `width: ${Math.max(0, (share / end) * 100)}%`,
      }),
      more.length === 0 ? null : html("small", {}, ...more),
    ),
  );
  const list = html("ul", { class: "shares" }, ...items);
  const { button } = shorten(list, shown, noun);
  return [section(heading, list, button)];
}
