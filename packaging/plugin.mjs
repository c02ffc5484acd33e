/**
 * Assembles the plugin for Claude Code, which has the built program and the skill: `npm run pack:plugin`.
 *
 * `-- --out FOLDER` sets the folder; it is replaced.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string" } } });
const { name, version, description, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const out = resolve(values.out ?? join(root, "plugin"));
if (!existsSync(join(root, "dist/index.js"))) throw new Error("There is no dist/: run npm run build first.");

const manifest = { name: "market-data", version, description, license, keywords: ["stocks", "finance"] };
// The host replaces the variable by the folder into which it has installed the plugin.
const server = { command: "node", args: ["${CLAUDE_PLUGIN_ROOT}/dist/index.js"] };

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, ".claude-plugin"), { recursive: true });
for (const part of ["dist", "skills", "LICENSE"]) {
  cpSync(join(root, part), join(out, part), { recursive: true });
}
writeJson(".claude-plugin/plugin.json", manifest);
writeJson(".mcp.json", { mcpServers: { "market-data": server } });
process.stdout.write(`${name} ${version}: ${out}\n`);

function writeJson(path, value) {
  writeFileSync(join(out, path), `${JSON.stringify(value, null, 2)}\n`);
}
