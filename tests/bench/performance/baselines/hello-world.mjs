/** The SDK's hello world: one tool, unbundled, as at the start of its documentation. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "hello", version: "1.0.0" });
server.registerTool("hello", { description: "Says hello", inputSchema: { name: z.string() } }, async ({ name }) => ({
  content: [{ type: "text", text: `Hello, ${name}` }],
}));
await server.connect(new StdioServerTransport());
