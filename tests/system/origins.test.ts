/** Checks of Host, Origin and Sec-Fetch-Site on every route, CORS preflights, and the bound address. */
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { writeKeys } from "./inbound-keys.js";
import { createVisitor, type Asking, type HttpAnswer, type Visitor } from "./http-visitor.js";

const LISTED = "https://app.example.test";
const FOREIGN = "https://evil.example.test";
const KEY = { id: "alice", key: "key-of-alice", plan: "professional" } as const;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

const folder = temporaryFolder();
afterAll(() => folder.remove());

interface Route {
  path: string;
  asking?: Asking;
}
const ROUTES: Route[] = [
  { path: "/api/v1/stock/AAPL" },
  { path: "/api/v1/stock/AAPL/overview" },
  { path: "/mcp", asking: { method: "POST", headers: { "content-type": "application/json" }, body: PING } },
  ...["/", "/docs", "/openapi.json", "/metrics", "/healthz", "/readyz"].map((path) => ({ path })),
  ...["", "/mcp"].map((path) => ({ path: `/.well-known/oauth-protected-resource${path}` })),
];

/** Pages that are long enough to be compressed, and an answer of REST that is. */
const COMPRESSED = new Set(["/", "/docs", "/openapi.json", "/metrics", "/readyz", "/api/v1/stock/AAPL/overview"]);

/** Returns the expected `Vary`: answers of REST have two types, and long bodies several encodings. */
function variesOf({ path }: Route, status: number): string {
  const isAnswer = path.startsWith("/api/") && status === 200;
  return [...(isAnswer ? ["Accept"] : []), ...(COMPRESSED.has(path) ? ["Accept-Encoding"] : []), "Origin"].join(", ");
}

type Program = Awaited<ReturnType<typeof startHttpProgram>>;
let program: Program;
let visitor: Visitor;
let port: string;

beforeAll(async () => {
  const keysFile = join(folder.path, "keys.json");
  writeKeys(keysFile, [KEY]);
  program = await startHttpProgram(["--demo"], {
    DATA_DIR: folder.path,
    API_KEYS_FILE: keysFile,
    ALLOWED_HOSTS: "market.example.test, named.example.test:8443",
    ALLOWED_ORIGINS: LISTED,
    OAUTH_ISSUER: "https://issuer.example.test",
    OAUTH_AUDIENCE: "https://market.example.test/mcp",
  });
  visitor = createVisitor(program.url);
  ({ port } = new URL(program.url));
});
afterAll(async () => {
  visitor.leave();
  expect(await program.stop()).toBe(0);
});

/** Requests a route with a valid key, so that only the origin can cause a rejection. */
const visit = ({ path, asking }: Route, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
  visitor.ask(path, { ...asking, headers: { "x-api-key": KEY.key, ...asking?.headers, ...headers } });

/** Returns the routes that do not reject a request with these headers correctly. */
async function findOpenRoutes(headers: Record<string, string>, why: RegExp): Promise<string[]> {
  const faults: string[] = [];
  for (const route of [...ROUTES, { path: "/nothing" }]) {
    const reply = await visit(route, headers);
    const { error, detail } = reply.json();
    const isRefused = reply.status === 403 && error === "Forbidden" && why.test(String(detail));
    const isOpen = Object.keys(reply.headers).some((name) => name.startsWith("access-control-"));
    if (!isRefused || isOpen) faults.push(`${route.path}: ${reply.status} ${reply.text}`);
  }
  return faults;
}

describe("Host", () => {
  it.each([
    "evil.example.test",
    `evil.example.test:${process.pid}`,
    "localhost.evil.example.test",
    "127.0.0.1.evil.example.test",
    "localhost.",
    "user@localhost",
    "localhost@evil.example.test",
    "sub.market.example.test",
    "market.example.test.",
    "named.example.test",
    "0.0.0.0",
    "[::]",
    "169.254.169.254",
    "127.1",
  ])("%j, as after DNS rebinding, is rejected on every route", async (host) => {
    expect(await findOpenRoutes({ host }, /^This Host is not served here/)).toEqual([]);
  });

  it("is not replaced by another header", async () => {
    const headers = { host: "evil.example.test", "x-forwarded-host": "localhost", forwarded: "host=localhost" };
    expect(await findOpenRoutes(headers, /^This Host/)).toEqual([]);
    const { status } = await visit(ROUTES[0]!, { "x-forwarded-host": "evil.example.test" });
    expect(status).toBe(200);
  });

  it("may be this machine or a listed name, with any port unless one is listed", async () => {
    const names = ["localhost", "LocalHost", "127.0.0.1", "[::1]", "market.example.test", "MARKET.example.test"];
    const hosts = [...names, ...names.map((name) => `${name}:${port}`), "localhost:1", "named.example.test:8443"];
    for (const host of hosts) {
      const statuses = await Promise.all(ROUTES.map((route) => visit(route, { host })));
      expect([host, statuses.map(({ status }) => status)]).toEqual([host, ROUTES.map(() => 200)]);
    }
  });
});

describe("Origin", () => {
  it.each([
    FOREIGN,
    "null",
    "file://",
    "http://localhost:3000",
    "http://app.example.test",
    `${LISTED}:8443`,
    `${LISTED}.evil.example.test`,
    "https://sub.app.example.test",
    "https://market.example.test",
    `${LISTED}, ${FOREIGN}`,
    "*",
    "",
  ])("%j is rejected on every route", async (origin) => {
    expect(await findOpenRoutes({ origin }, /^This Origin may not call/)).toEqual([]);
  });

  it("may be our own, whose answers need no CORS headers", async () => {
    const { host } = new URL(program.url);
    for (const route of ROUTES) {
      const reply = await visit(route, { origin: `http://${host}`, "sec-fetch-site": "same-origin" });
      expect([route.path, reply.status, reply.headers["access-control-allow-origin"], reply.headers.vary]).toEqual([
        route.path,
        200,
        undefined,
        variesOf(route, reply.status),
      ]);
    }
  });

  it("that is listed gets CORS headers for itself on every route, on errors too", async () => {
    const failing: Route[] = [{ path: "/api/v1/stock/%20" }, { path: "/nothing" }];
    for (const route of [...ROUTES, ...failing]) {
      const { status, headers } = await visit(route, { origin: LISTED, "sec-fetch-site": "cross-site" });
      expect([route.path, headers["access-control-allow-origin"], headers.vary]).toEqual([
        route.path,
        LISTED,
        variesOf(route, status),
      ]);
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(headers["access-control-expose-headers"]).toContain("Retry-After");
    }
    const keyless = await visitor.ask("/mcp", { method: "POST", headers: { origin: LISTED } });
    expect([keyless.status, keyless.headers["access-control-allow-origin"]]).toEqual([401, LISTED]);
  });
});

describe("Sec-Fetch-Site", () => {
  it("cross-site is rejected on every route, even without an Origin", async () => {
    expect(await findOpenRoutes({ "sec-fetch-site": "cross-site" }, /^Requests from other sites/)).toEqual([]);
  });

  it("cross-site is accepted of a link that a person follows to an open page, and of no other", async () => {
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    for (const path of ["/", "/docs", "/openapi.json"]) {
      expect([path, (await visit({ path }, headers)).status]).toEqual([path, 200]);
      const asked = [
        visit({ path }, { ...headers, "sec-fetch-dest": "iframe" }),
        visit({ path }, { ...headers, "sec-fetch-mode": "no-cors" }),
        visit({ path }, { ...headers, origin: FOREIGN }),
        visit({ path, asking: { method: "POST" } }, headers),
      ];
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await visit(ROUTES[0]!, headers)).status).toBe(403);
  });

  it.each(["none", "same-origin", "same-site"])("%s is accepted", async (site) => {
    expect((await visit(ROUTES[0]!, { "sec-fetch-site": site })).status).toBe(200);
  });
});

describe("a preflight", () => {
  const preflight = (path: string, origin: string) =>
    visitor.ask(path, {
      method: "OPTIONS",
      headers: {
        origin,
        "sec-fetch-site": "cross-site",
        "access-control-request-method": path === "/mcp" ? "POST" : "GET",
        "access-control-request-headers": "x-api-key, authorization, mcp-protocol-version",
      },
    });

  it.each(ROUTES)("of a listed origin is accepted at $path, without a key", async ({ path }) => {
    const { status, headers, text } = await preflight(path, LISTED);
    expect([status, text, headers["access-control-allow-origin"]]).toEqual([204, "", LISTED]);
    for (const name of ["X-API-Key", "Authorization", "MCP-Protocol-Version", "Content-Type"]) {
      expect(headers["access-control-allow-headers"]).toContain(name);
    }
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, OPTIONS");
  });

  it.each(ROUTES)("of another origin is rejected at $path", async ({ path }) => {
    const { status, headers } = await preflight(path, FOREIGN);
    expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });
});

describe("the server card and the catalogue that names it", () => {
  const PUBLIC = ["/mcp/server-card", "/.well-known/mcp/server-card.json", "/.well-known/ai-catalog.json"];

  it("may be read by web pages of every origin, without a key", async () => {
    for (const path of PUBLIC) {
      for (const origin of [FOREIGN, LISTED, "null"]) {
        const { status, headers } = await visitor.ask(path, { headers: { origin, "sec-fetch-site": "cross-site" } });
        const allowed = [headers["access-control-allow-origin"], headers["access-control-expose-headers"]];
        expect([path, origin, status, ...allowed]).toEqual([path, origin, 200, "*", "ETag"]);
        expect(headers["access-control-allow-credentials"]).toBeUndefined();
      }
    }
  });

  it("answer a preflight of every origin", async () => {
    for (const path of PUBLIC) {
      const asking = { origin: FOREIGN, "access-control-request-method": "GET" };
      const { status, headers } = await visitor.ask(path, { method: "OPTIONS", headers: asking });
      expect([path, status, headers["access-control-allow-methods"]]).toEqual([path, 204, "GET, HEAD"]);
    }
  });

  it("are not read under a foreign Host, as after DNS rebinding", async () => {
    for (const path of PUBLIC) expect((await visit({ path }, { host: "evil.example.test" })).status).toBe(403);
  });
});

describe("pages", () => {
  it.each(["/", "/docs"])("%s loads nothing from other hosts and may not be framed", async (path) => {
    const { headers, text } = await visitor.ask(path);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'/);
    expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
    expect(headers["content-security-policy"]).not.toMatch(/script-src (?!'self';)|unsafe-eval|\*|https?:/);
    expect([headers["x-frame-options"], headers["referrer-policy"]]).toEqual(["DENY", "no-referrer"]);
    expect(text).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i);
  });

  it.each(ROUTES)("and all other routes reveal nothing about our software: $path", async (route) => {
    const { headers } = await visit(route);
    expect([headers["x-content-type-options"], headers["x-powered-by"], headers["server"]]).toEqual([
      "nosniff",
      undefined,
      undefined,
    ]);
  });
});

/** An address of this machine reachable from other machines. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === "IPv4" && !each.internal)?.address;
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === "::1");

async function startForTest(args: readonly string[], env: Record<string, string> = {}): Promise<Program> {
  const started = await startHttpProgram(["--demo", ...args], { DATA_DIR: folder.path, ...env });
  onTestFinished(async () => {
    expect(await started.stop()).toBe(0);
  });
  return started;
}

describe("the address", () => {
  it.skipIf(!outside)("is this machine's own by default, not reachable from others", async () => {
    expect(new URL(program.url).hostname).toBe("127.0.0.1");
    await expect(createVisitor(`http://${outside}:${port}`).ask("/healthz")).rejects.toThrow("ECONNREFUSED");
  });

  it.skipIf(!hasIpv6)("may be this machine's in IPv6, also as Host", async () => {
    const started = await startForTest(["--host", "::1"]);
    const other = createVisitor(started.url);
    onTestFinished(() => other.leave());
    expect(started.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    const { host } = new URL(started.url);
    const statuses = [host, "[::1]", "localhost", "[::2]", "::1"].map((name) =>
      other.ask("/api/v1/stock/AAPL", { headers: { host: name } }),
    );
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 200, 403, 403]);
  });

  it.each([
    ["--host", "0.0.0.0"],
    ["--host", "::"],
    ["--host", "10.1.2.3"],
    ["--host", "example.test"],
  ])("is not public without keys: %s %s", async (...args) => {
    const refused = startProgram(["--http", "--demo", "--port", "0", ...args], { DATA_DIR: folder.path });
    expect([await refused.exited, refused.stdout()]).toEqual([2, ""]);
    expect(refused.stderr()).toMatch(
      /^market-data-mcp: HOST \S+ can be reached from other machines: require keys with API_KEYS_FILE [^\n]+\n$/,
    );
  });

  it("is public with keys, with an issuer, or with ALLOW_OPEN", async () => {
    const ways = [
      { API_KEYS_FILE: join(folder.path, "keys.json") },
      { OAUTH_ISSUER: "https://issuer.example.test", OAUTH_AUDIENCE: "market" },
      { ALLOW_OPEN: "1" },
    ];
    for (const env of ways)
      expect((await startForTest(["--host", "0.0.0.0"], env)).url).toMatch(/^http:\/\/0\.0\.0\.0:/);
  });

  it.skipIf(!outside)("if public is served under the listed names only", async () => {
    const started = await startForTest(["--host", "0.0.0.0"], {
      ALLOW_OPEN: "1",
      ALLOWED_HOSTS: "market.example.test",
    });
    const other = createVisitor(`http://${outside}:${new URL(started.url).port}`);
    onTestFinished(() => other.leave());
    const ask = (host: string) => other.ask("/api/v1/stock/AAPL", { headers: { host } });
    expect((await ask("market.example.test")).status).toBe(200);
    expect((await ask("evil.example.test")).status).toBe(403);
  });
});
