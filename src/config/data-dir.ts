/** The default folder of the embedded store. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "./setting.js";

/** Returns the user's cache folder for this program, by the conventions of the operating system. */
export function defaultDataDir(env: Environment): string {
  const home = homedir();
  /** Returns the folder in the variable; a value that is not an absolute path counts as missing. */
  const folderIn = (variable: string) => [env[variable] ?? ""].find(isAbsolute);
  const base =
    process.platform === "win32"
      ? (folderIn("LOCALAPPDATA") ?? join(home, "AppData", "Local"))
      : process.platform === "darwin"
        ? join(home, "Library", "Caches")
        : (folderIn("XDG_CACHE_HOME") ?? join(home, ".cache"));
  return join(base, "market-data-mcp");
}
