/** Builds `manifests.ts` and loads it, so that a script without TypeScript can use it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The functions of `manifests.ts`.
 *
 * @returns {Promise<typeof import("./manifests.ts")>}
 */
export async function loadManifests() {
  const dir = mkdtempSync(join(tmpdir(), "market-data-mcp-manifests-"));
  try {
    const output = { dir, entryFileNames: "manifests.mjs", chunkFileNames: "[name]-[hash].mjs" };
    await build({ cwd: root, input: "packaging/manifests.ts", platform: "node", logLevel: "warn", output });
    return await import(pathToFileURL(join(dir, "manifests.mjs")).href);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
