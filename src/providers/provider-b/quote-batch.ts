/**
 * Combines quotes that several questions need at the same moment into one call, because provider B limits how often an
 * address calls, not how many symbols it requests.
 */
import DataLoader from "dataloader";
import type { QuoteRow } from "./quote-row.js";

/** Milliseconds that the first question of a batch waits for further ones. */
export const BATCH_WINDOW_MS = 5;
/** With more symbols, the address may be too long for a server or proxy. */
export const SYMBOLS_PER_CALL = 50;

/** One symbol's part of a call's answer. */
export interface BatchedQuote {
  /** `undefined` when B sent none for this symbol. */
  row: QuoteRow | undefined;
  /** The call was answered with 404. */
  notFound: boolean;
  /** The call was answered with rows of symbols that were not requested. */
  hasOtherRows: boolean;
}

/**
 * Sends one call for up to 50 symbols in B's spelling; `undefined` for 404. `question` stands for the first question that
 * needs it.
 */
export type SendQuotes = (symbols: readonly string[], question?: object) => Promise<QuoteRow[] | undefined>;

/** Finds the quotes of symbols in B's spelling, for `question`; rejects when one of the calls fails. */
export type FindQuotes = (symbols: readonly string[], question?: object) => Promise<BatchedQuote[]>;

interface QuoteRequest {
  symbol: string;
  question: object | undefined;
}

/** Creates the function that finds quotes in shared calls: those requested within 5 ms, up to 50 symbols in each. */
export function createQuoteBatch(send: SendQuotes): FindQuotes {
  const findAll = (requests: readonly QuoteRequest[]) =>
    findOnce(
      requests.map(({ symbol }) => symbol),
      (symbols) => send(symbols, requests[0]?.question),
    );
  const loader = new DataLoader<QuoteRequest, BatchedQuote>(findAll, {
    // The loader must not cache: the pipeline caches answers, with their TTL.
    cache: false,
    maxBatchSize: SYMBOLS_PER_CALL,
    batchScheduleFn: (begin) => void setTimeout(begin, BATCH_WINDOW_MS),
  });
  return (symbols, question) => Promise.all(symbols.map((symbol) => loader.load({ symbol, question })));
}

/** Finds quotes with separate calls for one question. */
export async function findQuotes(symbols: readonly string[], send: SendQuotes): Promise<BatchedQuote[]> {
  const chunks: Promise<BatchedQuote[]>[] = [];
  for (let start = 0; start < symbols.length; start += SYMBOLS_PER_CALL) {
    chunks.push(findOnce(symbols.slice(start, start + SYMBOLS_PER_CALL), send));
  }
  return (await Promise.all(chunks)).flat();
}

async function findOnce(symbols: readonly string[], send: SendQuotes): Promise<BatchedQuote[]> {
  const distinct = [...new Set(symbols)];
  const rows = await send(distinct);
  const bySymbol = new Map(rows?.map((row) => [row.symbol.toUpperCase(), row]));
  const hasOtherRows = [...bySymbol.keys()].some((symbol) => !distinct.includes(symbol));
  return symbols.map((symbol) => ({ row: bySymbol.get(symbol), notFound: rows === undefined, hasOtherRows }));
}
