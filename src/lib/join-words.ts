/** Joins words in a sentence. The formats are made when they are first needed, so that a start does not load ICU. */
let and: Intl.ListFormat | undefined;
let or: Intl.ListFormat | undefined;

/** `A, B, and C`. */
export function joinWithAnd(words: readonly string[]): string {
  // The note of most answers joins one word, which needs no ICU.
  if (words.length < 2) return words.join("");
  and ??= new Intl.ListFormat("en", { style: "long", type: "conjunction" });
  return and.format(words);
}

/** `A, B, or C`. */
export function joinWithOr(words: readonly string[]): string {
  or ??= new Intl.ListFormat("en", { style: "long", type: "disjunction" });
  return or.format(words);
}
