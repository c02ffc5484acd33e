/** A real MCP client, connected to a server with a test-controlled pipeline. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { afterEach, vi } from "vitest";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { TOOLS } from "../../src/catalogue.js";
import type { Served } from "../../src/contract/envelope.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createHandlers } from "../../src/mcp/handlers.js";
import { createMcpServers, type McpParts } from "../../src/mcp/server.js";
import type { Ask } from "../../src/contract/question.js";
import { createCaller, toListedTools } from "../../src/mcp/tools.js";
import { wellKnownStarting } from "../../src/market/symbols/known-symbols.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { compileOnce } from "./compile-once.js";
import { SILENT } from "./fakes.js";
import { US_MARKET } from "./us-market.js";

const jsonSchemaValidator = compileOnce(new AjvJsonSchemaValidator());
const connected: Client[] = [];
afterEach(async () => {
  await Promise.all(connected.splice(0).map((client) => client.close()));
});

/** Returns a client of a server whose pipeline is `ask`. */
export async function connect(
  ask: Ask,
  {
    simulated = false,
    toolsets = DEFAULT_TOOLSETS,
    log = SILENT as McpParts["log"],
    loadPicturePage = async () => '<html data-picture=""></html>',
  } = {},
) {
  const asked = vi.fn<Ask>(ask);
  const callTool = createCaller(TOOLS, asked, simulated, US_MARKET);
  const server = createMcpServers({
    version: "1.2.3",
    tools: toListedTools(TOOLS),
    toolsets,
    handlers: () =>
      createHandlers({
        catalogue: TOOLS,
        prompts: PROMPTS,
        callTool,
        symbolsStarting: wellKnownStarting,
        loadPicturePage,
      }),
    simulated,
    providers: PROVIDER_DESCRIPTIONS,
    modern: true,
    log,
  })();
  const client = new Client({ name: "test", version: "0" }, { jsonSchemaValidator });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  connected.push(client);
  // After this the client validates every answer against the tool's output schema.
  await client.listTools();
  return {
    client,
    inputs: () => asked.mock.calls.map(([{ entry, input }]) => [entry.capability.name, input]),
    call: (name: string, args?: Record<string, unknown>) =>
      client.callTool({ name, ...(args ? { arguments: args } : {}) }) as Promise<CallToolResult>,
  };
}

/** Returns a client of a server with a fixed answer. */
export const serving = (served: Served) => connect(async () => served);

/** Returns a client of a server whose questions all fail like this. */
export const failing = (error: Error) =>
  connect(async () => {
    throw error;
  });

/** A quote of AAPL with a few gaps. */
export const QUOTE = {
  symbol: "AAPL",
  price: 187.5,
  change: -0.5,
  changesPercentage: -0.266,
  dayLow: 186,
  dayHigh: 189.25,
  yearHigh: 260.1,
  yearLow: 164.08,
  marketCap: 2_800_000_000_000,
  priceAvg50: 190.1,
  priceAvg200: 201.7,
  volume: 51_000_000,
  avgVolume: null,
  exchange: "NASDAQ",
  open: 188,
  previousClose: 188,
  eps: null,
  pe: null,
  sharesOutstanding: null,
  timestamp: "2026-03-05T12:00:00.000000",
  source: "PROVIDER_A",
};
