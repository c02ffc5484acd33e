/** After invalid bytes and messages, the next message is still answered. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { startHost, type Host, type RpcAnswer } from "./host.js";
import { MALFORMED } from "./hostile-messages.js";
import { internalsIn } from "./leaks.js";
import { createVisitor, type Visitor } from "./http-visitor.js";

const folder = temporaryFolder();
const env = { DATA_DIR: folder.path };
afterAll(() => folder.remove());

const PING = '{"jsonrpc":"2.0","id":"ping","method":"ping"}';
const PONG = { jsonrpc: "2.0", id: "ping", result: {} };

describe("the built program over HTTP", () => {
  let program: Awaited<ReturnType<typeof startHttpProgram>>;
  let visitor: Visitor;

  beforeAll(async () => {
    program = await startHttpProgram(["--demo"], env);
    visitor = createVisitor(program.url);
  });
  afterAll(async () => {
    visitor.leave();
    expect(await program.stop()).toBe(0);
  });

  it.each(MALFORMED.map((text) => ({ shown: text.slice(0, 60), text })))("refuses $shown", async ({ text }) => {
    const reply = await visitor.post(text);
    expect(reply.status).toBe(400);
    const { id, result, error } = reply.json() as unknown as RpcAnswer;
    // A request in which only the parameters are wrong is answered with its id.
    const readable = text.startsWith('{"jsonrpc":"2.0","id":1,"method":"ping","params"');
    expect([id, result, [-32700, -32600].includes(error!.code)]).toEqual([readable ? 1 : null, undefined, true]);
    expect(internalsIn(reply.text)).toBeUndefined();
    expect((await visitor.post(PING)).json()).toEqual(PONG);
  });

  it.each<[string, Buffer]>([
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["UTF-16", Buffer.from(PING, "utf16le")],
    ["nothing", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(1_000)],
  ])("rejects %s", async (_what, bytes) => {
    expect((await visitor.post(bytes)).status).toBe(400);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "rejects the content type %j, which a foreign page may send",
    async (type) => {
      expect((await visitor.post(PING, { "content-type": type })).status).toBe(415);
    },
  );

  it("rejects five megabytes, and answers the next message", async () => {
    const { status, headers } = await visitor.post(Buffer.alloc(5 * 1024 * 1024, "x"));
    expect([status, headers["content-type"]]).toEqual([413, "application/json; charset=utf-8"]);
    expect((await visitor.post(PING)).json()).toEqual(PONG);
  });

  it("names the supported protocol versions to a client of another one", async () => {
    const reply = await visitor.post(PING, { "mcp-protocol-version": "2099-01-01" });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("2025-11-25")]);
    expect((await visitor.post(PING, { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
  });

  it.each(["GET", "DELETE", "PUT", "HEAD", "OPTIONS"])(
    "has no %s method, because there are no sessions",
    async (method) => {
      const { status, headers } = await visitor.ask("/mcp", { method, headers: { "last-event-id": "1" } });
      expect([status, headers.allow]).toEqual([405, "POST"]);
    },
  );
});

describe("the built program over stdio", () => {
  let host: Host;

  beforeEach(() => {
    host = startHost(["--demo"], env);
  });
  afterEach(() => void host.program.child.kill("SIGKILL"));

  it("ignores lines that are no messages, and answers the next one", async () => {
    // The first answer waits for the start of the program.
    await host.request("ping");
    for (const text of MALFORMED) {
      host.write(`${text}\n`);
      const asked = performance.now();
      expect(await host.request("ping")).toMatchObject({ result: {} });
      expect(performance.now() - asked).toBeLessThan(1_000);
    }
    const results = host.answers.filter(({ id, result }) => result && !String(id).startsWith("own-"));
    expect(results).toEqual([]);
    expect(await host.leave()).toBe(0);
    expect(host.program.stderr()).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it.each<[string, number, string | Buffer]>([
    ["a line of invalid UTF-8", 1, Buffer.from([0xff, 0xfe, 0x7b, 0x0a])],
    ["zeros", 1, Buffer.from("\0\0\0\n")],
    ["blank lines", 0, "\n\n  \n\r\n"],
    ["a byte order mark on its own line", 0, "\uFEFF\n"],
    ["half a message, a line end, the other half", 2, '{"jsonrpc":"2.0",\n"id":1,"method":"ping"}\n'],
  ])("continues after %s, with an error for each line that is no message: %d", async (_what, errors, bytes) => {
    host.write(bytes);
    expect(await host.request("ping")).toMatchObject({ result: {} });
    const refused = host.answers.filter(({ id }) => id === null);
    expect([refused.length, host.answers.length]).toEqual([errors, errors + 1]);
    for (const { error } of refused) expect([-32700, -32600]).toContain(error?.code);
    await host.leave();
    expect(host.program.stderr().includes('"event":"rejected"')).toBe(errors > 0);
  });

  it("does not answer an error of the other side, or the two would never end", async () => {
    host.write('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n');
    expect(await host.request("ping")).toMatchObject({ result: {} });
    expect(host.answers).toHaveLength(1);
  });

  it("reads messages with CRLF line ends, in pieces, two in one write", async () => {
    for (const piece of [PING.slice(0, 9), PING.slice(9), "\r\n", `${PING}\n${PING}\r\n`]) {
      host.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect.poll(() => host.answers).toEqual([PONG, PONG, PONG]);
  });

  it("answers two requests with one id, each with its own answer", async () => {
    const ask = (symbol: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"provider_b_get_stock_quote","arguments":{"symbol":"${symbol}"}}}\n`;
    host.write(ask("AAPL") + ask("MSFT"));
    await expect.poll(() => host.answers.length, { timeout: 5_000 }).toBe(2);
    const symbols = host.answers.map(({ result }) => result?.["structuredContent"] as { symbol: string } | undefined);
    expect(symbols.map((quote) => quote?.symbol).toSorted()).toEqual(["AAPL", "MSFT"]);
  });

  it("offers the nearest version to a client of another one, and accepts a second initialize", async () => {
    const ask = (protocolVersion: string) =>
      host.request("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "x", version: "1" } });
    expect(await ask("2099-01-01")).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    expect(await ask("2025-06-18")).toMatchObject({ result: { protocolVersion: "2025-06-18" } });
  });

  it("exits with 0 on a line of more than ten megabytes", async () => {
    host.write(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(11 * 1024 * 1024)}`);
    host.write("\n");
    expect(await host.program.exited).toBe(0);
    expect(host.program.stderr()).not.toMatch(/"level":"fatal"|\bat \S+ \(/);
  });

  it("exits with 0 when its input ends in the middle of a message", async () => {
    host.write(PING.slice(0, 20));
    expect(await host.leave()).toBe(0);
    expect(host.answers).toEqual([]);
  });
});
