/**
 * Upstreams that misbehave on cue: one server with the faces of all three.
 *
 * Provider A lives under `/a`, B under `/b` with its cookie at `/door`, C under
 * `/c`. Everything answers well until a test says otherwise, and every call is
 * written down, so that a test can wait for calls instead of sleeping.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { playHealthy } from "./healthy-upstream.js";

/** Keys no output may ever show. */
export const SECRET_KEYS = { a: "canary-of-provider-a", c: "canary-of-provider-c" } as const;

/** One call as it came. */
export interface UpstreamCall {
  /** Raw path and query. */
  target: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** Monotonic milliseconds. */
  at: number;
  /** Which call on its connection it is, from 1. */
  onConnection: number;
  /** `left`: the caller closed the connection before it had the whole answer. */
  state: "open" | "answered" | "broken" | "left";
  request: IncomingMessage;
  response: ServerResponse;
}

/** How a call is answered, or is not. */
export type Play = (call: UpstreamCall) => void | Promise<void>;

interface Rule {
  match: string;
  plays: Play[];
  played: number;
}

export type FaultyUpstream = Awaited<ReturnType<typeof startFaultyUpstream>>;

const HANDSHAKE = new Set(["/door", "/b/v1/test/getcrumb"]);
/** How long a test waits for calls before it says that they did not come. */
const WAIT_MS = 5_000;

/** Listens on a free port of `host`. */
export async function startFaultyUpstream(host = "127.0.0.1") {
  let rules: Rule[] = [];
  let calls: UpstreamCall[] = [];
  const sockets = new Map<Socket, number>();
  let connections = 0;
  const watchers = new Set<() => void>();
  const changed = () => [...watchers].forEach((look) => look());

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const onConnection = (sockets.get(request.socket) ?? 0) + 1;
    sockets.set(request.socket, onConnection);
    const call = toCall(request, response, onConnection);
    calls.push(call);
    response.on("error", () => {});
    response.once("close", () => {
      if (call.state === "open") call.state = response.writableFinished ? "answered" : "left";
      changed();
    });
    changed();
    const rule = rules.findLast(({ match }) => matches(match, call));
    const play = rule ? rule.plays[Math.min(rule.played++, rule.plays.length - 1)]! : playHealthy;
    void Promise.resolve(play(call)).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    connections++;
    sockets.set(socket, 0);
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      changed();
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, host, resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://${host}:${port}`;

  const select = (match: string) => calls.filter((call) => matches(match, call));
  /** Waits until something is so; a test fails with `what` when it does not become so. */
  function until(condition: () => boolean, what: () => string): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        watchers.delete(look);
        settle();
      };
      const timer = setTimeout(() => end(() => reject(new Error(`${what()} within ${WAIT_MS} ms`))), WAIT_MS);
      const look = () => condition() && end(resolve);
      watchers.add(look);
      look();
    });
  }

  return {
    url,
    /** Points the program here. */
    env: {
      PROVIDER_A_BASE_URL: `${url}/a`,
      PROVIDER_A_API_KEY: SECRET_KEYS.a,
      PROVIDER_B_BASE_URL: `${url}/b`,
      PROVIDER_B_COOKIE_URL: `${url}/door`,
      PROVIDER_C_BASE_URL: `${url}/c`,
      PROVIDER_C_API_KEY: SECRET_KEYS.c,
    },
    /**
     * From now on calls that match are played like this: the first by the first
     * play, and so on; the last play stays. A match is a path or the start of
     * one, with query values if need be (`/a/quote?symbol=MSFT`); "" is
     * everything but provider B's handshake. The newest rule that matches counts.
     */
    on(match: string, ...plays: Play[]): void {
      rules.push({ match, plays, played: 0 });
    },
    /** Healthy again, and nobody has called. */
    reset(): void {
      rules = [];
      calls = [];
    },
    /** Calls so far, oldest first. */
    calls: select,
    /** Connections opened so far, calls or no calls. */
    connections: () => connections,
    /** Waits until `count` such calls have come. */
    waitFor: (match: string, count = 1) =>
      until(
        () => select(match).length >= count,
        () => `${select(match).length} of ${count} calls of "${match}" came`,
      ),
    /** Waits until `count` such calls were left by the caller. */
    waitForLeft: (match: string, count = 1) =>
      until(
        () => select(match).filter(({ state }) => state === "left").length >= count,
        () =>
          `${select(match).filter(({ state }) => state === "left").length} of ${count} calls of "${match}" were left`,
      ),
    /** The most calls in any window of that length. */
    mostWithin(match: string, windowMs: number): number {
      const times = select(match).map(({ at }) => at);
      return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
    },
    /** Closes the connections nobody uses, as an upstream does after a while, and waits until they are gone. */
    async closeConnections(): Promise<void> {
      for (const socket of sockets.keys()) socket.destroy();
      await until(
        () => sockets.size === 0,
        () => `${sockets.size} connections did not close`,
      );
    },
    /** Refuses connections. */
    async down(): Promise<void> {
      for (const socket of sockets.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    /** Listens again, on the same port. */
    up: () => listen(port),
    async close(): Promise<void> {
      if (!server.listening) return;
      for (const socket of sockets.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toCall(request: IncomingMessage, response: ServerResponse, onConnection: number): UpstreamCall {
  const target = request.url ?? "";
  const { pathname: path, searchParams: query } = new URL(target, "http://upstream.invalid");
  const { headers } = request;
  return { target, path, query, headers, at: performance.now(), onConnection, state: "open", request, response };
}

function matches(match: string, { path, query }: UpstreamCall): boolean {
  if (match === "") return !HANDSHAKE.has(path);
  const [wanted, parameters = ""] = match.split("?") as [string, string?];
  if (path !== wanted && !(path.startsWith(`${wanted}/`) && !HANDSHAKE.has(path))) return false;
  return [...new URLSearchParams(parameters)].every(([name, value]) => query.get(name) === value);
}
