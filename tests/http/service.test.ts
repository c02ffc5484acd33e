/** The service over a real socket, with parts controlled by the test. */
import { once } from "node:events";
import { request, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { createGuard } from "../../src/http/origin-guard.js";
import { createRoutes } from "../../src/http/target.js";
import { createHttpService, type HttpParts } from "../../src/http/service.js";
import { MAX_PIPELINED, type Listener } from "../../src/http/listener.js";
import { MAX_UNSENT_BYTES } from "../../src/http/unsent-limit.js";
import { SILENT as log } from "../support/fakes.js";
import { createPages } from "../../src/http/operational-routes.js";
import { createRouter } from "../../src/rest/router.js";
import { createGate } from "../support/gate.js";

/** One for all, because each logger waits for the end of the process. */

const ROUTES = createRoutes(CATALOGUE, new Map());

const open: Listener[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((service) => service.drain(0)));
});

/** A listening service, and a function to send it requests. */
async function startService(parts: Partial<HttpParts> = {}) {
  const logged = vi.spyOn(log, "error");
  const service = createHttpService({
    rest: async () => ({ status: 200, headers: {}, body: "{}" }),
    mcp: async () => ({ status: 200, headers: {}, body: "{}" }),
    routes: ROUTES,
    guard: createGuard({ host: "127.0.0.1", allowedHosts: [], allowedOrigins: [] }),
    access: { admit: () => ({ caller: { id: "nobody" } }) },
    addressOf: () => "127.0.0.1",
    visit: ({ id }) => ({ callerId: id, spend: async () => {}, headers: async () => ({}) }),
    simulated: false,
    log,
    onAnswer: () => {},
    isPatient: () => false,
    keepAliveMs: 5_000,
    ...parts,
  });
  open.push(service);
  service.server.listen(0, "127.0.0.1");
  await once(service.server, "listening");
  const { port } = service.server.address() as AddressInfo;
  async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
    const asked = request({ port, path, headers, method }).end();
    const [response] = await once(asked, "response");
    return { status: response.statusCode as number, headers: response.headers, body: await text(response) };
  }
  return { service, port, ask, logged };
}

/** Returns how many requests have arrived since. */
function countRequests(server: Server): () => number {
  let requests = 0;
  server.on("request", () => requests++);
  return () => requests;
}

describe("an answer that cannot be sent", () => {
  it("because of an invalid header becomes a 500 that is logged, and the service continues", async () => {
    let from = "provider-a\r\nset-cookie: x=1";
    const rest = async () => ({ status: 200, headers: { "x-data-sources": from }, body: "{}" });
    const { ask, logged } = await startService({ rest });
    const failed = await ask("/api/v1/stock/ACME");
    expect(failed).toMatchObject({ status: 500, body: expect.stringContaining("Internal error") });
    expect(failed.headers).not.toHaveProperty("set-cookie");
    const id = failed.headers["x-request-id"];
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: "unexpected", id }));
    from = "provider-a";
    expect(await ask("/api/v1/stock/ACME")).toMatchObject({ status: 200, body: "{}" });
  });

  it("because its stream fails is cut off, and the service continues", async () => {
    const mcp = async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield "data: ";
        throw new Error("broken");
      })(),
    });
    const { ask, logged } = await startService({ mcp });
    await expect(ask("/mcp", {}, "POST")).rejects.toThrow(/aborted|hang up/);
    expect(logged).toHaveBeenCalledOnce();
    expect(await ask("/api/v1/stock/ACME")).toMatchObject({ status: 200 });
  });
});

describe("bytes that are no request", () => {
  const GARBAGE = "\u0000\u0001\r\n\r\n";
  const POST = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";

  it("are answered with 400", async () => {
    const { port } = await startService();
    const socket = connect(port, "127.0.0.1");
    socket.write(GARBAGE);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*The request is not valid HTTP/);
  });

  it("end the connection without a word amid an answer, of which it would be a part", async () => {
    const begun = createGate();
    const mcp = async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield "data: ";
        begun.open();
        await new Promise(() => {});
      })(),
    });
    const { port } = await startService({ mcp });
    const socket = connect(port, "127.0.0.1");
    const received = text(socket);
    socket.write(POST);
    await begun.passed;
    socket.write(GARBAGE);
    expect(await received).toMatch(/^HTTP\/1\.1 200 (?![^]*HTTP\/)/);
  });
});

describe("a malformed escape in the path", () => {
  const error = "Invalid request";
  const sentence = "The address has a malformed % escape.";

  it.each([
    ["/api/v1/stock/%zz/overview", { error, message: sentence, code: 400 }],
    ["/api/v1/stock/%zz", { error, detail: sentence }],
    ["/%zz", { error, detail: sentence }],
  ])("is rejected in the shape of the route: %s", async (path, body) => {
    const { ask } = await startService();
    const reply = await ask(path);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([400, body]);
  });
});

describe("the reason of a rejection in the log", () => {
  it("has no word of the path, which may be a symbol or a key", async () => {
    const warned = vi.spyOn(log, "warn");
    const { ask } = await startService();
    expect((await ask("/api/v1/stock/SECRET/histroy")).body).toContain("Did you mean /api/v1/stock/SECRET/history?");
    const line = { event: "rejected", where: "other", status: 404, reason: "No such path." };
    expect(warned.mock.calls).toEqual([[line]]);
  });
});

describe("many requests at once on one connection", () => {
  it("are answered in their order", async () => {
    const rest = async ({ query }: { query: string }) => ({ status: 200, headers: {}, body: `<${query.slice(2)}>` });
    const { port } = await startService({ rest });
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(index));
    const socket = connect(port, "127.0.0.1");
    const toRequest = (n: string) => `GET /api/v1/stock/ACME?n=${n} HTTP/1.1\r\nHost: localhost\r\n`;
    socket.write(`${numbers.map(toRequest).join("\r\n")}Connection: close\r\n\r\n`);
    expect((await text(socket)).match(/(?<=<)\d+(?=>)/g)).toEqual(numbers);
  });

  const sendMany = (port: number, count: number) => {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {});
    socket.write("GET /api/v1/stock/ACME HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(count));
    return socket;
  };

  it("close their connection when too many wait, and no other one", async () => {
    const { port, ask } = await startService({ rest: () => new Promise<never>(() => {}) });
    const [other, flooding] = [sendMany(port, 1), sendMany(port, MAX_PIPELINED + 2)];
    flooding.resume();
    await once(flooding, "close");
    expect((await ask("/nowhere")).status).toBe(404);
    expect(other.destroyed).toBe(false);
    other.destroy();
  });

  it("are all cancelled when the caller leaves, also those queued behind another one", async () => {
    const signals: AbortSignal[] = [];
    const rest = ({ signal }: { signal?: (() => AbortSignal) | undefined }) => {
      if (signal) signals.push(signal());
      return new Promise<never>(() => {});
    };
    const { port } = await startService({ rest });
    const socket = sendMany(port, 5);
    await expect.poll(() => signals.length).toBe(5);
    socket.destroy();
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual(Array.from({ length: 5 }, () => true));
  });

  it("do not count as unread answers once the caller has left", async () => {
    // The limit is checked four times a second.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let begun = 0;
    const rest = async () => {
      begun++;
      return { status: 200, headers: {}, body: "x".repeat(MAX_UNSENT_BYTES / 8) };
    };
    const { service, port } = await startService({ rest });
    const sockets: Socket[] = [];
    service.server.on("connection", (socket) => sockets.push(socket));
    for (let connection = 1; connection <= 3; connection++) {
      const gone = sendMany(port, 4);
      await expect.poll(() => begun).toBe(4 * connection);
      gone.destroy();
      await expect.poll(() => sockets[connection - 1]?.destroyed).toBe(true);
    }
    // This caller's answers take half of the limit. They exceed it only if answers to callers that disconnected still
    // count.
    const staying = sendMany(port, 4);
    await expect.poll(() => begun).toBe(16);
    await vi.advanceTimersByTimeAsync(600);
    expect(sockets[3]!.destroyed).toBe(false);
    staying.destroy();
  });
});

it("a page is created once for all requests that arrive while it is being created", async () => {
  const gate = createGate<string>();
  const metrics = vi.fn<() => Promise<string>>(() => gate.passed);
  const never = () => new Promise<never>(() => {});
  const pages = createPages({
    catalogue: [],
    version: "1.0.0",
    simulated: false,
    status: never,
    metrics,
    report: never,
    connect: () => ({ base: "", needsKey: false, program: undefined, simulated: false }),
    protocolVersions: async () => [],
    examples: never,
    resource: undefined,
    prefix: "",
  });
  const { ask } = await startService({ routes: createRoutes([], pages) });
  const asked = [ask("/metrics"), ask("/metrics")];
  await expect.poll(() => metrics).toHaveBeenCalledOnce();
  gate.open("up 1");
  expect((await Promise.all(asked)).map(({ body }) => body)).toEqual(["up 1", "up 1"]);
  await ask("/metrics");
  expect(metrics).toHaveBeenCalledTimes(2);
});

describe("a question that is unfinished at shutdown", () => {
  it("gets a 503 in the shape of its path before its connection is closed", async () => {
    const rest = createRouter(CATALOGUE, () => new Promise(() => {}));
    const { ask, service } = await startService({ rest, mcp: () => new Promise(() => {}) });
    const arrived = countRequests(service.server);
    const asked = [ask("/api/v1/stock/ACME"), ask("/api/v1/stock/ACME/overview"), ask("/mcp", {}, "POST")];
    await expect.poll(arrived).toBe(3);
    await service.drain(600);
    const detail = "This server is stopping. Try again in a moment.";
    const answers = await Promise.all(asked);
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual(
      answers.map(() => [503, "close"]),
    );
    expect(answers.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { error: "Shutting down", detail },
      { error: "Shutting down", message: detail, code: 503 },
      { error: "Shutting down", detail },
    ]);
  });
});

describe("a shutdown that waits", () => {
  it("answers what arrives, all requests of a connection that sends several at once, and fails the readiness check", async () => {
    const gate = createGate();
    const rest = createRouter(CATALOGUE, () => gate.passed.then(() => Promise.reject(new Error("no source"))));
    const { ask, port, service } = await startService({ rest });
    const left = service.leave(300);
    expect(await ask("/readyz")).toMatchObject({ status: 503, headers: { connection: "close" } });
    expect(await ask("/nowhere")).toMatchObject({ status: 404, headers: { connection: "close" } });
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "GET /api/v1/stock/ACME HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n",
    );
    setTimeout(() => gate.open(), 50);
    let received = "";
    socket.on("data", (data) => (received += String(data)));
    await left;
    await service.drain(1_000);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 500", "HTTP/1.1 404"]);
  });
});

describe("a request that arrives during a shutdown", () => {
  it("gets the same 503 as an unfinished one, in the shape of its path, whatever the method", async () => {
    const rest = createRouter(CATALOGUE, () => new Promise(() => {}));
    const { ask, service } = await startService({ rest });
    const arrived = countRequests(service.server);
    const unfinished = ask("/api/v1/stock/ACME/overview");
    await expect.poll(arrived).toBe(1);
    // The server stops when all have answers, however long these take here.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const drained = service.drain(600);
    const asked = ["/api/v1/stock/ACME/overview", "/api/v1/stock/ACME", "/api/v1/nothing", "/healthz"];
    const answers = await Promise.all([...asked.map((path) => ask(path)), ask("/api/v1/search?q=a", {}, "POST")]);
    await vi.advanceTimersByTimeAsync(600);
    await drained;
    const detail = "This server is stopping. Try again in a moment.";
    const plain = { error: "Shutting down", detail };
    expect(answers.map(({ status, body }) => [status, JSON.parse(body)])).toEqual([
      [503, JSON.parse((await unfinished).body)],
      [503, plain],
      [503, plain],
      [503, plain],
      [503, plain],
    ]);
    expect(JSON.parse(answers[0]!.body)).toEqual({ error: "Shutting down", message: detail, code: 503 });
  });
});

describe("a caller whose token cannot be checked", () => {
  const detail = "Try again soon.";
  const access = {
    known: () => undefined,
    admit: () => ({ status: 503, detail, retryAfterSeconds: 5 }) as const,
  };

  it.each([
    ["/api/v1/stock/ACME", { error: "Service unavailable", detail }],
    ["/api/v1/stock/ACME/overview", { error: "Service unavailable", message: detail, code: 503 }],
  ])("gets an error at %s in its shape, with the time to retry", async (path, body) => {
    const rest = createRouter(CATALOGUE, () => Promise.reject(new Error("not to be asked")));
    const { ask } = await startService({ rest, access });
    const answer = await ask(path);
    expect([answer.status, answer.headers["retry-after"], JSON.parse(answer.body)]).toEqual([503, "5", body]);
  });
});

describe("idle connections", () => {
  const openIdle = async (port: number) => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [head] = (await once(socket, "data")) as [Buffer];
    return { socket, keepAlive: /^keep-alive: (.*)$/im.exec(String(head))?.[1] };
  };

  it("of a trusted proxy stay open longer than a balancer keeps them, others for the time of the setting", async () => {
    const trusted = await startService({ isPatient: () => true });
    const other = await startService({ keepAliveMs: 1_000 });
    const [patient, brief] = [await openIdle(trusted.port), await openIdle(other.port)];
    expect([patient.keepAlive, brief.keepAlive]).toEqual(["timeout=620", "timeout=1"]);
    await once(brief.socket, "close");
    expect(patient.socket.destroyed).toBe(false);
    patient.socket.destroy();
  });

  it("are closed at once when the server drains", async () => {
    const { port, service } = await startService({ isPatient: () => true });
    const { socket } = await openIdle(port);
    const closed = once(socket.resume(), "close");
    void service.drain(60_000);
    await closed;
    expect(service.isDraining()).toBe(true);
  });
});

describe("a path of MCP at another server", () => {
  it.each(["/MCP", "/sse", "/v1/mcp", "/api/mcp/", "/messages", "/mcp/sse"])("%s names ours", async (path) => {
    const { ask } = await startService();
    expect((await ask(path, {}, "POST")).body).toContain("The MCP endpoint is POST /mcp");
  });
});

describe("a server without sign-in", () => {
  const NOT_ADMITTED = { status: 401, detail: "A valid key is needed.", challenge: "Bearer" } as const;
  const closed = { admit: () => NOT_ADMITTED };
  const detail = "This server has no sign-in: send a key in X-API-Key or as Authorization: Bearer.";

  it.each([
    ["POST", "/register"],
    ["GET", "/authorize"],
    ["POST", "/token"],
    ["POST", "/mcp/register"],
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/.well-known/oauth-authorization-server/mcp"],
    ["GET", "/.well-known/oauth-protected-resource/mcp"],
    ["GET", "/mcp/.well-known/oauth-protected-resource"],
    ["GET", "/.well-known/openid-configuration"],
    ["GET", "/mcp/.well-known/openid-configuration"],
  ])("says so to a client that tries %s %s", async (method, path) => {
    const { ask } = await startService({ access: closed });
    const { status, body } = await ask(path, {}, method);
    expect([status, JSON.parse(body)]).toEqual([404, { error: "Not found", detail }]);
  });

  it.each(["/registers", "/.well-known/other", "/api/v1/stock/AAPL/tokens"])(
    "says nothing of it at %s",
    async (path) => {
      const { ask } = await startService({ access: closed });
      expect((await ask(path)).body).toContain("No such path.");
    },
  );

  it.each(["GET", "DELETE", "PUT"])("answers %s of /mcp with 405, which starts no sign-in", async (method) => {
    const { ask } = await startService({ access: closed });
    const { status, headers } = await ask("/mcp", { "x-api-key": "wrong" }, method);
    expect([status, headers.allow, headers["www-authenticate"]]).toEqual([405, "POST", undefined]);
  });

  it("asks for a key at POST of /mcp and at the routes", async () => {
    const { ask } = await startService({ access: closed });
    expect((await ask("/mcp", {}, "POST")).status).toBe(401);
    expect((await ask("/api/v1/stock/AAPL")).status).toBe(401);
  });
});

it("a server with sign-in asks for it at each request of /mcp, and has no sentence on keys", async () => {
  const admit = () => ({ status: 401, detail: "A valid token is needed.", challenge: "Bearer" }) as const;
  const { ask } = await startService({ access: { admit, hasSignIn: true } });
  expect((await ask("/mcp")).status).toBe(401);
  expect((await ask("/register", {}, "POST")).body).not.toContain("sign-in");
});
