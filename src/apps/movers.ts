/** Movers as a table that can be sorted by any column. */
import { listIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { arrowed, change, clipped, figure, given, html, scrolling, type Style } from "./elements.js";
import type { PictureContext, Picture } from "./picture.js";
import { shorten } from "./short-list.js";
import type { Words } from "./format.js";

const LISTS: readonly [field: string, heading: string][] = [
  ["gainers", "Market gainers"],
  ["losers", "Market losers"],
  ["active_stocks", "Most active stocks"],
];

const SHOWN = 10;
/** Sign in a column's head that the rows can be sorted by it. */
const UNSORTED = "⇅";

/** A column with the field names that different answers use for it. */
interface Column {
  label: string;
  fields: readonly string[];
  show(row: Fields, words: Words): HTMLElement;
}

/** Returns the renderer of a column of figures; some are sent as text (prices of gainers). */
function plain(fields: readonly string[], style: Style = "number") {
  return (row: Fields, words: Words): HTMLElement => {
    const text = firstOf(row, fields, textIn);
    const value = text === null ? firstOf(row, fields, numberIn) : Number(text);
    return Number.isNaN(value) ? given(text) : figure(words, value, style);
  };
}

const COLUMNS: readonly Column[] = [
  { label: "Price", fields: ["price"], show: plain(["price"], "price") },
  { label: "Change %", fields: ["changesPercentage"], show: percent },
  {
    label: "Change",
    fields: ["change", "changes"],
    show: (row, words) => change(words, firstOf(row, ["change", "changes"], numberIn)),
  },
  ...["Volume:volume", "Average volume:avgVolume", "Market cap:marketCap", "P/E:pe", "EPS:eps"].map((each): Column => {
    const [label = "", field = ""] = each.split(":");
    return { label, fields: [field], show: plain([field], field === "eps" ? "price" : "number") };
  }),
];

/** Draws the answer of gainers, losers or most active stocks. */
export function drawMovers({ body, currency }: Answer, { words }: PictureContext): Picture {
  const [list, heading] = LISTS.find(([field]) => field in body) ?? ["", "Market movers"];
  const rows = listIn(body, list);
  const columns = COLUMNS.filter(({ fields }) => rows.some((row) => fields.some((field) => field in row)));
  return {
    heading,
    subheading: `US stocks, latest session · ${currency ?? "USD"}`,
    content: rows.length > 0 ? table(rows, columns, heading, words) : [],
  };
}

type Order = { by: number; isRising: boolean } | undefined;

function table(rows: readonly Fields[], columns: readonly Column[], heading: string, words: Words): HTMLElement[] {
  let order: Order;
  const body = html("tbody");
  const lines = rows.map((row) => ({ row, line: toLine(row, columns, words) }));
  body.append(...lines.map(({ line }) => line));
  const { button, refresh } = shorten(body, SHOWN, "rows");
  const heads = ["Company", ...columns.map(({ label }) => label)].map((label, index) => {
    const arrow = html("span", { class: "order", "aria-hidden": "true" }, UNSORTED);
    const sort = html("button", { type: "button", title: `Sort by ${label.toLowerCase()}` }, label, arrow);
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
    const sorted = lines.toSorted((one, other) =>
      compare(keyOf(one.row, columns[by - 1]), keyOf(other.row, columns[by - 1]), isRising),
    );
    body.append(...sorted.map(({ line }) => line));
    refresh();
  }

  const shown = html("table", {}, html("thead", {}, html("tr", {}, ...heads.map(({ head }) => head))), body);
  return [scrolling(heading, shown), ...(button ? [button] : [])];
}

function toLine(row: Fields, columns: readonly Column[], words: Words): HTMLElement {
  const name = firstOf(row, ["name", "companyName"], textIn);
  return html(
    "tr",
    {},
    html(
      "th",
      { scope: "row" },
      given(firstOf(row, ["symbol", "ticker"], textIn)),
      name === null ? null : clipped(name, "small"),
    ),
    ...columns.map(({ show }) => html("td", { class: "number" }, show(row, words))),
  );
}

/** Formats the percentage, which gainers have as text. */
function percent(row: Fields, words: Words): HTMLElement {
  const text = textIn(row, "changesPercentage");
  if (text === null) return change(words, numberIn(row, "changesPercentage"), "percent");
  const value = Number(text);
  return Number.isNaN(value) ? given(text) : arrowed(value, words.percent(value), text);
}

type Key = string | number | null;

function keyOf(row: Fields, column: Column | undefined): Key {
  if (!column) return firstOf(row, ["symbol", "ticker"], textIn);
  const number = firstOf(row, column.fields, numberIn);
  const text = firstOf(row, column.fields, textIn);
  if (number !== null || text === null) return number;
  return Number.isNaN(Number(text)) ? null : Number(text);
}

/** Missing values come last in either order. */
function compare(one: Key, other: Key, isRising: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const difference = typeof one === "string" ? one.localeCompare(String(other)) : one - Number(other);
  return isRising ? difference : -difference;
}

function firstOf<T>(
  row: Fields,
  fields: readonly string[],
  read: (fields: Fields, name: string) => T | null,
): T | null {
  return fields.map((field) => read(row, field)).find((value) => value !== null) ?? null;
}
