/** Writes V8's code cache next to the files that a start and a first answer need; `src/launch.ts` reads it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../dist/index.js", import.meta.url));

const TIMEOUT_MS = 60_000;

const HANDSHAKE = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "build", version: "0" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
];

/**
 * Starts the new build, which writes the cache of the functions it used: first as a host does, so that files shared by
 * all starts contain only what a list of tools needs, then as a service.
 */
export function codeCache() {
  return {
    name: "code-cache",
    async writeBundle() {
      await run([], async ({ stdin }) => {
        stdin.end(HANDSHAKE.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
      });
      await run(["--http", "--port", "0", "--demo"], async (program) => {
        for await (const line of createInterface(program.stderr)) {
          const url = /"event":"listening".*"url":"([^"]+)"/.exec(line)?.[1];
          if (url) return fetch(`${url}/api/v1/stock/AAPL`).finally(() => program.kill());
        }
      });
    },
  };
}

async function run(args, use) {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-build-"));
  const env = { PATH: process.env.PATH, CODE_CACHE: "write", DATA_DIR: folder };
  const program = spawn(process.execPath, [PROGRAM, ...args], { env, timeout: TIMEOUT_MS });
  program.stdout.resume();
  let log = "";
  program.stderr.on("data", (chunk) => (log += chunk));
  await Promise.all([use(program), once(program, "exit")]);
  rmSync(folder, { recursive: true, force: true });
  if (program.exitCode !== 0) throw new Error(`The program that was built does not start: ${log}`);
}
