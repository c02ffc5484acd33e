/** Finds tags by their names, or by words of their labels. */
import type { ListedTag } from "./tag-list.js";

/** Tags that fit a text equally well, the closest first; `isWhole` if each has all of its words. */
export interface FoundTags {
  tags: ListedTag[];
  isWhole: boolean;
}

/** Words that say nothing about a figure. */
const EMPTY = new Set("a an and by for from in of on or the to with".split(" "));

/** A year, which no tag is named by: its values are of all years. */
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Returns the tags with this name, in any case and with or without the taxonomy; else those whose name or label has just
 * these words; else those with the most of them, half of them at least.
 */
export function findByWords(tags: readonly ListedTag[], asked: string): FoundTags {
  const name = asked.toLowerCase();
  const named = tags.filter(({ taxonomy, tag }) =>
    [tag, `${taxonomy}:${tag}`].some((each) => each.toLowerCase() === name),
  );
  if (named.length > 0) return { tags: named, isWhole: true };
  // A tag of another taxonomy is another one, which is not taken for the asked one.
  const hasTaxonomy = asked.includes(":");
  const words = toWords(asked.slice(asked.lastIndexOf(":") + 1));
  const text = words.join(" ");
  const equal = tags.filter(({ tag, label }) => [tag, label].some((each) => toWords(each).join(" ") === text));
  if (equal.length > 0 && words.length > 0) return { tags: equal, isWhole: !hasTaxonomy };
  const wanted = new Set(words);
  const scored = tags.map((tag) => {
    const own = new Set([...toWords(tag.tag), ...toWords(tag.label)]);
    return { tag, own: own.size, hits: [...wanted].filter((word) => own.has(word)).length };
  });
  const most = Math.max(0, ...scored.map(({ hits }) => hits));
  const best = most === 0 || most * 2 < wanted.size ? [] : scored.filter(({ hits }) => hits === most);
  best.sort((one, other) => one.own - other.own || (one.tag.newest < other.tag.newest ? 1 : -1));
  return { tags: best.map(({ tag }) => tag), isWhole: most === wanted.size && !hasTaxonomy };
}

/** Returns the words of a label, or of a name such as `NetIncomeLoss`, in lower case and without the `s` of a plural. */
function toWords(text: string): string[] {
  const parts = text
    .replace(/([a-z\d])(?=[A-Z])/g, "$1 ")
    .replace(/['’]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return parts
    .filter((word) => word !== "" && !EMPTY.has(word) && !YEAR.test(word))
    .map((word) => word.replace(/(?<=..[^s])s$/, ""));
}
