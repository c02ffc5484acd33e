/** Measures the way of a newcomer: `npx` with the tarball in an empty folder, until the tools are listed. */
import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** Limits of the package, as tests/packaging/tarball.test.ts has them. */
const MAX_PACKED_MB = 1.5;
const MAX_INSTALLED_MB = 21.6;
/** A host that waits for a server should not wait longer; two seconds on an idle machine. */
const MAX_START_MS = 5_000;
const MB = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-npx-"));
try {
  const tarball = pack();
  const [cache, home] = [join(folder, "cache"), join(folder, "empty")];
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    DATA_DIR: join(folder, "data"),
    npm_config_cache: cache,
    npm_config_loglevel: "error",
    ...(process.env["npm_config_registry"] ? { npm_config_registry: process.env["npm_config_registry"] } : {}),
  };
  const first = await listTools(tarball, home, env);
  const again = await listTools(tarball, home, env);
  const packed = statSync(tarball).size / MB;
  const installed = bytesBelow(join(cache, "_npx")) / MB;
  const rows = [
    ["packed", `${packed.toFixed(2)} MB`],
    ["installed by npx", `${installed.toFixed(1)} MB`],
    ["npx to tools/list, nothing cached", `${(first.ms / 1_000).toFixed(1)} s`],
    ["the same again", `${(again.ms / 1_000).toFixed(1)} s`],
    ["tools listed", String(first.tools)],
  ];
  for (const [what, figure] of rows) process.stdout.write(`${what!.padEnd(36)}${figure}\n`);
  const isSmall = packed <= MAX_PACKED_MB && installed <= MAX_INSTALLED_MB;
  process.exitCode = isSmall && again.ms <= MAX_START_MS && first.tools > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Packs the built program; returns the tarball's path. */
function pack(): string {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return join(
    folder,
    readdirSync(folder).find((name) => stdout.includes(name) && name.endsWith(".tgz"))!,
  );
}

/** Starts the tarball through npx as a host does; returns the time until the tools are listed, and their number. */
async function listTools(tarball: string, cwd: string, env: Record<string, string>) {
  const started = performance.now();
  const client = new Client({ name: "bench", version: "0" });
  const args = ["-y", "--package", tarball, "market-data-mcp", "--demo"];
  // Installing may take longer than the client's usual minute on a slow line.
  await client.connect(new StdioClientTransport({ command: "npx", args, cwd, env, stderr: "inherit" }), {
    timeout: 300_000,
  });
  const { tools } = await client.listTools();
  const ms = performance.now() - started;
  await client.close();
  return { ms, tools: tools.length };
}

function bytesBelow(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}
