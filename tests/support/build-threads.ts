/**
 * Builds the files of our threads once before all tests: Node cannot start a thread from a file in TypeScript. The plugin
 * `threads` of `tests/vitest.config.ts` makes the program under test start them.
 */
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

/** The folder of the built files, which belong to this checkout only. */
export const THREADS = new URL("../../node_modules/.cache/threads/", import.meta.url);

export async function setup(): Promise<void> {
  await build({
    logLevel: "warn",
    input: { "document-worker": "src/providers/sec/documents/document-worker.ts" },
    platform: "node",
    output: { dir: fileURLToPath(THREADS), entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
  });
}
