/**
 * Modules of one security that several questions need at the same moment, in one quoteSummary call.
 * An assistant asks for overview, recommendations and insiders of a company at once: one call instead of three.
 */
import DataLoader from "dataloader";
import { BATCH_WINDOW_MS } from "./quote-batch.js";

/** The modules that one question needs. */
interface Asked {
  /** In B's spelling. */
  symbol: string;
  modules: readonly string[];
}

/** Sends one call, whose parsed answer the questions share. */
export type SendSummary<T> = (symbol: string, modules: readonly string[]) => Promise<T>;

/** Joins calls about the same symbol that are asked for within a few milliseconds; each symbol fails on its own. */
export function createSummaryBatch<T>(send: SendSummary<T>): SendSummary<T> {
  const loader = new DataLoader<Asked, T>((asked) => sendBySymbol(asked, send), {
    // The loader must not cache: the answers of questions are cached elsewhere.
    cache: false,
    batchScheduleFn: (begin) => void setTimeout(begin, BATCH_WINDOW_MS),
  });
  return (symbol, modules) => loader.load({ symbol, modules });
}

async function sendBySymbol<T>(asked: readonly Asked[], send: SendSummary<T>): Promise<(T | Error)[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { symbol, modules } of asked) {
    const known = wanted.get(symbol) ?? new Set();
    for (const module of modules) known.add(module);
    wanted.set(symbol, known);
  }
  const answers = new Map(
    [...wanted].map(([symbol, modules]) => {
      const answer = send(symbol, [...modules]).catch((error: unknown) => error as Error);
      return [symbol, answer];
    }),
  );
  return Promise.all(asked.map(({ symbol }) => answers.get(symbol)!));
}
