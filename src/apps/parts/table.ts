/** A table of records, of which the first ones are shown. */
import { html, scrolling } from "./elements.js";
import { shorten } from "./short-list.js";

interface Listing {
  label: string;
  /** Heads of the columns; the first `texts` hold text, the remaining ones hold figures. */
  heads: readonly (Node | string)[];
  texts?: number;
  /** Columns that only wide pages have, because on narrow ones another cell shows their figures. */
  wide?: readonly number[];
  rows: readonly HTMLElement[];
  /** Rows that are shown at first. */
  shown: number;
  /** Noun for the rows, on the button that shows all of them. */
  noun: string;
}

/** Returns the table, and the button that shows all rows if some are hidden. */
export function listing({ label, heads, texts = 1, wide = [], rows, shown, noun }: Listing): HTMLElement[] {
  const body = html("tbody", {}, ...rows);
  const { button } = shorten(body, shown, noun);
  const head = heads.map((name, index) => html("th", { scope: "col", class: index < texts ? "" : "number" }, name));
  for (const cells of [head, ...rows.map(({ children }) => children)])
    for (const at of wide) cells[at]?.classList.add("wide-only");
  const table = html("table", {}, html("thead", {}, html("tr", {}, ...head)), body);
  return [scrolling(label, table), ...(button ? [button] : [])];
}

/** Returns a row of a table: its head, and its cells. */
export function row(head: readonly (Node | string | null)[], ...cells: HTMLElement[]): HTMLElement {
  return html("tr", {}, html("th", { scope: "row" }, ...head), ...cells);
}

/** Returns a cell for a figure. */
export function cell(...children: (Node | string | null)[]): HTMLElement {
  return html("td", { class: "number" }, ...children);
}
