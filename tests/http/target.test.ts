import { describe, expect, it } from "vitest";
import { metadataPaths } from "../../src/access/oauth.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createPages } from "../../src/http/operational-routes.js";
import { createRoutes, createTargetParser } from "../../src/http/target.js";

const never = () => new Promise<never>(() => {});
const PAGES = createPages({
  catalogue: CATALOGUE,
  version: "1.0.0",
  simulated: false,
  status: never,
  metrics: never,
  report: never,
  connect: () => ({ base: "", needsKey: false, program: undefined, simulated: false }),
  protocolVersions: async () => [],
  examples: never,
  resource: { metadata: {}, paths: metadataPaths(new URL("https://market.example.com/finance/mcp")) },
  prefix: "",
});
const ROUTES = createRoutes(CATALOGUE, PAGES);
const parse = createTargetParser(ROUTES);
const HOST = "127.0.0.1:8080";
const targetOf = (url: string, host: string | undefined = HOST) => parse({ url, headers: { host } });
const found = (url: string, host?: string) => {
  const { route, rejection } = targetOf(url, host);
  return route?.path ?? rejection?.status;
};

describe("the route table", () => {
  it("is open for pages and documents only", () => {
    const open = ROUTES.filter(({ access }) => access === "open").map(({ path }) => path);
    expect(open.filter((path) => !path.startsWith("/web/")).toSorted()).toEqual([
      "/",
      "/.well-known/ai-catalog.json",
      "/.well-known/mcp/server-card.json",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/finance/mcp",
      "/.well-known/oauth-protected-resource/mcp",
      "/docs",
      "/docs/",
      "/favicon.ico",
      "/healthz",
      "/llms.txt",
      "/mcp/server-card",
      "/metrics",
      "/openapi.json",
      "/readyz",
      "/robots.txt",
      "/status.json",
    ]);
  });

  it("is keyed for MCP and for every row of the catalogue", () => {
    const keyed = ROUTES.filter(({ access }) => access === "keyed").map(({ path }) => path);
    const rows = CATALOGUE.flatMap(({ capability: { route, marketRoute } }) => [
      route,
      ...(marketRoute ? [marketRoute] : []),
    ]);
    expect(keyed.toSorted()).toEqual(["/mcp", ...rows].toSorted());
  });

  it("has no two routes that the same path fits", () => {
    const fits = (path: string, route: string) => {
      const [asked, own] = [path.split("/"), route.split("/")];
      const isParameter = (text: string) => text.startsWith("{");
      return (
        asked.length === own.length &&
        asked.every((segment, at) => segment === own[at] || isParameter(segment) || isParameter(own[at]!))
      );
    };
    const paths = ROUTES.map(({ path }) => path);
    expect(paths.map((path) => paths.filter((route) => fits(path, route)).length)).toEqual(paths.map(() => 1));
  });
});

describe("an address", () => {
  it("is parsed into route, decoded parameters, path and query", () => {
    expect(targetOf("/api/v1/stock/%5EGSPC/history?range=1y&q=%41?")).toEqual({
      address: "/api/v1/stock/%5EGSPC/history?range=1y&q=%41?",
      path: "/api/v1/stock/%5EGSPC/history",
      query: "range=1y&q=%41?",
      route: expect.objectContaining({ access: "keyed", path: "/api/v1/stock/{symbol}/history" }),
      parameters: { symbol: "^GSPC" },
      isAbsolute: false,
      rejection: undefined,
    });
  });

  it.each([
    ["/", "/"],
    ["/?x", "/"],
    ["/mcp?toolsets=all", "/mcp"],
    ["/mcp/", "/mcp"],
    ["/mcp/?toolsets=all", "/mcp"],
    ["/api/v1/search?q=a/b", "/api/v1/search"],
    ["/api/v1/stock/a%2Fb", "/api/v1/stock/{symbol}"],
    ["/api/v1/stock/", "/api/v1/stock/{symbol}"],
    ["/api/v1/stock/...", "/api/v1/stock/{symbol}"],
    ["/api/v1/stock/%61%61pl", "/api/v1/stock/{symbol}"],
  ])("finds the route of %s", (url, path) => {
    expect(found(url)).toBe(path);
  });

  it.each([
    "/%61pi/v1/crypto",
    "/api/%761/stock/AAPL",
    "//api/v1/crypto",
    "/api//v1/crypto",
    "/api/v1/./crypto",
    "/api/v1/stock/./history",
    "/api/v1/stock/../history",
    "/api/v1/stock/..",
    "/api/v1/x/../crypto",
    "/api/v1;x/crypto",
    "/api/v1/crypto;",
    "/api/v1/crypto/",
    "/API/v1/crypto",
    "/api\\v1/crypto",
    "/api/v1/crypto#",
    "/%6dcp",
    "/healthz%00",
    "",
    "*",
    "*/api/v1/crypto",
  ])("has no route when the fixed part is not written literally: %j", (url) => {
    expect(targetOf(url)).toMatchObject({ route: undefined, rejection: undefined });
  });

  it.each([`http://${HOST}`, `HTTP://${HOST}`, `https://${HOST}`])(
    "with scheme and the host of the header is its path alone: %s",
    (origin) => {
      expect(targetOf(`${origin}/api/v1/crypto?limit=1`)).toEqual({
        ...targetOf("/api/v1/crypto?limit=1"),
        isAbsolute: true,
      });
      expect([found(origin), found(`${origin}?x`)]).toEqual(["/", "/"]);
    },
  );

  it.each([
    "http://evil.example",
    "HTTP://EVIL.EXAMPLE",
    "http://127.0.0.1",
    "http://127.0.0.1:80",
    "http://localhost:8080",
    `http://${HOST}.`,
    `http://${HOST}\\@evil.example`,
    `http://user@${HOST}`,
    `http://${HOST}@evil.example`,
    `http://${HOST}#`,
    "http://",
    `ftp://${HOST}`,
    `file://${HOST}`,
  ])("with another host is rejected: %s", (origin) => {
    expect([found(origin), found(`${origin}/api/v1/crypto`), found(`${origin}/`)]).toEqual([400, 400, 400]);
  });

  it("with a host is rejected when the header has none", () => {
    expect(parse({ url: "http:///api/v1/crypto", headers: {} }).rejection?.status).toBe(400);
    expect(parse({ url: "http://evil.example/", headers: {} }).rejection?.status).toBe(400);
  });

  it.each(["/api/v1/stock/%", "/api/v1/stock/%C3%28", "/%zz", "/%c0%afapi/v1/crypto"])(
    "with a malformed escape is rejected: %s",
    (url) => {
      expect(targetOf(url)).toMatchObject({ parameters: {}, rejection: { error: "Invalid request", status: 400 } });
    },
  );
});
