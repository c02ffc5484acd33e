import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const PATH = new URL("../../README.md", import.meta.url);

describe("README", () => {
  it("has at most 200 lines", () => {
    expect(readFileSync(PATH, "utf8").split("\n").length).toBeLessThanOrEqual(200);
  });

  it("shows the newcomer's two commands, each alone in a shell block", () => {
    const readme = readFileSync(PATH, "utf8");
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim());
    expect(blocks).toContain("npm ci && npm run demo");
    expect(blocks).toContain("npm ci && npm test");
  });

  it("shows a test command that CI also runs, as the first step of all tests", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts["test:all"]).toMatch(/^npm test && /);
  });

  it("shows host configurations in valid JSON that start this package", () => {
    const readme = readFileSync(PATH, "utf8");
    const { name, bin } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
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
    const { mcpServers } = JSON.parse(readFileSync(new URL("../../mcp.json.example", import.meta.url), "utf8")) as {
      mcpServers: Record<string, { command?: string; args?: string[]; env?: object; url?: string; headers?: object }>;
    };
    const servers = Object.values(mcpServers);
    expect(servers.some(({ command, env }) => command && env && "PROVIDER_A_API_KEY" in env)).toBe(true);
    expect(servers.some(({ command, args }) => command && args?.includes("--demo"))).toBe(true);
    expect(servers.some(({ url, headers }) => url?.endsWith("/mcp") && headers && "X-API-Key" in headers)).toBe(true);
  });
});
