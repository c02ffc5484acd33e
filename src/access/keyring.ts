/** Identifies callers by inbound keys. Only hashes are stored; keys found valid are also cached in memory as sent. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Caller, InboundKey } from "../contract/caller.js";

export const MAX_KEY_LENGTH = 512;

export type Keyring = ReturnType<typeof createKeyring>;

/** Creates a keyring with these keys. */
export function createKeyring(first: readonly InboundKey[]) {
  let entries = first.map(toEntry);
  // Hashing takes half as long as serving a cached answer, so keys found valid are cached as sent. There are never more
  // of them than in the file, and an attacker who can read this memory could read the requests anyway.
  const known = new Map<string, Caller>();
  return {
    /** Returns the caller that the headers identify; `undefined` when the key is missing or wrong. */
    callerOf(headers: IncomingHttpHeaders): Caller | undefined {
      const key = keyInHeaders(headers);
      if (key === undefined) return undefined;
      const remembered = known.get(key);
      if (remembered) return remembered;
      const digest = createHash("sha256").update(key).digest();
      let found: Caller | undefined;
      // Compare with every entry, so that the response time does not reveal which keys exist.
      for (const { hash, caller } of entries) if (timingSafeEqual(hash, digest)) found ??= caller;
      if (found) known.set(key, found);
      return found;
    },
    /** Returns the caller only if its key was found valid before; checks no key. */
    knownCallerOf(headers: IncomingHttpHeaders): Caller | undefined {
      const key = keyInHeaders(headers);
      return key === undefined ? undefined : known.get(key);
    },
    /** Replaces all keys. */
    replace(keys: readonly InboundKey[]): void {
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
