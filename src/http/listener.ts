/** The HTTP server socket: time limits, connection limits, and graceful shutdown. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Bag } from "../lib/bag.js";
import { within } from "../lib/within.js";
import type { Rejection } from "../views/error-body.js";
import { connectionLimit } from "./connection-limits.js";
import { answerUnreadable, rejectTunnel } from "./malformed-request.js";
import { limitUnsent } from "./unsent-limit.js";

/**
 * Requests that wait behind another one of their connection, of all connections together. A connection that sends one
 * more is closed: a flood of 130 MB of small requests would else end a process with a small heap. Proxies and libraries
 * send the next request when they have the answer, so they never reach the limit.
 */
export const MAX_PIPELINED = 2_000;

/** Milliseconds at the end of the drain period in which unfinished requests get their `otherwise` answer. */
const FINAL_REPLY_MS = 500;

const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Longer than any balancer keeps an idle connection: one that we close first costs it the next request.
  keepAliveTimeout: 620_000,
  connectionsCheckingInterval: 2_000,
  // Node would reject a missing `Host` without a body; the origin guard rejects it with one.
  requireHostHeader: false,
};

/** A listener that supports graceful shutdown. */
export type Listener = ReturnType<typeof createListener>;

export interface ListenerOptions {
  /** Whether idle connections of this address stay open for as long as a balancer keeps them. */
  isPatient: (address: string) => boolean;
  /** How long other idle connections stay open, in milliseconds. */
  keepAliveMs: number;
  /** Called with the rejection of bytes that are no request. */
  onRejected: (rejection: Rejection) => void;
}

/** Creates a listener that passes every request to `answer`; it does not listen yet. */
export function createListener(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { isPatient, keepAliveMs, onRejected }: ListenerOptions,
) {
  let leaving = false;
  let draining = false;
  /** Responses in flight by connection. */
  const inFlight = new Map<Socket, Set<ServerResponse>>();
  let pipelined = 0;
  let onIdle = () => {};
  /** Callbacks that give up unfinished work at the end of the drain period. */
  const atEnd = new Bag<() => void>();

  const forget = (socket: Socket, response: ServerResponse) => {
    const open = inFlight.get(socket);
    open?.delete(response);
    if (open && open.size > 0) pipelined--;
    else if (inFlight.delete(socket) && inFlight.size === 0) onIdle();
  };
  async function idle(withinMs: number): Promise<void> {
    if (inFlight.size > 0) await within(withinMs, new Promise<void>((resolve) => (onIdle = resolve)));
  }

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const ahead = inFlight.get(socket);
    if (ahead && pipelined >= MAX_PIPELINED) socket.destroy();
    if (socket.destroyed) return;
    const idleMs = sockets.get(socket);
    if (idleMs !== undefined && response.shouldKeepAlive && !leaving) {
      response.setHeader("keep-alive", `timeout=${Math.floor(idleMs / 1000)}`);
      // After Node's own listener, which sets the time of the server; a second more, as Node does.
      response.once("finish", () => socket.setTimeout(idleMs + 1_000));
    }
    // Begun after all that have arrived, so that other connections get their turn and a flood reaches its limit.
    if (ahead) setImmediate(() => socket.destroyed || answer(request, response));
    else answer(request, response);
    // Do not count requests that arrive during the drain (they are rejected at once) or responses that the system has
    // fully received.
    if (draining || (response.writableEnded && response.socket?.writableLength === 0)) return;
    if (ahead) pipelined++;
    inFlight.set(socket, (ahead ?? new Set()).add(response));
    response.once("close", () => forget(socket, response));
  };
  /** Connections with their idle time, if it is not that of the server. */
  const sockets = new Map<Socket, number | undefined>();
  const server = createServer(TIMES, serve);
  limitUnsent(server, inFlight);
  server.maxConnections = connectionLimit();
  // Serve requests with an unknown `Expect` header; Node would answer 417 without a body.
  server.on("checkExpectation", serve);
  server.on("clientError", (error, socket) => answerUnreadable(error, socket, onRejected));
  server.on("connect", rejectTunnel);
  // Node emits `close` only on the response that is being sent. Without the event, responses queued behind it would never
  // be cancelled, and would stay in memory.
  server.on("connection", (socket) => {
    sockets.set(socket, isPatient(socket.remoteAddress ?? "") ? undefined : keepAliveMs);
    socket.once("close", () => {
      sockets.delete(socket);
      for (const response of inFlight.get(socket) ?? []) if (response.socket === null) response.emit("close");
    });
  });

  return {
    server,
    isLeaving: () => leaving,
    isDraining: () => draining,
    /** Whether the answer to this request is to end its connection, which would lose answers that wait behind it. */
    isLastOn: ({ socket }: IncomingMessage) => leaving && (inFlight.get(socket)?.size ?? 0) < 2,
    /** Resolves with the result of `work`, or of `otherwise()` when the drain period ends first. */
    unlessEnding: <T>(work: Promise<T>, otherwise: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const giveUp = () => otherwise().then(resolve, reject);
        const remove = atEnd.add(giveUp);
        work.then(resolve, reject).finally(remove);
      }),
    /** Waits `ms` milliseconds, in which requests are answered, and answers tell their callers to open a new connection. */
    async leave(ms: number): Promise<void> {
      leaving = true;
      if (ms > 0) await sleep(ms);
    },
    /**
     * Waits at most `withinMs` for the requests in flight, then closes every connection. Shortly before the end,
     * unfinished requests get their `otherwise` answer.
     *
     * Until then the server accepts requests, so that a readiness check can report the shutdown.
     */
    async drain(withinMs: number): Promise<void> {
      leaving = true;
      draining = true;
      // Not by `closeIdleConnections`: Node also counts a connection as idle while its answer is still being sent.
      for (const socket of sockets.keys())
        if (!inFlight.has(socket) && socket.writableLength === 0) socket.destroySoon();
      await idle(withinMs - FINAL_REPLY_MS);
      for (const giveUp of atEnd.values()) giveUp();
      await idle(Math.min(withinMs, FINAL_REPLY_MS));
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Binds the address; rejects when that fails. Later errors, such as a connection that cannot be accepted, go to
 * `onError`: without a listener, Node would end the process.
 */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
  onError: (error: Error) => void,
): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
  server.on("error", onError);
}
