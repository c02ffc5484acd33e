/** The file of inbound keys: `[{"id", "sha256", "plan"}]`. */
import { readFileSync, statSync, watchFile } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { PLANS, type InboundKey } from "../contract/caller.js";
import { ConfigError } from "../contract/errors.js";
import { z } from "../contract/schema.js";
import type { Logger } from "../lib/log.js";
import { nextTurn } from "../lib/next-turn.js";
import { parseJson } from "../lib/parse-json.js";

const keyShape = z
  .object({
    id: z.string().min(1).max(100),
    sha256: z.string().regex(/^[0-9a-f]{64}$/i),
    plan: z.enum(PLANS),
  })
  .strict();

/** The keys file cannot be used; the message says why. */
export class KeysFileError extends ConfigError {}

/** The keys of a file, each by its hash in lower case. */
export type Keys = ReadonlyMap<string, InboundKey>;

/** Milliseconds between two looks at the file, so that a revoked key soon stops working without a signal. */
const FILE_POLL_MS = 2_000;
/** Milliseconds between two reports that the file cannot be used: revoked keys may still be valid. */
const REMINDER_MS = 60_000;
/** Bytes that are read in a row while a server runs; the keys of 100,000 callers at once would stop it for half a second. */
const PIECE_BYTES = 64 * 1024;
const ROWS_AT_ONCE = 500;

/**
 * Returns the keys in the file. It looks at the file every two seconds; when the file has changed, and at every SIGHUP,
 * it reads the file again and passes the new keys to `onNew`.
 *
 * If the file is unusable then, the previous keys stay valid; the log reports it at once and each minute.
 *
 * @throws {KeysFileError} when the file is unusable at the first read.
 */
export function followKeysFile(path: string, log: Logger, onNew: (keys: Keys) => void): Keys {
  const warn = (message: string) => log.warn({ event: "keys-file", message });
  let seen: Buffer | undefined;
  let reading = Promise.resolve();
  let reminder: NodeJS.Timeout | undefined;
  let reported: string | undefined;

  async function readAgain(isAsked: boolean): Promise<void> {
    try {
      const bytes = await stat(path)
        .then((found) => (found.isFile() ? readFile(path) : refuseKind(path)))
        .catch((error: unknown) => unreadable(path, error));
      clearTimeout(reminder);
      // After a signal, or a change of the file's mode only, there is nothing new.
      if (seen?.equals(bytes) && !isAsked) return;
      seen = bytes;
      const steps = parseKeys(path, bytes, warn);
      let step = steps.next();
      for (; !step.done; step = steps.next()) await nextTurn();
      onNew(step.value);
      reported = undefined;
    } catch (error) {
      if (!(error instanceof KeysFileError)) throw error;
      const message = `${error.message} The previous keys stay valid.`;
      if (isAsked || message !== reported) log.error({ event: "keys", message });
      reported = message;
      clearTimeout(reminder);
      reminder = setTimeout(queue, REMINDER_MS, true).unref();
    }
  }
  function queue(isAsked: boolean): void {
    reading = reading.then(() => readAgain(isAsked));
  }

  process.on("SIGHUP", () => queue(true));
  watchFile(path, { interval: FILE_POLL_MS, persistent: false }, () => queue(false));
  seen = readBytes(path);
  return toKeys(path, seen, warn);
}

/**
 * Reads the file. `warn` receives messages about valid but probably unintended contents. An empty list admits nobody.
 *
 * @throws {KeysFileError} when the file cannot be read, is malformed, or contains an id or key twice.
 */
export function readKeysFile(path: string, warn: (message: string) => void = () => {}): Keys {
  return toKeys(path, readBytes(path), warn);
}

/** A named pipe would be waited for, and a device such as /dev/zero has no end. */
function refuseKind(path: string): never {
  throw new KeysFileError(`API_KEYS_FILE ${path} is not a regular file.`);
}

function readBytes(path: string): Buffer {
  try {
    return statSync(path).isFile() ? readFileSync(path) : refuseKind(path);
  } catch (error) {
    return unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): never {
  if (error instanceof KeysFileError) throw error;
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === "ENOENT" ? "does not exist; market-data-mcp keys add creates it." : `cannot be read (${code}).`;
  throw new KeysFileError(`API_KEYS_FILE ${path} ${reason}`);
}

function toKeys(path: string, bytes: Buffer, warn: (message: string) => void): Keys {
  const steps = parseKeys(path, bytes, warn);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Returns the value of a file in JSON, in steps if it is a long list: each piece ends behind an object that a comma follows.
 * If a piece is no list then, because that place is inside a text, the file is read at once.
 */
function* readRows(bytes: Buffer): Generator<void, unknown> {
  const rows: unknown[] = [];
  for (let from = 0; ;) {
    const end = endOfObject(bytes, from + PIECE_BYTES);
    const isLast = end === bytes.length;
    const piece = parseJson(`${from > 0 ? "[" : ""}${bytes.toString("utf8", from, end)}${isLast ? "" : "]"}`);
    // An empty piece would be a comma behind the last object.
    if (!Array.isArray(piece) || piece.length === 0) return parseJson(bytes.toString("utf8"));
    for (const row of piece) rows.push(row);
    if (isLast) return rows;
    from = bytes.indexOf(",", end) + 1;
    yield;
  }
}

/** Returns the place behind the first object from `from` on that a comma follows; without one the end. */
function endOfObject(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf("}", from); at >= 0; at = bytes.indexOf("}", at + 1)) {
    if (/^\s*,/.test(bytes.toString("latin1", at + 1, at + 10))) return at + 1;
  }
  return bytes.length;
}

/**
 * Checks the text of a file in steps; the last one returns the keys. Two callers with one id would share one count, and
 * one key cannot have two plans.
 */
function* parseKeys(path: string, bytes: Buffer, warn: (message: string) => void): Generator<void, Keys> {
  const fail = (complaint: string): never => {
    throw new KeysFileError(`API_KEYS_FILE ${path} ${complaint}`);
  };
  const rows = yield* readRows(bytes);
  if (rows === undefined) fail("cannot be read as JSON.");
  const format = `must be a list of {"id", "sha256": hex of the key, "plan": ${PLANS.join("|")}}.`;
  if (!Array.isArray(rows)) return fail(format);
  const ids = new Set<string>();
  const keys = new Map<string, InboundKey>();
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) yield;
    const parsed = keyShape.safeParse(row);
    if (!parsed.success) return fail(format);
    const key = parsed.data;
    const hash = key.sha256.toLowerCase();
    const other = keys.get(hash);
    if (ids.has(key.id)) fail(`lists the id ${JSON.stringify(key.id)} twice; give each key an id of its own.`);
    if (other) fail(`gives ${JSON.stringify(other.id)} and ${JSON.stringify(key.id)} the same key.`);
    ids.add(key.id);
    keys.set(hash, key);
  }
  if (keys.size === 0) warn(`API_KEYS_FILE ${path} is an empty list: no caller is admitted.`);
  warnOfMode(path, warn);
  return keys;
}

const READ_BY_OTHERS = 0o004;
const WRITTEN_BY_OTHERS = 0o002;

/**
 * Warns if other users can read or write the file. Windows has no such modes and reports the same one for every file.
 */
function warnOfMode(path: string, warn: (message: string) => void): void {
  const mode = process.platform === "win32" ? 0 : (statSync(path, { throwIfNoEntry: false })?.mode ?? 0);
  if (mode & WRITTEN_BY_OTHERS) {
    warn(
      `API_KEYS_FILE ${path} can be written by every user of this machine, who could add a key of their own: chmod 600.`,
    );
  } else if (mode & READ_BY_OTHERS) {
    warn(`API_KEYS_FILE ${path} can be read by every user of this machine, who could look for weak keys: chmod 600.`);
  }
}
