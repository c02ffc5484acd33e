/** Names that a caller probably meant with an unknown one. */
import { distance } from "fastest-levenshtein";

const MAX_NEAREST = 3;
/** Letters that a word in common outweighs: `get_quote` is nearer to `provider_a_get_stock_quote` than to `get_fund`. */
const WORD = 20;

/**
 * Returns the most similar names: first those that contain the entered one, then those with the most words and letters
 * in common. A plural or a longer form counts as the same word.
 */
export function nearestNames(asked: string, names: readonly string[], most = MAX_NEAREST): string[] {
  const wanted = asked.toLowerCase().slice(0, 64);
  const words = toWords(toPlain(asked.slice(0, 64)));
  const scoreOf = (name: string) => {
    const plain = toPlain(name);
    const own = toWords(plain);
    const shared = words.filter((word) => own.some((each) => isSame(each, word)));
    return distance(wanted, plain) - WORD * shared.length - (plain.includes(wanted) ? 20 : 0);
  };
  return names.toSorted((one, other) => scoreOf(one) - scoreOf(other)).slice(0, most);
}

/**
 * Returns those of the most similar names that a caller may have meant: they contain the entered one, have its last word,
 * which says what it is, or differ in at most a third of the letters. A net margin is no EBITDA margin: of two names with
 * one noun, one has all words of the other. None is better than a wrong one.
 */
export function likelyNames(asked: string, names: readonly string[]): string[] {
  const wanted = asked.toLowerCase().slice(0, 64);
  const words = toWords(toPlain(asked.slice(0, 64)));
  const noun = words.at(-1);
  const hasAll = (of: readonly string[], others: readonly string[]) =>
    others.every((other) => of.some((each) => isSame(each, other)));
  const isLikely = (name: string) => {
    const own = toWords(toPlain(name));
    return (
      (wanted.length > 2 && name.toLowerCase().includes(wanted)) ||
      (noun !== undefined && own.includes(noun) && (hasAll(words, own) || hasAll(own, words))) ||
      distance(wanted, name.toLowerCase()) <= Math.floor(Math.min(wanted.length, name.length) / 3)
    );
  };
  return nearestNames(asked, names.filter(isLikely));
}

/** Whether one of two words is the other, or its beginning. */
const isSame = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

/** Returns the name in small letters, with a mark between the words of camel case. */
const toPlain = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();

/**
 * Returns the most similar name that differs in at most `maxEdits` letters, and in at most half of them. Of names that are
 * equally near, the one with the same letters comes first: `hlep` is `help`, not `http`.
 */
export function nearestWithin(asked: string, names: readonly string[], maxEdits: number): string | undefined {
  const allowed = Math.min(maxEdits, Math.floor(asked.length / 2));
  const letters = (word: string) => [...word].toSorted().join("");
  const isTurned = (name: string) => letters(name) === letters(asked);
  const near = names.filter((name) => Math.abs(name.length - asked.length) <= allowed);
  const [nearest] = near
    .map((name) => ({ name, edits: distance(asked, name) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((one, other) => one.edits - other.edits || Number(isTurned(other.name)) - Number(isTurned(one.name)));
  return nearest?.name;
}

/** Returns the words of at least three letters, without the verb that most names begin with. */
function toWords(name: string): string[] {
  return name.split(/[^a-z]+/).filter((word) => word.length > 2 && word !== "get");
}
