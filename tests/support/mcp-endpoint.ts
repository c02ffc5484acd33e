/** `/mcp` without a socket, with a test-controlled pipeline. */
import type { IncomingHttpHeaders } from "node:http";
import { vi } from "vitest";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { TOOLS } from "../../src/catalogue.js";
import type { Visit } from "../../src/contract/caller.js";
import type { Ask } from "../../src/contract/question.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createMcpHttp } from "../../src/mcp/http.js";
import { createHandlers } from "../../src/mcp/handlers.js";
import { createMcpServers } from "../../src/mcp/server.js";
import { createCaller, toListedTools } from "../../src/mcp/tools.js";
import { servedOf, SILENT } from "./fakes.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { US_MARKET } from "./us-market.js";

export const JSON_HEADERS = { "content-type": "application/json" };

/** A complete answer. */
export interface Posted {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

/** Sends a POST to `/mcp` of a server whose pipeline is `ask`. */
export function createEndpoint(ask: Ask = async () => servedOf({ gainers: [] }), { modern = true } = {}) {
  const asked = vi.fn<Ask>(ask);
  const lists = { tools: toListedTools(TOOLS), toolsets: DEFAULT_TOOLSETS };
  const parts = { version: "1.2.3", ...lists, simulated: false, providers: PROVIDER_DESCRIPTIONS, modern, log: SILENT };
  const createServer = createMcpServers({
    ...parts,
    handlers: () =>
      createHandlers({
        catalogue: TOOLS,
        prompts: PROMPTS,
        callTool: createCaller(TOOLS, asked, false, US_MARKET),
        symbolsStarting: () => [],
        loadPicturePage: async () => '<html data-picture=""></html>',
      }),
  });
  const answer = createMcpHttp(createServer, { modern });

  function send(
    message: unknown,
    headers: IncomingHttpHeaders = JSON_HEADERS,
    options: { signal?: AbortSignal; from?: string; visit?: Visit; query?: string } = {},
  ) {
    const body = typeof message === "string" ? message : JSON.stringify(message);
    return answer({ headers, body, signal: new AbortController().signal, from: "192.0.2.1", ...options });
  }

  return {
    asked,
    /** Sends a message and returns the complete answer. */
    async post(...sent: Parameters<typeof send>): Promise<Posted> {
      const { body, ...reply } = await send(...sent);
      if (typeof body !== "string") throw new TypeError("expected one answer, got a stream");
      return { ...reply, body: body === "" ? undefined : (JSON.parse(body) as Record<string, unknown>) };
    },
    /** Sends a message and returns the headers and the messages of a streamed answer. */
    async stream(...sent: Parameters<typeof send>) {
      const { body, ...reply } = await send(...sent);
      if (typeof body === "string") throw new TypeError(`expected a stream, got one answer: ${body}`);
      const messages: Record<string, unknown>[] = [];
      for await (const event of body) {
        const data = /^event: message\ndata: (.*)\n\n$/.exec(event)?.[1];
        messages.push(JSON.parse(data ?? "null") as Record<string, unknown>);
      }
      return { ...reply, messages };
    },
  };
}
