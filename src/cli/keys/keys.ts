/** `market-data-mcp keys`: writes the file of inbound keys, which running servers read again by themselves. */
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readKeysFile } from "../../access/keys-file.js";
import type { InboundKey, Plan } from "../../contract/caller.js";
import { ConfigError } from "../../contract/errors.js";
import { quoted } from "../../contract/input.js";
import { withFileLock } from "../../lib/file-lock.js";
import { toTable } from "../pages/named-table.js";
import type { Terminal } from "../pages/terminal.js";

export type KeysWords = { file: string | undefined } & (
  | { do: "add"; id: string; plan: Plan }
  | { do: "list"; json: boolean; usage?: boolean }
  | { do: "revoke"; id: string }
);

const KEY_BYTES = 24;
/** Mode of a new file: only the owner may read it, although it contains hashes only. */
const PRIVATE = 0o600;
const MAX_ID = 100;

/**
 * Adds, lists or revokes a key; returns the exit code 0. `add` prints the key to stdout, the only time that it exists
 * outside of the caller's hands.
 *
 * @throws {ConfigError} when no file is named, the file is not a keys file, the id is taken or unknown, another command is
 * changing the file, or the system refuses a change.
 */
export function runKeys(words: KeysWords, apiKeysFile: string | undefined, terminal: Terminal): number {
  const path = toPath(words, apiKeysFile);
  if (words.do === "list") return list(keysOf(words, apiKeysFile), words.json, terminal);
  const changed = lockedChange(path, words, terminal);
  if (!changed)
    throw new ConfigError(`Another command is changing ${path}. Try again; if none is, remove ${path}.lock*.`);
  return changed.result;
}

/**
 * Returns the keys in the file.
 *
 * @throws {ConfigError} when no file is named, or the file is not a keys file.
 */
export function keysOf(words: Pick<KeysWords, "file">, apiKeysFile: string | undefined): InboundKey[] {
  return [...readKeysFile(toPath(words, apiKeysFile)).values()];
}

function toPath({ file }: Pick<KeysWords, "file">, apiKeysFile: string | undefined): string {
  const path = file ?? apiKeysFile;
  if (!path) throw new ConfigError("Name the keys file with --file, or set API_KEYS_FILE.");
  return path;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "you may not write it, or not its folder",
  EPERM: "you may not write it, or not its folder",
  EEXIST: "it is a link to a file that does not exist",
  ENOENT: "its folder does not exist",
  ENOSPC: "the disk is full",
  EROFS: "its disk is read-only",
};

type Change = Exclude<KeysWords, { do: "list" }>;

function lockedChange(path: string, words: Change, terminal: Terminal): { result: number } | undefined {
  try {
    // One lock for all symbolic links to the file.
    const lock = existsSync(path) ? realpathSync(path) : path;
    return withFileLock(lock, () => change(path, words, terminal));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new ConfigError(`${path} cannot be changed: ${REASONS[code!] ?? code}. Nothing was changed.`);
  }
}

function change(path: string, words: Change, terminal: Terminal): number {
  const isNew = !existsSync(path);
  const keys = isNew && words.do === "add" ? [] : [...readKeysFile(path).values()];
  if (words.do === "add") {
    add(path, keys, words, terminal);
    if (isNew)
      terminal.err(`Only you can read the new file: if the server runs as another user, give it to that one.\n`);
    return 0;
  }
  const left = keys.filter(({ id }) => id !== words.id);
  if (left.length === keys.length) throw new ConfigError(`${path} has no key of ${quoted(words.id)}.`);
  write(path, left);
  terminal.err(`Revoked the key of ${quoted(words.id)}. Running servers notice within two seconds.\n`);
  return 0;
}

function add(path: string, keys: readonly InboundKey[], { id, plan }: { id: string; plan: Plan }, terminal: Terminal) {
  if (!/^\P{C}+$/u.test(id) || id.length > MAX_ID)
    throw new ConfigError(`An id has 1 to ${MAX_ID} printable characters.`);
  if (keys.some((each) => each.id === id))
    throw new ConfigError(`${path} already has a key of ${quoted(id)}; revoke it first.`);
  const key = randomBytes(KEY_BYTES).toString("base64url");
  write(path, [...keys, { id, sha256: createHash("sha256").update(key).digest("hex"), plan }]);
  terminal.out(`${key}\n`);
  terminal.err(
    `The key of ${quoted(id)}, plan ${plan}, is shown only now; ${path} has its hash. Callers send it as X-API-Key.\n`,
  );
}

function list(keys: readonly InboundKey[], json: boolean, terminal: Terminal): number {
  const rows = keys.map(({ id, plan }) => ({ id, plan }));
  const text = json ? JSON.stringify(rows, null, 2) : toTable(rows, ["id", "plan"], terminal.columns).join("\n");
  terminal.out(rows.length > 0 || json ? `${text}\n` : "no keys\n");
  return 0;
}

/**
 * Writes the keys into the file that is there, so that its links, mode and owner stay: a new file in its place would be
 * another one than the running servers read.
 */
function write(path: string, keys: readonly InboundKey[]): void {
  const lines = keys.map((key) => `  ${JSON.stringify(key)}`);
  const text = lines.length > 0 ? `[\n${lines.join(",\n")}\n]\n` : "[]\n";
  const before = existsSync(path) ? readFileSync(path) : undefined;
  const file = openSync(path, before ? "r+" : "wx", PRIVATE);
  try {
    writeFileSync(file, text);
    ftruncateSync(file, Buffer.byteLength(text));
    fsyncSync(file);
  } catch (error) {
    // A full disk has no room for more, but has it for what was there.
    if (before) writeFileSync(path, before, { flag: "r+" });
    else rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}
