/** Insider transactions on a time line (bought above, sold below, all other kinds on the line) and as a table. */
import { toFieldLabel } from "../../contract/field-facts.js";
import { recordIn, listIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { declaredFigure, fieldAt } from "../parts/declared-figure.js";
import { INSIDERS_FIELDS } from "../parts/declared-fields.js";
import { clipped, day, dotted, figure, html, sign } from "../parts/elements.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { cell, listing, row } from "../parts/table.js";
import { sentence } from "../parts/frame.js";
import { MARKS, timeLine, type Event } from "../charts/time-line.js";
import { kindOf } from "../parts/transaction-kind.js";
import type { Formats } from "../parts/format.js";

const SHOWN = 6;
const COLUMNS = ["shares", "cost", "value"].map((name) => fieldAt(INSIDERS_FIELDS, `insider_transactions.${name}`));

/** Draws the answer of insider transactions. */
export function drawInsiders({ body, currency }: Answer, { formats }: PictureContext): Picture {
  const rows = listIn(body, "insider_transactions");
  const total = numberIn(body, "total_transactions");
  const company = textIn(body, "company_name") ?? textIn(body, "symbol") ?? "";
  const count = total === null ? null : `${formats.number(rows.length)} of ${formats.number(total)}`;
  const said = textIn(body, "insider_transactions");
  return {
    heading: `${company} insiders`.trim(),
    subheading: rows.length === 0 ? null : dotted(count, currency),
    content: rows.length > 0 ? parts(body, rows, formats) : said === null ? [] : sentence(said),
  };
}

function parts(body: Fields, rows: readonly Fields[], formats: Formats): HTMLElement[] {
  const events = rows.flatMap((each): Event[] => {
    const date = textIn(each, "date");
    const shares = numberIn(each, "shares");
    const at = date === null ? Number.NaN : Date.parse(date);
    const who = textIn(each, "insider") ?? "not given";
    const transaction = textIn(each, "transaction");
    const kind = kindOf(transaction);
    return Number.isNaN(at) || date === null ? [] : [{ at, day: date, shares, who, transaction, kind }];
  });
  return [
    ...toSums(body, formats),
    ...timeLine(events, formats),
    ...listing({
      label: "Transactions",
      heads: [...["insider", "transaction"].map((name) => toFieldLabel(name)), ...COLUMNS.map(({ label }) => label)],
      texts: 2,
      rows: rows.map((each) => toLine(each, formats)),
      shown: SHOWN,
      noun: "transactions",
    }),
  ];
}

/**
 * Returns the sums of the listed purchases and of the listed sales, because most readers look for these. A sum counts
 * only what is given.
 */
function toSums(body: Fields, formats: Formats): HTMLElement[] {
  const totals = recordIn(body, "totals");
  const sums = (["bought", "sold"] as const).flatMap((kind) => {
    const { transactions, shares, value, withoutValue } = sumsOf(recordIn(totals, kind));
    if (!transactions) return [];
    const missing = withoutValue ? ` (${formats.number(withoutValue)} not given)` : "";
    return [
      html(
        "span",
        {},
        sign(`mark ${kind}`, MARKS[kind]),
        `${formats.number(transactions)} ${kind}: `,
        ...(shares === null ? ["shares not given"] : [figure(formats, shares), " shares"]),
        ...(value === null ? [] : [" worth ", figure(formats, value), missing]),
      ),
    ];
  });
  return sums.length === 0 ? [] : [html("p", { class: "key" }, ...sums)];
}

function sumsOf(sums: Fields) {
  const [transactions, shares, value, withoutValue] = ["transactions", "shares", "value", "withoutValue"].map((name) =>
    numberIn(sums, name),
  ) as [number | null, number | null, number | null, number | null];
  return { transactions, shares, value, withoutValue };
}

function toLine(each: Fields, formats: Formats): HTMLElement {
  const role = textIn(each, "relation");
  const transaction = textIn(each, "transaction");
  const kind = kindOf(transaction);
  return row(
    [clipped(textIn(each, "insider")), role === null ? null : clipped(role, "small")],
    html(
      "td",
      {},
      sign(`mark ${kind}`, MARKS[kind]),
      clipped(transaction),
      html("small", {}, day(formats, textIn(each, "date"))),
    ),
    ...COLUMNS.map((column) => cell(declaredFigure(each, column, formats))),
  );
}
