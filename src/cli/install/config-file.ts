/** Reads a host's configuration file, checks a change of it, and writes it. */
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../lib/is-object.js";
import { makeFolder } from "../../lib/make-folder.js";
import { replaceFile } from "../../lib/replace-file.js";
import { applyEdits, UnsafeFileError, type Edit, type Editor } from "./edit.js";

/** A configuration file as it was read. */
export interface ConfigFile {
  /** The file that is written: the target, if the path is a symbolic link. */
  path: string;
  /** The text without a byte order mark; empty where there is no file. */
  text: string;
  /** The bytes of the file; `undefined` where there is none. */
  bytes: Buffer | undefined;
  mark: string;
}

const BYTE_ORDER_MARK = "\uFEFF";
/** Only the owner may read a new file, because it may contain keys. */
const PRIVATE = 0o600;
/** The largest file that is read, in bytes; with all conversations of a host beside its settings they are below one MB. */
const MAX_BYTES = 50 * 1024 * 1024;
const BACKUP = ".market-data-backup";

/**
 * Reads the file; a missing one counts as empty.
 *
 * @throws {UnsafeFileError} when it is not a text file, or belongs to a repository.
 */
export function readConfigFile(path: string, home: string): ConfigFile {
  const target = toTarget(path);
  const repository = repositoryOf(target, home);
  if (repository)
    throw new UnsafeFileError(`it belongs to the repository ${repository}, where keys could be published`);
  const bytes = readBytes(target);
  const decoded = bytes?.toString("utf8") ?? "";
  if (bytes && !Buffer.from(decoded, "utf8").equals(bytes)) throw new UnsafeFileError("it is not UTF-8 text");
  const mark = decoded.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { path: target, text: decoded.slice(mark.length), bytes, mark };
}

/**
 * Returns the text after the edits.
 *
 * @throws {UnsafeFileError} when a reader of the file would see any other difference than that server.
 */
export function toChangedText(
  { text }: ConfigFile,
  edits: readonly Edit[],
  editor: Editor,
  section: string,
  name: string,
): string {
  const changed = applyEdits(text, edits);
  const [before, after] = [text, changed].map((each) => withoutServer(editor.parse(each), section, name));
  if (!isDeepStrictEqual(before, after))
    throw new UnsafeFileError("its form does not allow a change of one server only");
  return changed;
}

function withoutServer(file: unknown, section: string, name: string): unknown {
  if (!isObject(file)) return file;
  const { [section]: servers = {}, ...others } = file;
  const { [name]: _removed, ...rest } = isObject(servers) ? servers : {};
  return { ...others, [section]: rest };
}

/** Remarks on a change that was made. */
export interface Written {
  /** The path of the file as it was. */
  backup: string | undefined;
  /** Whether others could read the file before. */
  isNowPrivate: boolean;
}

/**
 * Writes the text to a new file that replaces the old one, whose bytes stay in a backup beside it. A file with keys can be
 * read by its owner only. A program that crashes in between leaves the old file.
 *
 * @throws {UnsafeFileError} when the file has changed since it was read.
 */
export function writeConfigFile(file: ConfigFile, text: string, hasKeys: boolean): Written {
  const { path, bytes } = file;
  const old = modeOf(file);
  const mode = hasKeys ? old & PRIVATE : old;
  const backup = path + BACKUP;
  replace(file, text, mode, () => {
    // An older entry of ours may have keys, too.
    if (bytes) replaceFile(backup, bytes, mode);
  });
  return { backup: bytes && backup, isNowPrivate: bytes !== undefined && mode !== old };
}

/**
 * Writes the text without our entry, and removes the backup, which may hold its keys.
 *
 * @throws {UnsafeFileError} when the file has changed since it was read.
 */
export function replaceWithoutBackup(file: ConfigFile, text: string): void {
  replace(file, text, modeOf(file), () => {});
  removeBackup(file);
}

/** Removes the file as it was before a change by this program. */
export function removeBackup({ path }: Pick<ConfigFile, "path">): void {
  rmSync(path + BACKUP, { force: true });
}

const modeOf = ({ path, bytes }: ConfigFile) => (bytes ? statSync(path).mode & 0o777 : PRIVATE);

function replace({ path, bytes, mark }: ConfigFile, text: string, mode: number, before: () => void): void {
  makeFolder(dirname(path));
  replaceFile(path, Buffer.from(mark + text, "utf8"), mode, () => {
    const now = readBytes(path);
    if (bytes ? !now?.equals(bytes) : now !== undefined)
      throw new UnsafeFileError("another program has changed it in the meantime; run the command again");
    before();
  });
}

/** The text of the backup, if there is one. */
export function readBackup({ path }: ConfigFile): string | undefined {
  return readBytes(path + BACKUP)
    ?.toString("utf8")
    .replace(/^\uFEFF/, "");
}

function readBytes(path: string): Buffer | undefined {
  try {
    const found = statSync(path);
    // Reading a named pipe, or a device, might never end.
    if (!found.isFile()) throw new UnsafeFileError("it is not a regular file");
    if (found.size > MAX_BYTES) throw new UnsafeFileError("it is too large for a file of settings");
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UnsafeFileError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UnsafeFileError(`it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** The file behind symbolic links, which dotfiles managers create; replacing the link would detach it. */
function toTarget(path: string): string {
  if (!existsSync(path) && lstatSync(path, { throwIfNoEntry: false }))
    throw new UnsafeFileError("it is a broken symbolic link");
  return existsSync(path) ? realpathSync(path) : path;
}

/** The nearest folder with a `.git` above the file, up to the home folder. */
function repositoryOf(path: string, home: string): string | undefined {
  const realHome = existsSync(home) ? realpathSync(home) : home;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const isHome = relative(folder, realHome) === "";
    const aboveHome = realHome.startsWith(folder.endsWith(sep) ? folder : folder + sep);
    if (aboveHome && !isHome) return undefined;
    if (existsSync(join(folder, ".git"))) return folder;
    if (isHome || dirname(folder) === folder) return undefined;
  }
}
