/**
 * The fast path of REST: an answer that was rendered before and is still fresh goes straight to the socket. It exists
 * for the goal of `npm run bench` that a cached GET costs little more than bare node:http. Headers, 304, counting and
 * logging are the same functions as on the normal path.
 */
import { randomUUID } from "node:crypto";
import type { createAccess } from "../access/admission.js";
import { isTracing } from "../lib/tracing.js";
import { toEncoded } from "./compress.js";
import type { createGuard } from "./origin-guard.js";
import type { Logger } from "../lib/log.js";
import type { createVisits } from "../access/plans.js";
import { MarketDataError } from "../contract/errors.js";
import type { NoteRequest } from "./request-log.js";
import type { Rendered } from "../rest/respond.js";
import { toResponseKey, toCachedReply, type ResponseCache } from "../rest/response-cache.js";
import type { Call } from "./target.js";
import type { HttpReply } from "../contract/reply.js";
import { send, toCommonHeaders } from "./write-reply.js";

export interface FastPathParts {
  responses: ResponseCache;
  guard: ReturnType<typeof createGuard>;
  access: ReturnType<typeof createAccess>;
  visit: ReturnType<typeof createVisits>;
  simulated: boolean;
  log: Logger;
}

/**
 * Creates the function that answers a call from a rendered answer in memory. It returns `false`, and leaves the call to
 * the normal path, `answerFully`, when there is no such answer, when the caller is not known yet or its plan is used up,
 * when the request is cross-site, or when it is traced.
 */
export function createFastPath(
  { responses, guard, access, visit, simulated, log }: FastPathParts,
  note: NoteRequest,
  answerFully: (call: Call) => void,
): (call: Call) => boolean {
  const common = toCommonHeaders(guard.headers, simulated);

  function write(rendered: Rendered, call: Call, started: number, limits: Readonly<Record<string, string>>): void {
    const { target, request, response } = call;
    const id = randomUUID();
    const reply = toCachedReply(rendered, request.headers["if-none-match"]);
    const finish = (encoded: HttpReply) => {
      void send(response, request.method, encoded, id, limits, common);
      responses.countHit();
      note(target, "GET", encoded, id, performance.now() - started);
    };
    const encoded = toEncoded(reply, request.headers["accept-encoding"]);
    if (!(encoded instanceof Promise)) return finish(encoded);
    encoded.then(finish).catch((error: unknown) => recover(error, call));
  }

  /** Logs a failure to write the answer, which is our fault, and lets the normal path answer. */
  function recover(error: unknown, call: Call): void {
    log.error({ event: "unexpected", error: String((error as Error)?.stack ?? error) });
    if (call.response.headersSent) call.response.destroy();
    else answerFully(call);
  }

  function answer(call: Call): boolean {
    const { target, request } = call;
    if (request.method !== "GET" || target.route?.surface !== "rest") return false;
    const started = performance.now();
    const rendered = responses.find(toResponseKey(target.address, request.headers.accept));
    if (!rendered || isTracing() || !guard.isPlain(request)) return false;
    const caller = access.known(request);
    if (!caller) return false;
    if (!caller.plan) {
      write(rendered, call, started, {});
      return true;
    }
    const visited = visit(caller);
    visited
      .spend()
      .then(() => visited.headers())
      .then((limits) => write(rendered, call, started, limits))
      .catch((error: unknown) => {
        // The plan is used up; no call was counted, and the normal path sends the rejection.
        if (error instanceof MarketDataError) answerFully(call);
        else recover(error, call);
      });
    return true;
  }

  return (call) => {
    try {
      return answer(call);
    } catch (error) {
      recover(error, call);
      return true;
    }
  };
}
