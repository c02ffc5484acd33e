/**
 * Changes one table of a TOML file without touching its other bytes.
 *
 * The table is found and placed by its header lines: of the libraries tried, those that keep comments moved or removed
 * comments and blank lines around a table, or wrote an inline table that not every reader takes. smol-toml reads both
 * versions, and `config-file.ts` compares them.
 */
import { parse, stringify, TomlError } from "smol-toml";
import { isObject } from "../../lib/is-object.js";
import { lineEndOf, UnsafeFileError, type Edit, type Editor } from "./edit.js";

/** Editor of TOML. */
export const toml: Editor = {
  read(text, section) {
    const servers = toValue(text)[section] ?? {};
    if (!isObject(servers)) throw new UnsafeFileError(`"${section}" is not a table`);
    return servers;
  },
  parse: toValue,
  set(text, section, name, entry, dropped) {
    const eol = lineEndOf(text);
    const old = toml.read(text, section)[name];
    const kept = Object.entries(isObject(old) ? old : {}).filter(([field]) => !dropped.includes(field));
    const table = stringify({ [section]: { [name]: { ...Object.fromEntries(kept), ...entry } } });
    const lines = table.trimEnd().replaceAll("\n", eol);
    const found = rangeOf(text, section, name);
    if (found) return [{ ...found, text: lines }];
    if (old !== undefined) throw new UnsafeFileError(`"${name}" is not a table of its own, [${section}.${name}]`);
    const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
    return [{ offset: text.length, length: 0, text: `${gap}${lines}${eol}` }];
  },
  remove(text, section, name): Edit[] {
    const found = rangeOf(text, section, name);
    if (!found) {
      if (toml.read(text, section)[name] === undefined) return [];
      throw new UnsafeFileError(`"${name}" is not a table of its own, [${section}.${name}]`);
    }
    // The line break behind the table and the blank line before it were added with it.
    const end = found.offset + found.length;
    const gapEnd = end + (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0);
    const blank = /\n(\r?\n)$/.exec(text.slice(0, found.offset))?.[1]?.length ?? 0;
    return [{ offset: found.offset - blank, length: gapEnd - found.offset + blank, text: "" }];
  },
};

function toValue(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) throw new UnsafeFileError(`line ${error.line} is not valid TOML`);
    throw error;
  }
}

/** The text from the table's header to its last line; tables below it belong to it. */
function rangeOf(text: string, section: string, name: string): { offset: number; length: number } | undefined {
  const own = new RegExp(`^[ \\t]*\\[\\s*(["']?)${section}\\1\\s*\\.\\s*(["']?)${name}\\2\\s*[.\\]]`);
  let start: number | undefined;
  let end = 0;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (/^[ \t]*\[[^\],]*\]\]?[ \t]*(?:#.*)?\r?\n?$/.test(line)) {
      if (own.test(line)) start ??= at;
      else if (start !== undefined) break;
    }
    // Blank lines and comments before the next table belong to that one.
    if (start !== undefined && /^[ \t]*[^\s#]/.test(line)) end = at + line.trimEnd().length;
    at += line.length;
  }
  return start === undefined ? undefined : { offset: start, length: end - start };
}
