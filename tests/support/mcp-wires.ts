/** Clients of one server over both transports and in both families of protocol revisions, without sockets. */
import { PassThrough } from "node:stream";
import {
  Client,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { TOOLS } from "../../src/catalogue.js";
import type { Ask } from "../../src/contract/question.js";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { createHandlers } from "../../src/mcp/handlers.js";
import { createMcpHttp } from "../../src/mcp/http.js";
import { createMcpServers, type CreateMcpServer } from "../../src/mcp/server.js";
import { StdioTransport } from "../../src/mcp/stdio.js";
import { createCaller, toListedTools } from "../../src/mcp/tools.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { compileOnce } from "./compile-once.js";
import { SILENT } from "./fakes.js";
import { US_MARKET } from "./us-market.js";

const jsonSchemaValidator = compileOnce(new AjvJsonSchemaValidator());

/** Each transport with each family of revisions. */
export const WIRES = (["stdio", "HTTP"] as const).flatMap((transport) =>
  (["2025-11-25", "2026-07-28"] as const).map((revision) => ({ transport, revision })),
);

/** Returns the server of a simulated market whose pipeline is `ask`. */
export function simulatedServer(ask: Ask): CreateMcpServer {
  return createMcpServers({
    version: "1.2.3",
    tools: toListedTools(TOOLS),
    toolsets: TOOLSETS,
    handlers: () =>
      createHandlers({
        catalogue: TOOLS,
        prompts: PROMPTS,
        callTool: createCaller(TOOLS, ask, true, US_MARKET),
        symbolsStarting: () => [],
        loadPicturePage: async () => '<html data-picture=""></html>',
      }),
    simulated: true,
    providers: PROVIDER_DESCRIPTIONS,
    modern: true,
    log: SILENT,
  });
}

/** Connects a client of the second official SDK, which validates each answer against the tool's output schema. */
export async function connectOver({ transport, revision }: (typeof WIRES)[number], createServer: CreateMcpServer) {
  const isModern = revision === "2026-07-28";
  const options = isModern ? { versionNegotiation: { mode: { pin: revision } } } : {};
  const client = new Client({ name: "test", version: "0" }, { jsonSchemaValidator, ...options });
  await client.connect(transport === "stdio" ? await overStdio(createServer) : overHttp(createServer));
  if (client.getNegotiatedProtocolVersion() !== revision) throw new Error("negotiated another revision");
  await client.listTools();
  return client;
}

async function overStdio(createServer: CreateMcpServer): Promise<Transport> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = createServer();
  await server.connect(new StdioTransport(stdin, stdout));
  const client: Transport = {
    async start() {
      let unfinished = "";
      stdout.setEncoding("utf8").on("data", (text: string) => {
        const lines = (unfinished + text).split("\n");
        unfinished = lines.pop()!;
        for (const line of lines) client.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
    },
    send: async (message) => void stdin.write(`${JSON.stringify(message)}\n`),
    close: () => server.close(),
  };
  return client;
}

function overHttp(createServer: CreateMcpServer): Transport {
  const answer = createMcpHttp(createServer, { modern: true });
  const post = async (_url: string | URL, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    if (method !== "POST") return new Response(null, { status: 405 });
    const reply = await answer({
      headers: Object.fromEntries(new Headers(headers)),
      body: String(body),
      signal: new AbortController().signal,
      from: "192.0.2.1",
    });
    if (typeof reply.body !== "string") throw new TypeError("expected one answer, got a stream");
    const hasBody = reply.status !== 202;
    return new Response(hasBody ? reply.body : null, { status: reply.status, headers: reply.headers });
  };
  return new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: post });
}
