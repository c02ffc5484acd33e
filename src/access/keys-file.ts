/** The file of inbound keys: `[{"id", "sha256", "plan"}]`. */
import { readFileSync, statSync, watchFile } from "node:fs";
import { PLANS, type InboundKey } from "../contract/caller.js";
import { ConfigError } from "../contract/errors.js";
import { z } from "../contract/schema.js";
import type { Logger } from "../lib/log.js";

const file = z.array(
  z
    .object({
      id: z.string().min(1).max(100),
      sha256: z.string().regex(/^[0-9a-f]{64}$/i),
      plan: z.enum(PLANS),
    })
    .strict(),
);

/** The keys file cannot be used; the message says why. */
export class KeysFileError extends ConfigError {}

/** Milliseconds between two looks at the file, so that a revoked key soon stops working without a signal. */
const LOOK_MS = 2_000;
/** Milliseconds between two reports that the file cannot be used: revoked keys may still be valid. */
const REMINDER_MS = 60_000;

/**
 * Returns the keys in the file. It looks at the file every two seconds; when the file has changed, and at every SIGHUP,
 * it reads the file again and passes the new keys to `onNew`.
 *
 * If the file is unusable then, the previous keys stay valid; the log reports it at once and each minute.
 *
 * @throws {KeysFileError} when the file is unusable at the first read.
 */
export function followKeysFile(
  path: string,
  log: Logger,
  onNew: (keys: readonly InboundKey[]) => void,
): readonly InboundKey[] {
  const warn = (message: string) => log.warn({ event: "keys-file", message });
  let seen = readText(path);
  let reminder: NodeJS.Timeout | undefined;
  const readAgain = () => {
    clearTimeout(reminder);
    seen = readText(path);
    try {
      onNew(readKeysFile(path, warn));
    } catch (error) {
      if (!(error instanceof KeysFileError)) throw error;
      log.error({ event: "keys", message: `${error.message} The previous keys stay valid.` });
      reminder = setTimeout(readAgain, REMINDER_MS).unref();
    }
  };
  process.on("SIGHUP", readAgain);
  watchFile(path, { interval: LOOK_MS, persistent: false }, () => {
    // After a signal, or a change of the file's mode only, there is nothing new.
    if (readText(path) !== seen) readAgain();
  });
  return readKeysFile(path, warn);
}

/**
 * Reads the file. `warn` receives messages about valid but probably unintended contents. An empty list admits nobody.
 *
 * @throws {KeysFileError} when the file cannot be read, is malformed, or contains an id or key twice.
 */
export function readKeysFile(path: string, warn: (message: string) => void = () => {}): readonly InboundKey[] {
  let content: unknown;
  let mode: number;
  try {
    mode = statSync(path).mode;
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new KeysFileError(`API_KEYS_FILE ${path} ${toReason((error as NodeJS.ErrnoException).code)}`);
  }
  const parsed = file.safeParse(content);
  if (!parsed.success) {
    throw new KeysFileError(
      `API_KEYS_FILE ${path} must be a list of {"id", "sha256": hex of the key, "plan": ${PLANS.join("|")}}.`,
    );
  }
  const keys = parsed.data;
  const duplicates = describeDuplicates(keys);
  if (duplicates) throw new KeysFileError(`API_KEYS_FILE ${path} ${duplicates}`);
  if (keys.length === 0) warn(`API_KEYS_FILE ${path} is an empty list: no caller is admitted.`);
  warnOfMode(path, mode, warn);
  return keys;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Describes duplicates: callers with the same id would share one count, and one key cannot have two plans. */
function describeDuplicates(keys: readonly InboundKey[]): string | undefined {
  const ids = new Set<string>();
  const idOf = new Map<string, string>();
  for (const { id, sha256 } of keys) {
    if (ids.has(id)) return `lists the id ${JSON.stringify(id)} twice; give each key an id of its own.`;
    const hash = sha256.toLowerCase();
    const other = idOf.get(hash);
    if (other !== undefined) return `gives ${JSON.stringify(other)} and ${JSON.stringify(id)} the same key.`;
    ids.add(id);
    idOf.set(hash, id);
  }
  return undefined;
}

const READ_BY_OTHERS = 0o004;
const WRITTEN_BY_OTHERS = 0o002;

/**
 * Warns if other users can read or write the file. Windows has no such modes and reports the same one for every file.
 */
function warnOfMode(path: string, mode: number, warn: (message: string) => void): void {
  if (process.platform === "win32") return;
  if (mode & WRITTEN_BY_OTHERS) {
    warn(
      `API_KEYS_FILE ${path} can be written by every user of this machine, who could add a key of their own: chmod 600.`,
    );
  } else if (mode & READ_BY_OTHERS) {
    warn(`API_KEYS_FILE ${path} can be read by every user of this machine, who could look for weak keys: chmod 600.`);
  }
}

/** Why the file cannot be read; `code` is that of the system's error, `undefined` if the content is no JSON. */
function toReason(code: string | undefined): string {
  if (code === undefined) return "cannot be read as JSON.";
  return code === "ENOENT" ? "does not exist; market-data-mcp keys add creates it." : `cannot be read (${code}).`;
}
