import { describe, expect, it } from "vitest";
import { createGuard, type Guarded, type GuardOptions, type OriginVerdict } from "../../src/http/origin-guard.js";

const OWN: GuardOptions = {
  host: "127.0.0.1",
  allowedHosts: ["market.example.test", "named.example.test:8443"],
  allowedOrigins: ["https://app.example.test/"],
};

const FOREIGN_HOST = {
  status: 403,
  error: "Forbidden",
  detail: "This Host is not served here. Use a loopback name, or list it in ALLOWED_HOSTS.",
};
const FOREIGN_ORIGIN = {
  status: 403,
  error: "Forbidden",
  detail: "This Origin may not call. List it in ALLOWED_ORIGINS to let its pages in.",
};
const FOREIGN_SITE = {
  status: 403,
  error: "Forbidden",
  detail: "Requests from other sites are refused. List the site in ALLOWED_ORIGINS to let it in.",
};
/** If an origin is listed, answers depend on the Origin header and have `Vary`; otherwise they do not. */
const OK: OriginVerdict = { cors: { vary: "Origin" } };
const OK_CLOSED: OriginVerdict = { cors: {} };

type Headers = [name: string, value: string][];

/** A request with headers as Node parses them: of two headers with one name, `headers` has the first. */
function requestWith(headers: Headers): Guarded {
  const headersDistinct: NodeJS.Dict<string[]> = {};
  for (const [name, value] of headers) (headersDistinct[name.toLowerCase()] ??= []).push(value);
  return {
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values![0]])),
  };
}

const judge = (headers: Headers, options = OWN) => createGuard(options).judge(requestWith(headers));
const host = (value: string): [string, string] => ["Host", value];
const LOCAL = host("127.0.0.1:8080");

describe("the guard and Host", () => {
  it.each([
    "localhost",
    "localhost:8080",
    "LOCALHOST:8080",
    "127.0.0.1",
    "127.0.0.1:65535",
    "[::1]",
    "[::1]:8080",
    "market.example.test",
    "market.example.test:8080",
    "Market.Example.Test",
    "named.example.test:8443",
  ])("accepts %s", (name) => {
    expect(judge([host(name)])).toEqual(OK);
  });

  it.each([
    "evil.example.test",
    "evil.example.test:8080",
    "localhost.evil.example.test",
    "127.0.0.1.evil.example.test",
    "localhost.",
    "127.0.0.1.:8080",
    "market.example.test.",
    "sub.market.example.test",
    "localhost@evil.example.test",
    "evil.example.test@localhost",
    "user:password@localhost:8080",
    "evil.example.test#localhost",
    "localhost:8080:8080",
    "localhost:",
    "localhost:123456",
    "0.0.0.0:8080",
    "[::]:8080",
    "127.1",
    "2130706433",
    "named.example.test",
    "named.example.test:9000",
    "named.example.test:8443:1",
    "",
    " ",
  ])("rejects %j", (name) => {
    expect(judge([host(name)])).toEqual({ rejection: FOREIGN_HOST });
  });

  it("rejects a request without Host, and one with two", () => {
    expect(judge([])).toEqual({ rejection: FOREIGN_HOST });
    expect(judge([host("localhost"), host("localhost")])).toEqual({ rejection: FOREIGN_HOST });
    expect(judge([host("localhost"), host("evil.example.test")])).toEqual({ rejection: FOREIGN_HOST });
  });

  it("accepts the address to which the server is bound", () => {
    const bound = { host: "10.1.2.3", allowedHosts: [], allowedOrigins: [] };
    expect(judge([host("10.1.2.3:8080")], bound)).toEqual(OK_CLOSED);
    expect(judge([host("10.1.2.4:8080")], bound)).toEqual({ rejection: FOREIGN_HOST });
  });

  it("accepts an IPv6 address to which the server is bound", () => {
    const bound = { host: "2001:db8::5", allowedHosts: [], allowedOrigins: [] };
    expect(judge([host("[2001:db8::5]:8080")], bound)).toEqual(OK_CLOSED);
    expect(judge([host("[2001:db8::5]")], bound)).toEqual(OK_CLOSED);
    expect(judge([host("[2001:db8::6]:8080")], bound)).toEqual({ rejection: FOREIGN_HOST });
  });
});

describe("the guard and Origin", () => {
  const CORS = {
    "access-control-allow-origin": "https://app.example.test",
    vary: "Origin",
    "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
    "access-control-allow-headers":
      "Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-API-Key, X-MCP-Toolsets",
    "access-control-expose-headers":
      "Age, Cache-Status, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Data-Currency, X-Data-Notes, X-Data-Simulated, X-Data-Sources, X-Data-Stale, X-Request-Id, WWW-Authenticate",
    "access-control-max-age": "600",
  };

  it("gives a listed origin CORS headers with its own name, never *", () => {
    expect(judge([LOCAL, ["Origin", "https://app.example.test"]])).toEqual({ cors: CORS });
  });

  it.each(["http://127.0.0.1:8080", "HTTP://127.0.0.1:8080", "https://127.0.0.1:8080"])(
    "accepts requests of its own pages: %s",
    (origin) => {
      expect(judge([LOCAL, ["Origin", origin]])).toEqual(OK);
    },
  );

  it.each([
    "http://evil.example.test",
    "null",
    "",
    "http://127.0.0.1:3000",
    "http://localhost:8080",
    "http://app.example.test",
    "https://app.example.test:8443",
    "https://app.example.test.evil.example.test",
    "https://sub.app.example.test",
    "https://market.example.test",
    "file://",
  ])("rejects %j", (origin) => {
    expect(judge([LOCAL, ["Origin", origin]])).toEqual({ rejection: FOREIGN_ORIGIN });
  });

  it("rejects a foreign Host before it checks the Origin", () => {
    expect(judge([host("evil.example.test"), ["Origin", "http://evil.example.test"]])).toEqual({
      rejection: FOREIGN_HOST,
    });
  });
});

describe("the guard and fetches from other sites", () => {
  const CROSS: [string, string] = ["Sec-Fetch-Site", "cross-site"];

  it("rejects a request that the browser labels as cross-site, even without an Origin", () => {
    expect(judge([LOCAL, CROSS])).toEqual({ rejection: FOREIGN_SITE });
  });

  it("accepts a listed site", () => {
    expect(judge([LOCAL, CROSS, ["Origin", "https://app.example.test"]])).toHaveProperty(
      "cors.access-control-allow-origin",
      "https://app.example.test",
    );
  });

  it.each(["same-origin", "same-site", "none"])("accepts %s", (site) => {
    expect(judge([LOCAL, ["Sec-Fetch-Site", site]])).toEqual(OK);
  });
});
