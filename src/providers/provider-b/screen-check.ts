/** Checks rows of B's screener against the filters, which B may have renamed and then ignores without an error. */
import type { Screen } from "../../capabilities/screener.js";
import type { QuoteRow } from "./quote-row.js";

/** With fewer rows a few odd figures could decide. */
const MIN_ROWS = 5;
/** Share of a bound by which a figure may miss it: B screens by other figures of P/E and older prices than it shows. */
const TOLERANCE = 0.1;
/** Percentage points by which a change may miss its bound: it moves from one second to the next. */
const CHANGE_POINTS = 1;

/** Whether most of the rows that state a filtered figure lie far outside of that filter. */
export function ignoresFilters(rows: readonly QuoteRow[], input: Screen): boolean {
  const { market_cap_min, market_cap_max, price_min, price_max, volume_min, pe_min, pe_max } = input;
  return (
    isIgnored(rows, (row) => row.pe, pe_min, pe_max) ||
    isIgnored(rows, (row) => row.price, price_min, price_max) ||
    isIgnored(rows, (row) => row.avgVolume, volume_min) ||
    isIgnored(rows, (row) => row.changesPercentage, input.change_min, input.change_max, CHANGE_POINTS) ||
    isIgnored(rows, (row) => (row.currency === "USD" ? row.marketCap : null), market_cap_min, market_cap_max)
  );
}

function isIgnored(
  rows: readonly QuoteRow[],
  figureOf: (row: QuoteRow) => number | null,
  min = -Infinity,
  max = Infinity,
  slack = 0,
): boolean {
  const figures = rows.map(figureOf).filter((figure) => figure !== null);
  const outside = figures.filter(
    (figure) => figure < min - Math.abs(min) * TOLERANCE - slack || figure > max + Math.abs(max) * TOLERANCE + slack,
  );
  return figures.length >= MIN_ROWS && outside.length > figures.length / 2;
}
