/**
 * Builds a bench or another program of the tests and runs it: `node packaging/bench.mjs performance`,
 * `node packaging/bench.mjs live/probe`.
 *
 * A bench is a folder of tests/bench with a main.ts and, if it starts its own program instead of the built one, that
 * program's process.ts. Both are built next to the packages they load.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { threads } from "./threads.mjs";
import { clearProgress, showProgress } from "./progress.mjs";

const [name = "performance", ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const bench = name.includes("/") ? `tests/${name}` : `tests/bench/${name}`;
const hasProcess = existsSync(`${root}${bench}/process.ts`);
const dir = `${root}node_modules/.cache/market-data-mcp-bench/${name}`;

showProgress(`Building ${bench}`);
await build({
  cwd: root,
  input: { main: `${bench}/main.ts`, ...(hasProcess ? { process: `${bench}/process.ts` } : {}) },
  platform: "node",
  // Native; must be resolved next to its own package.
  external: ["libsql"],
  plugins: [threads()],
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

clearProgress();
const { status, signal } = spawnSync(process.execPath, [`${dir}/main.js`, ...args], { cwd: root, stdio: "inherit" });
if (signal) process.stderr.write(`It was ended by ${signal}.\n`);
process.exitCode = status ?? 1;
