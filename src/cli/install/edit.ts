/** The change of a configuration file's text. */

/** One replacement of a part of a text. */
export interface Edit {
  offset: number;
  length: number;
  text: string;
}

/** The file cannot be changed safely; the message says why, without its contents. */
export class UnsafeFileError extends Error {}

/** Reads and changes the servers in one format of configuration files. */
export interface Editor {
  /**
   * The servers in a section of the file, by name.
   *
   * @throws {UnsafeFileError} when the text is broken, or the section is not a list of servers.
   */
  read(text: string, section: string): Readonly<Record<string, unknown>>;
  /** The whole file as a value, to compare two versions. */
  parse(text: string): unknown;
  /** The edits that add the server, or set these fields of it; fields in `dropped` are removed. */
  set(text: string, section: string, name: string, entry: HostEntry, dropped: readonly string[]): Edit[];
  /** The edits that remove the server. */
  remove(text: string, section: string, name: string): Edit[];
}

export type HostEntry = Readonly<Record<string, unknown>>;

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.offset - one.offset)
    .reduce((left, { offset, length, text: part }) => left.slice(0, offset) + part + left.slice(offset + length), text);
}

/** The line end of a text: that of its first line. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
