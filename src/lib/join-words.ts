/** Joins words in a sentence. The format is made when it is first needed, so that a start does not load ICU. */
let and: Intl.ListFormat | undefined;

/** `A, B, and C`. */
export function joinWithAnd(words: readonly string[]): string {
  // The note of most answers joins one word, which needs no ICU.
  if (words.length < 2) return words.join("");
  and ??= new Intl.ListFormat("en", { style: "long", type: "conjunction" });
  return and.format(words);
}

/** `A, B or C`. */
export function joinWithOr(words: readonly string[]): string {
  // Field descriptions need this at each start, which `Intl.ListFormat` would slow down by loading ICU.
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Returns at most `most` of the names with commas, and the number of those that are left out of `all`. */
export function joinUpTo(names: readonly string[], most: number, all = names.length): string {
  const shown = names.slice(0, most);
  return shown.join(", ") + (all > shown.length ? ` and ${all - shown.length} more` : "");
}
