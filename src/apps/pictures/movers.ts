/** Movers as a table that can be sorted by any column. */
import { listIn, type Answer } from "../parts/answer.js";
import { figuresIn } from "../parts/declared-figure.js";
import { MOVERS_FIELDS } from "../parts/declared-fields.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { sortableTable } from "../parts/sortable-table.js";

const LISTS: readonly [field: string, heading: string][] = [
  ["gainers", "Market gainers"],
  ["losers", "Market losers"],
  ["active_stocks", "Most active stocks"],
];

/** Draws the answer of gainers, losers or most active stocks. */
export function drawMovers({ body, currency }: Answer, { formats }: PictureContext): Picture {
  const [list, heading] = LISTS.find(([field]) => field in body) ?? ["", "Market movers"];
  const rows = listIn(body, list);
  // Only rows of a country that was asked for state their currency.
  const isOfCountry = rows.some((row) => "currency" in row);
  const columns = figuresIn(MOVERS_FIELDS, "rows");
  const first = ["price", "changesPercentage"];
  return {
    heading,
    subheading: `${isOfCountry ? "Stocks" : "US stocks"}, latest session${currency === null ? "" : ` · ${currency}`}`,
    content:
      rows.length > 0 ? sortableTable({ label: heading, rows, columns, below: ["currency"], first }, formats) : [],
  };
}
