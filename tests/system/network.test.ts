/**
 * Network-level abuse: slow, large, many and malformed requests; each is answered in JSON or closed, and not stored.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasProcessFacts, memoryMbOf, openFilesOf } from "../support/process-facts.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { internalsIn } from "./leaks.js";
import { createVisitor, type Visitor } from "./http-visitor.js";
import { openWire, readAnswers, sendBytes, type Wire, type WireAnswer } from "./wire.js";

const folder = temporaryFolder();
let program: Awaited<ReturnType<typeof startHttpProgram>>;
let visitor: Visitor;
let before: ReturnType<typeof footprint>;

beforeAll(async () => {
  program = await startHttpProgram(["--demo"], { DATA_DIR: folder.path });
  visitor = createVisitor(program.url);
  expect((await visitor.ask("/api/v1/stock/AAPL")).status).toBe(200);
  if (hasProcessFacts) before = footprint();
});
afterAll(async () => {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  folder.remove();
});

/** Open files and memory of the program; needs /proc. */
function footprint(): { handles: number; megabytes: number } {
  const pid = program.child.pid!;
  return { handles: openFilesOf(pid), megabytes: memoryMbOf(pid).now };
}

const HOST = "Host: localhost\r\n";
const GET = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
const POST = `POST /mcp HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const MEGABYTE = 1024 * 1024;

/** Checks an error that has the common shape. */
function expectError(answer: WireAnswer | undefined, status: number): void {
  expect([answer?.status, answer?.headers["content-type"], answer?.headers["x-content-type-options"]]).toEqual([
    status,
    "application/json; charset=utf-8",
    "nosniff",
  ]);
  const { headers, body } = answer!;
  expect(Object.keys(JSON.parse(body) as object)).toEqual(["error", "detail"]);
  expect([internalsIn(body), headers["x-powered-by"], headers["server"]]).toEqual([undefined, undefined, undefined]);
}

function expectAnswer(answer: WireAnswer | undefined, status: number): void {
  if (status >= 400) expectError(answer, status);
  expect(answer).toMatchObject({ status, headers: { "x-content-type-options": "nosniff" } });
}

describe("ambiguous requests", () => {
  it.each<[string, string]>([
    ["a length and chunks", `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${GET}`],
    ["chunks and a length", `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${GET}`],
    ["two lengths", `${POST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde${GET}`],
    ["one length twice", `${POST}Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd${GET}`],
    ["a list of lengths", `${POST}Content-Length: 4, 4\r\n\r\nabcd${GET}`],
    ["a length with a sign", `${POST}Content-Length: +4\r\n\r\nabcd${GET}`],
    ["a hexadecimal length", `${POST}Content-Length: 0x4\r\n\r\nabcd${GET}`],
    ["a negative length", `${POST}Content-Length: -1\r\n\r\n${GET}`],
    ["an unknown transfer encoding", `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${GET}`],
    ["chunks that are not last", `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${GET}`],
    ["a chunk without a size", `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n${GET}`],
    ["a chunk longer than it says", `${POST}Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n${GET}`],
    ["a chunk size beyond all limits", `${POST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${GET}`],
    ["bare line feeds", `GET /healthz HTTP/1.1\nHost: localhost\n\n${GET}`],
    ["a header over two lines", `GET /healthz HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n${GET}`],
    ["a blank before the colon", `POST /mcp HTTP/1.1\r\n${HOST}Content-Length : 4\r\n\r\nabcd${GET}`],
    ["a zero byte in a header", `GET /healthz HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n${GET}`],
    ["a carriage return in a header", `GET /healthz HTTP/1.1\r\n${HOST}X-A: b\rX-B: c\r\n\r\n${GET}`],
    ["a blank in the address", `GET /health z HTTP/1.1\r\n${HOST}\r\n${GET}`],
    ["an unknown method", `HELLO /healthz HTTP/1.1\r\n${HOST}\r\n${GET}`],
    ["an unknown HTTP version", `GET /healthz HTTP/1.2\r\n${HOST}\r\n${GET}`],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["anything", "hello\r\n\r\n"],
  ])("are rejected as a whole and the connection is closed: %s", async (_what, bytes) => {
    const answers = await sendBytes(program.url, Buffer.from(bytes, "latin1"), 2);
    expect(answers.length).toBe(1);
    expectError(answers[0], 400);
    expect(answers[0]!.headers["connection"]).toBe("close");
  });
});

describe("unusual but valid requests", () => {
  it.each<[string, string, number]>([
    ["HTTP/1.0 with a Host", `GET /healthz HTTP/1.0\r\n${HOST}\r\n`, 200],
    ["HTTP/1.0 without one", "GET /healthz HTTP/1.0\r\n\r\n", 403],
    ["no version at all", "GET /healthz\r\n\r\n", 403],
    ["HTTP/1.1 without Host", "GET /healthz HTTP/1.1\r\n\r\n", 403],
    ["two Hosts", `GET /healthz HTTP/1.1\r\n${HOST}${HOST}\r\n`, 403],
    ["an address with a foreign host in it", `GET http://evil.example.test/healthz HTTP/1.1\r\n${HOST}\r\n`, 400],
    ["an address with our own host in it", "GET http://LOCALHOST/healthz?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", 200],
    ["an address with only our host in it", "GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n", 200],
    ["an address that is a star", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 404],
    ["CONNECT", `CONNECT localhost:443 HTTP/1.1\r\n${HOST}\r\n`, 405],
    ["CONNECT to elsewhere", "CONNECT evil.example.test:443 HTTP/1.1\r\nHost: evil.example.test\r\n\r\n", 405],
    ["TRACE, which would repeat the key", `TRACE /healthz HTTP/1.1\r\n${HOST}X-API-Key: canary\r\n\r\n`, 405],
    ["TRACE of REST", `TRACE /api/v1/crypto HTTP/1.1\r\n${HOST}X-API-Key: canary\r\n\r\n`, 405],
    ["an upgrade", `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 200],
    ["an upgrade to HTTP/2", `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`, 200],
    ["an unknown expectation", `GET /healthz HTTP/1.1\r\n${HOST}Expect: miracles\r\n\r\n`, 200],
    ["a body on GET", `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`, 200],
    ["chunks on GET", `GET /healthz HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`, 200],
    ["chunks with extensions", `${POST}Transfer-Encoding: chunked\r\n\r\n28;x=y\r\n${PING}\r\n0\r\n\r\n`, 200],
    ["Expect: 100-continue", `${POST}Expect: 100-continue\r\nContent-Length: 40\r\n\r\n${PING}`, 200],
  ])("get one answer: %s", async (_what, bytes, status) => {
    const [answer, ...more] = await sendBytes(program.url, bytes);
    expect(more).toEqual([]);
    expectAnswer(answer, status);
    expect(JSON.stringify(answer)).not.toMatch(/canary|upgrade/i);
  });

  it("are answered in order on one connection, including errors", async () => {
    const paths = [
      "/healthz",
      "/nothing",
      "/api/v1/stock/%zz",
      "/api/v1/stock/AAPL",
      `/${"a".repeat(5_000)}`,
      "/healthz",
    ];
    const bytes = paths.map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join("");
    const answers = await sendBytes(program.url, bytes, paths.length);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 200, 414, 200]);
  });

  it.each(["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/", "/api/v1/stock/AAPL"])(
    "HEAD %s has the headers of GET and no body",
    async (path) => {
      const [head, get] = await Promise.all(["HEAD", "GET"].map((method) => visitor.ask(path, { method })));
      expect([head!.status, head!.text]).toEqual([200, ""]);
      expect(Object.keys(head!.headers).toSorted()).toEqual(Object.keys(get!.headers).toSorted());
      expect(head!.headers["content-type"]).toBe(get!.headers["content-type"]);
    },
  );

  it.each([
    ["/nothing", 404],
    ["/api/v1/nothing", 404],
    ["/api/v1/stock/%20", 400],
  ])("HEAD %s has the error's status and no body", async (path, status) => {
    const reply = await visitor.ask(path, { method: "HEAD" });
    expect([reply.status, reply.text]).toEqual([status, ""]);
  });
});

describe("a request that is too large", () => {
  it.each<[string, string, number]>([
    ["a declared body over 1 MiB, before it is sent", `${POST}Content-Length: ${MEGABYTE + 1}\r\n\r\n`, 413],
    [
      "a body over 1 MiB in chunks",
      `${POST}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${" ".repeat(65_536)}\r\n`.repeat(17)}0\r\n\r\n`,
      413,
    ],
    ["an address over 4 KiB", `GET /${"a".repeat(4_096)} HTTP/1.1\r\n${HOST}\r\n`, 414],
    ["an address over 4 KiB of REST", `GET /api/v1/search?q=${"a".repeat(4_096)} HTTP/1.1\r\n${HOST}\r\n`, 414],
    ["headers over 16 KiB", `GET /healthz HTTP/1.1\r\n${HOST}X-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["2,100 headers", `GET /healthz HTTP/1.1\r\n${HOST}${"a: b\r\n".repeat(2_100)}\r\n`, 431],
    ["an address over 16 KiB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
    ["a header without an end", `GET /healthz HTTP/1.1\r\n${HOST}X-A: ${"a".repeat(MEGABYTE)}`, 431],
  ])("is rejected: %s", async (_what, bytes, status) => {
    expectError((await sendBytes(program.url, bytes))[0], status);
  });

  it("does not include one of exactly the allowed size", async () => {
    const message = PING.padEnd(MEGABYTE);
    expect((await visitor.post(message)).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect((await visitor.ask(`/${"a".repeat(4_095)}`)).status).toBe(404);
  });

  it("keeps the connection usable for the next message", async () => {
    const body = Buffer.alloc(3 * MEGABYTE, " ");
    const bytes = Buffer.concat([Buffer.from(`${POST}Content-Length: ${body.length}\r\n\r\n`), body, Buffer.from(GET)]);
    const answers = await sendBytes(program.url, bytes, 2);
    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
  });
});

describe("a client that is too slow", () => {
  /** Sends data every second until the other side closes; returns the duration and the received text. */
  async function sendSlowly(start: string, drop: string): Promise<{ seconds: number; answers: WireAnswer[] }> {
    const { socket, closed, received } = await openWire(program.url);
    const began = performance.now();
    socket.write(start);
    const drip = setInterval(() => socket.write(drop), 1_000);
    await closed;
    clearInterval(drip);
    return { seconds: (performance.now() - began) / 1000, answers: readAnswers(received()) };
  }

  it.concurrent.each<[string, string, string, number, number]>([
    ["one that sends nothing", "", "", 10, 408],
    ["one that sends headers slowly", `GET /healthz HTTP/1.1\r\n${HOST}`, "X-A: b\r\n", 10, 408],
    ["one that sends a body slowly", `${POST}Content-Length: 1000\r\n\r\n`, " ", 15, 408],
    ["one that sends chunks slowly", `${POST}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n", 15, 408],
  ])(
    "gets an error and is disconnected: %s",
    async (_who, start, drop, limit, status) => {
      const { seconds, answers } = await sendSlowly(start, drop);
      expect(answers.length).toBe(1);
      expectError(answers[0], status);
      expect(seconds).toBeGreaterThan(limit - 1);
      // The server checks every two seconds, and the machine may be busy.
      expect(seconds).toBeLessThan(limit + 8);
    },
    40_000,
  );

  it("does not delay other clients", async () => {
    const idle = await Promise.all(Array.from({ length: 50 }, () => openWire(program.url)));
    for (const { socket } of idle) socket.write("GET /healthz HTTP/1.1\r\n");
    expect((await visitor.ask("/api/v1/stock/AAPL")).status).toBe(200);
    for (const { socket } of idle) socket.destroy();
  });
});

describe.skipIf(!hasProcessFacts)("2,000 connections", () => {
  it("are the maximum: a further one is closed, and accepted after another was closed", async () => {
    visitor.leave();
    // Waits until the connections of earlier tests are closed.
    await expect.poll(() => footprint().handles, { timeout: 15_000 }).toBeLessThanOrEqual(before.handles + 5);
    const wires: Wire[] = [];
    for (let batch = 0; batch < 20; batch++) {
      wires.push(...(await Promise.all(Array.from({ length: 100 }, () => openWire(program.url)))));
    }
    const [first] = wires;
    first!.socket.write(GET);
    await expect.poll(() => readAnswers(first!.received()).length).toBe(1);

    const further = await openWire(program.url);
    further.socket.write(GET);
    await further.closed;
    expect(further.received()).toBe("");

    for (const { socket } of wires) socket.destroy();
    await Promise.all(wires.map(({ closed }) => closed));
    await expect.poll(async () => (await sendBytes(program.url, GET))[0]?.status).toBe(200);
  }, 60_000);
});

describe.skipIf(!hasProcessFacts)("after all these requests", () => {
  it("the program answers, with as many handles as before and little more memory", async () => {
    expect((await visitor.ask("/api/v1/stock/AAPL")).status).toBe(200);
    visitor.leave();
    await expect.poll(() => footprint().handles, { timeout: 20_000 }).toBeLessThanOrEqual(before.handles + 5);
    expect(footprint().megabytes).toBeLessThan(before.megabytes + 150);
    expect(program.stderr()).not.toMatch(/"level":"(?:error|fatal)"|Warning|canary/);
    expect(program.stderr()).not.toMatch(/"level":"warn"(?!.*"event":"rejected")/);
  });
});
