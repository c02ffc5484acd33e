/** Keeps control characters in data from reaching a terminal, where they move the cursor, hide text or run commands. */

// Control and format characters (escape sequences, bidi, zero-width) and foreign line separators.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** `text` in one line: each control character, line ends and tabs included, becomes a blank. */
export function toOneLine(text: string): string {
  return text.replace(CONTROLS, " ");
}

/** `text` without control characters except line ends and tabs. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, (character) => (character === "\n" || character === "\t" ? character : ""));
}

/** `value` as indented JSON with control characters escaped, so that a program reads the same value. */
export function toJsonText(value: unknown): string {
  const escaped = (character: string) =>
    character === "\n"
      ? character
      : [...Array(character.length).keys()]
          .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
          .join("");
  return JSON.stringify(value, null, 2).replace(CONTROLS, escaped);
}
