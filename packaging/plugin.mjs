/**
 * Assembles the plugin for Claude Code, Codex and ChatGPT, which has the built program and the skill:
 * `npm run pack:plugin`.
 *
 * `-- --out FOLDER` sets the folder; it is replaced.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { drawIcon } from "./icon.mjs";
import { loadPluginFiles } from "./manifests.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string" } } });
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const out = resolve(values.out ?? join(root, "plugin"));
if (!existsSync(join(root, "dist/index.js"))) throw new Error("There is no dist/: run npm run build first.");
const { ICON, toPluginFiles } = await loadPluginFiles();

rmSync(out, { recursive: true, force: true });
for (const part of ["dist", "skills", "LICENSE"])
  cpSync(join(root, part), join(out, part), { recursive: true, filter: (path) => !path.endsWith(".map") });
cpSync(join(root, "packaging/plugin-readme.md"), join(out, "README.md"));
writeFileSync(join(out, ICON), drawIcon());
for (const [path, content] of Object.entries(toPluginFiles(manifest))) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), `${JSON.stringify(content, null, 2)}\n`);
}
process.stdout.write(`${manifest.name} ${manifest.version}: ${out}\n`);
