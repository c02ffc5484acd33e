/** Inbound keys: who a caller is. Hashes are kept, and in memory the keys that were right. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Caller, InboundKey } from "../contract/caller.js";

export const MAX_KEY_LENGTH = 512;

export interface Keyring {
  /** Who the headers speak for; `undefined` when the key is missing or wrong. */
  callerOf(headers: IncomingHttpHeaders): Caller | undefined;
  /** The same for a key that was right before; anything else is not looked at. */
  knownCallerOf(headers: IncomingHttpHeaders): Caller | undefined;
  /** From now on these keys hold, and no others. */
  replace(keys: readonly InboundKey[]): void;
}

/** Knows callers by these keys, until they are replaced. */
export function createKeyring(first: readonly InboundKey[]): Keyring {
  let entries = first.map(toEntry);
  // Hashing costs half of what a kept answer does. Only keys that are right, so never more than the file has;
  // as callers sent them, for whoever can read this memory can read the requests, too.
  const known = new Map<string, Caller>();
  return {
    callerOf(headers) {
      const key = keyInHeaders(headers);
      if (key === undefined) return undefined;
      const remembered = known.get(key);
      if (remembered) return remembered;
      const digest = createHash("sha256").update(key).digest();
      let found: Caller | undefined;
      // Every entry is compared, so that the time tells nothing.
      for (const { hash, caller } of entries) if (timingSafeEqual(hash, digest)) found ??= caller;
      if (found) known.set(key, found);
      return found;
    },
    knownCallerOf(headers) {
      const key = keyInHeaders(headers);
      return key === undefined ? undefined : known.get(key);
    },
    replace(keys) {
      entries = keys.map(toEntry);
      known.clear();
    },
  };
}

function toEntry({ id, sha256, plan }: InboundKey): { hash: Buffer; caller: Caller } {
  return { hash: Buffer.from(sha256, "hex"), caller: { id: `key ${id}`, plan } };
}

function keyInHeaders(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-api-key"];
  const key = typeof header === "string" ? header.trim() : /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return key && key.length <= MAX_KEY_LENGTH ? key : undefined;
}
