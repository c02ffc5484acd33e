/** The choice of toolsets in the built program, with independent clients of both eras. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMCPClient } from "@ai-sdk/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../src/catalogue.js";
import { readToolsets, TOOLSETS } from "../../src/contract/toolsets.js";
import { cleanEnv, PROGRAM, startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
let program: Awaited<ReturnType<typeof startHttpProgram>>;

beforeAll(async () => {
  program = await startHttpProgram(["--demo", "--toolsets", "core,technical"], { DATA_DIR: folder.path });
});
afterAll(async () => {
  await program.stop();
  folder.remove();
});

function namesOf(choice: string): string[] {
  const read = readToolsets(choice);
  if ("unknown" in read) throw new Error(read.unknown);
  return TOOLS.flatMap(({ capability: { tool } }) => (read.sets.includes(tool.set) ? [tool.name] : []));
}

const ERAS = [
  ["2025-11-25", {}],
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
] as const;
/** A few choices, to show that a choice arrives; tests/mcp/toolsets.test.ts shows what each lists. */
const CASES = ["core", "market,research", "default", "all"].flatMap((choice) =>
  ERAS.map((era) => [choice, ...era] as const),
);

describe("a client of the program", () => {
  it.each(CASES)("gets the tools of %s over stdio in revision %s", async (choice, _revision, options) => {
    const client = new Client({ name: "check", version: "1.0.0" }, options);
    const env = cleanEnv({ DATA_DIR: folder.path, TOOLSETS: choice });
    const args = [PROGRAM, "--demo"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(namesOf(choice));
    expect(await client.callTool({ name: "get_news", arguments: { symbol: "AAPL" } })).not.toHaveProperty("isError");
    await client.close();
  });

  it.each(CASES)("gets the tools of %s over HTTP in revision %s", async (choice, _revision, options) => {
    const listed = async (address: string, headers: Record<string, string> = {}) => {
      const client = new Client({ name: "check", version: "1.0.0" }, options);
      await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    const url = `${program.url}/mcp`;
    expect(await listed(`${url}?toolsets=${choice}`)).toEqual(namesOf(choice));
    expect(await listed(url, { "X-MCP-Toolsets": choice })).toEqual(namesOf(choice));
    expect(await listed(`${url}?toolsets=${choice}`, { "X-MCP-Toolsets": "company" })).toEqual(namesOf(choice));
    expect(await listed(url)).toEqual(namesOf("core,technical"));
  });

  it("gets them with the AI SDK, too", async () => {
    const client = await createMCPClient({ transport: { type: "http", url: `${program.url}/mcp?toolsets=core` } });
    expect(Object.keys(await client.tools())).toEqual(namesOf("core"));
    await client.close();
  });

  it("is refused with 400 and the names for an unknown set", async () => {
    const response = await fetch(`${program.url}/mcp?toolsets=everything`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { id: 7, error: { message: expect.stringContaining(TOOLSETS.join(", ")) } },
    ]);
  });
});

describe("the start", () => {
  it("ends with exit code 2 and the names for an unknown set", async () => {
    const { exited, stderr } = startProgram(["--demo", "--toolsets", "core,everything"]);
    expect(await exited).toBe(2);
    expect(stderr()).toBe(`market-data-mcp: TOOLSETS must be a comma list of ${TOOLSETS.join(", ")}, default, all.\n`);
  });
});
