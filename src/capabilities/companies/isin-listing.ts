/** A listing in place of an ISIN, which people have from their bank and which no source of figures knows. */
import type { Entry } from "../../contract/entry.js";
import type { Served } from "../../contract/envelope.js";
import { MarketDataError } from "../../contract/errors.js";
import { toQuestion, type Ask, type Question } from "../../contract/question.js";
import { on, say, type Sentence } from "../../contract/sentence.js";
import { isIsin } from "../../market/symbols/isin.js";
import { search, type SearchMatch } from "./search.js";

/** Whether the question has an ISIN for its symbol. */
export const namesIsin = ({ symbol, cachedOnly }: Question): boolean =>
  symbol !== undefined && cachedOnly !== true && isIsin(symbol);

/**
 * Returns the answer about the listing that the search has for the ISIN, with a sentence on which it is. Takes one call
 * more than the question itself.
 *
 * @throws {MarketDataError} `not_found` if the search has none.
 */
export async function answerOfIsin(question: Question, rowOfSearch: Entry, ask: Ask): Promise<Served> {
  const isin = question.symbol!;
  const found = await ask(toQuestion(rowOfSearch, search.input.parse({ q: isin }), question));
  const [best, ...others] = (found.envelope.body["bestMatches"] ?? []) as readonly SearchMatch[];
  if (!best) throw new MarketDataError("not_found", `Cannot find ${isin}: the search has no listing of this ISIN.`);
  const served = await ask(toQuestion(question.entry, { ...question.input, symbol: best.symbol }, question));
  const note: Sentence = on.answer(say`${isin} was read as ${best.symbol}${toOthers(best, others)}.`);
  return { ...served, envelope: { ...served.envelope, notes: [note, ...served.envelope.notes] } };
}

/** Further listings of the same security have the score of the best. */
function toOthers({ matchScore }: SearchMatch, others: readonly SearchMatch[]): string {
  const same = others.filter((each) => each.matchScore === matchScore).map(({ symbol }) => symbol);
  return same.length === 0 ? "" : `, the first of its listings; further ones: ${same.join(", ")}`;
}
