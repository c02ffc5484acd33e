/** The stocks that a screener found, as a table that can be sorted by any column, and the filters as understood. */
import { recordIn, listIn, numberIn, type Answer, type Fields } from "../parts/answer.js";
import { toFieldLabel } from "../../contract/field-facts.js";
import { figuresIn } from "../parts/declared-figure.js";
import { SCREENER_FIELDS } from "../parts/declared-fields.js";
import { html } from "../parts/elements.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { sortableTable } from "../parts/sortable-table.js";
import type { Formats } from "../parts/format.js";

/** Inputs that select nothing. */
const NO_FILTERS = new Set(["limit"]);

/** Draws the answer of the stock screener. */
export function drawScreener({ body }: Answer, { formats }: PictureContext): Picture {
  const rows = listIn(body, "results");
  const total = numberIn(body, "total_results");
  const applied = recordIn(body, "filters_applied");
  const filters = filtersOf(applied, formats);
  const count =
    total === null || total === rows.length
      ? formats.number(rows.length)
      : `${formats.number(rows.length)} of ${formats.number(total)}`;
  const columns = figuresIn(SCREENER_FIELDS, "results");
  return {
    heading: "Stock screener",
    subheading: `${count} stocks · market cap in USD`,
    content: [
      ...(filters.length > 0
        ? [
            html(
              "ul",
              { class: "legend filters", "aria-label": "Filters" },
              ...filters.map((text) => html("li", {}, text)),
            ),
          ]
        : []),
      ...(rows.length > 0
        ? sortableTable(
            { label: "Stocks found", rows, columns, below: ["sector", "country"], first: askedIn(applied) },
            formats,
          )
        : [html("p", { class: "sentence" }, "No stock meets all filters.")]),
    ],
  };
}

/** Returns the columns that the caller asked about, that of the order first; `near_low_max` is about the year's low. */
function askedIn({ sort, ...filters }: Fields): string[] {
  return [String(sort), ...Object.keys(filters)].map((name) =>
    name.replace(/^-|_(?:min|max)$/g, "").replace("near", "year"),
  );
}

/** Returns the filters in words: `Price ≤ 50`, `Sector: Technology`. */
function filtersOf(applied: Fields, formats: Formats): string[] {
  return Object.entries(applied).flatMap(([name, value]) => {
    if (NO_FILTERS.has(name) || (typeof value !== "number" && typeof value !== "string")) return [];
    const text = typeof value === "number" ? formats.number(value) : value;
    const label = toFieldLabel(name.replace(/_(?:min|max)$/, ""));
    if (name.endsWith("_min")) return [`${label} ≥ ${text}`];
    return [name.endsWith("_max") ? `${label} ≤ ${text}` : `${label}: ${text}`];
  });
}
