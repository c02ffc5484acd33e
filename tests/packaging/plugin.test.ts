/** The plugin for Claude Code is complete: its server starts from the plugin's folder, and it has the skill. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { cleanEnv, temporaryFolder } from "../support/program.js";
import { filesBelow, releaseFiles, run } from "./install.js";

const folder = temporaryFolder();
const plugin = join(folder.path, "plugin");
const readJson = (name: string) => JSON.parse(readFileSync(join(plugin, name), "utf8")) as unknown;

beforeAll(() => {
  mkdirSync(plugin);
  run("tar", ["-xzf", releaseFiles(join(folder.path, "release")).plugin, "-C", plugin], folder.path);
});
afterAll(() => folder.remove());

it("has a manifest of this version, and the skill", () => {
  expect(readJson(".claude-plugin/plugin.json")).toMatchObject({ name: "market-data", version: manifest.version });
  const files = filesBelow(plugin).map((path) => path.slice(plugin.length + 1));
  expect(files).toEqual(
    expect.arrayContaining(["LICENSE", ".mcp.json", "skills/market-data/SKILL.md", "dist/index.js"]),
  );
});

it("starts the server as the host does", async () => {
  const { mcpServers } = readJson(".mcp.json") as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const { command, args } = mcpServers["market-data"]!;
  const placed = args.map((each) => each.replace("${CLAUDE_PLUGIN_ROOT}", plugin));
  const env = cleanEnv({ DATA_DIR: join(folder.path, "data"), DEMO: "1" });
  const client = new Client({ name: "test", version: "0" });
  await client.connect(new StdioClientTransport({ command, args: placed, env, stderr: "ignore" }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("get_quotes");
  await client.close();
});
