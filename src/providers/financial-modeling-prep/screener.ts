/** Stock screens by FMP. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, positive, text } from "../../contract/values.js";
import {
  MAX_SCREENED,
  onlyFromYahoo,
  screener,
  toBoundsNote,
  toFilters,
  type Screen,
} from "../../capabilities/companies/screener.js";
import { eachOnce } from "../../lib/each-once.js";
import { fromUpstreamSector, toUpstreamSector } from "../../market/symbols/sector-names.js";
import { badAnswer, fmpProvider, type Query } from "./provider.js";

const stockRow = z.object({
  symbol: text,
  companyName: text,
  marketCap: positive,
  sector: text,
  beta: number,
  price: positive,
  volume: number,
  country: text,
});

type StockRow = z.output<typeof stockRow>;

/** Rows to request: FMP sends no total, so matches are counted. */
const ROWS = 1000;

/**
 * The matching stocks, in FMP's order, at most 100; an empty list is a valid answer.
 *
 * `total_results` counts the matching rows that were sent, so it is a lower bound if the list was full. A market cap of
 * 0 becomes `null`, and so does that of a listing outside the United States, which FMP states in another currency than USD.
 * The row's `volume` is today's and not the average, so it is used for the filter but not shown.
 */
export const screenerFromFmp = source(
  fmpProvider,
  screener,
  async (input, client) => {
    const answers = await Promise.all(
      toCountries(input.country).map((country) => client.rows(stockRow, "company-screener", toQuery(input, country))),
    );
    const rows = answers.flat();
    if (answers.length > 1) rows.sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0));
    if (rows.length > 0 && rows.every(({ symbol }) => symbol === null)) throw badAnswer();
    const matching = rows.filter((row) => matches(row, input)).flatMap(toStock);
    const stocks = eachOnce(matching, ({ symbol }) => symbol);
    const total = stocks.length;
    const full = answers.some((answer) => answer.length >= ROWS);
    return {
      data: {
        results: stocks.slice(0, MAX_SCREENED),
        filters_applied: toFilters(input),
        total_results: total,
      },
      // Rows contain no currency.
      ...(stocks.some(({ symbol }) => isForeign(symbol)) ? { currency: null } : {}),
      notes: [...(full ? [toFullNote(total, answers.length)] : []), ...toBoundsNote(input, "provider-a")],
    };
  },
  { cannot: onlyFromYahoo },
);

// FMP has two codes for the United Kingdom and gives each company only one of them, so both are requested.
const BRITISH = ["GB", "UK"];

function toCountries(country: string | undefined): (string | undefined)[] {
  return country === "GB" ? BRITISH : [country];
}

function toFullNote(total: number, lists: number): Sentence {
  const most = lists > 1 ? `${ROWS} for each of its codes of this country (${BRITISH.join(", ")})` : ROWS;
  return say`At least ${total} stocks match; ${the.source("provider-a")} lists no more than ${most}.`;
}

function toQuery(input: Screen, country: string | undefined): Query {
  return {
    marketCapMoreThan: input.market_cap_min,
    marketCapLowerThan: input.market_cap_max,
    priceMoreThan: input.price_min,
    priceLowerThan: input.price_max,
    volumeMoreThan: input.volume_min,
    betaMoreThan: input.beta_min,
    betaLowerThan: input.beta_max,
    sector: input.sector === undefined ? undefined : toUpstreamSector(input.sector),
    country,
    isEtf: false,
    isFund: false,
    isActivelyTrading: true,
    includeAllShareClasses: false,
    limit: ROWS,
  };
}

/** Whether the row meets every filter; a missing figure does not meet a filter. */
function matches(row: StockRow, input: Screen): boolean {
  return (
    isWithin(row.marketCap, input.market_cap_min, input.market_cap_max) &&
    isWithin(row.price, input.price_min, input.price_max) &&
    isWithin(row.volume, input.volume_min, undefined) &&
    isWithin(row.beta, input.beta_min, input.beta_max) &&
    (input.sector === undefined || fromUpstreamSector(row.sector) === input.sector) &&
    (input.country === undefined || toCountry(row) === input.country)
  );
}

function isWithin(value: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

/** Whether a symbol has the suffix of an exchange outside the United States. */
const isForeign = (symbol: string) => symbol.includes(".");

function toStock(row: StockRow) {
  const { symbol, companyName: name, price, beta } = row;
  if (symbol === null) return [];
  const marketCap = isForeign(symbol) ? null : row.marketCap;
  return [{ symbol, name, price, marketCap, sector: fromUpstreamSector(row.sector), country: toCountry(row), beta }];
}

function toCountry({ country }: StockRow): string | null {
  return country === "UK" ? "GB" : country;
}
