/** Leaves V8's code cache beside the files that a start over stdio needs; `src/launch.ts` reads it. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../dist/index.js", import.meta.url));

const HELLO = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "build", version: "0" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
];

/** Starts what was just built as a host does, which writes the cache of all it has used. */
export function codeCache() {
  return {
    name: "code-cache",
    writeBundle() {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM], {
        env: { PATH: process.env.PATH, CODE_CACHE: "write" },
        input: HELLO.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""),
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`The program that was built does not start: ${stderr}`);
    },
  };
}
