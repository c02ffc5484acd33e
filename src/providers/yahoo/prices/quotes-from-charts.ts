/** Several quotes from charts, one call each, which Yahoo answers without a session. */
import { say, type Sentence, the, forCallers } from "../../../contract/sentence.js";
import { quotes, toQuotes } from "../../../capabilities/prices/quotes.js";
import type { QuotedRow } from "../../../capabilities/prices/quotes-columns.js";
import { MarketDataError, NO_SESSION } from "../../../contract/errors.js";
import { source } from "../../../contract/provider.js";
import type { Upstream } from "../../../contract/upstream.js";
import type { YahooClient } from "../calls/client.js";
import { unknownSymbol } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { fetchChartQuote } from "./quote.js";

/** Maximum number of calls at the same time, as in Yahoo's own clients. */
const MAX_CONCURRENT = 4;

/**
 * Maximum number of charts for one answer: Yahoo is called about once a second, and a caller waits 20 seconds.
 */
const MAX_CHARTS = 20;

const NOTE = say`Reduced quotes from ${the.source("provider-b")}'s charts: ${the.field("marketCap")} is ${the.absent}.`;

/**
 * The quotes of the symbols that have a chart; symbols without one are left out, and so are those after the twentieth.
 *
 * @throws {MarketDataError} `not_found` when no symbol has a chart, and the failure of any chart.
 */
export const quotesFromCharts = source(
  yahooProvider,
  quotes,
  async ({ symbols }, client, upstream) => {
    const rows = new Map<string, QuotedRow>();
    const funds: string[] = [];
    const notes = [NOTE];
    const asked = symbols.slice(0, MAX_CHARTS);
    for (let start = 0; start < asked.length; start += MAX_CONCURRENT) {
      const chunk = asked.slice(start, start + MAX_CONCURRENT);
      const found = await Promise.all(chunk.map((symbol) => findQuote(symbol, client, upstream)));
      for (const each of found) {
        if (!each) continue;
        rows.set(each.row.symbol, each.row);
        funds.push(...each.funds);
        notes.push(...each.notes);
      }
    }
    // Every symbol was looked up: that there is no session is not the reason.
    if (rows.size === 0) throw unknownSymbol(...asked);
    const data = toQuotes(symbols, rows, "provider-b");
    const errors = data.errors.map((row) =>
      asked.includes(row.symbol) ? row : { ...row, error: notAsked(row.symbol) },
    );
    return { data: { ...data, errors }, notes, funds };
  },
  { after: NO_SESSION },
);

/** Returns why a symbol has no quote although it may be known. */
function notAsked(symbol: string): Sentence {
  return say`No quote for ${symbol} this time: ${the.source("provider-b")} opens no session and answers ${MAX_CHARTS} symbols at once.${forCallers` Ask for fewer.`}`;
}

async function findQuote(
  symbol: string,
  client: YahooClient,
  upstream: Upstream,
): Promise<{ row: QuotedRow; funds: readonly string[]; notes: readonly Sentence[] } | undefined> {
  try {
    const { answer, name, doubts } = await fetchChartQuote({ symbol }, client, upstream);
    const { data, asOf, currency, market, funds = [] } = answer;
    const row: QuotedRow = {
      symbol,
      name,
      price: data.price,
      change: data.change,
      changesPercentage: data.changesPercentage,
      dayLow: data.dayLow,
      dayHigh: data.dayHigh,
      yearLow: data.yearLow,
      yearHigh: data.yearHigh,
      volume: data.volume,
      marketCap: null,
      marketCapCurrency: null,
      exchange: data.exchange,
      currency: currency ?? null,
      as_of: asOf ?? null,
      market: market ?? null,
      source: "PROVIDER_B",
    };
    return { row, funds, notes: doubts };
  } catch (error) {
    if (error instanceof MarketDataError && error.kind === "not_found") return undefined;
    throw error;
  }
}
