/**
 * Makes external text safe for a terminal: its control characters could move the cursor, hide text
 * or run commands.
 */

/** Control characters except the line feed, format characters (zero width, direction of writing), line separators. */
const UNPRINTABLE = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with unprintable characters written as `\u001b`, which is also valid inside a JSON string. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** The same in one line; a line feed is written as `\n`. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replaceAll("\n", "\\n");
}
