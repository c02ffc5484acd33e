/** Builds a module in TypeScript of this folder and loads it, so that a script without TypeScript can use it. */
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
export const loadManifests = () => load("manifests");

/**
 * The functions of `plugin-files.ts`.
 *
 * @returns {Promise<typeof import("./plugin-files.ts")>}
 */
export const loadPluginFiles = () => load("plugin-files");

/**
 * The functions of `reference.ts`.
 *
 * @returns {Promise<typeof import("./reference.ts")>}
 */
export const loadReference = () => load("reference");

async function load(name) {
  const dir = mkdtempSync(join(tmpdir(), "market-data-mcp-manifests-"));
  try {
    const output = { dir, entryFileNames: "manifests.mjs", chunkFileNames: "[name]-[hash].mjs" };
    await build({ cwd: root, input: `packaging/${name}.ts`, platform: "node", logLevel: "warn", output });
    return await import(pathToFileURL(join(dir, "manifests.mjs")).href);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
