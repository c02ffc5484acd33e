import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE, TOOLS } from "../../src/catalogue.js";
import { listedParameters } from "../../src/mcp/parameters.js";
import { cleanEnv, PROGRAM, startProgram, temporaryFolder } from "../support/program.js";
import { argumentsFor } from "./examples.js";

const folder = temporaryFolder();
const env = { DATA_DIR: folder.path };
const FINANCIALS = "provider_a_get_financial_statements";

describe("the built program over stdio, on the simulated market", () => {
  const client = new Client({ name: "e2e", version: "1.0.0" });

  beforeAll(async () => {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [PROGRAM, "--demo", "--toolsets", "all"],
        env: cleanEnv(env),
        stderr: "ignore",
      }),
    );
  });
  afterAll(async () => {
    await client.close();
    folder.remove();
  });

  it("states in its instructions that everything is simulated", () => {
    expect(client.getInstructions()).toMatch(/^SIMULATED MARKET/);
  });

  it("says of an unknown symbol that it may not be in the simulated market", async () => {
    const { content } = await client.callTool({ name: "get_company_overview", arguments: { symbol: "ZZTOP" } });
    expect(content).toMatchObject([
      { text: expect.stringMatching(/Some real symbols are not in the simulated market.*--demo/) },
    ]);
  });

  it("lists one tool for each capability, with all parameters that are not hidden", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ capability }) => capability.tool.name));
    for (const [index, { inputSchema }] of tools.entries()) {
      const { capability } = TOOLS[index]!;
      const declared = Object.keys({ ...capability.input.shape, ...listedParameters(capability) });
      const { hidden = [] } = capability.tool;
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(declared.filter((name) => !hidden.includes(name)));
    }
  });

  // The client itself validates each answer against the tool's output schema.
  it.each(CATALOGUE.map(({ capability }) => capability))("answers $tool.name", async (capability) => {
    // By default statements have a selection of the fields, and some lists are CSV.
    const fields = capability.tool.rows?.usualFields ? { fields: ["*"] } : {};
    const format = capability.tool.rows?.format ? { format: "json" } : {};
    const args = { ...argumentsFor(capability), ...fields, ...format };
    const result = await client.callTool({ name: capability.tool.name, arguments: args });
    expect(result.isError).toBeFalsy();
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
    expect(Object.keys(result.structuredContent as object)[0]).toBe("note");
    const required = Object.keys(capability.output.shape).filter((key) => !capability.output.shape[key].isOptional());
    expect(Object.keys(result.structuredContent as object)).toEqual(expect.arrayContaining(required));
    expect(result._meta).toMatchObject({
      "market-data/simulated": true,
      "market-data/cache": { provider: expect.any(String) },
    });
  });

  it.each(["income", "balance", "cash"])(
    "shows the usual fields of all five periods of a default %s statement",
    async (type) => {
      const args = { symbol: "AAPL", statement_type: type };
      const { structuredContent } = await client.callTool({ name: FINANCIALS, arguments: args });
      const { note, data } = structuredContent as { note: string; data: object[] };
      expect([data.length, note]).toEqual([5, expect.stringContaining(" 5 of 10 periods shown; ")]);
      expect(Object.keys(data[0]!).length).toBeGreaterThanOrEqual(13);
    },
  );

  it("answers an unknown symbol with a helpful sentence", async () => {
    const result = await client.callTool({ name: "provider_a_get_stock_quote", arguments: { symbol: "NOSUCH" } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect((result.content as { text: string }[])[0]!.text).toMatch(/NOSUCH.*search_symbols/);
    expect(result._meta).toMatchObject({ "market-data/error": { status: 404, kind: "not_found", retryable: false } });
  });
});

describe("the built program and its host", () => {
  it("writes nothing but JSON-RPC to stdout, whatever the log level", async () => {
    const program = startProgram(["--demo"], { ...env, LOG_LEVEL: "trace", NODE_DEBUG: "http,net" });
    program.child.stdin!.end(
      'not json\n{}\n[]\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"nonsense"}\n',
    );
    expect(await program.exited).toBe(0);
    const messages = program
      .stdout()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number });
    expect(messages.find(({ id }) => id === 1)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(messages.find(({ id }) => id === 2)).toMatchObject({ error: { code: -32601 } });
  });

  it.each([
    [["--nonsense"], {}, /--nonsense/],
    [[], { MARKET_DATA_PORT: "http" }, /MARKET_DATA_PORT/],
    [[], { PROVIDER_A_BASE_URL: "http://example.com" }, /PROVIDER_A_BASE_URL/],
    [["--http", "--host", "0.0.0.0"], {}, /API_KEYS_FILE/],
    [["--http"], { API_KEYS_FILE: "/nonexistent.json" }, /API_KEYS_FILE/],
  ])("rejects %j with one clear line and exit code 2", async (args, extra, words) => {
    const program = startProgram(args, { ...env, ...extra });
    expect(await program.exited).toBe(2);
    expect(program.stdout()).toBe("");
    expect(program.stderr()).toMatch(words);
    expect(program.stderr().trim().split("\n")).toHaveLength(1);
  });

  it("prints its version and its help", async () => {
    const version = startProgram(["--version"]);
    expect(await version.exited).toBe(0);
    expect(version.stdout()).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = startProgram(["--help"]);
    expect(await help.exited).toBe(0);
    expect(help.stdout()).toMatch(/^Market data:\n {2}overview /m);
    const settings = startProgram(["help", "settings"]);
    expect(await settings.exited).toBe(0);
    expect(settings.stdout()).toMatch(/^ {2}PROVIDER_A_API_KEY /m);
  });
});
