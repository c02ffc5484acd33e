/** Finds tags by their names, or by words of their labels. */
import { newestFirst } from "../../../lib/newest-first.js";
import type { ListedTag } from "./tag-list.js";

/** Words that change no figure's meaning. */
const EMPTY = new Set("a an of the".split(" "));
/** Further words that say nothing about which figures are near: they only tell "due from" and "due to" apart. */
const LINKS = new Set("and by for from in on or to with".split(" "));
/** Words of a label that make it another figure than one without them. */
const TURNING = new Set(
  "accumulated adjustment after allowance before change decrease deferred excluding increase interest issuance liability other parent payment per preferred proceed proforma reconciliation related repayment unrecognized".split(
    " ",
  ),
);

/** A year, which no tag is named by: its values are of all years. */
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Returns the tags with this name, in any case and with or without the taxonomy; else those whose label or name is the text:
 * case, punctuation, plurals and the order of words do not count. With `byLabel` a name counts only where there is no label:
 * the tag NoncurrentAssets is labelled "Long-Lived Assets".
 */
export function findEqual(tags: readonly ListedTag[], asked: string, byLabel: boolean): ListedTag[] {
  const name = asked.toLowerCase();
  const isNamed = ({ taxonomy, tag }: ListedTag) =>
    [tag, `${taxonomy}:${tag}`].some((each) => each.toLowerCase() === name);
  const named = tags.filter(isNamed);
  if (named.length > 0 || asked.includes(":")) return named;
  const text = toKey(asked);
  const keysOf = ({ tag, label }: ListedTag) => (byLabel ? [label || tag] : [label, tag]).map(toKey);
  return text === "" ? [] : tags.filter((tag) => keysOf(tag).includes(text));
}

/** How near a tag is: with the weight of the words that it has, and the number of its other ones. */
interface Nearness {
  weight: number;
  turning: number;
  old: number;
  others: number;
}

/** A tag with the words of its label and of its name. */
interface WordedTag {
  tag: ListedTag;
  texts: readonly (readonly string[])[];
  isOld: boolean;
}

/** Returns the tags with their words; `isOld` says which are no longer used. */
export function toWorded(tags: readonly ListedTag[], isOld: (tag: ListedTag) => boolean): WordedTag[] {
  return tags.map((tag) => ({ tag, texts: [tag.label, tag.tag].map(toSubject), isOld: isOld(tag) }));
}

/**
 * Returns the tags whose name or label has at least this part of the words, the nearest first: those with the rarest of the
 * words, of these the ones without words that turn the meaning, of these the ones that are still used, and of these the
 * ones with the fewest other words.
 */
export function findSimilar(known: readonly WordedTag[], asked: string, part: number): ListedTag[] {
  const wanted = [...new Set(toSubject(asked.slice(asked.lastIndexOf(":") + 1)))];
  const weights = new Map(
    wanted.map((word) => {
      const having = known.filter(({ texts }) => texts.some((text) => text.includes(word))).length;
      return [word, Math.log((known.length + 1) / (having + 1))];
    }),
  );
  function toNearness(own: readonly string[], old: number): Nearness[] {
    const hits = wanted.filter((word) => own.includes(word));
    if (hits.length === 0 || hits.length < wanted.length * part) return [];
    const weight = hits.reduce((sum, word) => sum + weights.get(word)!, 0);
    const turning = own.filter((word) => TURNING.has(word) && !wanted.includes(word)).length;
    return [{ weight, turning, old, others: own.length - hits.length }];
  }
  const near = known.flatMap(({ tag, texts, isOld }) => {
    const [nearest] = texts.flatMap((text) => toNearness(text, isOld ? 1 : 0)).toSorted(compareNearness);
    return nearest ? [{ tag, ...nearest }] : [];
  });
  return newestFirst(near, ({ tag }) => tag.newest)
    .toSorted(compareNearness)
    .map(({ tag }) => tag);
}

function compareNearness(one: Nearness, other: Nearness): number {
  return other.weight - one.weight || one.turning - other.turning || one.old - other.old || one.others - other.others;
}

const toSubject = (text: string) => toWords(text).filter((word) => !LINKS.has(word));

/** Returns the words of a text in an order that is the same for all texts with these words. */
export function toKey(text: string): string {
  return toWords(text).toSorted().join(" ");
}

/** Returns the words of a label, or of a name such as `NetIncomeLoss`, in lower case and in the singular. */
function toWords(text: string): string[] {
  const parts = text
    .replace(/([a-z\d])(?=[A-Z])/g, "$1 ")
    // "R&D" is one word, and "research & development" has an "and".
    .replace(/['’]|(?<=\b\w{1,2})&(?=\w\b)/g, "")
    .replace(/&/g, " and ")
    .toLowerCase()
    // One word, as it is no interest on money.
    .replace(/\b(?:minority|non-?controlling) interests?\b/g, "minority")
    .replace(/\bshareholder/g, "stockholder")
    .split(/[^\p{L}\d]+/u);
  return parts.filter((word) => word !== "" && !EMPTY.has(word) && !YEAR.test(word)).map(toSingular);
}

function toSingular(word: string): string {
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (word.endsWith("isation")) return word.replace("isation", "ization");
  return /(?:ss|x)es$/.test(word) ? word.slice(0, -2) : word.replace(/(?<=..[^s])s$/, "");
}
