import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TABLES, withTables } from "./support/readme-tables.js";

const PATH = new URL("../README.md", import.meta.url);

describe("README", () => {
  it("lists the tools, routes and settings that the program has (UPDATE=1 npx vitest run writes them)", () => {
    const readme = readFileSync(PATH, "utf8");
    for (const name of Object.keys(TABLES)) expect(readme).toContain(`<!-- ${name} -->`);
    const expected = withTables(readme);
    if (process.env["UPDATE"]) writeFileSync(PATH, expected);
    expect(readFileSync(PATH, "utf8")).toBe(expected);
  });

  it("offers the two newcomer's commands, each alone in a shell block", () => {
    const readme = readFileSync(PATH, "utf8");
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim());
    expect(blocks).toContain("npm ci && npm run demo");
    expect(blocks).toContain("npm test");
  });

  it("names only package scripts that exist", () => {
    const readme = readFileSync(PATH, "utf8");
    const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      scripts: object;
    };
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(scripts).toHaveProperty(name);
  });

  it("shows host configurations that are valid JSON and start this package", () => {
    const readme = readFileSync(PATH, "utf8");
    const { name, bin } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      name: string;
      bin: Record<string, string>;
    };
    const blocks = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, block]) => JSON.parse(block!) as Record<string, Record<string, { command: string; args: string[] }>>,
    );
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    for (const block of blocks) {
      const servers = Object.values(block["mcpServers"] ?? block["servers"] ?? {});
      expect(servers.map(({ command, args }) => [command, ...args])).toEqual([
        ["node", `/path/to/${name}/${bin[name]}`],
      ]);
    }
  });
});

describe("mcp.json.example", () => {
  it("shows stdio with keys, the stdio demo, and HTTP with a key header", () => {
    const { mcpServers } = JSON.parse(readFileSync(new URL("../mcp.json.example", import.meta.url), "utf8")) as {
      mcpServers: Record<string, { command?: string; args?: string[]; env?: object; url?: string; headers?: object }>;
    };
    const servers = Object.values(mcpServers);
    expect(servers.some(({ command, env }) => command && env && "PROVIDER_A_API_KEY" in env)).toBe(true);
    expect(servers.some(({ command, args }) => command && args?.includes("--demo"))).toBe(true);
    expect(servers.some(({ url, headers }) => url?.endsWith("/mcp") && headers && "X-API-Key" in headers)).toBe(true);
  });
});
