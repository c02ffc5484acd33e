/** The tag that a caller names. */
import { TAG, TAXONOMY, type ListedTag } from "../books/tag-list.js";

/** Returns the tag that a text names; `undefined` for words. A name without a taxonomy is looked for in the usual one. */
export function toTag(concept: string): Pick<ListedTag, "taxonomy" | "tag"> | undefined {
  const [name = "", taxonomy = "us-gaap", ...more] = concept.split(":").toReversed();
  // Words of a label, such as goodwill, are often written without a capital.
  const isName = more.length === 0 && TAG.test(name) && TAXONOMY.test(taxonomy) && /[A-Z]/.test(name);
  return isName ? { taxonomy, tag: name } : undefined;
}
