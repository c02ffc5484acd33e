/**
 * Yahoo's calls for quotes and summaries, each for all questions of the same moment: Yahoo limits how often an
 * address calls, not how many symbols or modules it requests. An assistant that requests overview, recommendations and
 * insiders of a company together causes one call instead of three.
 */
import DataLoader from "dataloader";
import { z } from "../../../contract/schema.js";
import type { ProviderSettings } from "../../../contract/provider.js";
import { text } from "../../../contract/values.js";
import type { Asked } from "../../../contract/patience.js";
import { createSend, type Send } from "./call.js";
import { toResult } from "./envelopes.js";
import { toRows, type QuoteRow } from "./quote-row.js";
import { comparable } from "./symbol.js";
import type { Session } from "../session/session.js";

/** Milliseconds that the first question of a call waits for further ones. */
export const BATCH_WINDOW_MS = 5;
/** With more symbols, the address may be too long for a server or proxy. */
const SYMBOLS_PER_CALL = 50;

/** Calls that several questions share. */
export type SharedCalls = ReturnType<typeof createSharedCalls>;

/** Creates the shared calls; `runShared` gives each of them an upstream. */
export function createSharedCalls(session: Session, runShared: ProviderSettings["runShared"]) {
  return {
    quotes: createQuoteBatch((symbols, question) =>
      runShared((upstream) => sendQuotes(createSend(session, upstream), symbols), question),
    ),
    summary: createSummaryBatch((symbol, modules, question) =>
      runShared((upstream) => sendSummary(createSend(session, upstream), symbol, modules), question),
    ),
  };
}

/** Requests quotes, with `fields` in place of the default ones if given; `undefined` for 404. */
export async function sendQuotes(send: Send, symbols: readonly string[], fields: readonly string[] = []) {
  const params = { symbols: symbols.join(","), ...(fields.length > 0 ? { fields: fields.join(",") } : {}) };
  const { found, body } = await send({ path: "/v7/finance/quote", params });
  return found ? toRows(toResult(body, "quoteResponse"), SYMBOLS_PER_CALL) : undefined;
}

/**
 * Requests modules of one security. The answer is parsed here and not in the questions, so that one of another shape
 * counts as one failure of the provider.
 */
async function sendSummary(send: Send, symbol: string, modules: readonly string[]) {
  const { found, body } = await send({
    path: `/v10/finance/quoteSummary/${encodeURIComponent(symbol)}`,
    params: { formatted: "false", modules: [...new Set(modules)].join(",") },
  });
  if (!found) return { isKnown: lacksOnlyModules(body), result: undefined };
  return { isKnown: true, result: toResult(body, "quoteSummary")[0] };
}

/** Whether a 404 means that a probably known symbol has none of the modules. */
function lacksOnlyModules(body: unknown): boolean {
  const parsed = summaryError.safeParse(body);
  return parsed.success && (parsed.data.quoteSummary.error.description ?? "").startsWith("No fundamentals data found");
}

const summaryError = z.object({ quoteSummary: z.object({ error: z.object({ description: text }) }) });

/** `question` stands for the question that makes a request. */
interface Requesting {
  question: Asked | undefined;
}

/**
 * Returns what stands for all these requests in their one call: it has the turn of any of their callers, also of those who
 * join later. Over stdio, where nobody has a share, that is the first question.
 */
function standingFor(requests: readonly Requesting[]): Asked | undefined {
  const [first, ...rest] = new Set(requests.map(({ question }) => question));
  if (rest.length === 0 || first?.callerId === undefined) return first;
  return {
    callerId: first.callerId,
    get others() {
      const callers = [first, ...rest].flatMap((each) => [each?.callerId, ...(each?.others ?? [])]);
      return new Set(callers.filter((callerId) => callerId !== undefined));
    },
  };
}

/** Collects the requests of a moment. */
function createLoader<Request, Answer>(
  answer: (requests: readonly (Request & Requesting)[]) => Promise<(Answer | Error)[]>,
  maxBatchSize = Infinity,
) {
  return new DataLoader(answer, {
    // The loader must not cache: the pipeline caches answers, with their TTL.
    cache: false,
    maxBatchSize,
    batchScheduleFn: (begin) => void setTimeout(begin, BATCH_WINDOW_MS),
  });
}

/** One symbol's part of a call's answer. */
interface BatchedQuote {
  /** `undefined` when B sent none for this symbol. */
  row: QuoteRow | undefined;
  /** The call was answered with 404. */
  notFound: boolean;
  /** The call was answered with rows of symbols that were not requested. */
  hasOtherRows: boolean;
}

/** Sends one call for up to 50 symbols in B's spelling; `undefined` for 404. `question` stands for all that need it. */
export type SendQuotes = (symbols: readonly string[], question?: Asked) => Promise<QuoteRow[] | undefined>;

/** Creates the function that finds quotes of symbols in B's spelling; it rejects when one of the calls fails. */
export function createQuoteBatch(send: SendQuotes) {
  const loader = createLoader<{ symbol: string }, BatchedQuote>(async (requests) => {
    const distinct = [...new Set(requests.map(({ symbol }) => symbol))];
    const rows = await send(distinct, standingFor(requests));
    const bySymbol = new Map(rows?.map((row) => [comparable(row.symbol), row]));
    const wanted = new Set(distinct.map(comparable));
    const hasOtherRows = [...bySymbol.keys()].some((symbol) => !wanted.has(symbol));
    return requests.map(({ symbol }) => ({
      row: bySymbol.get(comparable(symbol)),
      notFound: rows === undefined,
      hasOtherRows,
    }));
  }, SYMBOLS_PER_CALL);
  return (symbols: readonly string[], question?: Asked) =>
    Promise.all(symbols.map((symbol) => loader.load({ symbol, question })));
}

/** Sends one call; all questions that need it share its parsed answer. `question` stands for all of them. */
export type SendSummary<T> = (symbol: string, modules: readonly string[], question?: Asked) => Promise<T>;

/** Combines the calls about each symbol; a failure affects only the questions about its symbol. */
export function createSummaryBatch<T>(send: SendSummary<T>): SendSummary<T> {
  const loader = createLoader<{ symbol: string; modules: readonly string[] }, T>(async (requests) => {
    const answers = new Map<string, Promise<T | Error>>();
    for (const { symbol } of requests) {
      if (answers.has(symbol)) continue;
      const about = requests.filter((request) => request.symbol === symbol);
      const modules = new Set(about.flatMap((request) => request.modules));
      const answer = send(symbol, [...modules], standingFor(about)).catch((error: unknown) => error as Error);
      answers.set(symbol, answer);
    }
    return Promise.all(requests.map(({ symbol }) => answers.get(symbol)!));
  });
  return (symbol, modules, question) => loader.load({ symbol, modules, question });
}
