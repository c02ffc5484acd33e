/** The calls to provider B; each returns the content of the answer without its envelope. */
import type { Upstream } from "../../contract/upstream.js";
import type { z } from "../../contract/schema.js";
import { createSend, type Answered } from "./call.js";
import { createChartCalls, type ChartCalls } from "./chart-calls.js";
import {
  badAnswer,
  entries,
  checkSymbol,
  noData,
  parse,
  parseEnvelope,
  priceModule,
  screenBody,
  screenResult,
  searchBody,
  summaryBody,
  summaryError,
  summaryResult,
  timeseriesBody,
  toResult,
} from "./envelopes.js";
import { createOptionCalls, type OptionCalls } from "./option-calls.js";
import { createMarketCalls, type MarketCalls } from "./market-calls.js";
import { isDelisted, toRows, type QuoteRow } from "./quote-row.js";
import { findQuotes } from "./quote-batch.js";
import { createSendQuotes, createSendSummary, type Batches } from "./shared-calls.js";
import { eachOnce } from "../../lib/each-once.js";
import { SeenHours, type SeenPrices } from "./seen-hours.js";
import type { Session } from "./session.js";
import { toSymbolB } from "./symbol.js";
import { toSeries, type Series } from "./timeseries.js";
import { unknownSymbol } from "./unknown-symbol.js";

/**
 * A security from quoteSummary: `price`, which every known symbol has, and the requested modules in
 * the answer.
 */
export interface Summary {
  price: z.output<typeof priceModule>;
  modules: Readonly<Record<string, unknown>>;
}

/** A page of a screener, with each security once: index of its first row, number of matches on all pages, rows. */
export interface ScreenPage {
  start: number | null;
  total: number | null;
  rows: QuoteRow[];
}

/**
 * Provider B's calls for one question. Symbols are passed in our spelling.
 *
 * Summaries, single quotes and charts throw `not_found` when B does not know the symbol. All throw
 * `ProviderError`: `no_data` for an empty answer, `bad_answer` for one of another shape or about
 * another symbol.
 */
export interface ClientB extends ChartCalls, MarketCalls, OptionCalls {
  /** Returns modules of quoteSummary; throws `no_data` when even `price` is missing. */
  summary(symbol: string, modules: readonly string[]): Promise<Summary>;
  /**
   * Returns quotes by the requested symbols, without unknown ones. With `fields`, B sends these fields and drops most
   * others.
   */
  quotes(symbols: readonly string[], fields?: readonly string[]): Promise<Map<string, QuoteRow>>;
  /** Returns reported figures by type; times are in seconds. */
  timeseries(symbol: string, types: readonly string[], period1: number, period2: number): Promise<Series>;
  /** Returns the prices outside the regular session that `quotes` found last; makes no call. */
  seenHours(symbol: string): SeenPrices | undefined;
  search(query: string, count: number): Promise<unknown[]>;
  /** Returns the news and the securities that the search finds for a symbol in B's spelling. */
  news(symbolB: string, count: number): Promise<{ news: unknown[]; quotes: unknown[] }>;
  /** Returns one page of a predefined screener. */
  predefined(id: string, count: number): Promise<ScreenPage>;
  screen(body: Readonly<Record<string, unknown>>, count: number): Promise<ScreenPage>;
  /** Opens the session if there is none; fails with the reason if it cannot be opened. */
  openSession(): Promise<void>;
}

/** Number of securities to request with news; the requested one is first or second. */
const SYMBOLS_WITH_NEWS = 5;

/** Creates the calls over one question's `upstream`. */
export function createClient(
  session: Session,
  upstream: Upstream,
  batches?: Batches,
  seen: SeenHours = new SeenHours(),
): ClientB {
  const send = createSend(session, upstream);

  async function find(query: string, quotesCount: number, newsCount: number) {
    const params = { q: query, quotesCount: String(quotesCount), newsCount: String(newsCount) };
    const { found, body } = await send({ path: "/v1/finance/search", params, open: true });
    if (!found) throw noData();
    return parseEnvelope(searchBody, body);
  }

  return {
    ...createChartCalls(send, () => upstream.now()),
    ...createOptionCalls(send),
    ...createMarketCalls(send),

    async summary(symbol, names) {
      const symbolB = toSymbolB(symbol);
      const wanted = ["price", ...names];
      const answered = await (batches
        ? upstream.join(batches.summary(symbolB, wanted, upstream.question))
        : createSendSummary(send)(symbolB, wanted));
      if (!answered.found && !lacksOnlyModules(answered)) throw unknownSymbol(symbol);
      const [result] = answered.found ? toResult(parseEnvelope(summaryBody, answered.body).quoteSummary) : [];
      if (result === undefined) throw noData();
      const modules = parse(summaryResult, result);
      // Every known security has a price module; its absence does not prove that the symbol is unknown.
      if (modules["price"] === undefined || modules["price"] === null) throw noData();
      const price = parse(priceModule, modules["price"]);
      checkSymbol(price.symbol, symbolB);
      if (price.regularMarketPrice === null && isDelisted(price)) throw unknownSymbol(symbol);
      return { price, modules };
    },

    async quotes(symbols, fields = []) {
      const symbolsB = symbols.map((symbol) => toSymbolB(symbol).toUpperCase());
      const found = await (batches && fields.length === 0
        ? upstream.join(batches.quotes(symbolsB, upstream.question))
        : findQuotes(symbolsB, createSendQuotes(send, fields)));
      if (found.length > 0 && found.every(({ notFound }) => notFound)) {
        throw symbols.length === 1 ? unknownSymbol(symbols[0]!) : noData();
      }
      const known = symbols.flatMap((symbol, index): [string, QuoteRow][] => {
        const { row } = found[index]!;
        return row ? [[symbol, row]] : [];
      });
      if (known.length === 0 && found.some(({ hasOtherRows }) => hasOtherRows)) throw badAnswer();
      if (fields.length === 0) {
        const now = upstream.now().getTime();
        for (const [symbol, row] of known) seen.note(symbol, row, now);
      }
      return new Map(known);
    },

    seenHours: (symbol) => seen.of(symbol),

    async timeseries(symbol, types, period1, period2) {
      const symbolB = toSymbolB(symbol);
      const { found, body } = await send({
        path: `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(symbolB)}`,
        params: { type: types.join(","), period1: String(period1), period2: String(period2) },
        open: true,
      });
      // A 404 may not mean an unknown symbol: no answer of this call for one was recorded.
      if (!found) throw noData();
      const series = toSeries(toResult(parseEnvelope(timeseriesBody, body).timeseries), types, symbolB);
      if (series === undefined) throw badAnswer();
      return series;
    },

    async search(query, count) {
      return (await find(query, count, 0)).quotes;
    },

    async news(symbolB, count) {
      const { news, quotes } = await find(symbolB, SYMBOLS_WITH_NEWS, count);
      return { news: parse(entries, news), quotes };
    },

    async openSession() {
      await session.pass();
    },

    async predefined(id, count) {
      return readPage(
        await send({
          path: "/v1/finance/screener/predefined/saved",
          params: { scrIds: id, count: String(count), formatted: "false", lang: "en-US", region: "US" },
        }),
        count,
      );
    },

    async screen(body, count) {
      const page = readPage(await send({ path: "/v1/finance/screener", params: { formatted: "false" }, body }), count);
      // An empty page is an answer only if it counts no rows.
      if (page.rows.length === 0 && page.total !== 0) throw badAnswer();
      return page;
    },
  };
}

function readPage({ found, body }: Answered, count: number): ScreenPage {
  if (!found) throw noData();
  const [result] = toResult(parseEnvelope(screenBody, body).finance);
  if (result === undefined) throw noData();
  const { start, total, quotes } = parse(screenResult, result);
  const rows = eachOnce(toRows(quotes, count), ({ symbol }) => symbol);
  if (quotes.length > 0 && rows.length === 0) throw badAnswer();
  return { start, total: total !== null && total >= rows.length ? total : null, rows };
}

/**
 * Whether a 404 means that a probably known symbol has none of the modules; then it is not reported as an unknown
 * symbol.
 */
function lacksOnlyModules({ body }: Answered): boolean {
  const parsed = summaryError.safeParse(body);
  return parsed.success && (parsed.data.quoteSummary.error.description ?? "").startsWith("No fundamentals data found");
}
