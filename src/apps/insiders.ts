/**
 * Insider transactions on a time line (bought above, sold below, all other kinds on the line) and
 * as a table.
 */
import { numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { clipped, figure, given, html, scrolling } from "./elements.js";
import type { Means, Picture } from "./picture.js";
import { shorten } from "./short-list.js";
import { timeLine, type Event } from "./time-line.js";
import { kindOf } from "./transaction-kind.js";
import type { Words } from "./format.js";

const SHOWN = 6;

/** Draws the answer of insider transactions. */
export function drawInsiders({ body, currency }: Answer, { words }: Means): Picture {
  const rows = rowsIn(body, "insider_transactions");
  const total = numberIn(body, "total_transactions");
  const company = textIn(body, "company_name") ?? textIn(body, "symbol") ?? "";
  const count = total === null ? null : `${words.number(rows.length)} of ${words.number(total)}`;
  const said = textIn(body, "insider_transactions");
  return {
    heading: `${company} insiders`.trim(),
    subheading: rows.length === 0 ? null : [count, currency].filter((part) => part !== null).join(" · "),
    content: rows.length > 0 ? parts(rows, words) : said === null ? [] : [html("p", {}, said)],
  };
}

function parts(rows: readonly Fields[], words: Words): HTMLElement[] {
  const events = rows.flatMap((row): Event[] => {
    const day = textIn(row, "date");
    const shares = numberIn(row, "shares");
    const at = day === null ? Number.NaN : Date.parse(day);
    const who = textIn(row, "insider") ?? "not given";
    const transaction = textIn(row, "transaction");
    return Number.isNaN(at) || day === null ? [] : [{ at, day, shares, who, transaction, kind: kindOf(transaction) }];
  });
  const body = html("tbody", {}, ...rows.map((row) => toLine(row, words)));
  const { button } = shorten(body, SHOWN, "transactions");
  const head = ["Insider", "Transaction", "Shares", "Price", "Value"].map((name, index) =>
    html("th", { scope: "col", ...(index > 1 ? { class: "number" } : {}) }, name),
  );
  const table = html("table", {}, html("thead", {}, html("tr", {}, ...head)), body);
  return [
    ...totals(rows, words),
    ...timeLine(events, words),
    scrolling("Transactions", table),
    ...(button ? [button] : []),
  ];
}

/** Sums of the purchases and of the sales that are listed, because most readers look for these. */
function totals(rows: readonly Fields[], words: Words): HTMLElement[] {
  const sums = (["bought", "sold"] as const).flatMap((kind) => {
    const those = rows.filter((row) => kindOf(textIn(row, "transaction")) === kind);
    if (those.length === 0) return [];
    const sum = (field: string) => those.reduce((all, row) => all + (numberIn(row, field) ?? 0), 0);
    const value = sum("value");
    return [
      html(
        "span",
        {},
        html("span", { class: `mark ${kind}`, "aria-hidden": "true" }, MARKS[kind]),
        `${those.length} ${kind}: `,
        figure(words, sum("shares")),
        " shares",
        ...(value > 0 ? [" worth ", figure(words, value)] : []),
      ),
    ];
  });
  return sums.length === 0 ? [] : [html("p", { class: "key" }, ...sums)];
}

const MARKS = { bought: "▲", sold: "▼", other: "●" } as const;

function toLine(row: Fields, words: Words): HTMLElement {
  const day = textIn(row, "date");
  const role = textIn(row, "relation");
  const transaction = textIn(row, "transaction");
  const kind = kindOf(transaction);
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, clipped(textIn(row, "insider")), role === null ? null : clipped(role, "small")),
    html(
      "td",
      {},
      html("span", { class: `mark ${kind}`, "aria-hidden": "true" }, MARKS[kind]),
      clipped(transaction),
      html("small", {}, day === null ? given(null) : words.day(day)),
    ),
    ...(["shares", "cost", "value"] as const).map((field) =>
      html("td", { class: "number" }, figure(words, numberIn(row, field), field === "cost" ? "price" : "number")),
    ),
  );
}
