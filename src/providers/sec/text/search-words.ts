/** The words of a question, and where a text has them. */
import { toComparable, trimEndOf } from "./words.js";

/** A word of a question: as it was asked, and what a word of a text begins with that is the same. */
export interface Term {
  asked: string;
  beginnings: readonly string[];
}

/** Words of a question that say nothing about its subject. */
const EMPTY = new Set(
  "a about all an and any are as at be been by did do does for from had has have how in into is it its many me much of on or our out over per show tell that the their them there these they this those to under was we were what when where which who whose why will with would you your".split(
    " ",
  ),
);
/** As many words as a number has bits for. */
const MAX_TERMS = 30;
/** A shorter word is the same without its last letter only by chance. */
const MIN_PLURAL = 4;

/** The words of a phrase in their order, without those that carry no meaning, unless it has no others. */
export function toTerms(phrase: string): Term[] {
  const words = toComparable(phrase).match(/[\p{L}\p{N}][\p{L}\p{N}.,'&%$-]*/gu) ?? [];
  const asked = [...new Set(words.map((word) => trimEndOf(word, ".,'-&").replace(/'s$/, "")))];
  const meant = asked.filter((word) => !EMPTY.has(word));
  return (meant.length > 0 ? meant : asked)
    .slice(0, MAX_TERMS)
    .map((word) => ({ asked: word, beginnings: beginOf(word) }));
}

/** The beginnings of the singular and the plural of a word. */
function beginOf(word: string): string[] {
  if (word.length < MIN_PLURAL || /\d/.test(word) || /(?:ss|us|is)$/.test(word)) return [word];
  const single = word
    .replace(/ies$/, "y")
    .replace(/(x|ch|sh|ss|z)es$/, "$1")
    .replace(/s$/, "");
  return single.endsWith("y") ? [single, `${single.slice(0, -1)}ies`] : [single];
}

/** The terms that a comparable text has, as the bits of a number in their order. */
export function termsIn(text: string, terms: readonly Term[]): number {
  let found = 0;
  for (const [index, { beginnings }] of terms.entries())
    if (beginnings.some((beginning) => placeOf(text, beginning, false) >= 0)) found |= 1 << index;
  return found;
}

/** Whether a comparable text has a word with each of the terms that it has: as it was asked, or in the plural. */
export function areWhole(text: string, terms: readonly Term[]): boolean {
  return terms.every(
    ({ beginnings }) =>
      beginnings.every((beginning) => placeOf(text, beginning, false) < 0) ||
      beginnings.some((beginning) => placeOf(text, beginning, true) >= 0),
  );
}

/** The characters between one of the terms and the nearest of some places in a comparable text. */
export function distanceTo(
  places: readonly (readonly [from: number, to: number])[],
  text: string,
  terms: readonly Term[],
): number {
  let least = Number.POSITIVE_INFINITY;
  for (const beginning of terms.flatMap(({ beginnings }) => beginnings)) {
    let next = 0;
    for (let at = placeOf(text, beginning, false); at >= 0; at = placeOf(text, beginning, false, at + 1)) {
      while (next < places.length && places[next]![1] <= at) next++;
      const [before, after] = [places[next - 1], places[next]];
      if (before) least = Math.min(least, at - before[1]);
      if (after) least = Math.min(least, Math.max(0, after[0] - at - beginning.length));
    }
  }
  return least;
}

export function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Where a text has a word with this beginning, or nothing else than it and an ending of the plural; -1 without one. */
function placeOf(text: string, beginning: string, isWhole: boolean, since = 0): number {
  for (let at = text.indexOf(beginning, since); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (isLetter(text[at - 1])) continue;
    const end = at + beginning.length;
    // "20" is no beginning of "2024", nor "1" one of "1,234", and "234" is no end of it.
    if (/\d$/.test(beginning) && /^(?:\d|[.,]\d)/.test(text.slice(end, end + 2))) continue;
    if (/^\d/.test(beginning) && /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at))) continue;
    const ending = /^(?:es|s)(?![a-z])/.exec(text.slice(end, end + 3))?.[0].length ?? 0;
    if (!isWhole || !isLetter(text[end + ending])) return at;
  }
  return -1;
}
