/** Text from outside, for a terminal: escape codes in it could rewrite the screen, or what was printed before. */

/** Control characters (but not the line feed), line separators, and marks that turn the direction of writing. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\0-\t\v-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text with unprintable characters as `\u001b`, which is valid inside JSON strings, too. Lines stay lines. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
