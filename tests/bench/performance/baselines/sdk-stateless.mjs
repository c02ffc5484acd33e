/** The SDK's own stateless mode: a server and a transport for each request. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const { result } = JSON.parse(readFileSync(process.env.ANSWERS, "utf8"));

const httpServer = createServer(async (request, response) => {
  const server = new McpServer({ name: "stateless", version: "1.0.0" });
  const inputSchema = { symbol: z.string() };
  server.registerTool("provider_a_get_stock_quote", { description: "A quote", inputSchema }, async () => result);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
httpServer.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${httpServer.address().port}`));
