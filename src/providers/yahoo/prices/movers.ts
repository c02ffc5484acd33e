/** Market movers by Yahoo: of the US from its predefined screeners, otherwise from its custom screener. */
import { type Sentence, say, the } from "../../../contract/sentence.js";
import { moverNotes, toCredible, toGainers, toLosers } from "../../../market/prices/credible-movers.js";
import { active, gainers, losers, MAX_MOVERS, type Movers } from "../../../capabilities/prices/movers.js";
import { toBoundsNote } from "../../../capabilities/companies/screener.js";
import { toPlainDecimal } from "../../../lib/plain-decimal.js";
import { source, type SourceAnswer } from "../../../contract/provider.js";
import { toPastInstant } from "../../../contract/values.js";
import type { YahooClient } from "../calls/client.js";
import { badAnswer, noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import type { QuoteRow } from "../calls/quote-row.js";
import { pick } from "../calls/values.js";

// Notes with the criteria of the screeners. B's screeners of gainers and losers state them; those of the most active
// stocks are from the documentation of a public client.
const GAINERS_NOTE = say`${the.source("provider-b")} lists other stocks than ${the.source("provider-a")}: US listings up more than 3 %, from 2 billion USD market cap and 5 USD a share.`;
const LOSERS_NOTE = say`${the.source("provider-b")} lists other stocks than ${the.source("provider-a")}: US listings down more than 2.5 %, from 2 billion USD market cap and 5 USD a share.`;
const ACTIVE_NOTE = say`${the.source("provider-b")} lists other stocks than ${the.source("provider-a")}: US listings from 2 billion USD market cap and 5 million shares a day.`;

/** Rows to request of a country, where a company has a listing on each of several exchanges. */
const LISTINGS = 250;

/** Returns the sentence with the criteria of a custom screener, which abroad may take a bound in another currency. */
function toCriteriaNote({ market_cap_min: cap, country = "US" }: Movers): Sentence {
  const from = cap === undefined ? "" : ` from ${cap}${country === "US" ? " USD" : ""} market cap`;
  const perCompany =
    country === "US"
      ? ""
      : ", also of foreign companies; of a company on several exchanges those with the largest volume";
  return say`${the.source("provider-b")} lists ${country} listings of any price${from}${perCompany}.`;
}

/** A list: B's predefined screener with its criteria, and the order of a custom screener, whose rows have moved. */
interface List {
  id: string;
  note: Sentence;
  sortField: string;
  sortType: "ASC" | "DESC";
  moved: "GT" | "LT";
}

const CHANGE = "percentchange";
const GAINERS: List = { id: "day_gainers", note: GAINERS_NOTE, sortField: CHANGE, sortType: "DESC", moved: "GT" };
const LOSERS: List = { id: "day_losers", note: LOSERS_NOTE, sortField: CHANGE, sortType: "ASC", moved: "LT" };
const ACTIVE: List = { id: "most_actives", note: ACTIVE_NOTE, sortField: "dayvolume", sortType: "DESC", moved: "GT" };

/** The biggest gainers, highest first; prices and percentages are B's numbers as text. */
export const gainersFromYahoo = source(yahooProvider, gainers, async (input, client) => {
  const { rows, ...facts } = await fetchMovers(client, GAINERS, input, toGainers);
  return {
    data: {
      gainers: rows.map((row) => ({
        ticker: row.symbol,
        changes: row.change,
        price: toPlainDecimal(row.price),
        changesPercentage: toPlainDecimal(row.changesPercentage),
        companyName: row.name,
        ...currencyOf(row, input),
      })),
    },
    ...facts,
  };
});

/** The biggest losers, lowest first. */
export const losersFromYahoo = source(yahooProvider, losers, async (input, client) => {
  const { rows, ...facts } = await fetchMovers(client, LOSERS, input, toLosers);
  return {
    data: { losers: rows.map((row) => ({ ...pick(loserShape, row), ...currencyOf(row, input) })) },
    ...facts,
  };
});

/** The most traded, highest volume first. */
export const activeFromYahoo = source(yahooProvider, active, async (input, client) => {
  const { rows, ...facts } = await fetchMovers(client, ACTIVE, input, toMostActive);
  return {
    data: { active_stocks: rows.map((row) => ({ ...pick(activeShape, row), ...currencyOf(row, input) })) },
    ...facts,
  };
});

function toMostActive(rows: readonly QuoteRow[]) {
  return toCredible(rows).toSorted((one, other) => (other.volume ?? 0) - (one.volume ?? 0));
}

const { currency: _ofLoser, ...loserShape } = losers.output.shape.losers.element.shape;
const { currency: _ofActive, ...activeShape } = active.output.shape.active_stocks.element.shape;

/** Returns the currency of a row, which rows of the US list do not state. */
function currencyOf({ currency }: QuoteRow, { country }: Movers): { currency?: string | null } {
  return country === undefined ? {} : { currency };
}

/**
 * Returns the credible rows, in the order of `select`, and facts of the answer. With a smallest market cap or another
 * country the rows are those of B's custom screener: the predefined ones are of the US and begin at 2 billion USD.
 *
 * The answer to a custom screener may be empty, since the caller chose the filter.
 *
 * @throws {ProviderError} `no_data` when a predefined list is empty, `bad_answer` when no row is credible.
 */
async function fetchMovers<Chosen extends QuoteRow>(
  client: YahooClient,
  list: List,
  input: Movers,
  select: (rows: readonly QuoteRow[]) => Chosen[],
) {
  const { id, note, sortField, sortType, moved } = list;
  const { market_cap_min: cap, country = "US" } = input;
  const isUs = country === "US";
  const isPredefined = isUs && cap === undefined;
  const conditions = [
    ["EQ", "region", country.toLowerCase()],
    ...(cap === undefined ? [] : [["GTE", "intradaymarketcap", cap] as const]),
    [moved, sortField, 0],
  ] as const;
  const { rows: sent } = isPredefined
    ? await client.predefined(id, MAX_MOVERS)
    : await client.screen({ size: isUs ? MAX_MOVERS : LISTINGS, sortField, sortType, conditions });
  if (sent.length === 0 && isPredefined) throw noData();
  const rows = select(isUs ? sent : mostTraded(sent)).slice(0, MAX_MOVERS);
  if (rows.length === 0 && sent.length > 0) throw badAnswer();
  const { notes = [], ...currencies } = isUs ? { currency: "USD" } : toCurrencies(rows);
  return {
    rows,
    ...currencies,
    asOf: toPastInstant(Math.max(...rows.map(({ time }) => time ?? 0))),
    notes: [
      isPredefined ? note : toCriteriaNote(input),
      ...toBoundsNote(input, "provider-b"),
      ...notes,
      ...moverNotes(sent),
    ],
  };
}

/**
 * Returns the rows of each company on the exchange where it trades most: B lists a company of India on both NSE and BSE.
 * Several classes of shares on that exchange stay.
 */
function mostTraded(rows: readonly QuoteRow[]): QuoteRow[] {
  const main = new Map<string, QuoteRow>();
  for (const row of rows) {
    const best = row.name === null ? undefined : main.get(row.name);
    if (row.name !== null && (row.volume ?? 0) >= (best?.volume ?? 0)) main.set(row.name, row);
  }
  return rows.filter(({ name, exchange }) => name === null || main.get(name)?.exchange === exchange);
}

/** Returns the currency that all rows have, `null` if no row states it, and a sentence if there are several. */
function toCurrencies(rows: readonly QuoteRow[]): Pick<SourceAnswer<never>, "currency" | "notes"> {
  const [only, ...others] = new Set(rows.map(({ currency }) => currency));
  if (rows.length === 0) return {};
  if (others.length === 0) return { currency: only ?? null };
  return { notes: [say`Amounts are in the currency of each row; market cap and eps are never in a minor unit.`] };
}
