/** A mark that tells processes with different keys of a provider apart. */
import { createHash } from "node:crypto";

/** Eight hex digits that differ from one API key to another and do not reveal it. */
export function toKeyMark(apiKey = ""): string {
  return createHash("sha256").update(`plan of ${apiKey}`).digest("hex").slice(0, 8);
}
