import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HOST_IDS } from "../../src/cli/install/hosts.js";

const PATH = new URL("../../README.md", import.meta.url);

const HOSTS_PATH = new URL("../../docs/hosts.md", import.meta.url);

describe("docs/hosts.md", () => {
  it("has a section for each host", () => {
    const sections = [...readFileSync(HOSTS_PATH, "utf8").matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    const hosts =
      "Claude Desktop,claude.ai,Claude Code,ChatGPT,Codex,Cursor,VS Code,Gemini CLI,Windsurf,Zed,Goose,LM Studio,Open WebUI,n8n,LangChain,AI SDK,OpenAI Agents";
    const more = "Hosts in the cloud,When the assistant does not pick the tool,Update";
    expect(sections).toEqual(`${hosts},${more}`.split(","));
  });

  it("names every host of install in the form of its command", () => {
    const text = readFileSync(HOSTS_PATH, "utf8");
    for (const id of HOST_IDS) expect(text).toContain(`\`install ${id}`);
  });
});

describe("README", () => {
  it("has at most 200 lines", () => {
    expect(readFileSync(PATH, "utf8").split("\n").length).toBeLessThanOrEqual(200);
  });

  it("shows the newcomer's commands, each alone in a shell block", () => {
    const readme = readFileSync(PATH, "utf8");
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim());
    // The first one is the way into an assistant.
    expect(blocks[0]).toBe("npm ci && npm run build && node dist/index.js install claude-code");
    expect(blocks).toContain("npm ci && npm run demo");
    expect(blocks).toContain("npm ci && npm test");
  });

  it("shows a test command that CI also runs, as the first step of all tests", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts["test:all"]).toMatch(/^npm test && /);
  });

  it("and docs/hosts.md show host configurations in valid JSON that start this package", () => {
    const readme = readFileSync(PATH, "utf8") + readFileSync(HOSTS_PATH, "utf8");
    const { name, bin } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      name: string;
      bin: Record<string, string>;
    };
    const blocks = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, block]) => JSON.parse(block!) as Record<string, Record<string, { command: string; args: string[] }>>,
    );
    expect(blocks.length).toBeGreaterThanOrEqual(4);
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
