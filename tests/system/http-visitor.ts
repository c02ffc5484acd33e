/** An HTTP client for the built program that can also send invalid requests. */
import { Agent, request as send, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";

/** A whole answer. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json(): Record<string, unknown>;
}

export interface Asking {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface Visitor {
  /** Requests a path unchanged, without resolving or encoding. */
  ask(path: string, asking?: Asking): Promise<HttpAnswer>;
  /** Posts a message to `/mcp`; text and bytes are sent unchanged. */
  post(message: unknown, headers?: OutgoingHttpHeaders): Promise<HttpAnswer>;
  /** Calls a tool and returns the result. Arguments passed as text are sent unchanged. */
  call(tool: string, args: unknown, headers?: OutgoingHttpHeaders): Promise<ToolResult>;
  leave(): void;
}

/** The parts of a tool's result that tests check. */
export interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
  _meta?: {
    "market-data/error"?: { kind: string; status: number; retryAfter?: number; body: Record<string, unknown> };
  };
}

/**
 * Milliseconds after which the client closes an idle connection: one second before the server does, because a request
 * on a connection that the server closes at that moment would fail.
 */
const IDLE_MS = 4_000;

/** A client with its own connections, at most `maxSockets`. */
export function createVisitor(base: string, maxSockets = 32): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets, timeout: IDLE_MS });
  const { hostname, port } = new URL(base);
  let lastId = 0;

  function ask(path: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const request = send({ hostname: hostname.replace(/[[\]]/g, ""), port, agent, path, method, headers });
      request.on("error", reject);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const json = () => JSON.parse(text) as Record<string, unknown>;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
        });
      });
      request.end(body);
    });
  }

  const post: Visitor["post"] = (message, headers = {}) =>
    ask("/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message),
    });

  return {
    ask,
    post,
    async call(name, args, headers) {
      const { result } = (await post(toolCall(++lastId, name, args), headers)).json();
      return result as ToolResult;
    },
    leave: () => agent.destroy(),
  };
}

/** A request as JSON-RPC text; parameters passed as text are JSON already. */
export function toRequest(id: string | number, method: string, params: unknown): string {
  const raw = typeof params === "string" ? params : JSON.stringify(params);
  const rest = raw === undefined ? "" : `,"params":${raw}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)}${rest}}`;
}

/** A call of a tool as JSON-RPC text; arguments passed as text are JSON already. */
export function toolCall(id: string | number, name: string, args: unknown): string {
  const raw = typeof args === "string" ? args : (JSON.stringify(args) ?? "null");
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${raw}}}`;
}

/** Processes a list with that many parallel workers. */
export async function inParallel<T>(items: readonly T[], workers: number, work: (item: T) => Promise<void>) {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
