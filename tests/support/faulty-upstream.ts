/**
 * One server that simulates all upstreams and produces faults on request.
 *
 * Provider A is below `/a`, B below `/b` with its cookie at `/door`, C below `/c`, D below `/d`, E below `/e`; a test
 * that wants E sets its key. All answers are healthy until a test changes them, and every call is recorded, so that a
 * test can wait for calls instead of sleeping.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { playHealthy } from "./healthy-upstream.js";

/** API keys of the upstreams; tests check that no output contains them. */
export const SECRET_KEYS = {
  a: "canary-of-provider-a",
  c: "canary-of-provider-c",
  d: "canary@provider-d.example",
} as const;

/** One recorded call. */
export interface UpstreamCall {
  /** Raw path and query. */
  target: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** Monotonic milliseconds. */
  at: number;
  /** The call's number on its connection, from 1. */
  onConnection: number;
  /** `left`: the caller closed the connection before it had the whole answer. */
  state: "open" | "answered" | "broken" | "left";
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers a call, or fails to. */
export type Play = (call: UpstreamCall) => void | Promise<void>;

interface Rule {
  match: string;
  plays: Play[];
  played: number;
}

export type FaultyUpstream = Awaited<ReturnType<typeof startFaultyUpstream>>;

const HANDSHAKE = new Set(["/door", "/b/v1/test/getcrumb"]);
/** How long a test waits for calls before it fails. */
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
  /** Waits until a condition holds; fails the test with `what` otherwise. */
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
    /** Environment that makes the program use these upstreams. */
    env: {
      PROVIDER_A_BASE_URL: `${url}/a`,
      PROVIDER_A_API_KEY: SECRET_KEYS.a,
      PROVIDER_B_BASE_URL: `${url}/b`,
      PROVIDER_B_COOKIE_URL: `${url}/door`,
      PROVIDER_C_BASE_URL: `${url}/c`,
      PROVIDER_C_API_KEY: SECRET_KEYS.c,
      PROVIDER_D_BASE_URL: `${url}/d`,
      PROVIDER_D_FILES_URL: `${url}/d`,
      PROVIDER_D_TREASURY_URL: `${url}/d/treasury`,
      PROVIDER_D_NYFED_URL: `${url}/d/nyfed`,
      PROVIDER_D_ECB_URL: `${url}/d/ecb`,
      PROVIDER_D_ECB_DATA_URL: `${url}/d/ecb`,
      PROVIDER_D_SEARCH_URL: `${url}/d`,
      PROVIDER_D_BLS_URL: `${url}/d/bls`,
      PROVIDER_D_BEA_URL: `${url}/d/bea`,
      PROVIDER_D_FED_URL: `${url}/d/fed`,
      PROVIDER_D_EUROSTAT_URL: `${url}/d/eurostat`,
      PROVIDER_D_WORLDBANK_URL: `${url}/d/world-bank`,
      PROVIDER_D_CONTACT: SECRET_KEYS.d,
      PROVIDER_E_BASE_URL: `${url}/e`,
    },
    /**
     * Changes the answer to matching calls from now on: the first call gets the first behaviour, and so on; the last
     * one repeats. A match is a path or its beginning, optionally with query values (`/a/quote?symbol=MSFT`); ""
     * matches everything except provider B's handshake. The newest matching rule applies.
     */
    on(match: string, ...plays: Play[]): void {
      rules.push({ match, plays, played: 0 });
    },
    /** Restores healthy answers and clears the calls. */
    reset(): void {
      rules = [];
      calls = [];
    },
    /** Calls so far, oldest first. */
    calls: select,
    /** Number of connections opened so far, with or without calls. */
    connections: () => connections,
    /** Waits for `count` matching calls. */
    waitFor: (match: string, count = 1) =>
      until(
        () => select(match).length >= count,
        () => `${select(match).length} of ${count} calls of "${match}" came`,
      ),
    /** Waits until callers have cancelled `count` matching calls. */
    waitForLeft: (match: string, count = 1) =>
      until(
        () => select(match).filter(({ state }) => state === "left").length >= count,
        () =>
          `${select(match).filter(({ state }) => state === "left").length} of ${count} calls of "${match}" were cancelled`,
      ),
    /** Returns the highest number of matching calls in any window of that length. */
    mostWithin(match: string, windowMs: number): number {
      const times = select(match).map(({ at }) => at);
      return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
    },
    /**
     * Closes idle connections, as an upstream does after a while, and waits until they are closed.
     */
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
