/** One HTTP service for REST, MCP and the operational routes. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { toRejectedVisit } from "../access/admission.js";
import { answerMcp, toRpcReply, toMcpRejection } from "./answer-mcp.js";
import { createFastPath, type FastPathParts } from "./fast-path.js";
import { Bodies } from "./request-body.js";
import type { createAddressOf } from "../access/client-address.js";
import type { Rejection } from "../contract/error-body.js";
import { isTracing, traced } from "../lib/tracing.js";
import { createListener, type Listener } from "./listener.js";
import type { McpPost, McpReply } from "../contract/reply.js";
import { PREFLIGHT, readPage, type Page } from "./page.js";
import { keyInAddress } from "../rest/query.js";
import { MAX_RAW_HEADERS, MAX_URL_BYTES, REJECTIONS } from "./rejections.js";
import { createRequestLog, pathOf, type NoteRequest, type OnAnswer } from "./request-log.js";
import { toPlainReply, type AnswerRest } from "../rest/router.js";
import { disconnectSignal, send, toCommonHeaders, type HttpReply } from "./write-reply.js";

export interface HttpParts extends FastPathParts {
  rest: AnswerRest;
  mcp: (post: McpPost) => Promise<McpReply>;
  /** Pages by exact path. */
  pages: ReadonlyMap<string, Page>;
  /** Returns the client's address. */
  addressOf: ReturnType<typeof createAddressOf>;
  onAnswer: OnAnswer;
}

const FAULT: Rejection = {
  status: 500,
  error: "Internal error",
  detail: "Something went wrong on our side; the log has the request id.",
};

type ServiceParts = HttpParts & { bodies: Bodies };

/** Creates the listener of the whole service. */
export function createHttpService(httpParts: HttpParts): Listener {
  const parts: ServiceParts = { ...httpParts, bodies: new Bodies() };
  const note = createRequestLog(parts.log, parts.onAnswer, (path) => parts.pages.has(path));
  const answerFully = (request: IncomingMessage, response: ServerResponse) =>
    void answer(parts, note, request, response, listener).finally(() => parts.bodies.release(request));
  const answerFast = createFastPath(parts, note, answerFully);
  const listener = createListener((request, response) => {
    if (listener.isDraining() || !answerFast(request, response)) answerFully(request, response);
  });
  return listener;
}

async function answer(
  parts: ServiceParts,
  note: NoteRequest,
  request: IncomingMessage,
  response: ServerResponse,
  { isDraining, unlessEnding }: Listener,
): Promise<void> {
  const started = performance.now();
  const id = randomUUID();
  // A caller that disconnects is not an error.
  response.on("error", () => {});
  let reply: HttpReply;
  let cors = parts.guard.headers;
  try {
    const verdict = parts.guard.judge(request);
    if ("cors" in verdict) cors = verdict.cors;
    request.url = toOriginForm(request);
    reply =
      "rejection" in verdict
        ? toPlainReply(verdict.rejection)
        : isDraining()
          ? toPlainReply(REJECTIONS.shutting_down)
          : await unlessEnding(tracedRoute(parts, request, disconnectSignal(response)), () =>
              reject(parts, request, REJECTIONS.shutting_down),
            );
  } catch (error) {
    reply = toFault(parts, id, error);
  }
  const common = toCommonHeaders(cors, parts.simulated);
  if (isDraining()) common["connection"] = "close";
  try {
    await send(response, request.method, reply, id, common);
  } catch (error) {
    // A header could not be written, or a stream failed midway.
    reply = toFault(parts, id, error);
    if (response.headersSent) response.destroy();
    else await send(response, request.method, reply, id, common);
  }
  note(request, reply, id, performance.now() - started);
}

/** Logs an internal error and answers 500. */
function toFault(parts: HttpParts, id: string, error: unknown): HttpReply {
  parts.log.error({ event: "unexpected", id, error: String((error as Error)?.stack ?? error) });
  return toPlainReply(FAULT);
}

/** Routes the request inside a span, a child of the one that the caller names. Requests for pages are not traced. */
function tracedRoute(parts: ServiceParts, request: IncomingMessage, signal: AbortSignal): Promise<HttpReply> {
  if (!isTracing()) return route(parts, request, signal);
  const path = pathOf(request.url ?? "/");
  if (parts.pages.has(path)) return route(parts, request, signal);
  const { traceparent, tracestate } = request.headers;
  return traced(
    "request",
    async (span) => {
      const reply = await route(parts, request, signal);
      const label = reply.route ?? (path === "/mcp" ? path : "other");
      // Node's parser rejects unknown methods, so there are few span names.
      span.rename(`${request.method} ${label}`);
      span.set("http.request.method", request.method ?? "GET");
      span.set("http.route", label);
      span.set("http.response.status_code", reply.status);
      return reply;
    },
    { kind: "server", traceparent, tracestate },
  );
}

async function route(parts: ServiceParts, request: IncomingMessage, signal: AbortSignal): Promise<HttpReply> {
  const url = request.url ?? "/";
  const method = request.method ?? "GET";
  if (url.length > MAX_URL_BYTES) return toPlainReply(REJECTIONS.address_too_long);
  if (request.rawHeaders.length > MAX_RAW_HEADERS) return toPlainReply(REJECTIONS.too_many_headers);
  const path = pathOf(url);
  const page = parts.pages.get(path);
  if (page) return readPage(page, method);
  const isMcp = path === "/mcp";
  // An unknown path needs no key; the router suggests a similar one.
  if (!isMcp && !path.startsWith("/api/v1/")) return parts.rest({ method, url });
  if (method === "OPTIONS" && request.headers["access-control-request-method"]) return PREFLIGHT;
  // Keys in the address are rejected here for `/mcp` only: REST errors have other shapes, so the router checks its own
  // paths.
  const complaint = isMcp ? keyInAddress(url.slice(path.length + 1)) : undefined;
  if (complaint) return toRpcReply(400, complaint);

  const admitted = parts.access.admit(request);
  const admission = admitted instanceof Promise ? await admitted : admitted;
  const isAdmitted = "caller" in admission;
  if (!isAdmitted && isMcp) return toMcpRejection(admission);
  if (!isAdmitted && admission.status === 503)
    return reject(parts, request, { ...admission, error: "Service unavailable" });
  const visit = isAdmitted ? parts.plans.visit(admission.caller) : toRejectedVisit(admission);
  const { accept } = request.headers;
  const reply = isMcp
    ? await answerMcp(parts, request, visit, signal)
    : await parts.rest({ method, url, accept, ifNoneMatch: request.headers["if-none-match"], signal, visit });
  return { ...reply, headers: { ...reply.headers, ...(await visit.headers()) } };
}

/**
 * Converts `http://host/path` to `/path`. Servers must accept this absolute form (RFC 9112, section
 * 3.2.2) where the host equals `Host`.
 */
function toOriginForm({ url = "/", headers }: IncomingMessage): string {
  if (url.startsWith("/")) return url;
  const [whole, authority] = /^https?:\/\/([^/?]*)/i.exec(url) ?? [""];
  if (authority === undefined || authority.toLowerCase() !== headers.host?.toLowerCase()) return url;
  const rest = url.slice(whole.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Returns a rejection in the error shape of the request's path. */
async function reject(parts: HttpParts, request: IncomingMessage, rejection: Rejection): Promise<HttpReply> {
  const { method = "GET", url = "/" } = request;
  if (url.startsWith("/api/v1/")) return parts.rest({ method, url, rejection });
  return toPlainReply(rejection);
}
