/** Well-known symbols, for suggestions and completions without an upstream call. */
import { distance } from "fastest-levenshtein";
import { joinWithOr } from "../../lib/join-words.js";
import { hasWord, WELL_KNOWN } from "../../contract/symbols/well-known-symbols.js";

const MAX_NEAREST = 3;

/** Returns the well-known symbols that begin with `start` in any letter case. */
export function wellKnownStarting(start: string): string[] {
  const wanted = start.trim().toUpperCase();
  return WELL_KNOWN.map(([symbol]) => symbol).filter((symbol) => symbol.startsWith(wanted));
}

/**
 * Returns at most three well-known symbols that `asked` may be a misspelling of: companies with a word in their name that
 * begins with it, then symbols with a similar spelling.
 */
export function similarWellKnown(asked: string): string[] {
  const similar: { symbol: string; edits: number }[] = [];
  for (const each of WELL_KNOWN) {
    const [symbol] = each;
    if (symbol === asked) continue;
    const edits = asked.length >= 4 && hasWord(each, asked) ? 0 : editsBetween(asked, symbol);
    if (edits !== undefined) similar.push({ symbol, edits });
  }
  return similar
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, MAX_NEAREST)
    .map(({ symbol }) => symbol);
}

/**
 * Returns "Did you mean AAPL or AAP?"; `undefined` without a candidate. Names are upstream text and therefore omitted.
 */
export function didYouMean(symbols: readonly string[]): string | undefined {
  return symbols.length === 0 ? undefined : `Did you mean ${joinWithOr(symbols)}?`;
}

/**
 * Returns "Did you mean AAPL or AAP for APPL, MSFT for MFST?", or for one symbol the same as `didYouMean`; `undefined`
 * if no symbol resembles a known one.
 */
export function didYouMeanEach(asked: readonly string[]): string | undefined {
  if (asked.length === 1) return didYouMean(similarWellKnown(asked[0]!));
  const meant = asked.flatMap((symbol) => {
    const similar = similarWellKnown(symbol);
    return similar.length > 0 ? [`${joinWithOr(similar)} for ${symbol}`] : [];
  });
  return meant.length > 0 ? `Did you mean ${meant.join(", ")}?` : undefined;
}

/**
 * Returns the edit distance of two symbols, where swapping two neighbours is one edit; `undefined` when it exceeds a
 * third of the shorter symbol's length. An index (`^`) is only compared with indices, and a common ending (`-USD`) does
 * not count.
 */
function editsBetween(asked: string, symbol: string): number | undefined {
  if (asked.startsWith("^") !== symbol.startsWith("^")) return undefined;
  const [one, other] = withoutSharedEnding(asked.replace("^", ""), symbol.replace("^", ""));
  const shorter = Math.min(one.length, other.length);
  const allowed = Math.floor(shorter / 3);
  // This check is cheap and makes the costly comparison unnecessary for most symbols.
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return undefined;
  const edits = isSwap(one, other) ? 1 : distance(one, other);
  return edits <= allowed ? edits : undefined;
}

function withoutSharedEnding(one: string, other: string): [string, string] {
  const at = one.search(/[-.=]/);
  const ending = at > 0 ? one.slice(at) : "";
  if (ending === "" || !other.endsWith(ending)) return [one, other];
  return [one.slice(0, at), other.slice(0, -ending.length)];
}

/** Whether two texts differ only in the order of two neighbouring characters. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
