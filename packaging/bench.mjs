/**
 * Builds a bench and runs it: `node packaging/bench.mjs economy`.
 *
 * A bench is a folder of tests/bench with a main.ts and a process.ts, the
 * program it starts. They are built beside the packages they load.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const [name = "economy", ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const dir = `${root}node_modules/.cache/market-data-mcp-bench/${name}`;

await build({
  cwd: root,
  input: { main: `tests/bench/${name}/main.ts`, process: `tests/bench/${name}/process.ts` },
  platform: "node",
  // Native, and found beside its own package.
  external: ["lmdb"],
  logLevel: "warn",
  output: {
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    cleanDir: true,
    sourcemap: true,
  },
});

const { status } = spawnSync(process.execPath, [`${dir}/main.js`, ...args], { stdio: "inherit" });
process.exitCode = status ?? 1;
