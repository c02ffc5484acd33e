/** A table of stocks that can be sorted by any column. */
import { textIn, type Fields } from "./answer.js";
import { columnOf, valueOf, type NamedField } from "./declared-figure.js";
import { toLetters } from "../../contract/field-facts.js";
import { clipped, dotted, given, html, scrolling, sign } from "./elements.js";
import { shorten } from "./short-list.js";
import type { Formats } from "./format.js";

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
  /** Names, or their beginnings, of the columns that come first, because a narrow page shows no others. */
  first?: readonly string[];
}

type Order = { by: number; isRising: boolean } | undefined;

/** Returns the table without columns that have no figure, and the button for more rows. */
export function sortableTable(
  { label, rows, columns: all, below = [], first = [] }: Listing,
  formats: Formats,
): HTMLElement[] {
  const place = ({ name }: NamedField) => {
    const at = first.findIndex((each) => toLetters(name).startsWith(toLetters(each)));
    return at < 0 ? first.length : at;
  };
  const columns = all
    .filter((column) => rows.some((row) => row[column.name] !== null && column.name in row))
    .toSorted((one, other) => place(one) - place(other));
  let order: Order;
  const body = html("tbody");
  const cells = columns.map((column) => columnOf(rows, column, formats));
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
    mark();
    if (order === undefined) return;
    const { by, isRising } = order;
    const sorted = lines.toSorted((one, other) =>
      compare(keyOf(one.row, columns[by - 1]), keyOf(other.row, columns[by - 1]), isRising),
    );
    body.append(...sorted.map(({ line }) => line));
    refresh();
  }

  function mark(): void {
    heads.forEach(({ head, arrow }, index) => {
      const isIt = order?.by === index;
      if (isIt) head.setAttribute("aria-sort", order?.isRising ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
      arrow.textContent = isIt ? (order?.isRising ? "▲" : "▼") : UNSORTED;
    });
  }

  order = orderOf(rows, columns);
  mark();
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

const keyOf = (row: Fields, column: NamedField | undefined): Key => (column ? valueOf(row, column) : symbolOf(row));

/** Rows from which on their order is no accident. */
const ENOUGH = 5;

/** Returns by which column, and in which direction, the source has sorted the rows, if it is seen in them. */
function orderOf(rows: readonly Fields[], columns: readonly NamedField[]): Order {
  if (rows.length < ENOUGH) return undefined;
  for (const isRising of [false, true]) {
    const found = columns.findIndex((column) =>
      rows.every((row, at) => {
        const value = valueOf(row, column);
        return value !== null && (at === 0 || compare(valueOf(rows[at - 1]!, column), value, isRising) <= 0);
      }),
    );
    if (found >= 0) return { by: found + 1, isRising };
  }
  return undefined;
}

type Key = string | number | null;

/** Missing values come last in either order. */
function compare(one: Key, other: Key, isRising: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const difference = typeof one === "string" ? one.localeCompare(String(other)) : one - Number(other);
  return isRising ? difference : -difference;
}
