/**
 * Packs the built program as a bundle for desktop hosts: `npm run pack:mcpb`.
 *
 * `-- --here` packs the embedded store for this machine only, `-- --out FILE` sets another location
 * for the bundle.
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

/**
 * Platforms of desktop hosts. libsql has no build for win32-arm64, where the store needs a host
 * with `node:sqlite`.
 */
const PLATFORMS = ["darwin-arm64", "darwin-x64", "win32-x64", "win32-arm64", "linux-x64", "linux-arm64"];

/** Patterns of files that the program does not need. */
const EXCLUDED = [
  // Desktop systems use glibc.
  "node_modules/@libsql/*-musl",
  "*.c",
  "*.h",
  "*.cpp",
  "*.gyp",
  "*.md",
  "*.ts",
  "*.cts",
  "*.cache",
  // Files that packages published by mistake, such as editor and test files.
  "node_modules/**/.*",
  "node_modules/**/tests",
  "node_modules/**/assets",
  "node_modules/**/rollup.config.js",
];

const { values } = parseArgs({ options: { here: { type: "boolean" }, out: { type: "string" } } });
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const out = resolve(values.out ?? `${root}${manifest.name}-${manifest.version}.mcpb`);
if (!existsSync(join(root, "dist/index.js"))) throw new Error("There is no dist/: run npm run build first.");

const work = mkdtempSync(join(tmpdir(), "market-data-mcp-bundle-"));
try {
  const stage = join(work, "bundle");
  mkdirSync(stage);
  for (const name of ["dist", "LICENSE", "package.json"])
    cpSync(join(root, name), join(stage, name), { recursive: true });
  const { toBundleManifest } = await loadManifests();
  writeFileSync(join(stage, "manifest.json"), `${JSON.stringify(toBundleManifest(manifest), null, 2)}\n`);
  writeFileSync(join(stage, "icon.png"), drawIcon());
  writeFileSync(join(stage, ".mcpbignore"), EXCLUDED.join("\n"));
  for (const platform of values.here ? [`${process.platform}-${process.arch}`] : PLATFORMS) {
    showProgress(`Fetching the embedded store for ${platform}`);
    cpSync(installStore(platform), join(stage, "node_modules"), { recursive: true });
  }
  showProgress("Packing");
  mcpb("validate", join(stage, "manifest.json"));
  mcpb("pack", stage, out);
} finally {
  clearProgress();
  rmSync(work, { recursive: true, force: true });
}
const hash = createHash("sha256").update(readFileSync(out)).digest("hex");
process.stdout.write(`${basename(out)}  ${(statSync(out).size / 1e6).toFixed(1)} MB  sha256 ${hash}\n`);

/** Installs the packages of the lock file for that platform, verified by their hashes. */
function installStore(platform) {
  const [os, cpu] = platform.split("-");
  const folder = join(work, platform);
  mkdirSync(folder);
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(root, name), join(folder, name));
  const where = [`--os=${os}`, `--cpu=${cpu}`, ...(os === "linux" ? ["--libc=glibc"] : [])];
  const quiet = ["--ignore-scripts", "--prefer-offline", "--loglevel=error"];
  start("npm", ["ci", "--omit=dev", ...where, ...quiet], folder);
  const builds = { darwin: "", linux: "-gnu", win32: "-msvc" };
  if (!existsSync(join(folder, `node_modules/@libsql/${platform}${builds[os]}`)) && platform !== "win32-arm64") {
    throw new Error(`npm has not installed the embedded store's build for ${platform}.`);
  }
  return join(folder, "node_modules");
}

function mcpb(...args) {
  start(process.execPath, [MCPB, ...args], work);
}

function start(command, args, cwd) {
  // On Windows npm must be run through the shell.
  const shell = process.platform === "win32" && command === "npm";
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", shell });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
