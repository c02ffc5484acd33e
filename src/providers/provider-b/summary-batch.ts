/**
 * Combines modules of one security that several questions need at the same moment into one quoteSummary call. An
 * assistant that requests overview, recommendations and insiders of a company together causes one call instead of
 * three.
 */
import DataLoader from "dataloader";
import { BATCH_WINDOW_MS } from "./quote-batch.js";

/** The modules that one question needs. */
interface ModuleRequest {
  /** In B's spelling. */
  symbol: string;
  modules: readonly string[];
  /** Stands for the question that asks. */
  question: object | undefined;
}

/** Sends one call; all questions that need it share its parsed answer. `question` stands for the first of them. */
export type SendSummary<T> = (symbol: string, modules: readonly string[], question?: object) => Promise<T>;

/**
 * Combines calls about the same symbol within a few milliseconds; a failure affects only the questions about its
 * symbol.
 */
export function createSummaryBatch<T>(send: SendSummary<T>): SendSummary<T> {
  const loader = new DataLoader<ModuleRequest, T>((requests) => sendBySymbol(requests, send), {
    // The loader must not cache: the pipeline caches answers, with their TTL.
    cache: false,
    batchScheduleFn: (begin) => void setTimeout(begin, BATCH_WINDOW_MS),
  });
  return (symbol, modules, question) => loader.load({ symbol, modules, question });
}

async function sendBySymbol<T>(requests: readonly ModuleRequest[], send: SendSummary<T>): Promise<(T | Error)[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { symbol, modules } of requests) {
    const union = wanted.get(symbol) ?? new Set();
    for (const module of modules) union.add(module);
    wanted.set(symbol, union);
  }
  const answers = new Map(
    [...wanted].map(([symbol, modules]) => {
      const first = requests.find((request) => request.symbol === symbol);
      const answer = send(symbol, [...modules], first?.question).catch((error: unknown) => error as Error);
      return [symbol, answer];
    }),
  );
  return Promise.all(requests.map(({ symbol }) => answers.get(symbol)!));
}
