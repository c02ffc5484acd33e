/** The SDK's low-level server; always returns the same list and the same result. */
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const { list, result } = JSON.parse(readFileSync(process.env.ANSWERS, "utf8"));
const server = new Server({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => list);
server.setRequestHandler(CallToolRequestSchema, async () => result);
await server.connect(new StdioServerTransport());
