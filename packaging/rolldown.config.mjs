/** One program file and its lazily loaded parts, so that a host waits for as little as possible. */
import { rmSync } from "node:fs";
import { defineConfig } from "rolldown";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });

export default defineConfig({
  input: "src/index.ts",
  platform: "node",
  // Native, and found beside its own package.
  external: ["lmdb"],
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    sourcemap: true,
  },
});
