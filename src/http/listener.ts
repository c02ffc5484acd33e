/** The socket side of HTTP: limits of time and number, and an orderly end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connectionLimit } from "./connection-limit.js";
import { answerUnreadable, refuseTunnel } from "./malformed-request.js";
import { limitUnsent } from "./unsent-limit.js";

/** Requests of one connection that are begun before others get their turn; who pipelines can send thousands at once. */
const MAX_IN_A_ROW = 100;

/** What of the time for draining is kept for telling those who still wait that nothing will come. */
const LAST_WORDS_MS = 500;

const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  // The guard refuses it as it refuses any other foreign one: with a body.
  requireHostHeader: false,
};

/** A listener that knows when it is to end. */
export interface Listener {
  server: Server;
  isDraining(): boolean;
  /** What `work` gives; what `otherwise` gives when the time for draining is over first. */
  unlessEnding<T>(work: Promise<T>, otherwise: () => Promise<T>): Promise<T>;
  /**
   * Waits for the requests under way, at most `withinMs`, then closes
   * everything. Shortly before, what is still worked at is given up.
   *
   * Until then it goes on listening: whoever asks is to hear that we are
   * stopping, a readiness check first of all.
   */
  drain(withinMs: number): Promise<void>;
}

/** Makes one that hands every request to `answer`; nothing listens yet. */
export function createListener(answer: (request: IncomingMessage, response: ServerResponse) => void): Listener {
  let draining = false;
  /** How many requests of each connection are under way. */
  const underWay = new Map<Socket, number>();
  let onIdle = () => {};
  /** Gives up what is worked at. */
  const atEnd = new Set<() => void>();

  const forget = (socket: Socket) => {
    if (underWay.delete(socket) && underWay.size === 0) onIdle();
  };
  function idle(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (underWay.size === 0) return resolve();
      const timer = setTimeout(resolve, withinMs);
      onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const inTurn = createTurns(answer);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    inTurn(request, response);
    // What comes while we drain is refused at once and is nothing to wait for; nor is what the system has in full.
    if (draining || (response.writableEnded && response.socket?.writableLength === 0)) return;
    const { socket } = request;
    if (socket.destroyed) return;
    noteUnsent(response);
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (underWay.get(socket) ?? 0) - 1;
      if (left > 0) underWay.set(socket, left);
      else forget(socket);
    });
  };
  const server = createServer(TIMES, serve);
  const noteUnsent = limitUnsent(server);
  server.maxConnections = connectionLimit();
  // An expectation we do not know is no reason for an answer without a body.
  server.on("checkExpectation", serve);
  server.on("clientError", answerUnreadable);
  server.on("connect", refuseTunnel);
  // Answers that still stood in line for their connection are never told that it is gone.
  server.on("connection", (socket) => socket.once("close", () => forget(socket)));

  return {
    server,
    isDraining: () => draining,
    unlessEnding: (work, otherwise) =>
      new Promise((resolve, reject) => {
        const giveUp = () => otherwise().then(resolve, reject);
        atEnd.add(giveUp);
        work.then(resolve, reject).finally(() => atEnd.delete(giveUp));
      }),
    async drain(withinMs) {
      draining = true;
      // Idle connections stay till the end: Node also takes for idle what has an answer that is not out yet.
      await idle(withinMs - LAST_WORDS_MS);
      for (const giveUp of atEnd) giveUp();
      await idle(Math.min(withinMs, LAST_WORDS_MS));
      server.close();
      server.closeAllConnections();
    },
  };
}

type OnRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** Begins a connection's requests some at a time; nothing is asked of those that come one by one. */
function createTurns(answer: OnRequest): OnRequest {
  const lines = new Map<Socket, (() => void)[]>();
  let latest: Socket | undefined;
  let inARow = 0;

  function takeTurn(socket: Socket): void {
    const line = lines.get(socket) ?? [];
    for (const begin of line.splice(0, MAX_IN_A_ROW)) begin();
    if (line.length > 0) setImmediate(takeTurn, socket);
    else lines.delete(socket);
  }

  return (request, response) => {
    const { socket } = request;
    if (socket !== latest) {
      latest = socket;
      inARow = 0;
    }
    const line = lines.size > 0 ? lines.get(socket) : undefined;
    if (!line && ++inARow <= MAX_IN_A_ROW) {
      answer(request, response);
      return;
    }
    const begin = () => {
      if (!socket.destroyed) answer(request, response);
    };
    if (line) {
      line.push(begin);
      return;
    }
    // Also every so often for one that comes by itself: nothing tells whether another is right behind it.
    inARow = 0;
    lines.set(socket, [begin]);
    setImmediate(takeTurn, socket);
  };
}

/**
 * Ends a response whose head is written with all of its body at once.
 *
 * What `end` is given goes to the socket as a list of pieces; head and body as one take some percent less of it all.
 */
export function sendWhole(response: ServerResponse, body?: string, encoding: BufferEncoding = "utf8"): void {
  if (body) {
    const { socket } = response;
    socket?.cork();
    response.write(body, encoding);
    socket?.uncork();
  }
  response.end();
}
