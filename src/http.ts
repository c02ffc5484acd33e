/** One listener for REST, for MCP over HTTP and for the operational routes. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { createGuard } from "./guard.js";
import type { Keyring } from "./keys.js";
import type { Logger } from "./log.js";
import type { McpPost, McpReply } from "./mcp/http.js";
import { plain, unknownPath, wrongMethod, type RestReply, type RestRequest } from "./rest/router.js";

/** A page or document that needs nothing but its path. */
export interface Page {
  type: string;
  /** Its content, made at each request. */
  content: () => string | Promise<string>;
  /** Content-Security-Policy, for pages a browser shows. */
  policy?: string;
}

export interface HttpParts {
  rest: (request: RestRequest) => Promise<RestReply>;
  mcp: (post: McpPost) => Promise<McpReply>;
  /** By exact path. */
  pages: ReadonlyMap<string, Page>;
  guard: ReturnType<typeof createGuard>;
  keyring: Keyring | undefined;
  simulated: boolean;
  log: Logger;
  /** Told of every finished request. */
  onAnswer: (route: string, status: number, seconds: number) => void;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_URL_BYTES = 4 * 1024;
const MAX_CONNECTIONS = 2_000;

/** The listener and its orderly end. */
export interface HttpService {
  server: Server;
  /** Refuses new work with 503, waits for what is under way, at most `withinMs`. */
  drain(withinMs: number): Promise<void>;
}

export function createHttpService(parts: HttpParts): HttpService {
  let draining = false;
  let underWay = 0;
  let onIdle: (() => void) | undefined;

  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 2_000 },
    (request, response) => {
      underWay++;
      response.once("close", () => {
        underWay--;
        if (underWay === 0) onIdle?.();
      });
      void answer(parts, request, response, draining);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", (_error, socket) => {
    if (!socket.writable) return void socket.destroy();
    const body = '{"error":"Bad request","detail":"This is not a request that can be read."}';
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });

  return {
    server,
    async drain(withinMs) {
      draining = true;
      server.close();
      server.closeIdleConnections();
      if (underWay > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          onIdle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      server.closeAllConnections();
    },
  };
}

async function answer(
  parts: HttpParts,
  request: IncomingMessage,
  response: ServerResponse,
  draining: boolean,
): Promise<void> {
  const started = performance.now();
  const id = randomUUID();
  // The caller may leave; what nobody waits for any more is then cancelled.
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  response.on("error", () => {});
  let reply: RestReply | Reply;
  let cors: Record<string, string> = {};
  try {
    const verdict = parts.guard(request);
    if ("cors" in verdict) cors = verdict.cors;
    reply =
      "refused" in verdict
        ? plain(403, "Forbidden", verdict.refused)
        : draining
          ? plain(503, "Shutting down", "This server is stopping. Try again in a moment.")
          : await route(parts, request, leaving.signal);
  } catch (error) {
    parts.log.error({ event: "unexpected", id, error: String((error as Error)?.stack ?? error) });
    reply = plain(500, "Internal error", "Something went wrong on our side; the log has the request id.");
  }
  const headers: Record<string, string> = {
    ...reply.headers,
    ...cors,
    "x-content-type-options": "nosniff",
    "x-request-id": id,
    ...(parts.simulated ? { "x-data-simulated": "true" } : {}),
    ...(draining ? { connection: "close" } : {}),
  };
  const bodyless = request.method === "HEAD" || reply.status === 304 || reply.status === 204;
  if (reply.status !== 304 && reply.status !== 204) headers["content-length"] = String(Buffer.byteLength(reply.body));
  response.writeHead(reply.status, headers).end(bodyless ? undefined : reply.body);
  const { route: routed, state } = reply as RestReply;
  const path = pathOf(request.url ?? "");
  // An address nobody serves is a caller's text; it must not become a label.
  const label = routed ?? (path === "/mcp" || parts.pages.has(path) ? path : "other");
  parts.onAnswer(label, reply.status, (performance.now() - started) / 1000);
  parts.log.info({
    event: "request",
    id,
    method: request.method,
    route: routed ?? path.slice(0, 64),
    status: reply.status,
    ...(state ? { cache: state } : {}),
    ms: Math.round(performance.now() - started),
  });
}

async function route(parts: HttpParts, request: IncomingMessage, signal: AbortSignal): Promise<RestReply | Reply> {
  const url = request.url ?? "/";
  const method = request.method ?? "GET";
  if (url.length > MAX_URL_BYTES) return plain(414, "Address too long", `Allowed: ${MAX_URL_BYTES} bytes.`);
  const path = pathOf(url);
  const page = parts.pages.get(path);
  if (page)
    return method === "GET" || method === "HEAD" ? showPage(page) : method === "OPTIONS" ? preflight() : wrongMethod();
  const isMcp = path === "/mcp";
  if (!isMcp && !path.startsWith("/api/v1/")) return unknownPath();
  if (method === "OPTIONS" && request.headers["access-control-request-method"]) return preflight();
  if (parts.keyring && !parts.keyring.holderOf(request.headers)) return unauthorized(isMcp);
  if (isMcp) {
    if (method !== "POST") return wrongMethod("POST");
    const body = await readBody(request);
    if (body === undefined) return plain(413, "Body too large", `Allowed: ${MAX_BODY_BYTES} bytes.`);
    return parts.mcp({ headers: request.headers, body, signal, from: request.socket.remoteAddress ?? "" });
  }
  return parts.rest({ method, url, ifNoneMatch: request.headers["if-none-match"], signal });
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

function preflight(): Reply {
  return { status: 204, headers: {}, body: "" };
}

function unauthorized(isMcp: boolean): Reply {
  const detail = "A valid key is needed. Send it in the header X-API-Key, or as Authorization: Bearer.";
  const reply = isMcp
    ? {
        status: 401,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32001, message: detail } }),
      }
    : plain(401, "Unauthorized", detail);
  return { ...reply, headers: { ...reply.headers, "www-authenticate": 'Bearer realm="market-data-mcp"' } };
}

async function showPage({ type, content, policy }: Page): Promise<Reply> {
  const headers: Record<string, string> = { "content-type": type, "cache-control": "no-cache" };
  if (policy) {
    headers["content-security-policy"] = policy;
    headers["referrer-policy"] = "no-referrer";
    headers["x-frame-options"] = "DENY";
  }
  return { status: 200, headers, body: await content() };
}

/** The body as text, or `undefined` when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
