/**
 * Computes the list of tools during the build, because a program that loads the capabilities to
 * compute it starts more slowly.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const SOURCE = join(root, "src/serve/listed-tools.ts");

/** Returns a plugin that replaces the module computing the list by the list itself. */
export function listedTools() {
  return {
    name: "listed-tools",
    async load(id) {
      // V8 parses a JSON string faster than an object literal of that size.
      if (id === SOURCE) return `export const LISTED_TOOLS = JSON.parse(${JSON.stringify(await computeList())});`;
    },
  };
}

async function computeList() {
  const dir = mkdtempSync(join(tmpdir(), "market-data-mcp-build-"));
  try {
    const output = { dir, entryFileNames: "list.mjs", chunkFileNames: "[name]-[hash].mjs" };
    await build({ cwd: root, input: SOURCE, platform: "node", logLevel: "warn", output });
    const { LISTED_TOOLS } = await import(pathToFileURL(join(dir, "list.mjs")).href);
    return JSON.stringify(LISTED_TOOLS);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
