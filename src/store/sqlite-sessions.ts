/** Sessions with providers in the embedded store. */
import type { Sessions } from "../contract/sessions.js";
import type { StoreFile } from "./sqlite-file.js";

/** Creates sessions in `file`. */
export function createSqliteSessions(file: StoreFile): Sessions {
  const find = file.prepare("SELECT value FROM sessions WHERE name = ? AND expires > ?");
  const keep = file.prepare("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)");
  return {
    async get(name) {
      return (await file.read(() => find.get(name, file.now())))?.["value"] as string | undefined;
    },
    async set(name, text, ms) {
      await file.change(() => keep.run(name, text, Math.round(file.now() + ms)));
    },
  };
}
