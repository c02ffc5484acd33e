/** Answers over REST that are ready, straight to the socket: all that a hit costs is here. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { createAccess } from "./access.js";
import { isTracing } from "./contract/tracing.js";
import type { createGuard } from "./guard.js";
import { sendWhole } from "./listener.js";
import { createLineLog, type LineLog, type Logger } from "./log.js";
import type { createPlans } from "./plans.js";
import { toReadyHeaders, type Ready, type ReadyAnswers } from "./rest/ready.js";
import { isKnown, JSON_TYPE } from "./rest/respond.js";

export interface AgainParts {
  ready: ReadyAnswers;
  guard: ReturnType<typeof createGuard>;
  access: ReturnType<typeof createAccess>;
  plans: ReturnType<typeof createPlans>;
  simulated: boolean;
  log: Logger;
  /** Told of every answer that was given again. */
  onAgain: () => void;
  /** Told of every finished request. */
  onAnswer: (route: string, status: number, seconds: number, outcome: string) => void;
}

/** Answers a request that is not as simple as it looked. */
type Anew = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers what can be answered again; `false` for everything else, which then
 * goes its long way: whoever is not known yet, is refused, is another site's
 * page, or is traced.
 */
export function createAgain(
  parts: AgainParts,
  anew: Anew,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { ready: answers, guard, access, plans } = parts;
  const common = [
    "x-content-type-options",
    "nosniff",
    ...(parts.simulated ? ["x-data-simulated", "true"] : []),
    ...Object.entries(guard.headers).flat(),
  ];
  const noteIn = createLogs(parts.log);

  function write(
    ready: Ready,
    request: IncomingMessage,
    response: ServerResponse,
    started: number,
    limits: Record<string, string>,
  ): void {
    const id = randomUUID();
    const status = isKnown(request.headers["if-none-match"], ready.etag) ? 304 : 200;
    const headers = [...toReadyHeaders(ready), ...common, "x-request-id", id];
    for (const name in limits) headers.push(name, limits[name]!);
    if (status === 200) headers.push("content-type", JSON_TYPE, "content-length", ready.length);
    response.writeHead(status, headers);
    sendWhole(response, status === 200 ? ready.body : undefined, ready.encoding);
    const ms = performance.now() - started;
    ready.given++;
    parts.onAgain();
    parts.onAnswer(ready.route, status, ms / 1000, "hit");
    noteIn(ready.route, status)(id, Math.round(ms));
  }

  /** What could not be written was an error of ours; the long way logs its own and answers with 500. */
  function otherwise(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    parts.log.error({ event: "unexpected", error: String((error as Error)?.stack ?? error) });
    if (response.headersSent) response.destroy();
    else anew(request, response);
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const started = performance.now();
    const ready = request.method === "GET" ? answers.find(request.url!) : undefined;
    if (!ready || isTracing() || !guard.isPlain(request)) return false;
    const caller = access.known(request);
    if (!caller) return false;
    const limits = plans.spend(caller);
    if (limits instanceof Promise) {
      limits
        // Used up: nothing was counted, and the long way writes the refusal.
        .then((late) => (late ? write(ready, request, response, started, late) : anew(request, response)))
        .catch((error: unknown) => otherwise(error, request, response));
    } else if (limits) {
      write(ready, request, response, started, limits);
    } else {
      return false;
    }
    return true;
  }

  return (request, response) => {
    try {
      return answer(request, response);
    } catch (error) {
      otherwise(error, request, response);
      return true;
    }
  };
}

/** The log of each route and status, with what all its lines have in common written once. */
function createLogs(log: Logger): (route: string, status: number) => LineLog {
  const logs = new Map<number, Map<string, LineLog>>([
    [200, new Map()],
    [304, new Map()],
  ]);
  return (route, status) => {
    const known = logs.get(status)!.get(route);
    if (known) return known;
    const made = createLineLog(log, { event: "request", method: "GET", route, status, cache: "hit" });
    logs.get(status)!.set(route, made);
    return made;
  };
}
