/** Text of a terminal: its width, its lines and its colours. */
import stringWidth from "fast-string-width";
import { toPrintableLine } from "../../lib/printable.js";

/** The width of facts and of help where the output has none. */
export const USUAL_WIDTH = 80;
/** The widest line of prose; longer ones are hard to read. */
const PROSE_WIDTH = 100;
/** Characters of a text that is read as prose, not as one value among others. */
const PROSE_CHARACTERS = 1_000;

/** Whether a value is a text of several paragraphs, or a long one. */
export function isProse(value: unknown): value is string {
  return typeof value === "string" && (value.includes("\n") || value.length > PROSE_CHARACTERS);
}

/** Returns prose in lines of at most this width, and of at most 100 characters. */
export function toProseLines(text: string, width: number | undefined): string[] {
  return text.split("\n").flatMap((line) => wrapped(toPrintableLine(line), width));
}

/** The characters that a text takes on a terminal; colours take none. */
export const widthOf = (text: string): number => stringWidth(text);

/** A blank at which a line may be broken: not between a number and its unit or month, such as "17.5 %" and "27 Nov". */
const BREAK = / (?!(?<=\d )(?:%|[A-Z][A-Za-z]{0,3})(?!\w))/;

/** Returns a line in lines of this width, broken at blanks. */
export function wrapped(line: string, width = PROSE_WIDTH, most = PROSE_WIDTH): string[] {
  const room = Math.min(width, most);
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(BREAK)) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current === "" || stringWidth(longer) <= room) current = longer;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

/** Returns the text in a field of this width, at its right end or at its left. */
export function pad(text: string, width: number, right = false): string {
  const blanks = " ".repeat(Math.max(0, width - stringWidth(text)));
  return right ? blanks + text : text + blanks;
}

const GREEN = "\u001B[32m";
const RED = "\u001B[31m";
const PLAIN = "\u001B[39m";

/** Returns the text of a gain in green, of a loss in red. */
export function inColourOf(change: number, text: string): string {
  return change === 0 ? text : `${change > 0 ? GREEN : RED}${text}${PLAIN}`;
}

/** Returns the text in bold, for the figure that was asked for. */
export const bold = (text: string): string => `\u001B[1m${text}\u001B[22m`;

/** Exactly the sequences that this file writes; other control characters never reach a terminal. */
// oxlint-disable-next-line no-control-regex
export const COLOURS = /(\u001B\[(?:3[129]|1|22)m)/;
