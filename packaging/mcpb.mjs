/**
 * Packs the built program as a bundle for desktop hosts: `npm run pack:mcpb`. `-- --out FILE` sets another location.
 *
 * The bundle contains no native build of a store, so it is the same for all platforms: a host's Node from 22.13 on has
 * SQLite; with an older one the program keeps its answers and counts in memory, and says so.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { drawIcon } from "./icon.mjs";
import { loadManifests } from "./manifests.mjs";
import { clearProgress, showProgress } from "./progress.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const MCPB = join(root, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");

/** Patterns of files that the program does not need. */
const EXCLUDED = ["*.ts"];

const { values } = parseArgs({ options: { out: { type: "string" } } });
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const out = resolve(values.out ?? `${root}${manifest.name}-${manifest.version}.mcpb`);
if (!existsSync(join(root, "dist/index.js"))) throw new Error("There is no dist/: run npm run build first.");

const work = mkdtempSync(join(tmpdir(), "market-data-mcp-bundle-"));
try {
  const stage = join(work, "bundle");
  mkdirSync(stage);
  for (const name of ["dist", "skills", "LICENSE", "package.json"])
    cpSync(join(root, name), join(stage, name), { recursive: true });
  const { toBundleManifest, SCREENSHOTS } = await loadManifests();
  for (const path of SCREENSHOTS) cpSync(join(root, "packaging", path), join(stage, path));
  writeFileSync(join(stage, "manifest.json"), `${JSON.stringify(toBundleManifest(manifest), null, 2)}\n`);
  writeFileSync(join(stage, "icon.png"), drawIcon());
  writeFileSync(join(stage, ".mcpbignore"), EXCLUDED.join("\n"));
  showProgress("Packing");
  mcpb("validate", join(stage, "manifest.json"));
  mcpb("pack", stage, out);
} finally {
  clearProgress();
  rmSync(work, { recursive: true, force: true });
}
const hash = createHash("sha256").update(readFileSync(out)).digest("hex");
process.stdout.write(`${basename(out)}  ${(statSync(out).size / 1e6).toFixed(1)} MB  sha256 ${hash}\n`);

function mcpb(...args) {
  start(process.execPath, [MCPB, ...args], work);
}

function start(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
