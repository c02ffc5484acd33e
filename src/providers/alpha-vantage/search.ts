/** Symbol search by Alpha Vantage; the interface has the same fields. */
import { say, type Sentence } from "../../contract/sentence.js";
import { sourceSymbol } from "../../contract/fields.js";
import { wellKnownBesideShares } from "../../contract/symbols/well-known-symbols.js";
import { isinOnly, MAX_MATCHES, search, toFitNotes, type SearchMatch } from "../../capabilities/companies/search.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { lenient, text, toNumber, toText } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { isObject } from "../../lib/is-object.js";
import { alphaVantageProvider } from "./provider.js";

/**
 * Matches with Alpha Vantage's scores, best first, each once, at most ten.
 *
 * Hours are local and the time zone is the offset in force; both are C's own texts. An empty list is `no_data`: C knows
 * shares and funds only, while other providers also know indices, coins and currency pairs. An object without a list is
 * `bad_answer`.
 */
export const searchFromAlphaVantage = source(
  alphaVantageProvider,
  search,
  async ({ q }, client) => {
    const answer = await client.query({ function: "SYMBOL_SEARCH", keywords: q });
    if (answer === null || (Array.isArray(answer) && answer.length === 0))
      throw new ProviderError("provider-c", "no_data");
    const body = searchBody.safeParse(answer);
    if (!body.success) throw new UnreadableAnswer("provider-c");
    if (body.data.bestMatches.length === 0) throw new ProviderError("provider-c", "no_data");
    const matches = body.data.bestMatches
      .slice(0, MAX_ROWS)
      .map(toMatch)
      .filter((match) => match !== null);
    if (matches.length === 0) throw new ProviderError("provider-c", "bad_answer");
    const bestFirst = eachOnce(matches, ({ symbol }) => symbol).sort(
      (one, other) => Number(other.matchScore) - Number(one.matchScore),
    );
    return {
      data: { bestMatches: bestFirst.slice(0, MAX_MATCHES) },
      notes: [...toFitNotes(q, bestFirst), ...toOtherNotes(q)],
    };
  },
  { cannot: isinOnly },
);

/** Limit of rows that are parsed; no recorded answer has as many. */
const MAX_ROWS = 50;

// z.array would visit every one of the million entries that a broken upstream can send.
const searchBody = z.object({ bestMatches: z.custom<unknown[]>(Array.isArray) });

/** The fields of a row in its order: Alpha Vantage numbers them, as in "1. symbol". */
const searchRow = z.object({
  symbol: text,
  name: text,
  type: text,
  region: text,
  marketOpen: text,
  marketClose: text,
  timezone: text,
  currency: text,
  matchScore: lenient(toScore),
});

function toMatch(row: unknown): SearchMatch | null {
  if (!isObject(row)) return null;
  const fields = Object.keys(searchRow.shape).map((name, index) => [name, row[`${index + 1}. ${name}`]]);
  const match = searchRow.parse(Object.fromEntries(fields));
  // Every symbol in a result must be valid as an input.
  const symbol = sourceSymbol.safeParse(match.symbol);
  return symbol.success ? { ...match, symbol: symbol.data } : null;
}

/** Returns the score as Alpha Vantage sends it, as text ("1.0000" stays unchanged); a number gets four decimals. */
function toScore(value: unknown): string | null {
  const score = toNumber(value);
  if (score === null) return null;
  return typeof value === "number" ? score.toFixed(4) : toText(value);
}

/** Indices, futures, coins and pairs that the search may mean: Alpha Vantage's search lists shares and funds only. */
function toOtherNotes(q: string): Sentence[] {
  const others = wellKnownBesideShares(q);
  if (others.length === 0) return [];
  return [say`Not among shares and funds: ${others.map(({ symbol, name }) => `${symbol} (${name})`).join(", ")}.`];
}
