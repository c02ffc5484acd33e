/** Which of a company's tags a text means, and which are near it. */
import { eachOnce } from "../../../lib/each-once.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { toRuleTag } from "../books/fact-book.js";
import type { LineTags } from "./line-tags.js";
import { toName, type ListedTag } from "../books/tag-list.js";
import { findEqual, findSimilar, toWorded } from "../books/tag-words.js";

/** The most tags that are near a text. */
const MAX_NEAR = 40;
/** The part of a text's words that a near tag has at least. */
const HALF = 0.5;

/** The tags for a text. */
export interface ChosenTags {
  /** Tags that it means, each once; only a single one is answered with its values. */
  meant: ListedTag[];
  /** Returns the tags to choose from, the nearest first; a tag in two units twice. */
  near(): ListedTag[];
  /** Further tags of the line of the statements whose tag is meant, newest first. */
  further: ListedTag[];
}

/** A text, and what is known about it. */
interface Asked {
  text: string;
  /** The tag whose name the text is, and whether it may be a word as well, such as Cash. */
  name: string | undefined;
  isWord: boolean;
  /** The line of the statements that the text means. */
  line: LineTags | undefined;
  /** Whether a tag whose newest value is of this day is no longer used. */
  isOld(newest: string): boolean;
}

/**
 * Returns the tags that a text means: the one with this name; else, of those that are still used, the one that the newest
 * statement has the line from, and those with this name or label. Other tags of the line are meant by their names only.
 */
export function chooseTags(tags: readonly ListedTag[], { text, name, isWord, line, isOld }: Asked): ChosenTags {
  const find = (names: readonly string[]) => {
    return names.flatMap((each) => tags.filter(({ taxonomy, tag }) => toRuleTag(taxonomy, tag) === each));
  };
  const ofLine = newestFirst(find(line?.all ?? []), ({ newest }) => newest);
  const served = find(line?.newest ?? []);
  const equal = findEqual(tags, text, line !== undefined);
  const isNamed = ({ tag }: ListedTag) => tag === name;
  const alsoMeant = equal.filter((tag) => served.length === 0 || isNamed(tag) || !ofLine.includes(tag));
  const named = isWord ? [] : equal.filter(isNamed);
  const meant = named.length > 0 ? named : [...served, ...alsoMeant].filter(({ newest }) => !isOld(newest));
  function near(): ListedTag[] {
    const worded = toWorded(tags, ({ newest }) => isOld(newest));
    const findNear = (words: string, part: number) => findSimilar(worded, words, part);
    // A tag with all words of one of the line's, such as PaymentsOfOrdinaryDividends; of one word most tags would be.
    const several = line?.all.filter((each) => /[a-z][A-Z]/.test(each)) ?? [];
    const similar = [...several.flatMap((each) => findNear(each, 1)), ...findNear(text, HALF)];
    // EPS and other short words stand in no label, but are part of the line's tags.
    if (similar.length === 0 && line?.all[0] !== undefined) similar.push(...findNear(line.all[0], HALF));
    const all = [...meant, ...equal, ...ofLine, ...find(line?.parts ?? []), ...similar];
    return eachOnce(all, (tag) => `${toName(tag)} ${tag.unit}`).slice(0, MAX_NEAR);
  }
  return {
    meant: eachOnce(meant, toName),
    near,
    further: eachOnce(ofLine, toName).filter((tag) => !served.some((own) => toName(own) === toName(tag))),
  };
}
