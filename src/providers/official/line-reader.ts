/**
 * Reads a long file of lines while it arrives and keeps those that a question needs: the BEA's monthly file has 37 MB. A piece
 * is searched by the engine's own search, which takes a fraction of a millisecond.
 */
import type { TextReader } from "../../contract/upstream.js";

/** The most bytes of a file. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The most characters of a line, and of all lines that are kept. */
export const MAX_LINE = 4_096;
export const MAX_KEPT = 1024 * 1024;

/** Creates the reader whose text is the first line, and the lines with one of these beginnings; at most `maxKept` characters. */
export function createLineReader(beginnings: readonly string[], maxKept = MAX_KEPT): TextReader {
  // Names and values are ASCII; a name in another encoding is not among the wanted ones.
  const decoder = new TextDecoder("latin1");
  const lines: string[] = [];
  let [rest, size, length, isFirst] = ["", 0, 0, true];

  function keep(line: string): boolean {
    length += line.length;
    lines.push(line.replace(/\r$/, ""));
    return length <= maxKept;
  }

  function read(text: string): boolean {
    if (isFirst && text !== "") {
      isFirst = false;
      const end = text.indexOf("\n");
      if (!keep(end < 0 ? text : text.slice(0, end))) return false;
      text = end < 0 ? "" : text.slice(end);
    } else text = `\n${text}`;
    const found: [at: number, line: string][] = [];
    for (const beginning of beginnings) {
      for (let at = text.indexOf(`\n${beginning}`); at >= 0; at = text.indexOf(`\n${beginning}`, at + 1)) {
        const end = text.indexOf("\n", at + 1);
        found.push([at, text.slice(at + 1, end < 0 ? undefined : end)]);
      }
    }
    return found.toSorted(([one], [other]) => one - other).every(([, line]) => keep(line));
  }

  return {
    add(piece) {
      size += piece.length;
      const text = rest + decoder.decode(piece, { stream: true });
      const end = text.lastIndexOf("\n");
      rest = text.slice(end + 1);
      return size <= MAX_FILE_BYTES && rest.length <= MAX_LINE && (end < 0 || read(text.slice(0, end)));
    },
    end() {
      return read(rest) ? lines.join("\n") : "";
    },
  };
}
