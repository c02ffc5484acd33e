/** Inbound keys: who a caller is. Only hashes are kept. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { PLANS, type Caller } from "./contract/caller.js";
import { ConfigError } from "./contract/config-error.js";
import { z } from "./contract/schema.js";

const MAX_KEY_LENGTH = 512;

const file = z
  .array(
    z
      .object({
        id: z.string().min(1).max(100),
        sha256: z.string().regex(/^[0-9a-f]{64}$/i),
        plan: z.enum(PLANS),
      })
      .strict(),
  )
  .min(1);

/** A keys file that cannot be used. */
export class KeysFileError extends ConfigError {}

export interface Keyring {
  /** Who the headers speak for; `undefined` when the key is missing or wrong. */
  callerOf(headers: IncomingHttpHeaders): Caller | undefined;
  /** The same for a key that was right before; anything else is not looked at. */
  knownCallerOf(headers: IncomingHttpHeaders): Caller | undefined;
  /** Reads the file again. @throws {KeysFileError} and keeps the old keys when it cannot be used. */
  reload(): void;
}

/**
 * The keys of a file: `[{"id", "sha256", "plan"}]`.
 *
 * @throws {KeysFileError} when it cannot be read or is malformed.
 */
export function openKeyring(path: string): Keyring {
  let keys = readKeys(path);
  // Hashing costs half of what a kept answer does. Only keys that are right, so never more than the file has.
  const known = new Map<string, Caller>();
  return {
    callerOf(headers) {
      const key = keyOf(headers);
      if (key === undefined) return undefined;
      const remembered = known.get(key);
      if (remembered) return remembered;
      const digest = createHash("sha256").update(key).digest();
      let found: Caller | undefined;
      // Every entry is compared, so that the time tells nothing.
      for (const { hash, caller } of keys) if (timingSafeEqual(hash, digest)) found ??= caller;
      if (found) known.set(key, found);
      return found;
    },
    knownCallerOf(headers) {
      const key = keyOf(headers);
      return key === undefined ? undefined : known.get(key);
    },
    reload() {
      keys = readKeys(path);
      known.clear();
    },
  };
}

function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-api-key"];
  const key = typeof header === "string" ? header.trim() : /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return key && key.length <= MAX_KEY_LENGTH ? key : undefined;
}

function readKeys(path: string): { hash: Buffer; caller: Caller }[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new KeysFileError(`API_KEYS_FILE ${path} cannot be read as JSON.`);
  }
  const parsed = file.safeParse(content);
  if (!parsed.success) {
    throw new KeysFileError(
      `API_KEYS_FILE ${path} must be a list of {"id", "sha256": hex of the key, "plan": ${PLANS.join("|")}}.`,
    );
  }
  return parsed.data.map(({ id, sha256, plan }) => ({
    hash: Buffer.from(sha256, "hex"),
    caller: { id: `key ${id}`, plan },
  }));
}
