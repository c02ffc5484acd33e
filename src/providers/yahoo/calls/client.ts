/** The calls to Yahoo; each returns the content of the answer without its envelope. */
import type { Upstream } from "../../../contract/upstream.js";
import { z } from "../../../contract/schema.js";
import { text } from "../../../contract/values.js";
import { eachOnce } from "../../../lib/each-once.js";
import { createSend, type Call } from "./call.js";
import { createChartCalls } from "./chart-calls.js";
import {
  badAnswer,
  entries,
  checkSymbol,
  noData,
  parse,
  priceModule,
  readableRows,
  readRows,
  toResult,
  unreadable,
  unknownSymbol,
} from "./envelopes.js";
import { createOptionCalls } from "./option-calls.js";
import { isDelisted, toRows, type QuoteRow } from "./quote-row.js";
import { createQuoteBatch, sendQuotes, type SharedCalls } from "./shared-calls.js";
import type { Session } from "../session/session.js";
import { toYahooSymbol } from "./symbol.js";
import { toSeries, type Series } from "./timeseries.js";
import { list, rawCount, rawNumber, required } from "./values.js";

/** A security from quoteSummary: `price`, which every known symbol has, and the requested modules in the answer. */
export interface Summary {
  price: z.output<typeof priceModule>;
  modules: Readonly<Record<string, unknown>>;
}

/** The stocks that a custom screener finds, in order of a field. */
export interface Screening {
  size: number;
  sortField: string;
  sortType: "ASC" | "DESC";
  /** All must hold; bounds are inclusive with GTE and LTE. Of several values for EQ one must hold. */
  conditions: readonly (readonly [operator: string, field: string, value: unknown])[];
}

/** A row of a calendar by the ids of its columns. */
export type CalendarRow = Readonly<Record<string, unknown>>;

/** Number of securities to request with news; the requested one is first or second. */
const SYMBOLS_WITH_NEWS = 5;
/** The most securities of a search that are read, more than are requested. */
const MAX_FOUND = 100;
/** B's summary of the market has about fifteen securities. */
const MAX_SUMMARY = 50;
/** The most rows of a page of a calendar. */
export const CALENDAR_PAGE = 100;

/**
 * Yahoo's calls for one question. Symbols are passed in our spelling.
 *
 * Summaries, single quotes and charts throw `not_found` when B does not know the symbol. All throw `ProviderError`:
 * `no_data` for an empty answer, `bad_answer` for one of another shape or about another symbol.
 */
export type YahooClient = ReturnType<typeof createClient>;

/** Creates the calls over one question's `upstream`. */
export function createClient(session: Session, upstream: Upstream, shared: SharedCalls) {
  const send = createSend(session, upstream);

  /** Returns the entries in an answer's envelope; a 404 is no data. */
  async function fetchEntries(call: Call, envelope: string): Promise<unknown[]> {
    const { found, body } = await send(call);
    if (!found) throw noData();
    return toResult(body, envelope);
  }

  /** Returns the only entry in the envelope `finance`. */
  async function fetchFinance<S extends z.ZodTypeAny>(call: Call, schema: S): Promise<z.output<S>> {
    const [result] = await fetchEntries(call, "finance");
    if (result === undefined) throw noData();
    return parse(schema, result);
  }

  /** Returns a page of a screener, with each security once; `total` counts the matches on all pages. */
  async function fetchPage(call: Call, count: number) {
    const { start, total, quotes } = await fetchFinance(call, screenPage);
    const rows = eachOnce(toRows(quotes, count), ({ symbol }) => symbol);
    if (quotes.length > 0 && rows.length === 0) throw badAnswer();
    return { start, total: total !== null && total >= rows.length ? total : null, rows };
  }

  async function find(query: string, quotesCount: number, newsCount: number) {
    const params = { q: query, quotesCount: String(quotesCount), newsCount: String(newsCount) };
    const { found, body } = await send({ path: "/v1/finance/search", params, open: true });
    if (!found) throw noData();
    const { success, data } = searchBody.safeParse(body);
    if (!success) throw unreadable();
    return data;
  }

  return {
    ...createChartCalls(send, () => upstream.now()),
    ...createOptionCalls(send),

    /** Returns modules of quoteSummary; throws `no_data` when even `price` is missing. */
    async summary(symbol: string, names: readonly string[]): Promise<Summary> {
      const yahooSymbol = toYahooSymbol(symbol);
      const wanted = ["price", ...names];
      const { isKnown, result } = await upstream.join(shared.summary(yahooSymbol, wanted, upstream.question));
      if (!isKnown) throw unknownSymbol(symbol);
      if (result === undefined) throw noData();
      const modules = parse(z.record(z.unknown()), result);
      // Every known security has a price module; its absence does not prove that the symbol is unknown.
      if (modules["price"] === undefined || modules["price"] === null) throw noData();
      const price = parse(priceModule, modules["price"]);
      checkSymbol(price.symbol, yahooSymbol);
      if (price.regularMarketPrice === null && isDelisted(price)) throw unknownSymbol(symbol);
      return { price, modules };
    },

    /**
     * Returns quotes by the requested symbols, without unknown ones. With `fields`, B sends these fields and drops most
     * others.
     */
    async quotes(symbols: readonly string[], fields: readonly string[] = []): Promise<Map<string, QuoteRow>> {
      const yahooSymbols = symbols.map((symbol) => toYahooSymbol(symbol).toUpperCase());
      const found = await (fields.length === 0
        ? upstream.join(shared.quotes(yahooSymbols, upstream.question))
        : createQuoteBatch((some) => sendQuotes(send, some, fields))(yahooSymbols));
      if (found.length > 0 && found.every(({ notFound }) => notFound)) {
        throw symbols.length === 1 ? unknownSymbol(symbols[0]!) : noData();
      }
      const known = symbols.flatMap((symbol, index): [string, QuoteRow][] => {
        const { row } = found[index]!;
        return row ? [[symbol, row]] : [];
      });
      if (known.length === 0 && found.some(({ hasOtherRows }) => hasOtherRows)) throw badAnswer();
      return new Map(known);
    },

    /** Returns reported figures by type; times are in seconds. */
    async timeseries(symbol: string, types: readonly string[], period1: number, period2: number): Promise<Series> {
      const yahooSymbol = toYahooSymbol(symbol);
      const path = `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(yahooSymbol)}`;
      const params = { type: types.join(","), period1: String(period1), period2: String(period2) };
      // A 404 may not mean an unknown symbol: no answer of this call for one was recorded.
      const series = toSeries(await fetchEntries({ path, params, open: true }, "timeseries"), types, yahooSymbol);
      if (series === undefined) throw badAnswer();
      return series;
    },

    /** Returns the securities that the search finds; throws `bad_answer` when none of them can be read. */
    async search(query: string, count: number): Promise<Listed[]> {
      return readRows(listed, (await find(query, count, 0)).quotes, MAX_FOUND);
    },

    /** Returns the news and the securities that the search finds for a symbol in B's spelling. */
    async news(yahooSymbol: string, count: number) {
      const { news, quotes } = await find(yahooSymbol, SYMBOLS_WITH_NEWS, count);
      return { news: parse(entries, news), quotes: readableRows(listed, quotes, MAX_FOUND) };
    },

    /** Opens the session if there is none; fails with the reason if it cannot be opened. */
    async openSession(): Promise<void> {
      await session.pass();
    },

    /** Returns one page of a predefined screener. */
    predefined(id: string, count: number) {
      const params = { scrIds: id, count: String(count), formatted: "false", lang: "en-US", region: "US" };
      return fetchPage({ path: "/v1/finance/screener/predefined/saved", params }, count);
    },

    /** Returns the first page of a custom screener. */
    async screen({ conditions, ...page }: Screening) {
      const operands = conditions.map(([operator, field, value]) => {
        const [only, ...others] = [value].flat().map((each) => ({ operator, operands: [field, each] }));
        return others.length === 0 ? only : { operator: "OR", operands: [only, ...others] };
      });
      const query = { operator: "AND", operands };
      const body = { offset: 0, ...page, quoteType: "EQUITY", userId: "", userIdType: "guid", query };
      const params = { formatted: "false" };
      const { rows, total } = await fetchPage({ path: "/v1/finance/screener", params, body }, page.size);
      // An empty page is an answer only if it counts no rows.
      if (rows.length === 0 && total !== 0) throw badAnswer();
      return { rows, total };
    },

    /** Returns B's own list of indices, futures, currencies and coins; needs no session. */
    async marketSummary(): Promise<QuoteRow[]> {
      const params = { market: "US", lang: "en-US", formatted: "false" };
      const call = { path: "/v6/finance/quote/marketSummary", params, open: true };
      return toRows(await fetchEntries(call, "marketSummaryResponse"), MAX_SUMMARY);
    },

    /** Returns the symbols that B relates to one, best first; needs no session. */
    async related(symbol: string): Promise<string[]> {
      const path = `/v6/finance/recommendationsbysymbol/${encodeURIComponent(toYahooSymbol(symbol))}`;
      const { recommendedSymbols } = await fetchFinance({ path, params: {}, open: true }, relatedSymbols);
      return readableRows(relatedSymbol, recommendedSymbols, MAX_SUMMARY).map((each) => each.symbol);
    },

    /** Returns one page of a calendar, at most 100 rows, and the number of rows on all pages. */
    async calendar(body: Readonly<Record<string, unknown>>): Promise<{ total: number; rows: CalendarRow[] }> {
      const call = { path: "/v1/finance/visualization", params: { lang: "en-US", region: "US" }, body };
      const { total, documents } = await fetchFinance(call, calendarPage);
      const [{ columns, rows }] = documents;
      if (total === null) throw badAnswer();
      // Read by id: two columns of a calendar have the same label.
      const ids = columns.map((each) => column.safeParse(each).data?.id ?? null);
      const read = rows.slice(0, CALENDAR_PAGE).flatMap((row): CalendarRow[] => {
        if (!Array.isArray(row) || row.length !== ids.length) return [];
        return [Object.fromEntries(ids.flatMap((id, at) => (id === null ? [] : [[id, row[at] as unknown]])))];
      });
      if (rows.length > 0 && read.length === 0) throw badAnswer();
      return { total, rows: read };
    },
  };
}

const listed = z.object({
  symbol: required(text),
  shortname: text,
  longname: text,
  quoteType: text,
  /** B's code, such as NMS, and its name, such as NASDAQ. */
  exchange: text,
  exchDisp: text,
  sector: text,
  industry: text,
  /** B's figure of relevance; those of one answer are comparable. */
  score: rawNumber,
  isYahooFinance: z.unknown(),
});
/** A security as B's search lists it. */
export type Listed = z.output<typeof listed>;

const searchBody = z.object({ quotes: entries, news: z.unknown() });
const screenPage = z.object({ start: rawCount, total: rawCount, quotes: list });
const relatedSymbols = z.object({ recommendedSymbols: entries });
const relatedSymbol = z.object({ symbol: required(text) });
const column = z.object({ id: text });
const calendarPage = z.object({
  total: rawCount,
  documents: z.tuple([z.object({ columns: entries, rows: list })]).rest(z.unknown()),
});
