/** The built program's log, parsed line by line as log tools do. */
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { LOG_LEVELS } from "../../src/lib/log.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { startHost } from "./host.js";
import { openMarket } from "./market.js";
import { createVisitor, type Visitor } from "./http-visitor.js";
import { sendBytes } from "./wire.js";

const folder = temporaryFolder();
const market = await openMarket({ DATA_DIR: folder.path });
afterAll(async () => {
  await market.close();
  folder.remove();
});

type Line = Record<string, unknown>;

let running: { program: Awaited<ReturnType<typeof startHttpProgram>>; visitor: Visitor } | undefined;
async function start(env: Record<string, string> = {}) {
  const program = await startHttpProgram([], { ...market.env, ...env });
  running = { program, visitor: createVisitor(program.url) };
  return running;
}
afterEach(async () => {
  market.behave(() => undefined);
  running?.visitor.leave();
  running?.program.child.kill("SIGKILL");
  await running?.program.exited;
  running = undefined;
});

/** Each line must be one complete object in printable characters. */
function readLog(text: string): Line[] {
  if (text === "") return [];
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.slice(0, -1).split("\n");
  for (const line of lines) expect(line).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
  return lines.map((line) => JSON.parse(line) as Line);
}

const requests = (text: string) => readLog(text).filter(({ event }) => event === "request");
const calls = (text: string) => readLog(text).filter(({ event }) => event === "call");

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const common = { level: "info", time: expect.stringMatching(TIME), id: expect.stringMatching(UUID) };

describe("the start", () => {
  it("warns once of a variable that looks like a setting, without its value", async () => {
    const { program } = await start({ PROVIDER_A_APIKEY: "cnry-variable" });
    await program.stop();
    const message = "PROVIDER_A_APIKEY is not a setting. Did you mean PROVIDER_A_API_KEY?";
    expect(readLog(program.stderr()).filter(({ event }) => event === "settings")).toEqual([
      { level: "warn", time: expect.stringMatching(TIME), event: "settings", message },
    ]);
    expect(program.stderr()).not.toContain("cnry");
  });
});

describe("a request over HTTP", () => {
  it("is one line with the caller's request id, route, status, cache state and time taken", async () => {
    const { program, visitor } = await start();
    const paths = ["/api/v1/stock/AAPL", "/api/v1/stock/AAPL", "/api/v1/stock/NOSUCH", "/api/v1/cnry-key", "/docs"];
    const ids: unknown[] = [];
    for (const path of paths) ids.push((await visitor.ask(path)).headers["x-request-id"]);
    await program.stop();
    const ms = expect.any(Number);
    const method = "GET";
    const quote = { ...common, event: "request", method, route: "/api/v1/stock/{symbol}", ms };
    expect(requests(program.stderr())).toEqual([
      { ...quote, status: 200, cache: "miss" },
      { ...quote, status: 200, cache: "hit" },
      { ...quote, status: 404, failure: "not_found" },
      { ...common, event: "request", method, route: "/api/v1/*", status: 404, ms },
      { ...common, event: "request", method, route: "/docs", status: 200, ms },
    ]);
    expect(requests(program.stderr()).map(({ id }) => id)).toEqual(ids);
    // A mistyped address may contain a key.
    expect(program.stderr()).not.toContain("cnry");
  });

  it("names the tool of a call, but not its arguments", async () => {
    const { program, visitor } = await start();
    await visitor.call("search_symbols", { q: "very private words" });
    await visitor.call("provider_a_get_stock_quote", { symbol: "PRIVATE" });
    await visitor.ask("/api/v1/search?q=very+private+words");
    await visitor.ask("/api/v1/stock/PRIVATE/histroy");
    await visitor.call("PRIVATE_key", {});
    await visitor.post(
      { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
      { "x-mcp-toolsets": "private-word" },
    );
    await program.stop();
    const ms = expect.any(Number);
    expect(calls(program.stderr())).toEqual([
      { ...common, event: "call", tool: "search_symbols", status: 200, cache: "miss", ms },
      { ...common, event: "call", tool: "provider_a_get_stock_quote", status: 404, failure: "not_found", ms },
      { ...common, event: "call", tool: "unknown", status: 400, failure: "invalid_input", ms },
    ]);
    expect(program.stderr()).not.toMatch(/private/i);
  });

  it("contains no bodies, sent or received, at any level", async () => {
    market.behave(({ url }) =>
      url?.startsWith("/a/")
        ? { status: 500, body: "upstream-body-4711", headers: { "x-odd": "upstream-head-4711" } }
        : undefined,
    );
    const { program, visitor } = await start({ LOG_LEVEL: "trace" });
    await visitor.ask("/api/v1/stock/AAPL", { headers: { "user-agent": "agent-4711", cookie: "cookie-4711" } });
    await visitor.post('{"jsonrpc":"2.0","id":1,"method":"body-4711","params":{"x":"param-4711"}}');
    await visitor.post("broken-4711");
    await program.stop();
    expect(program.stderr()).not.toContain("4711");
    expect(requests(program.stderr())).toHaveLength(3);
  });
});

/** Texts that try to forge a log line or to control a terminal. */
const FORGED = '{"level":"fatal","event":"forged"}';
const NASTY = [
  `\r\n${FORGED}\n`,
  `\n${FORGED}`,
  "\u001B[31mred\u001B[0m\u0007",
  "\u009B31mred",
  "\u202Eright to left\u2066",
  "zero\u200Bwidth\uFEFF\u00AD",
  "\u2028next\u2029",
  "tag\u{E0041}\u{E007F}",
  "\u0000\u007F",
  `"},${FORGED.slice(0, -1)}`,
];

describe("a line of the log", () => {
  it.each(NASTY.map((text) => ({ shown: JSON.stringify(text), text })))(
    "cannot be forged with $shown",
    async ({ text }) => {
      const { program, visitor } = await start();
      const encoded = encodeURIComponent(text);
      await visitor.ask(`/${encoded}`);
      await visitor.ask(`/api/v1/stock/${encoded}`);
      await visitor.ask(`/api/v1/search?q=${encoded}`);
      await visitor.call(text, {});
      await visitor.call("provider_a_get_stock_quote", { symbol: text, [text]: text });
      await visitor.post({ jsonrpc: "2.0", id: text, method: text });
      // As bytes, which no client library would send.
      const host = `Host: ${new URL(program.url).host}\r\n`;
      await sendBytes(program.url, Buffer.from(`GET /${text} HTTP/1.1\r\n${host}\r\n`));
      await sendBytes(
        program.url,
        Buffer.from(`GET / HTTP/1.1\r\n${host}User-Agent: ${text}\r\nX-API-Key: ${text}\r\n\r\n`),
      );
      await program.stop();
      const events = new Set(readLog(program.stderr()).map(({ event }) => event));
      expect(
        [...events].filter(
          (event) => !["listening", "request", "rejected", "call", "stopping"].includes(String(event)),
        ),
      ).toEqual([]);
      expect(readLog(program.stderr()).filter(({ level }) => level === "fatal")).toEqual([]);
    },
  );

  it("does not grow with the size of a request", async () => {
    const { program, visitor } = await start();
    await visitor.ask(`/${"p".repeat(3_000)}`);
    await visitor.call("t".repeat(100_000), {});
    await program.stop();
    for (const line of program.stderr().split("\n")) expect(line.length).toBeLessThan(600);
  });
});

describe("LOG_LEVEL", () => {
  const ORDER = LOG_LEVELS.slice(1);

  it.each([...LOG_LEVELS, "WARN"])("%s shows lines of at least that level only", async (level) => {
    // A refused key is an error, a full queue a warning, a call an information.
    market.behave(({ url }) => {
      if (url?.startsWith("/a/")) return { status: 401, body: "{}" };
      return url?.startsWith("/c/") ? { status: 429, body: "{}" } : undefined;
    });
    const host = startHost([], { ...market.env, STORE_URL: "memory:", LOG_LEVEL: level });
    await host.call("provider_a_get_stock_quote", { symbol: "AAPL" });
    await host.call("search_symbols", { q: "apple" });
    expect(await host.leave()).toBe(0);
    const loud = new Set<string>(ORDER.slice(0, ORDER.indexOf(level.toLowerCase() as (typeof ORDER)[number]) + 1));
    const seen = new Set(readLog(host.program.stderr()).map((line) => line["level"]));
    expect([...seen].toSorted()).toEqual(["error", "info", "warn"].filter((each) => loud.has(each)));
    // All log lines go to stderr: every line of stdout was an answer.
    expect(host.answers).toHaveLength(2);
  });
});
