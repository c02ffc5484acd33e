/** The plugin is complete for both kinds of hosts: each starts the server from its own manifests, and has the skill. */
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { cleanEnv, temporaryFolder } from "../support/program.js";
import { filesBelow, releaseFiles, run } from "./install.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
const plugin = join(folder.path, "plugin");
const read = (name: string) => readFileSync(join(plugin, name), "utf8");
const readJson = <T = object>(name: string) => JSON.parse(read(name)) as T;

beforeAll(() => {
  const { plugin: packed } = releaseFiles(join(folder.path, "release"));
  mkdirSync(plugin);
  run("tar", ["--extract", "--gzip", "--file", packed, "--directory", plugin], ROOT);
}, 60_000);
afterAll(() => folder.remove());

it.each([".claude-plugin/plugin.json", ".cursor-plugin/plugin.json", "plugin.json"])(
  "has %s of this version",
  (name) => {
    expect(readJson(name)).toMatchObject({ name: "market-data", version: manifest.version, license: manifest.license });
  },
);

it.each([".claude-plugin", ".cursor-plugin", ".github/plugin"])(
  "is by %s a marketplace whose only plugin is the folder itself",
  (place) => {
    expect(readJson(`${place}/marketplace.json`)).toMatchObject({
      name: "market-data",
      owner: { name: expect.any(String) },
      plugins: [{ name: "market-data", source: "./" }],
    });
  },
);

it("names to Cursor all that it may keep, with files that exist and fields that its schema has", () => {
  const own = readJson<Record<string, string>>(".cursor-plugin/plugin.json");
  for (const name of ["skills", "mcpServers", "logo"])
    expect(statSync(join(plugin, own[name]!)).size).toBeGreaterThan(0);
  const fields =
    "name displayName description version author homepage repository license logo keywords skills mcpServers";
  expect(Object.keys(own).filter((name) => !fields.split(" ").includes(name))).toEqual([]);
});

it("is an extension of Gemini CLI, whose server starts from the folder of the extension", () => {
  const { mcpServers, ...facts } = readJson<{ mcpServers: Record<string, { command: string; args: string[] }> }>(
    "gemini-extension.json",
  );
  expect(facts).toMatchObject({ name: "market-data", version: manifest.version });
  expect(mcpServers["market-data"]).toEqual({
    command: "node",
    args: ["${extensionPath}/dist/index.js"],
    cwd: "${extensionPath}",
  });
});

// Clients report every field that the open format does not have, and reject a server with one.
it("has only fields of the open format in its manifests", () => {
  const fields = ["$schema", "name", "version", "description", "author", "homepage", "repository", "license"];
  const own = readJson<{ $schema: string }>("plugin.json");
  expect(Object.keys(own).filter((name) => ![...fields, "keywords", "extensions"].includes(name))).toEqual([]);
  expect(own.$schema).toBe("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json");
  const { $schema, mcpServers } = readJson<{ $schema: string; mcpServers: Record<string, object> }>("mcp.json");
  expect($schema).toBe("https://agent-plugins.org/schemas/1.0.0/mcp.schema.json");
  expect(Object.values(mcpServers).map((server) => Object.keys(server))).toEqual([["type", "command", "args"]]);
});

// The limits of OpenAI's directory; a longer text, or one without its page, is refused.
it("has what the list of plugins shows: names, pages, an icon and three questions", () => {
  const { extensions } = readJson<{ extensions: { "com.openai": { interface: Record<string, string | string[]> } } }>(
    "plugin.json",
  );
  const { interface: shown } = extensions["com.openai"];
  const text = (name: string) => String(shown[name]);
  for (const name of ["displayName", "shortDescription"]) expect(text(name)).toMatch(/^.{1,30}$/);
  for (const name of ["websiteURL", "supportURL", "privacyPolicyURL", "termsOfServiceURL"])
    expect(text(name)).toMatch(/^https:\/\//);
  const questions = shown["defaultPrompt"] as string[];
  expect(new Set(questions).size).toBe(3);
  for (const question of questions) expect(question).toMatch(/^[^@]{1,128}$/);
  for (const name of ["logo", "composerIcon"])
    expect(
      readFileSync(join(plugin, text(name)))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
});

it("has the skill, the licence, and a README of 40 words, which directories demand", () => {
  const files = filesBelow(plugin).map((path) => relative(plugin, path));
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "skills/market-data/SKILL.md", "dist/index.js"]));
  expect(read("README.md").split(/\s+/).length).toBeGreaterThanOrEqual(40);
});

it("is small enough for directories, except for single files, as docs/checklists.md says", () => {
  const sizes = filesBelow(plugin).map((path) => statSync(path).size);
  expect(sizes.length).toBeLessThanOrEqual(512);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50 * 2 ** 20);
  const row = /^\| Plugin of at most .*$/m.exec(readFileSync(join(ROOT, "docs/checklists.md"), "utf8"))?.[0];
  const large = sizes.filter((size) => size >= 256 * 1024).length;
  expect(row).toContain(large === 0 ? "| yes |" : "| partly |");
});

it.each([
  { file: ".mcp.json", variable: "CLAUDE_PLUGIN_ROOT" },
  { file: "mcp.json", variable: "PLUGIN_ROOT" },
])("starts the server as hosts that read $file do", async ({ file, variable }) => {
  const { mcpServers } = readJson<{ mcpServers: Record<string, { command: string; args: string[] }> }>(file);
  const { command, args } = mcpServers["market-data"]!;
  const placed = args.map((each) => each.replace(`\${${variable}}`, plugin));
  const env = cleanEnv({ DATA_DIR: join(folder.path, "data"), DEMO: "1" });
  const client = new Client({ name: "test", version: "0" });
  await client.connect(new StdioClientTransport({ command, args: placed, env, cwd: plugin, stderr: "ignore" }));
  expect(client.getServerVersion()!.version).toBe(manifest.version);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("get_quotes");
  await client.close();
});
