/** A table of stocks that can be sorted by any column. */
import { textIn, type Fields } from "./answer.js";
import { columnOf, valueOf, type NamedField } from "./declared-figure.js";
import { clipped, dotted, given, html, scrolling, sign } from "./elements.js";
import { shorten } from "./short-list.js";
import type { Words } from "./format.js";

const SHOWN = 10;
/** Sign in a column's head that the rows can be sorted by it. */
const UNSORTED = "⇅";

interface Listing {
  label: string;
  rows: readonly Fields[];
  /** The columns beside the company. */
  columns: readonly NamedField[];
  /** Fields of a further line below the company's name. */
  below?: readonly string[];
}

type Order = { by: number; isRising: boolean } | undefined;

/** Returns the table without columns that have no figure, and the button for more rows. */
export function sortableTable({ label, rows, columns: all, below = [] }: Listing, words: Words): HTMLElement[] {
  const columns = all.filter((column) => rows.some((row) => row[column.name] !== null && column.name in row));
  let order: Order;
  const body = html("tbody");
  const cells = columns.map((column) => columnOf(rows, column, words));
  const lines = rows.map((row) => ({ row, line: toLine(row, cells, below) }));
  body.append(...lines.map(({ line }) => line));
  const { button, refresh } = shorten(body, SHOWN, "rows");
  const heads = ["Company", ...columns.map((column) => column.label)].map((name, index) => {
    const arrow = sign("order", UNSORTED);
    const sort = html("button", { type: "button", title: `Sort by ${name.toLowerCase()}` }, name, arrow);
    const head = html("th", { scope: "col", ...(index > 0 ? { class: "number" } : {}) }, sort);
    // Names start ascending, figures descending; a second click reverses the order.
    sort.addEventListener("click", () => {
      order = { by: index, isRising: order?.by === index ? !order.isRising : index === 0 };
      arrange();
    });
    return { head, arrow };
  });

  function arrange(): void {
    heads.forEach(({ head, arrow }, index) => {
      const isIt = order?.by === index;
      if (isIt) head.setAttribute("aria-sort", order?.isRising ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
      arrow.textContent = isIt ? (order?.isRising ? "▲" : "▼") : UNSORTED;
    });
    if (order === undefined) return;
    const { by, isRising } = order;
    const column = columns[by - 1];
    const keyOf = (row: Fields): Key => (column ? valueOf(row, column) : symbolOf(row));
    const sorted = lines.toSorted((one, other) => compare(keyOf(one.row), keyOf(other.row), isRising));
    body.append(...sorted.map(({ line }) => line));
    refresh();
  }

  const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads.map(({ head }) => head))), body);
  return [scrolling(label, table), ...(button ? [button] : [])];
}

type Cell = ReturnType<typeof columnOf>;

function toLine(row: Fields, cells: readonly Cell[], below: readonly string[]): HTMLElement {
  const name = textIn(row, "name") ?? textIn(row, "companyName");
  const more = dotted(...below.map((field) => textIn(row, field)));
  return html(
    "tr",
    {},
    html(
      "th",
      { scope: "row" },
      given(symbolOf(row)),
      name === null ? null : clipped(name, "small"),
      more === "" ? null : clipped(more, "small"),
    ),
    ...cells.map((draw) => html("td", { class: "number" }, draw(row))),
  );
}

const symbolOf = (row: Fields) => textIn(row, "symbol") ?? textIn(row, "ticker");

type Key = string | number | null;

/** Missing values come last in either order. */
function compare(one: Key, other: Key, isRising: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const difference = typeof one === "string" ? one.localeCompare(String(other)) : one - Number(other);
  return isRising ? difference : -difference;
}
