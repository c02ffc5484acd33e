/** Scores how well a listing matches a search, on Alpha Vantage's own scale. */
import { toListingSymbol } from "./symbol.js";

// Longer texts are cut: names have at most 200 characters, and the worst case takes cubic time.
const MAX_CHARACTERS = 200;

/**
 * Returns the score of a listing for a query, 0.0000 to 1.0000, as text with four decimals.
 *
 * `max(R(query, symbol), R(query, name))`, case-insensitive, with the symbol in
 * the spelling of A and B (`TSCO.L`) and `R = 2·M / (|a| + |b|)`, where M counts
 * the characters of the longest common block and, recursively, of those left and
 * right of it (Ratcliff/Obershelp). Of several longest blocks the first is taken,
 * so R depends on the order of its arguments; the larger result is used. Provider
 * C publishes no formula; this one reproduces its recorded scores to the last digit.
 */
export function toMatchScore(query: string, symbol: string, name: string | null): string {
  const wanted = toCharacters(query);
  const scores = [toListingSymbol(symbol.toUpperCase()), name ?? ""].map((text) => {
    const found = toCharacters(text);
    return Math.max(toSimilarity(wanted, found), toSimilarity(found, wanted));
  });
  return Math.max(...scores).toFixed(4);
}

function toCharacters(text: string): Uint32Array {
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS).toLowerCase()].slice(0, MAX_CHARACTERS);
  return Uint32Array.from(characters, (character) => character.codePointAt(0)!);
}

function toSimilarity(a: Uint32Array, b: Uint32Array): number {
  const total = a.length + b.length;
  return total === 0 ? 0 : (2 * countMatches(a, b)) / total;
}

// Counts the characters in common blocks. `limit` is the length of the enclosing longest block, which no further block
// exceeds.
function countMatches(a: Uint32Array, b: Uint32Array, limit = Math.min(a.length, b.length)): number {
  if (a.length === 0 || b.length === 0) return 0;
  const block = findLongestBlock(a, b, limit);
  if (block.length === 0) return 0;
  const before = countMatches(a.subarray(0, block.a), b.subarray(0, block.b), block.length);
  const after = countMatches(a.subarray(block.a + block.length), b.subarray(block.b + block.length), block.length);
  return before + block.length + after;
}

/** Returns the longest common block; of several the one that starts first in `a`, then first in `b`. */
function findLongestBlock(a: Uint32Array, b: Uint32Array, limit: number): { a: number; b: number; length: number } {
  const best = { a: 0, b: 0, length: 0 };
  // lengths[j + 1] is the length of the common block that ends at a[i] and b[j].
  let lengths = new Uint8Array(b.length + 1);
  let next = new Uint8Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      const length = a[i] === b[j] ? lengths[j]! + 1 : 0;
      next[j + 1] = length;
      if (length <= best.length) continue;
      best.a = i - length + 1;
      best.b = j - length + 1;
      best.length = length;
      // Without this stop, texts that share only single characters cost their length cubed.
      if (length === limit) return best;
    }
    [lengths, next] = [next, lengths];
  }
  return best;
}
