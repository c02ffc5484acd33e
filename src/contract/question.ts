/** One question, in the form that all surfaces and all stages of the pipeline use. */
import type { Capability, InputOf } from "./capability.js";
import type { Served } from "./envelope.js";
import type { Entry } from "./entry.js";

/** The caller's side of a question. */
interface Asker {
  /** Aborts when the caller no longer waits for the answer. */
  signal?: AbortSignal | undefined;
  /** Identifies the caller, who has a share of each provider's calls. */
  callerId?: string | undefined;
  /** When the caller asked, as a time of `performance.now`: all parts of an answer that are asked for later share the time. */
  askedAt?: number | undefined;
}

export interface Question<C extends Capability = Capability> extends Asker {
  askedAt: number;
  /** The row of the catalogue that answers the question. */
  entry: Entry<C>;
  /** Parsed and normalised parameters. */
  input: InputOf<C>;
  /** The security in question; `undefined` for a market, a list or a search. */
  symbol: string | undefined;
  /** Answers from the cache only, fresh or stale, and fails otherwise; makes no upstream call. */
  cachedOnly?: boolean;
}

/**
 * Answers one question.
 *
 * @throws {MarketDataError} when there is no answer.
 */
export type Ask = (question: Question) => Promise<Served>;

/** Returns the symbols that a question names: one, those of its list, or none. */
export function symbolsOf({ symbol, input }: Pick<Question, "symbol" | "input">): readonly string[] {
  if (symbol !== undefined) return [symbol];
  const symbols: unknown = input["symbols"];
  return Array.isArray(symbols) ? (symbols as string[]) : [];
}

/** Creates a question from a catalogue row and its parsed input. */
export function toQuestion<C extends Capability>(entry: Entry<C>, input: InputOf<C>, asker: Asker = {}): Question<C> {
  const { symbol } = input;
  const { signal, callerId, askedAt = performance.now() } = asker;
  return { entry, input, symbol: typeof symbol === "string" ? symbol : undefined, signal, callerId, askedAt };
}
