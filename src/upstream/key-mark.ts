/** A mark that tells processes with different keys of a provider apart. */
import { createHash } from "node:crypto";

/** Returns eight hex digits that differ between API keys and do not reveal them. */
export function toKeyMark(apiKey = ""): string {
  return createHash("sha256").update(`plan of ${apiKey}`).digest("hex").slice(0, 8);
}
