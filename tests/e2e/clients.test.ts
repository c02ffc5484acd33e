/** Independent MCP clients, one for each of the protocol's eras, against the built program. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as AiStdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { cleanEnv, PROGRAM, startHttpProgram, temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
const headers = { "x-api-key": "right-key" };
const LISTED = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));
const TOOLS = LISTED.map(({ capability }) => capability.tool.name);
/** One template for each capability with a symbol in its address, and one for all movers. */
const TEMPLATES = 1 + CATALOGUE.filter(({ capability }) => capability.resource?.path.includes("{")).length;
/** Status, three lists of movers, the market's summary, the skill, and the pictures of the listed tools. */
const RESOURCES = 6 + new Set(LISTED.flatMap(({ capability: { tool } }) => tool.picture ?? [])).size;
let program: Awaited<ReturnType<typeof startHttpProgram>>;

beforeAll(async () => {
  const keys = join(folder.path, "keys.json");
  const sha256 = createHash("sha256").update("right-key").digest("hex");
  writeFileSync(keys, JSON.stringify([{ id: "alice", sha256, plan: "professional" }]));
  program = await startHttpProgram(["--demo"], { API_KEYS_FILE: keys, DATA_DIR: folder.path });
});
afterAll(async () => {
  await program.stop();
  folder.remove();
});

/** Starts the program as a host does. */
const spawned = () => ({
  command: process.execPath,
  args: [PROGRAM, "--demo"],
  env: cleanEnv({ DATA_DIR: folder.path }),
  stderr: "ignore" as const,
});
const address = () => `${program.url}/mcp`;

describe.each(["stdio", "HTTP with a key"])("over %s", (way) => {
  const overStdio = way === "stdio";

  it.each([
    ["2025-11-25", "legacy", {}],
    ["2026-07-28", "modern", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
    ["2026-07-28", "modern", { versionNegotiation: { mode: "auto" } }],
  ] as const)("the second official SDK uses everything in revision %s (%s)", async (version, era, options) => {
    const client = new Client({ name: "check", version: "1.0.0" }, options);
    await client.connect(
      overStdio
        ? new StdioClientTransport(spawned())
        : new StreamableHTTPClientTransport(new URL(address()), { requestInit: { headers } }),
    );
    expect([client.getNegotiatedProtocolVersion(), client.getProtocolEra()]).toEqual([version, era]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS);
    const called = await client.callTool({ name: "get_company_overview", arguments: { symbol: "AAPL" } });
    expect(called).toMatchObject({ structuredContent: { symbol: "AAPL" } });
    const refused = await client.callTool({ name: "get_company_overview", arguments: { symbol: "NOSUCH" } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("NOSUCH") }] });

    const uri = "market://stock/AAPL/quote";
    const { contents } = await client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ symbol: "AAPL" });
    const picture = await client.readResource({ uri: "ui://market/quote" });
    expect(picture.contents[0]).toMatchObject({
      mimeType: "text/html;profile=mcp-app",
      text: expect.stringMatching(/data-picture="quote" data-vendors="[^"]+" data-simulated/),
    });
    expect((await client.listResources()).resources).toHaveLength(RESOURCES);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(TEMPLATES);
    expect((await client.listPrompts()).prompts).toHaveLength(PROMPTS.length);
    const prompt = await client.getPrompt({ name: "analyze_stock", arguments: { symbol: "AAPL" } });
    expect(prompt.messages[0]).toMatchObject({ role: "user", content: { text: expect.stringContaining("AAPL") } });
    const ref = { type: "ref/resource", uri: "market://stock/{symbol}/quote" } as const;
    const { completion } = await client.complete({ ref, argument: { name: "symbol", value: "aap" } });
    expect(completion.values).toEqual(["AAPL"]);

    // Its host side verifies the entry, size, digest and frontmatter of each file.
    const skills = new SkillsClient(client);
    const { skills: entries } = await skills.list();
    expect(entries).toMatchObject([{ uri: "skill://market-data/SKILL.md" }]);
    const { skill } = await skills.get(entries[0]!.uri);
    expect(await skills.read(skill)).toMatchObject({ verified: true, frontmatter: { name: "market-data" } });
    await client.close();
  });

  it("the AI SDK detects the newer revision, lists tools and calls one", async () => {
    const client = await createMCPClient({
      transport: overStdio ? new AiStdioTransport(spawned()) : { type: "http", url: address(), headers },
    });
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(TOOLS);
    const result = await tools["get_company_overview"]!.execute({ symbol: "AAPL" }, { toolCallId: "1", messages: [] });
    expect(result).toMatchObject({ structuredContent: { symbol: "AAPL" } });
    await client.close();
  });
});

describe("without the key", () => {
  it("both are rejected at once", async () => {
    const client = new Client({ name: "check", version: "1.0.0" });
    await expect(client.connect(new StreamableHTTPClientTransport(new URL(address())))).rejects.toThrow(/401|key/i);
    await expect(createMCPClient({ transport: { type: "http", url: address() } })).rejects.toThrow(/401|key/i);
  });
});
