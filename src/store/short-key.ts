/**
 * Limits the length of keys, because a caller's name or a search text can be long.
 */
import { createHash } from "node:crypto";

const MAX_BYTES = 512;

/** The key itself or, when it has more than 512 bytes, its SHA-256. */
export function shortKey(key: string): string {
  return Buffer.byteLength(key) <= MAX_BYTES ? key : `sha256:${createHash("sha256").update(key).digest("base64url")}`;
}
