/** Stock screening by Yahoo. */
import { forCallers, joinSentences, say, type Sentence, the } from "../../../contract/sentence.js";
import {
  CHANGES,
  countryOf,
  MAX_SCREENED,
  screener,
  sortOf,
  toBoundsNote,
  toFilters,
  type Screen,
  type SortKey,
} from "../../../capabilities/companies/screener.js";
import { toMajorUnit } from "../../../contract/currency.js";
import { toUpstreamIndustry } from "../../../market/symbols/industry-names.js";
import { findScreenedExchange } from "../../../market/sessions/exchanges.js";
import { toUpstreamSector } from "../../../market/symbols/sector-names.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { optionalParts } from "../../../contract/optional.js";
import { source, type SourceAnswer } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { sorted, type Sort } from "../../../contract/sort.js";
import type { Upstream } from "../../../contract/upstream.js";
import type { YahooClient, Screening } from "../calls/client.js";
import { badAnswer, noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import type { QuoteRow } from "../calls/quote-row.js";
import { pick } from "../calls/values.js";

const PE = "peratio.lasttwelvemonths";
const PRICE_TO_BOOK = "pricebookratio.quarterly";
/** Market cap / revenue. */
const PRICE_TO_SALES = "lastclosemarketcaptotalrevenue.lasttwelvemonths";
/** B's fields of the change over a time, in percent. */
const CHANGE_FIELDS = { "1d": "percentchange", "1y": "fiftytwowkpercentchange" } as const;

const toListingsNote = (order: string) =>
  say`US listings unless a country or exchange is given${order}; country filters the listing, not the incorporation.`;

const DEBT_TO_EQUITY = "totaldebtequity.lasttwelvemonths";
/**
 * B's fields of the figures that its rows do not have, and the criterion in words, with its unit. B takes percentages: 15 is 15 %.
 *
 * The names, those above included, are those that public clients use for B's screener, and in B's own lists.
 */
const UNSEEN = {
  roe_min: ["returnonequity.lasttwelvemonths", "return on equity (TTM) of at least", " %"],
  revenue_growth_min: ["totalrevenues1yrgrowth.lasttwelvemonths", "revenue growth (TTM) of at least", " %"],
  net_income_growth_min: ["netincome1yrgrowth.lasttwelvemonths", "net income growth (TTM) of at least", " %"],
  eps_growth_min: ["epsgrowth.lasttwelvemonths", "growth of earnings per share (TTM) of at least", " %"],
  ps_max: [PRICE_TO_SALES, "market cap / revenue (TTM) of at most", ""],
  debt_to_equity_max: [DEBT_TO_EQUITY, "total debt / equity of at most", " %"],
  gross_margin_min: ["grossprofitmargin.lasttwelvemonths", "gross margin (TTM) of at least", " %"],
  dividend_years_min: ["consecutive_years_of_dividend_growth_count", "dividend raised in a row for at least", " years"],
} as const satisfies Partial<Record<keyof Screen, readonly [field: string, words: string, unit: string]>>;
const UNSEEN_NAMES = Object.keys(UNSEEN) as (keyof typeof UNSEEN)[];

interface Order {
  field: string;
  valueOf: (row: QuoteRow) => number | null;
}

/** B's fields to sort by, and the figures of a row by which the shown rows are sorted. */
const SORTS: Readonly<Record<Exclude<SortKey, "change">, Order>> = {
  market_cap: { field: "intradaymarketcap", valueOf: (row) => row.marketCap },
  pe: { field: PE, valueOf: (row) => row.pe },
  dividend_yield: { field: "forward_dividend_yield", valueOf: (row) => row.dividendYield },
  volume: { field: "avgdailyvol3m", valueOf: (row) => row.avgVolume },
  price: { field: "intradayprice", valueOf: (row) => row.price },
};
const orderBy = (key: SortKey, input: Screen): Order =>
  key === "change" ? { field: CHANGE_FIELDS[periodOf(input)], valueOf: (row) => changeOf(row, input) } : SORTS[key];

/** The time over which a question's change counts, and the change of a row over it. */
const periodOf = ({ change_period: period = "1d" }: Screen) => period;
const changeOf = (row: QuoteRow, input: Screen): number | null => row[CHANGES[periodOf(input)].column];

const LARGEST_FIRST: Sort<SortKey> = { key: "market_cap", descending: true };
/** The most rows of a page. Filters that B does not have search the first page, largest first. */
const SEARCHED = 250;
const SEARCHED_NOTE = say`${SEARCHED} largest searched${forCallers`: ${the.parameter("near_low_max")} and ${the.parameter("near_high_max")} are applied to the ${SEARCHED} largest stocks that match the other filters, so total_results is ${the.absent}`}.`;

/**
 * The largest matching listings and the exact count of all.
 *
 * B's rows have no sector (the filter's is used), no country and no beta; betas take one more call per 50 rows, at most
 * once a day for the same listings. A market cap that is not known to be in USD becomes `null`.
 */
export const screenerFromYahoo = source(yahooProvider, screener, async (input, client, upstream) => {
  const sort = (input.sort === undefined ? undefined : sortOf(input.sort)) ?? LARGEST_FIRST;
  const isSearch = input.near_low_max !== undefined || input.near_high_max !== undefined;
  const page = await client.screen(toQuery(input, isSearch ? LARGEST_FIRST : sort, isSearch ? SEARCHED : MAX_SCREENED));
  const total = isSearch ? null : page.total;
  const near = page.rows.filter((row) => isNear(row, input));
  const rows = sorted(near, sort.descending, orderBy(sort.key, input).valueOf).slice(0, MAX_SCREENED);
  if (page.rows.length > 0 && page.rows.every((row) => row.price === null)) {
    throw badAnswer();
  }
  if (ignoresFilters(page.rows, input) || ignoresExchange(page.rows, input)) throw badAnswer();
  const { notes = [], ...currencies } = toCurrencies(rows);
  const parts = optionalParts<typeof screener>();
  const betas = new Map(await parts.get(["beta"], findBetas(client, upstream, rows)));
  return {
    data: {
      results: rows.map((row) => toStock(row, input.sector ?? null, betas.get(row.symbol) ?? null)),
      filters_applied: toFilters(input),
      total_results: total,
    },
    ...parts.gaps(),
    ...currencies,
    notes: [
      toListingsNote(input.sort === undefined ? ", largest first" : ""),
      ...(isSearch ? [SEARCHED_NOTE] : []),
      ...(isSearch && rows.length === 0 ? [say`None of them is that near.`] : []),
      ...toUnseenNotes(input),
      ...(input.debt_to_equity_max === undefined
        ? []
        : [say`Stocks without a known debt / equity, and those with negative equity, are left out.`]),
      ...(input.pb_max === undefined ? [] : toBookNotes(rows)),
      ...(needsProfit(sort, input) ? [say`Stocks without a P/E, such as those with losses, are left out.`] : []),
      ...notes,
      ...toBoundsNote(input, "provider-b"),
    ],
  };
});

/** Whether the row is as near to its 52-week low and high as asked, in percent of them; a missing figure is not near. */
function isNear(row: QuoteRow, { near_low_max: low, near_high_max: high }: Screen): boolean {
  const [above, below] = [row.aboveYearLow, row.belowYearHigh];
  return (
    (low === undefined || (above !== null && above * 100 <= low)) &&
    (high === undefined || (below !== null && -below * 100 <= high))
  );
}

/** Whether P/E decides, so that stocks without earnings cannot be compared: B sorts them before all others. */
function needsProfit(sort: Sort<SortKey>, { pe_min, pe_max }: Screen): boolean {
  return sort.key === "pe" || ((pe_max !== undefined || pe_min !== undefined) && (pe_min ?? 0) <= 0);
}

/** Returns the sentence that states the criteria whose figures no column has. */
function toUnseenNotes(input: Screen): Sentence[] {
  const given = UNSEEN_NAMES.filter((name) => input[name] !== undefined);
  const criteria = given.map((name) => say`${UNSEEN[name][1]} ${the.figure(`${input[name]}${UNSEEN[name][2]}`)}`);
  return given.length === 0
    ? []
    : [
        say`${the.source("provider-b")} filtered by these figures, which its rows do not have: ${joinSentences(criteria, "; ")}.`,
      ];
}

/** Returns the sentences on a bound of the P/B, which rows lack where B has it for its filter only. */
function toBookNotes(rows: readonly QuoteRow[]): Sentence[] {
  return [
    say`Stocks without a known P/B, and those with negative equity, are left out.`,
    ...(rows.some(({ priceToBook }) => priceToBook === null)
      ? [say`${the.field("priceToBook")} is ${the.absent} where price and accounts differ in currency.`]
      : []),
  ];
}

/** Returns B's query for the first `size` rows: all conditions joined by "and", with inclusive bounds. */
function toQuery(input: Screen, sort: Sort<SortKey>, size: number): Screening {
  const conditions: [operator: string, field: string, bound: unknown][] = [
    ["EQ", "region", countryOf(input).toLowerCase()],
    ["EQ", "exchange", input.exchange && findScreenedExchange(input.exchange)?.yahoo],
    ["EQ", "sector", input.sector && toUpstreamSector(input.sector)],
    ["EQ", "industry", input.industry && toUpstreamIndustry(input.industry)],
    ["GTE", "intradaymarketcap", input.market_cap_min],
    ["LTE", "intradaymarketcap", input.market_cap_max],
    ["GTE", "intradayprice", input.price_min],
    ["LTE", "intradayprice", input.price_max],
    ["GTE", "avgdailyvol3m", input.volume_min],
    ["GTE", "beta", input.beta_min],
    ["LTE", "beta", input.beta_max],
    ["GTE", PE, input.pe_min],
    ["LTE", PE, input.pe_max],
    ["GT", PE, needsProfit(sort, input) ? 0 : undefined],
    ["LTE", PRICE_TO_BOOK, input.pb_max],
    ["GT", PRICE_TO_BOOK, input.pb_max === undefined ? undefined : 0],
    ["GTE", "forward_dividend_yield", input.dividend_yield_min],
    ["GTE", CHANGE_FIELDS[periodOf(input)], input.change_min],
    ["LTE", CHANGE_FIELDS[periodOf(input)], input.change_max],
    ...UNSEEN_NAMES.map((name): [string, string, unknown] => [
      name.endsWith("_min") ? "GTE" : "LTE",
      UNSEEN[name][0],
      input[name],
    ]),
    // B sorts a missing ratio, as a missing P/E, before all others; negative equity makes the ratio negative.
    ["GTE", DEBT_TO_EQUITY, input.debt_to_equity_max === undefined ? undefined : 0],
    ["GT", PRICE_TO_SALES, input.ps_max === undefined ? undefined : 0],
  ];
  return {
    size,
    sortField: orderBy(sort.key, input).field,
    sortType: sort.descending ? "DESC" : "ASC",
    conditions: conditions.filter(([, , bound]) => bound !== undefined),
  };
}

/**
 * Returns the rows' currency if all have the same one, `null` if that of a row is unknown, and otherwise a note;
 * earnings per share are in the major unit.
 */
function toCurrencies(rows: readonly QuoteRow[]): Pick<SourceAnswer<never>, "currency" | "currencies" | "notes"> {
  const known = [...new Set(rows.map((row) => row.currency))];
  const [currency] = known;
  if (currency === undefined) return {};
  if (currency === null || known.includes(null)) return { currency: null };
  if (known.length === 1) return { currency, currencies: { eps: toMajorUnit(currency) } };
  const units = [...new Set(known.map(toMajorUnit))].join(" or ");
  return {
    notes: [say`The listings are not all in one currency, so price is in ${known.join(" or ")}, and eps in ${units}.`],
  };
}

type Beta = [symbol: string, beta: number | null];
const betasShape: z.ZodType<Beta[]> = z.array(z.tuple([z.string(), z.number().nullable()]));

/** Returns the betas of these listings, cached for a day: a beta over five years hardly changes in a day. */
function findBetas(client: YahooClient, upstream: Upstream, rows: readonly QuoteRow[]): Promise<Beta[]> {
  const symbols = rows.map((row) => row.symbol).toSorted();
  if (symbols.length === 0) return Promise.resolve([]);
  const part = { key: `betas ${symbols.join()}`, keepSeconds: DAY_SECONDS, schema: betasShape };
  return upstream.remember(part, async () => {
    // `fields` replaces the default fields, so it must include the symbol.
    const quotes = await client.quotes(symbols, ["symbol", "beta"]);
    const betas = [...quotes].map(([symbol, quote]): Beta => [symbol, quote.beta]);
    if (betas.every(([, beta]) => beta === null)) throw noData();
    return betas;
  });
}

function toStock(row: QuoteRow, sector: string | null, beta: number | null) {
  const marketCap = row.currency === "USD" ? row.marketCap : null;
  const { shape } = screener.output.shape.results.element;
  return pick(shape, { ...row, marketCap, volume: row.avgVolume, sector, beta });
}

/** With fewer rows a few odd figures could decide. */
const MIN_ROWS = 5;
/** Share of a bound by which a figure may miss it: B screens by other figures of P/E and older prices than it shows. */
const TOLERANCE = 0.1;
/** Percentage points by which a change may miss its bound: it moves from one second to the next. */
const CHANGE_POINTS = 1;

/**
 * Whether most of the rows that state a filtered figure lie far outside of that filter: B may have renamed the filter and
 * then ignores it without an error.
 */
function ignoresFilters(rows: readonly QuoteRow[], input: Screen): boolean {
  const { market_cap_min, market_cap_max, price_min, price_max, volume_min, pe_min, pe_max } = input;
  return (
    isIgnored(rows, (row) => row.pe, pe_min, pe_max) ||
    isIgnored(rows, (row) => row.price, price_min, price_max) ||
    isIgnored(rows, (row) => row.avgVolume, volume_min) ||
    // B filters by the ratio of a quarter, and shows that of the present price.
    isIgnored(rows, (row) => row.priceToBook, undefined, input.pb_max, input.pb_max) ||
    isIgnored(rows, (row) => changeOf(row, input), input.change_min, input.change_max, CHANGE_POINTS) ||
    isIgnored(rows, (row) => (row.currency === "USD" ? row.marketCap : null), market_cap_min, market_cap_max)
  );
}

/** Whether most of the rows are listed on another exchange, for the same reason. */
function ignoresExchange(rows: readonly QuoteRow[], { exchange }: Screen): boolean {
  const codes = exchange === undefined ? undefined : findScreenedExchange(exchange)?.yahoo;
  const others = rows.filter(({ exchangeCode: code }) => codes && code !== null && !codes.includes(code));
  return rows.length >= MIN_ROWS && others.length > rows.length / 2;
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
