/** The file of inbound keys: `[{"id", "sha256", "plan"}]`. */
import { readFileSync } from "node:fs";
import { PLANS, type InboundKey } from "./contract/caller.js";
import { ConfigError } from "./contract/config-error.js";
import { z } from "./contract/schema.js";
import type { Logger } from "./log.js";

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

/**
 * The keys of a file; from now on SIGHUP reads it again and hands `onNew` what it holds then.
 *
 * One that cannot be used by then changes nothing; the log says so.
 *
 * @throws {KeysFileError} when it cannot be used now.
 */
export function followKeysFile(
  path: string,
  log: Logger,
  onNew: (keys: readonly InboundKey[]) => void,
): readonly InboundKey[] {
  process.on("SIGHUP", () => {
    try {
      onNew(readKeysFile(path));
    } catch (error) {
      if (!(error instanceof KeysFileError)) throw error;
      log.error({ event: "keys", message: `${error.message} The old keys stay.` });
    }
  });
  return readKeysFile(path);
}

/** @throws {KeysFileError} when it cannot be read or is malformed. */
export function readKeysFile(path: string): readonly InboundKey[] {
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
  return parsed.data;
}
