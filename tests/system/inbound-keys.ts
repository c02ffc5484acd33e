/** Writes keys files as operators do. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";

export interface InboundKey {
  id: string;
  key: string;
  plan: "free" | "starter" | "professional";
}

/** Writes the file, which contains only hashes, readable by its owner alone. */
export function writeKeys(path: string, keys: readonly InboundKey[]): void {
  const rows = keys.map(({ id, key, plan }) => ({ id, sha256: createHash("sha256").update(key).digest("hex"), plan }));
  writeFileSync(path, JSON.stringify(rows), { mode: 0o600 });
}
