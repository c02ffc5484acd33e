/** MCP over HTTP at `/mcp`: stateless, one JSON answer per POST. */
import type { IncomingHttpHeaders } from "node:http";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { answerOnce, readPosted, rpcError } from "./one-shot.js";

export interface McpReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface McpPost {
  headers: IncomingHttpHeaders;
  body: string;
  signal: AbortSignal;
}

const HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** Answers one POST; never throws. */
export function createMcpHttp(createServer: () => Server): (post: McpPost) => Promise<McpReply> {
  return async ({ headers, body, signal }) => {
    if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
      return reply(415, rpcError(-32000, "Unsupported media type: send Content-Type: application/json."));
    }
    const version = headers["mcp-protocol-version"];
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) {
      const supported = SUPPORTED_PROTOCOL_VERSIONS.join(", ");
      return reply(400, rpcError(-32000, `Unsupported MCP-Protocol-Version. Supported: ${supported}.`));
    }
    const posted = readPosted(body);
    if ("error" in posted) return reply(400, posted.error);
    const answer = await answerOnce(createServer(), posted.message, signal);
    return answer ? reply(200, answer) : { status: 202, headers: {}, body: "" };
  };
}

function reply(status: number, message: unknown): McpReply {
  return { status, headers: HEADERS, body: JSON.stringify(message) };
}
