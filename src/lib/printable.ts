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

/** Returns the text with each UTF-16 unit as an escape of JSON: `\\u20ac`. */
export function toEscapes(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
