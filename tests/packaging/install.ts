/** Makes the files of a release, and installs the package in an empty folder. */
import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a command to its end and returns its output.
 *
 * @throws with the whole output when it fails.
 */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} ended with ${status ?? error}:\n${stdout}\n${stderr}`);
}

/** Makes the files of a release in `folder`, unless a dry run has made them already; returns their paths. */
export function releaseFiles(folder: string) {
  const made = process.env["RELEASE_FILES"];
  if (!made) run(process.execPath, ["packaging/release.mjs", "--out", folder], ROOT);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<string, string>;
  const path = (file: string) => join(made ?? folder, file);
  return {
    folder: made ?? folder,
    tarball: path(`${name}-${version}.tgz`),
    bundle: path(`${name}-${version}.mcpb`),
    plugin: path(`${name}-${version}-plugin.tar.gz`),
    reference: path(`${name}-${version}-reference.md`),
  };
}

/** Installs a tarball in `folder`, without running package scripts. */
export function install(tarball: string, folder: string, ...options: string[]): void {
  writeFileSync(join(folder, "package.json"), "{}");
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  run("npm", ["install", ...quiet, ...options, tarball], folder);
}

/** Returns all files below a folder, by relative path. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Returns the bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + lstatSync(path).size, 0);
}
