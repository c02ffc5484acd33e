/** DCF valuations by FMP. */
import { MarketDataError, HINTS } from "../../contract/errors.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { say, the } from "../../contract/sentence.js";
import { number, positive, toSixDigits } from "../../contract/values.js";
import { dcf } from "../../capabilities/companies/dcf.js";
import { isUsListing } from "../../market/symbols/symbol.js";
import { day } from "./dates.js";
import { findProfile, recallCurrency, unknownSymbol } from "./profile.js";
import { badAnswer, fmpProvider } from "./provider.js";

const valuationRow = z.object({ date: day, dcf: number, "Stock Price": positive });

const projectionRow = z.object({
  year: number,
  revenue: number,
  depreciationPercentage: number,
  capitalExpenditurePercentage: number,
  wacc: number,
  longTermGrowthRate: number,
});

type ProjectionRow = z.output<typeof projectionRow>;

const ASSUMPTIONS = ["revenue_growth_rate", "discount_rate", "terminal_growth_rate", "years_of_projection"] as const;

/**
 * The valuation, and its assumptions if the detailed model can be fetched.
 *
 * @throws {MarketDataError} `insufficient_history` for a known symbol without a valuation, `not_found` for an unknown
 * one.
 */
export const dcfFromFmp = source(fmpProvider, dcf, async ({ symbol }, client) => {
  const query = { symbol };
  // Both calls start at once: nearly every requested valuation exists, and then both are needed.
  const projections = client.rows(projectionRow, "custom-discounted-cash-flow", query);
  projections.catch(() => {});
  const valuation = await client.first(valuationRow, "discounted-cash-flow", query);
  if (!valuation) {
    if (await findProfile(symbol, client)) throw tooLittleHistory(symbol);
    throw unknownSymbol("a DCF valuation", symbol);
  }
  if (valuation.dcf === null) throw badAnswer();
  const parts = optionalParts<typeof dcf>();
  const model = await parts.get(ASSUMPTIONS, projections);
  return {
    data: {
      symbol,
      date: valuation.date,
      dcf: valuation.dcf,
      stock_price: valuation["Stock Price"],
      ...(model && toAssumptions(model)),
    },
    ...parts.gaps(),
    // Whatever the accounts are in, value and price are a share's, and US listings are priced in dollars.
    currency: isUsListing(symbol) ? "USD" : await recallCurrency(symbol, client),
  };
});

/**
 * Returns the assumptions, from rows of which half are projected and half are reported years.
 *
 * Rates are the last projected year's, percent / 100. `revenue_growth_rate` = (revenue of the last projected year / of
 * the last reported year)^(1/n) − 1, n = `years_of_projection`. `revenue_growth_rate` and `years_of_projection` are
 * `null` if the border between the halves is unclear.
 */
function toAssumptions(model: readonly ProjectionRow[]) {
  const rows = [...model].sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
  const last = rows[0];
  const years = countProjected(rows);
  const from = years === null ? null : (rows[years]?.revenue ?? null);
  const to = last?.revenue ?? null;
  const grows = years !== null && from !== null && to !== null && from > 0 && to > 0;
  return {
    revenue_growth_rate: grows ? toSixDigits((to / from) ** (1 / years) - 1) : null,
    discount_rate: toRatio(last?.wacc ?? null),
    terminal_growth_rate: toRatio(last?.longTermGrowthRate ?? null),
    years_of_projection: years,
  };
}

/** Divides a percentage by 100 by moving its decimal point: a division turns 14.3 into 0.14300000000000002. */
function toRatio(percent: number | null): number | null {
  if (percent === null) return null;
  const [digits, exponent = "0"] = String(percent).split("e");
  return Number(`${digits}e${Number(exponent) - 2}`);
}

/** Returns the number of projected years; `null` if the rows are not half projected, half reported years. */
function countProjected(rows: readonly ProjectionRow[]): number | null {
  const years = rows.length / 2;
  if (years < 1 || !Number.isInteger(years)) return null;
  const consecutive = rows.every((row, index) => row.year !== null && row.year === rows[0]!.year! - index);
  // The model keeps these shares of revenue constant in projected years; in reported years they differ.
  const isProjected = (row: ProjectionRow) =>
    row.depreciationPercentage === rows[0]!.depreciationPercentage &&
    row.capitalExpenditurePercentage === rows[0]!.capitalExpenditurePercentage;
  const areKnown = rows.every(
    (row) => row.depreciationPercentage !== null && row.capitalExpenditurePercentage !== null,
  );
  const contradicted = areKnown && rows.some((row, index) => isProjected(row) !== index < years);
  return consecutive && !contradicted ? years : null;
}

function tooLittleHistory(symbol: string): MarketDataError {
  return new MarketDataError(
    "insufficient_history",
    say`Cannot value ${symbol}: ${the.source("provider-a")} knows the symbol but has too little financial history for a discounted cash flow.`,
    { hints: [HINTS.showKnown] },
  );
}
