/** One HTTP service for REST, MCP and the operational routes. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  toAdmissionError,
  toRejectionHeaders,
  type AdmissionRejection,
  type createAccess,
} from "../access/caller-admission.js";
import type { createVisits } from "../access/plans.js";
import type { Logger } from "../lib/log.js";
import { toEncoded } from "./compress.js";
import { Bodies } from "./request-body.js";
import type { createAddressOf } from "../access/client-address.js";
import { addressGroup } from "../access/wrong-key-limit.js";
import type { Rejection } from "../views/error-body.js";
import { UNEXPECTED } from "../contract/errors.js";
import { invalidInput } from "../contract/input.js";
import { createRejectionLog } from "../lib/rejection-log.js";
import { isTracing, traced } from "../lib/tracing.js";
import { createListener, type Listener, type ListenerOptions } from "./listener.js";
import type { Visit } from "../contract/caller.js";
import type { McpPost, HttpReply } from "../contract/reply.js";
import { NOT_ADMITTED, rpcError } from "../mcp/json-rpc.js";
import { PUBLIC_CORS, type createGuard, type OriginVerdict } from "./origin-guard.js";
import { PREFLIGHT, READINESS, readPage } from "./page.js";
import { keyInAddress } from "../rest/query.js";
import { MAX_RAW_HEADERS, MAX_URL_BYTES, REJECTIONS } from "./rejections.js";
import { createRequestLog, type NoteRequest, type OnAnswer } from "./request-log.js";
import {
  toPlainReply,
  toRefusedReply,
  toRejectedReply,
  unknownPath,
  wrongMethod,
  type AnswerRest,
} from "../rest/router.js";
import { mergeRepeated } from "./repeated-headers.js";
import { createTargetParser, type Call, type KeyedRoute, type Route, type Target } from "./target.js";
import { disconnectSignal, send, toCommonHeaders } from "./write-reply.js";

export interface HttpParts extends Omit<ListenerOptions, "onRejected"> {
  guard: ReturnType<typeof createGuard>;
  /** Without `hasSignIn`, nobody signs in: callers have keys, or need none. */
  access: Pick<ReturnType<typeof createAccess>, "admit"> & { hasSignIn?: boolean };
  visit: ReturnType<typeof createVisits>;
  simulated: boolean;
  log: Logger;
  rest: AnswerRest;
  mcp: (post: McpPost) => Promise<HttpReply>;
  routes: readonly Route[];
  /** Returns the client's address. */
  addressOf: ReturnType<typeof createAddressOf>;
  onAnswer: OnAnswer;
}

const FAULT: Rejection = {
  status: 500,
  error: "Internal error",
  detail: UNEXPECTED,
};

type ServiceParts = HttpParts & {
  bodies: Bodies;
  /** The paths of REST, for suggestions. */
  restPaths: readonly string[];
};

/** Creates the listener of the whole service. */
export function createHttpService(httpParts: HttpParts): Listener {
  const { routes, log, onAnswer } = httpParts;
  const restPaths = routes.flatMap(({ surface, path }) => (surface === "rest" ? [path] : []));
  const parts: ServiceParts = { ...httpParts, bodies: new Bodies(), restPaths };
  const parseTarget = createTargetParser(routes);
  const logRejection = createRejectionLog(log);
  const note = createRequestLog(log, logRejection, onAnswer, routes);
  const listener = createListener(
    (request, response) => {
      const call = { target: parseTarget(request), request, response };
      void answer(parts, note, call, listener).finally(() => parts.bodies.release(request));
    },
    { ...httpParts, onRejected: ({ status, detail }) => logRejection("connection", detail, status) },
  );
  return listener;
}

async function answer(
  parts: ServiceParts,
  note: NoteRequest,
  call: Call,
  { isLeaving, isDraining, isLastOn, unlessEnding }: Listener,
): Promise<void> {
  const { target, request, response } = call;
  const started = performance.now();
  const id = randomUUID();
  // A caller that disconnects is not an error.
  response.on("error", () => {});
  let reply: HttpReply;
  let cors = parts.guard.headers;
  try {
    mergeRepeated(request.headers);
    const verdict = parts.guard.judge(request);
    if (isPublic(target)) cors = PUBLIC_CORS;
    else if ("cors" in verdict) cors = verdict.cors;
    const rejection = rejectionOf(target, request, verdict);
    if (rejection) reply = reject(target, rejection);
    else if (isLeaving() && target.path === READINESS) reply = reject(target, REJECTIONS.not_ready);
    else if (isDraining()) reply = reject(target, REJECTIONS.shutting_down);
    else
      reply = await unlessEnding(
        tracedRoute(parts, call, () => disconnectSignal(response)),
        async () => reject(target, REJECTIONS.shutting_down),
      );
  } catch (error) {
    reply = toFault(parts, id, error);
  }
  try {
    reply = await toEncoded(reply, request.headers["accept-encoding"]);
  } catch (error) {
    reply = toFault(parts, id, error);
  }
  const common = toCommonHeaders(cors, parts.simulated);
  if (isLastOn(request)) common["connection"] = "close";
  try {
    await send(response, request.method, reply, id, common);
  } catch (error) {
    // A header could not be written, or a stream failed midway.
    reply = toFault(parts, id, error);
    if (response.headersSent) response.destroy();
    else await send(response, request.method, reply, id, common);
  }
  note(target, request.method ?? "GET", reply, id, performance.now() - started);
}

/** Logs an internal error and answers 500. */
function toFault(parts: HttpParts, id: string, error: unknown): HttpReply {
  parts.log.error({ event: "unexpected", id, error: String((error as Error)?.stack ?? error) });
  return toPlainReply(FAULT);
}

/** Returns why this request is refused before it is routed, if it is. */
function rejectionOf(target: Target, request: IncomingMessage, verdict: OriginVerdict): Rejection | undefined {
  if ("rejection" in verdict && !isReadable(target, request, verdict.rejection)) {
    // A foreign host in both places is a wrong address, not a wrong header.
    const isForeignAddress = target.isAbsolute && verdict.rejection === REJECTIONS.foreign_host;
    return isForeignAddress ? REJECTIONS.foreign_address : verdict.rejection;
  }
  if (request.url!.length > MAX_URL_BYTES) return REJECTIONS.address_too_long;
  if (request.rawHeaders.length > MAX_RAW_HEADERS) return REJECTIONS.too_many_headers;
  return target.rejection;
}

/** Whether a page may be read from another site: a public one, or one that answers everybody and to which a person follows a link. */
function isReadable(target: Target, request: IncomingMessage, rejection: Rejection): boolean {
  const isOtherSite = rejection === REJECTIONS.cross_site || rejection === REJECTIONS.foreign_origin;
  return (isOtherSite && isPublic(target)) || isFollowedLink(target, request, rejection);
}

function isPublic({ route }: Target): boolean {
  return route?.access === "open" && route.page.isPublic === true;
}

/** Whether a person follows a link from another site to a page that answers everybody. */
function isFollowedLink({ route }: Target, { method, headers }: IncomingMessage, rejection: Rejection): boolean {
  const isLink =
    method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return rejection === REJECTIONS.cross_site && route?.access === "open" && isLink;
}

/** Routes the request inside a span, a child of the one that the caller names. Requests for pages are not traced. */
function tracedRoute(parts: ServiceParts, call: Call, signal: () => AbortSignal): Promise<HttpReply> {
  const { target, request } = call;
  if (!isTracing() || target.route?.surface === "page") return answerRoute(parts, call, signal);
  // `tracestate` is a caller's text, so it is not passed on to the collector.
  const { traceparent } = request.headers;
  return traced(
    "request",
    async (span) => {
      const reply = await answerRoute(parts, call, signal);
      const label = target.route?.path ?? "other";
      // Node's parser rejects unknown methods, so there are few span names.
      span.rename(`${request.method} ${label}`);
      span.set("http.request.method", request.method ?? "GET");
      span.set("http.route", label);
      span.set("http.response.status_code", reply.status);
      return reply;
    },
    { kind: "server", traceparent },
  );
}

async function answerRoute(
  parts: ServiceParts,
  { target, request }: Call,
  signal: () => AbortSignal,
): Promise<HttpReply> {
  const { method = "GET", headers } = request;
  const { route, query } = target;
  const { hasSignIn } = parts.access;
  // An unknown path needs no key.
  if (!route) return unknownPath(target.path, parts.restPaths, hasSignIn);
  if (route.access === "open") return readPage(route.page, method, query, headers["if-none-match"]);
  // Browsers send preflights without credentials.
  if (method === "OPTIONS" && headers["access-control-request-method"]) return PREFLIGHT;
  // Checked before admission: a caller with its key in the address sent no key header and would get 401 instead.
  const complaint = keyInAddress(query);
  if (complaint) {
    return route.surface === "mcp" ? toRpcReply(400, complaint) : toRefusedReply(route.entry, invalidInput(complaint));
  }
  // Refused with 401, some clients would start a sign-in, which this server does not have.
  if (route.surface === "mcp" && method !== "POST" && !hasSignIn) return wrongMethod("POST");

  const admitted = parts.access.admit(request);
  const admission = admitted instanceof Promise ? await admitted : admitted;
  if (!("caller" in admission)) return toNotAdmitted(route, admission);
  const visit = parts.visit(admission.caller);
  const reply =
    route.surface === "mcp"
      ? await answerMcp(parts, request, query, visit, signal())
      : await parts.rest({
          method,
          entry: route.entry,
          parameters: target.parameters,
          query,
          address: target.address,
          accept: headers.accept,
          ifNoneMatch: headers["if-none-match"],
          signal,
          visit,
        });
  return { ...reply, headers: { ...reply.headers, ...(await visit.headers()) } };
}

/** Answers a request for `/mcp` with this query. Its body counts against the memory limit until it is released. */
async function answerMcp(
  { bodies, addressOf, mcp }: ServiceParts,
  request: IncomingMessage,
  query: string,
  visit: Visit,
  signal: AbortSignal,
): Promise<HttpReply> {
  if (request.method !== "POST") return wrongMethod("POST");
  const from = addressOf(request) ?? "";
  const body = await bodies.read(request, addressGroup(from));
  if (body === "too large") return toPlainReply(REJECTIONS.body_too_large);
  if (body === "cut short") return toPlainReply(REJECTIONS.body_cut_short);
  if (body === "not UTF-8") return toPlainReply(REJECTIONS.body_not_utf8);
  if (body === "too many") return toPlainReply(REJECTIONS.too_many_bodies);
  return mcp({ headers: request.headers, query, body: body.text, signal, from, visit });
}

/** Returns the reply to a caller that was not admitted, in the error shape of the route. */
function toNotAdmitted(route: KeyedRoute, admission: AdmissionRejection): HttpReply {
  const reply =
    route.surface === "mcp"
      ? toRpcReply(admission.status, admission.detail)
      : admission.status === 503
        ? toRejectedReply(route.entry, { ...admission, error: "Service unavailable" })
        : toRefusedReply(route.entry, toAdmissionError(admission));
  return { ...reply, headers: { ...reply.headers, ...toRejectionHeaders(admission) } };
}

/** Returns a rejection as a JSON-RPC error without an id. */
function toRpcReply(status: number, detail: string): HttpReply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(rpcError(NOT_ADMITTED, detail)), reason: detail };
}

/** Returns a rejection as the reply to a request for this address. */
function reject({ route }: Target, rejection: Rejection): HttpReply {
  const isOfRoute = rejection.inShapeOfRoute === true && route?.surface === "rest";
  return isOfRoute ? toRejectedReply(route.entry, rejection) : toPlainReply(rejection);
}
