/** A calendar of the market as an agenda: its days, each with its rows. */
import { listIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { clipped, figure, html } from "./elements.js";
import type { Picture, PictureContext } from "./picture.js";
import type { Words } from "./format.js";
import { cell, listing, row } from "./table.js";

const HEADINGS: Readonly<Record<string, string>> = {
  earnings: "Earnings calendar",
  economic: "Economic calendar",
  ipos: "IPO calendar",
  splits: "Split calendar",
};
/** The columns of figures of each calendar. */
const COLUMNS: Readonly<Record<string, readonly [label: string, field: string][]>> = {
  earnings: [
    ["Market cap", "marketCap"],
    ["Estimate", "epsEstimate"],
    ["Actual", "epsActual"],
  ],
  economic: [
    ["Previous", "previous"],
    ["Expected", "estimate"],
    ["Actual", "actual"],
  ],
  ipos: [
    ["From", "priceFrom"],
    ["To", "priceTo"],
    ["Shares", "shares"],
  ],
  splits: [
    ["New", "numerator"],
    ["Old", "denominator"],
  ],
};
const SHOWN = 8;

/** Draws the answer of a market calendar. */
export function drawAgenda({ body }: Answer, { words }: PictureContext): Picture {
  const kind = textIn(body, "kind") ?? "";
  const rows = listIn(body, "items");
  const [from, to] = [textIn(body, "from"), textIn(body, "to")];
  const total = numberIn(body, "total");
  const range = from === null || to === null ? null : words.days(from, to);
  const count =
    total === null || total === rows.length ? null : `${words.number(rows.length)} of ${words.number(total)}`;
  const days = [...new Set(rows.map((each) => textIn(each, "date") ?? ""))];
  return {
    heading: HEADINGS[kind] ?? "Market calendar",
    subheading: [range, count].filter((part) => part !== null).join(" · "),
    content: days.map((date) =>
      toDay(
        date,
        rows.filter((each) => (textIn(each, "date") ?? "") === date),
        kind,
        words,
      ),
    ),
  };
}

function toDay(date: string, rows: readonly Fields[], kind: string, words: Words): HTMLElement {
  const columns = COLUMNS[kind] ?? [];
  return html(
    "section",
    {},
    html("h2", {}, words.day(date)),
    ...listing({
      label: words.day(date),
      heads: [kind === "economic" ? "Release" : "Company", ...columns.map(([label]) => label)],
      rows: rows.map((each) => toLine(each, columns, words)),
      shown: SHOWN,
      noun: "rows",
    }),
  );
}

function toLine(each: Fields, columns: readonly [string, string][], words: Words): HTMLElement {
  const unit = textIn(each, "unit");
  const about = [textIn(each, "name"), textIn(each, "when"), textIn(each, "period"), unit && `in ${unit}`];
  const small = about.filter((part) => part !== null && part !== "").join(" · ");
  return row(
    [clipped(textIn(each, "symbol") ?? textIn(each, "event")), small === "" ? null : clipped(small, "small")],
    ...columns.map(([, field]) =>
      cell(figure(words, numberIn(each, field), field === "marketCap" || field === "shares" ? "number" : "price")),
    ),
  );
}
