/** Makes external text safe for a terminal: its control characters could move the cursor, hide text or run commands. */

/** Control characters except the line feed, format characters (zero width, direction of writing), line separators. */
const UNPRINTABLE = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Returns the text with unprintable characters as escapes such as `\u001b`, which are also valid inside a JSON string.
 */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, toEscapes);
}

/** Returns the printable text in one line: a line feed is written as `\n`. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replaceAll("\n", "\\n");
}

/** Invisible characters: control, format and ignorable characters, half characters, and blanks but the ordinary one. */
const INVISIBLE = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
/** A word with letters that look like Latin ones: those of Asia's scripts, which stand beside Latin words, do not. */
const WORD = /[\p{L}\p{M}]+/gu;
const LIKE_LATIN =
  /(?![\p{scx=Latin}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{sc=Zyyy}\p{sc=Zinh}])[\p{L}\p{M}]/gu;

/**
 * Returns the text as a person can read and copy it: letters of all scripts stay, also within a JSON string; invisible
 * characters, and letters of another script in a Latin word, which look like it, are escapes.
 */
export function toReadable(text: string): string {
  const isMixed = (word: string) => /\p{scx=Latin}/u.test(word);
  return text
    .replace(INVISIBLE, toEscapes)
    .replace(WORD, (word) => (isMixed(word) ? word.replace(LIKE_LATIN, toEscapes) : word));
}

/** Returns the text with each UTF-16 unit as an escape of JSON: `\\u20ac`. */
export function toEscapes(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
