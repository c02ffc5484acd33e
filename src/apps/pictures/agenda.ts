/** A calendar of the market as an agenda: its days, each with its rows. */
import { listIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { columnOf, fieldsIn, valueOf } from "../parts/declared-figure.js";
import { CALENDAR_FIELDS } from "../parts/declared-fields.js";
import { clipped, day, dotted, given, html, scrolling } from "../parts/elements.js";
import type { Formats } from "../parts/format.js";
import { sentence } from "../parts/frame.js";
import type { Picture, PictureContext } from "../parts/picture.js";
import { shorten } from "../parts/short-list.js";
import { cell, row } from "../parts/table.js";

const HEADINGS: Readonly<Record<string, string>> = {
  earnings: "Earnings calendar",
  economic: "Economic calendar",
  ipos: "IPO calendar",
  splits: "Split calendar",
  company: "Coming events",
  dividends: "Dividend calendar",
};
/** The columns of figures of each calendar. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  earnings: ["marketCap", "epsEstimate", "epsActual"],
  economic: ["previous", "estimate", "actual"],
  ipos: ["priceFrom", "priceTo", "shares"],
  splits: ["numerator", "denominator"],
  company: [],
  dividends: ["amount"],
};
/** The currencies of the columns, as far as the source states them. */
const CURRENCIES: Readonly<Record<string, string>> = {
  earnings: "market cap in USD, EPS: currency not stated",
  dividends: "currency not stated",
};
/** Rows that are shown at first. */
const SHOWN = 20;

/** Draws the answer of a market calendar. */
export function drawAgenda({ body }: Answer, { formats }: PictureContext): Picture {
  const kind = textIn(body, "kind") ?? "";
  const rows = listIn(body, "items");
  const [from, to] = [textIn(body, "from"), textIn(body, "to")];
  const total = numberIn(body, "total");
  const range = from === null || to === null ? null : formats.days(from, to);
  const count =
    total === null || total === rows.length ? null : `${formats.number(rows.length)} of ${formats.number(total)}`;
  return {
    heading: HEADINGS[kind] ?? "Market calendar",
    subheading: dotted(range, count, (rows.length > 0 && CURRENCIES[kind]) || null),
    content: rows.length === 0 ? sentence("Nothing is listed for these days.") : table(rows, kind, formats),
  };
}

/** Returns one table, so that the columns of all days line up; each day is a body below a row with its date. */
function table(rows: readonly Fields[], kind: string, formats: Formats): HTMLElement[] {
  const all = fieldsIn(CALENDAR_FIELDS, "items");
  // A column without a figure, such as the results of days to come, is left out.
  const columns = (COLUMNS[kind] ?? [])
    .flatMap((name) => all.filter((each) => each.name === name))
    .filter((column) => rows.some((each) => valueOf(each, column) !== null));
  const hasTimes = rows.some((each) => textIn(each, "when") !== null);
  const names = [
    kind === "economic" ? "Release" : "Company",
    ...(hasTimes ? ["Time"] : []),
    ...columns.map(({ label }) => label),
  ];
  const texts = names.length - columns.length;
  const heads = names.map((name, index) => html("th", { scope: "col", class: index < texts ? "" : "number" }, name));
  const cells = columns.map((column) => columnOf(rows, column, formats));
  const lines = rows.map((each) => toLine(each, cells, hasTimes));
  const days = [...new Set(rows.map(dateOf))].map((date) =>
    html(
      "tbody",
      {},
      html("tr", { class: "day" }, html("th", { scope: "rowgroup", colspan: names.length }, day(formats, date))),
      ...lines.filter((_, index) => dateOf(rows[index]!) === date),
    ),
  );
  const { button } = shorten(lines, SHOWN, "rows");
  const drawn = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), ...days);
  return [scrolling("Agenda", drawn), ...(button ? [button] : [])];
}

const dateOf = (each: Fields) => textIn(each, "date");

function toLine(each: Fields, cells: readonly ((row: Fields) => HTMLElement)[], hasTimes: boolean): HTMLElement {
  const unit = textIn(each, "unit");
  const small = dotted(
    textIn(each, "name"),
    // Releases have no symbol and are named by it.
    textIn(each, "symbol") === null ? null : textIn(each, "event"),
    textIn(each, "period"),
    unit && `in ${unit}`,
    textIn(each, "currency"),
  );
  return row(
    [clipped(textIn(each, "symbol") ?? textIn(each, "event")), small === "" ? null : clipped(small, "small")],
    ...(hasTimes ? [html("td", {}, given(textIn(each, "when")))] : []),
    ...cells.map((draw) => cell(draw(each))),
  );
}
