/** Hostile REST requests are rejected with our own sentences, and cause no upstream call. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { pathFor } from "../e2e/examples.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import {
  ADDRESSES,
  asksFor,
  isNothing,
  isUnderstood,
  METHODS,
  refusedValues,
  schemasOf,
  UNKNOWN_NAMES,
} from "./hostile-values.js";
import { internalsIn } from "./leaks.js";
import { openMarket, type Market } from "./market.js";
import { createVisitor, inParallel, type Asking, type HttpAnswer, type Visitor } from "./http-visitor.js";

interface HostileRequest extends Asking {
  path: string;
  capability?: Capability;
}

const CAPABILITIES = CATALOGUE.map(({ capability }) => capability);
const folder = temporaryFolder();
let market: Market;
let program: Awaited<ReturnType<typeof startHttpProgram>>;
let visitor: Visitor;
let sent = 0;

beforeAll(async () => {
  market = await openMarket({ DATA_DIR: folder.path });
  program = await startHttpProgram([], market.env);
  visitor = createVisitor(program.url);
});
afterAll(async () => {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  await market.close();
  folder.remove();
});

/** Without a call for so long, all parts of an answer have been fetched. */
const QUIET_MS = 500;

const REFUSED = new Set([400, 404, 405, 414]);
const FIELDS = { detail: ["error", "detail"], message: ["error", "message", "code"] } as const;

/** Returns the fault of a rejection; `undefined` when it is correct. */
function faultIn(reply: HttpAnswer, capability: Capability | undefined): string | undefined {
  const { status, headers, text } = reply;
  if (!REFUSED.has(status)) return `status ${status}: ${text.slice(0, 200)}`;
  if (headers["content-type"] !== "application/json; charset=utf-8") return `type ${headers["content-type"]}`;
  if (headers["x-content-type-options"] !== "nosniff") return "may be sniffed";
  if ("x-evil" in headers || "x-powered-by" in headers) return `headers ${JSON.stringify(headers)}`;
  if (text.length > 1_000) return `${text.length} characters`;
  const internals = internalsIn(text);
  if (internals) return `shows ${internals}`;
  const fields = status === 400 && capability ? FIELDS[capability.errors.style] : FIELDS.detail;
  return Object.keys(reply.json()).join() === fields.join() ? undefined : `body ${text}`;
}

/** Sends all requests; returns those that were not rejected correctly, with the fault. */
async function findUnrefused(requests: readonly HostileRequest[]): Promise<string[]> {
  const faults: string[] = [];
  const callsBefore = market.calls.length;
  await inParallel(requests, 16, async ({ path, capability, ...asking }) => {
    sent++;
    const fault = faultIn(await visitor.ask(path, asking), capability);
    if (fault) faults.push(`${asking.method ?? "GET"} ${path.slice(0, 120)}: ${fault}`);
  });
  expect(market.calls.slice(callsBefore).map(({ url }) => url)).toEqual([]);
  return faults;
}

/** Asks for a quote. A new one has parts that are fetched late, which must not happen in the middle of the next test. */
async function expectHealthy(): Promise<void> {
  const { status, headers, text } = await visitor.ask("/api/v1/stock/AAPL");
  expect([status, internalsIn(text)]).toEqual([200, undefined]);
  if (/; hit/.test(String(headers["cache-status"]))) return;
  for (let calls = -1; calls < market.calls.length; await setTimeout(QUIET_MS)) calls = market.calls.length;
}

/** Returns the capability for an address of the only route whose errors have another shape. */
function ownerOf(path: string): { capability?: Capability } {
  const owner = CAPABILITIES.find(({ errors }) => errors.style === "message");
  return owner && path.endsWith("/overview") ? { capability: owner } : {};
}

const queryOf = (capability: Capability) => pathFor(capability).split("?")[1]?.split("&") ?? [];

/** The ordinary address of a capability with one parameter replaced or added. */
function pathWith(capability: Capability, name: string, value: string): string {
  const encoded = encodeURIComponent(value);
  if (capability.route.includes(`{${name}}`)) return capability.route.replace(`{${name}}`, encoded);
  const others = queryOf(capability).filter((pair) => !pair.startsWith(`${name}=`));
  return `${pathFor(capability).split("?")[0]}?${[...others, `${encodeURIComponent(name)}=${encoded}`].join("&")}`;
}

const LISTS = new Set(["symbols", "windows", "weights"]);

describe("hostile requests to the built program", () => {
  const parameters = CAPABILITIES.flatMap((capability) =>
    Object.entries(schemasOf(capability.input.shape)).map(([name, schema]) => ({
      route: capability.route,
      name,
      schema,
      capability,
    })),
  );

  it.each(parameters)(
    "$route rejects every invalid $name, without an upstream call",
    async ({ name, schema, capability }) => {
      const values = refusedValues(name, schema).filter(
        (value) =>
          !isNothing(
            name,
            LISTS.has(name) ? value.split(",").map((item) => item.trim()) : value,
            capability.input.shape,
          ) &&
          !(name === "windows" && value !== "5.0" && isUnderstood(name, value, schema)) &&
          // A symbol in quotes is the symbol, and some sectors have a shorter name.
          !(/^symbols?$|^with$/.test(name) && value === "`id`") &&
          !(name === "sector" && value === "Tech") &&
          !(name === "symbols" && asksFor(capability, value.split(","))),
      );
      const requests = values.map((value) => ({
        path: pathWith(capability, name, value),
        capability,
      }));
      expect(await findUnrefused(requests)).toEqual([]);
      await expectHealthy();
    },
  );

  it.each(CAPABILITIES)("$route rejects unknown parameters", async (capability) => {
    const names = UNKNOWN_NAMES.filter((name) => !Object.hasOwn(capability.input.shape, name));
    const requests = names.map((name) => ({ path: pathWith(capability, name, "canary"), capability }));
    expect(await findUnrefused(requests)).toEqual([]);
  });

  it.each(CAPABILITIES)("$route rejects a single value given twice", async (capability) => {
    const once = pathFor(capability);
    const twice = `${once}${once.includes("?") ? "&" : "?"}format=json&format=json`;
    expect(await findUnrefused([{ path: twice, capability }])).toEqual([]);
  });

  it.each(CAPABILITIES)("$route is read-only", async (capability) => {
    const path = pathFor(capability);
    const requests = METHODS.flatMap((method) => [
      { method, path },
      { method, path, body: '{"symbol":"MSFT"}', headers: { "content-length": "17" } },
    ]);
    expect(await findUnrefused(requests)).toEqual([]);
  });

  it("rejects unknown and unreadable addresses", async () => {
    expect(await findUnrefused(ADDRESSES.map((path) => ({ path, ...ownerOf(path) })))).toEqual([]);
    await expectHealthy();
  });

  it("refuses a client that reads HTML only, without a call", async () => {
    const before = market.calls.length;
    await inParallel(ADDRESSES, 16, async (path) => {
      const { status, text, json } = await visitor.ask(path, { headers: { accept: "text/html" } });
      expect([path, status >= 400 && status < 500, internalsIn(text)]).toEqual([path, true, undefined]);
      expect([path, json()]).toEqual([path, expect.objectContaining({ error: expect.any(String) })]);
    });
    expect(market.calls.length).toBe(before);
  });

  it("gives a browser, which prefers HTML, the same answer", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "user-agent": "<script>alert(1)</script>" };
    const requests = ADDRESSES.map((path) => ({ path, headers, ...ownerOf(path) }));
    expect(await findUnrefused(requests)).toEqual([]);
  });

  it.each(["X-Forwarded-For", "X-Forwarded-Host", "X-Original-URL", "X-HTTP-Method-Override", "Cookie", "Range"])(
    "gives the same answer whatever %s contains, and passes it to no upstream",
    async (name) => {
      const path = "/api/v1/stock/AAPL/overview";
      const plain = await visitor.ask(path);
      const callsBefore = market.calls.length;
      for (const value of ["evil.invalid", "/api/v1/crypto", "DELETE", "bytes=0-1", "a=b; __proto__=x", "%00"]) {
        const reply = await visitor.ask(path, { headers: { [name]: value, "cache-control": "no-cache" } });
        expect([reply.status, reply.text]).toEqual([plain.status, plain.text]);
      }
      expect(market.calls.length).toBe(callsBefore);
    },
  );

  it.each(["AAPL", "aapl", " AAPL ", "BRK.B", "BRK-B", "^GSPC", "BTC-USD", "0700.HK", "7203.T", "EURUSD=X", "ES=F"])(
    "accepts the symbol %j on every route, and sends it as one encoded value",
    async (symbol) => {
      const callsBefore = market.calls.length;
      for (const capability of CAPABILITIES.filter(({ route }) => route.includes("{symbol}"))) {
        const { status, text } = await visitor.ask(pathWith(capability, "symbol", symbol));
        expect([capability.route, status, internalsIn(text)]).toEqual([
          capability.route,
          expect.toSatisfy((code: number) => [200, 404, 422].includes(code)),
          undefined,
        ]);
      }
      for (const { url } of market.calls.slice(callsBefore)) expect(url).not.toMatch(/\.\.|[<>"'\s\\^]/);
    },
  );

  it("passes no header of a caller on to an upstream", async () => {
    market.calls.length = 0;
    const canary = "canary-4711";
    const headers = {
      "x-api-key": canary,
      authorization: `Bearer ${canary}`,
      cookie: canary,
      "user-agent": canary,
      referer: `http://localhost/${canary}`,
      "x-request-id": canary,
    };
    expect((await visitor.ask("/api/v1/stock/MSFT", { headers })).status).toBe(200);
    expect((await visitor.call("get_company_overview", { symbol: "NVDA" }, headers)).isError).toBeUndefined();
    expect(market.calls.length).toBeGreaterThan(1);
    expect(JSON.stringify(market.calls)).not.toContain(canary);
  });

  it("received at least 2,500 requests, and logged a line for each and no error", () => {
    expect(sent).toBeGreaterThanOrEqual(2_500);
    const lines = program
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; level: string; status?: number });
    expect(lines.filter(({ level, event }) => level !== "info" && event !== "rejected")).toEqual([]);
    expect(lines.filter(({ event }) => event === "request").length).toBeGreaterThanOrEqual(sent);
    expect(lines.filter(({ status = 0 }) => status >= 500)).toEqual([]);
    // oxlint-disable-next-line no-control-regex
    expect(program.stderr()).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F]/);
  });
});
