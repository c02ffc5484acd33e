/** Identifies callers by inbound keys, of which only hashes are stored. */
import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { toKeyCallerId, type Caller } from "../contract/caller.js";
import type { Keys } from "./keys-file.js";

const MAX_KEY_LENGTH = 512;

export type Keyring = ReturnType<typeof createKeyring>;

/**
 * Creates a keyring with these keys. They are found by their hash: how long the look-up takes tells nothing to somebody
 * who cannot invert SHA-256.
 */
export function createKeyring(first: Keys) {
  let keys = first;
  return {
    /** Returns the caller that the headers identify; `undefined` when the key is missing or wrong. */
    callerOf(headers: IncomingHttpHeaders): Caller | undefined {
      const sent = keyInHeaders(headers);
      const key = sent === undefined ? undefined : keys.get(hash("sha256", sent, "hex"));
      return key && { id: toKeyCallerId(key.id), plan: key.plan };
    },
    /** Replaces all keys. */
    replace(next: Keys): void {
      keys = next;
    },
  };
}

function keyInHeaders(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-api-key"];
  const key = typeof header === "string" ? header.trim() : /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return key && key.length <= MAX_KEY_LENGTH ? key : undefined;
}
