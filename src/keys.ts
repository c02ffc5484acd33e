/** Inbound keys: who a caller is. Only hashes are kept. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { PLANS, type Plan } from "./contract/caller.js";
import { ConfigError } from "./contract/config-error.js";
import { z } from "./contract/schema.js";

/** A caller with a key. */
export interface Holder {
  id: string;
  plan: Plan;
}

const MAX_KEY_LENGTH = 512;
/** Keys whose holders are remembered; hashing costs half of what a kept answer does. */
const MAX_KNOWN = 10_000;

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
  holderOf(headers: IncomingHttpHeaders): Holder | undefined;
  /** The same for a key that was right before; anything else is not looked at. */
  knownHolderOf(headers: IncomingHttpHeaders): Holder | undefined;
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
  // Only keys that are right: what is wrong takes the long way each time.
  const known = new LRUCache<string, Holder>({ max: MAX_KNOWN });
  return {
    holderOf(headers) {
      const key = keyOf(headers);
      if (key === undefined) return undefined;
      const remembered = known.get(key);
      if (remembered) return remembered;
      const digest = createHash("sha256").update(key).digest();
      let found: Holder | undefined;
      // Every entry is compared, so that the time tells nothing.
      for (const { hash, holder } of keys) if (timingSafeEqual(hash, digest)) found ??= holder;
      if (found) known.set(key, found);
      return found;
    },
    knownHolderOf(headers) {
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
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const key = typeof header === "string" ? header.trim() : bearer;
  return key && key.length <= MAX_KEY_LENGTH ? key : undefined;
}

function readKeys(path: string): { hash: Buffer; holder: Holder }[] {
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
  return parsed.data.map(({ id, sha256, plan }) => ({ hash: Buffer.from(sha256, "hex"), holder: { id, plan } }));
}
