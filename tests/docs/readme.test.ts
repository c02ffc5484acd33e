import { readFileSync } from "node:fs";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { HOST_IDS } from "../../src/cli/install/hosts.js";
import type { Config } from "../../src/config/config.js";
import { SERVER_NAME } from "../../src/contract/host-links.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { useDemo } from "../support/demo.js";
import { expectGenerated, withBlock } from "../support/generated-file.js";
import { KEYED_PARTS } from "../support/generated-tables.js";

const PATH = new URL("../../README.md", import.meta.url);
const readme = readFileSync(PATH, "utf8");
/** The brace, `note` and the fields that most people ask for. */
const ANSWER_LINES = 5;

/** The characters of a line on a page of GitHub, and the lines above the commands that leave them on a laptop's screen. */
const LINE_CHARACTERS = 110;
const SCREEN_LINES = 20;

const HOSTS_PATH = new URL("../../docs/hosts.md", import.meta.url);

describe("docs/hosts.md", () => {
  it("has a section for each host", () => {
    const sections = [...readFileSync(HOSTS_PATH, "utf8").matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    const hosts =
      "Claude Desktop,claude.ai,Claude Code,ChatGPT,Codex,Cursor,VS Code,Gemini CLI,Windsurf,Zed,Goose,LM Studio,Open WebUI,n8n,LangChain,AI SDK,OpenAI Agents";
    expect(readme).toContain(`a section for each of ${hosts.split(",").length} hosts and libraries`);
    const more = "Hosts in the cloud,When the assistant does not pick the tool,Known faults of hosts,Update";
    expect(sections).toEqual(`${hosts},${more}`.split(","));
  });

  it("names every host of install in the form of its command", () => {
    const text = readFileSync(HOSTS_PATH, "utf8");
    for (const id of HOST_IDS) expect(text).toContain(`\`install ${id}`);
  });
});

const demo = useDemo();

/** Calls a tool once, in a program of its own. */
async function ask(config: Config, name: string, args: object): Promise<CallToolResult> {
  const app = createApp(config, createLogger("fatal", []));
  const extra = { signal: new AbortController().signal, sendNotification: async () => {} };
  const result = await app.mcp(DEFAULT_TOOLSETS)({ method: "tools/call", params: { name, arguments: args } }, extra);
  await app.close();
  return result as CallToolResult;
}

/** Hosts to which a page without links of programs, such as one of GitHub, can lead: by a page of the host itself. */
const WEB_LINKED = { vscode: "VS Code", cursor: "Cursor", lmstudio: "LM Studio" } as const;

/** Returns the address of the host's own page that opens it and asks its user to add this entry. */
function toWebLink(host: keyof typeof WEB_LINKED, entry: Readonly<Record<string, unknown>>): string {
  const name = encodeURIComponent(SERVER_NAME);
  if (host === "vscode") {
    return `https://insiders.vscode.dev/redirect/mcp/install?name=${name}&config=${encodeURIComponent(JSON.stringify(entry))}`;
  }
  const page = host === "cursor" ? "https://cursor.com/install-mcp" : "https://lmstudio.ai/install-mcp";
  return `${page}?name=${name}&config=${encodeURIComponent(Buffer.from(JSON.stringify(entry)).toString("base64"))}`;
}

describe("README", () => {
  it("has at most 130 lines", () => {
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(130);
  });

  it("shows the commands that start it on its first screen, above every picture", () => {
    const [above, block] = readme.split("```bash\n") as [string, string];
    expect(block.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/^git clone /),
      expect.stringMatching(/^node dist\/index\.js quotes /),
      "```",
    ]);
    expect(above).not.toMatch(/<img|!\[/);
    const lines = above.split("\n").map((line) => Math.ceil(line.length / LINE_CHARACTERS) || 1);
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(SCREEN_LINES);
  });

  it("shows the commands of a newcomer and of CI, each alone in a shell block", () => {
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim());
    expect(blocks).toEqual(["node dist/index.js install claude-code", "npm ci && npm run demo", "npm ci && npm test"]);
  });

  it("adds a server that runs on this machine to three hosts with one click, below the first commands", () => {
    const entry = { url: "http://127.0.0.1:8080/mcp" };
    const badges = Object.entries(WEB_LINKED).map(([host, name]) => {
      const picture = `packaging/badges/${host}.svg`;
      expect(readFileSync(new URL(`../../${picture}`, import.meta.url), "utf8")).toContain(`Add to ${name}<`);
      const link = toWebLink(host as keyof typeof WEB_LINKED, host === "vscode" ? { type: "http", ...entry } : entry);
      return `[![Add to ${name}](${picture})](${link})`;
    });
    const adding = `one click adds that server: ${badges.join(" ")}`;
    expect(readme).toContain(adding);
    expect(readme.indexOf(adding)).toBeGreaterThan(readme.indexOf("--demo\n```"));
  });

  it("names every host of install", () => {
    for (const id of HOST_IDS) expect(readme).toContain(`\`${id}\``);
  });

  it("shows a test command that CI also runs, as the first step of all tests", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts["test:all"]).toMatch(/^npm test && /);
  });

  it("shows the beginning of an answer", async () => {
    const answer = await ask(demo.config, "provider_a_get_stock_quote", { symbol: "AAPL" });
    const lines = JSON.stringify(answer.structuredContent, null, 2).split("\n").slice(0, ANSWER_LINES);
    const block = ["```jsonc", ...lines, "  // … and its other fields", "}", "```"].join("\n");
    expectGenerated("README.md", withBlock(readFileSync(PATH, "utf8"), "answer", block));
  });

  it.each([
    [KEYED_PARTS.contact[0], "check_financials", { symbol: "AAPL" }],
    [
      KEYED_PARTS.contact[1],
      "provider_a_get_financial_statements",
      { symbol: "AAPL", statement_type: "revenue_by_region" },
    ],
  ])("says that %s is not answered without any setting", async (part, name, args) => {
    expect(readme).toContain(part);
    expect((await ask(demo.keyless, name, args)).isError).toBe(true);
    expect((await ask(demo.config, name, args)).isError).toBeFalsy();
  });
});

describe("docs/hosts.md", () => {
  it("shows configurations in valid JSON that start this package", () => {
    const hosts = readFileSync(HOSTS_PATH, "utf8");
    const { name, bin } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      name: string;
      bin: Record<string, string>;
    };
    const blocks = [...hosts.matchAll(/```json\n([\s\S]*?)```/g)].map(
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
