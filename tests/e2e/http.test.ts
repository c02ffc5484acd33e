import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { argumentsFor, pathFor } from "./examples.js";

type Program = Awaited<ReturnType<typeof startHttpProgram>>;
/** Answers from upstreams; the server's own status changes between requests. */
const MARKET = CATALOGUE.filter(({ sources }) => sources.length > 0);
const listed = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));
const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the built program over HTTP, on the simulated market", () => {
  let program: Program;
  const client = new Client({ name: "e2e", version: "1.0.0" });

  beforeAll(async () => {
    program = await startHttpProgram(["--demo"], { DATA_DIR: folder.path });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${program.url}/mcp`)));
  });
  afterAll(async () => {
    await client.close();
    await program.stop();
  });

  it("prints the addresses of MCP, REST and docs, and a first quote", async () => {
    for (const path of ["/mcp", "/api/v1/stock/AAPL", "/docs"]) expect(program.stdout()).toContain(program.url + path);
    await expect
      .poll(() => program.stdout())
      .toMatch(/First quote \(simulated\): AAPL [\d.,]+ USD, [+−]?\d+\.\d\d\s%\n/);
  });

  it("prints these lines before its first log line, because a terminal shows both streams", async () => {
    const joined = startProgram(["--http", "--port", "0", "--demo"], {}, ["sh", "-c", 'exec "$@" 2>&1', "sh"]);
    await expect.poll(joined.stdout).toContain('"event":"listening"');
    joined.child.kill("SIGTERM");
    expect(joined.stdout()).toMatch(
      /^market-data-mcp: SIMULATED(?:(?!\{)[^])*First quote(?:(?!\{)[^])*\{"level":"info"/,
    );
    expect(await joined.exited).toBe(0);
  });

  it("writes out every value of its sentences, in documents, lists, answers with headers, and errors", async () => {
    const text = async (path: string) => {
      const response = await fetch(program.url + path);
      return [...[...response.headers].flat(), await response.text()].join("\n");
    };
    const documents = ["/openapi.json", "/docs", "/status", "/llms.txt", "/mcp/server-card", "/metrics", "/api/v1/no"];
    const asked = CATALOGUE.map(({ capability }) => pathFor(capability));
    const unknown = asked.map((path) => path.replace(/AAPL|MSFT/g, "ZZNONE"));
    const lists = [client.listTools(), client.listPrompts(), client.listResources(), client.listResourceTemplates()];
    const all = [...(await Promise.all([...documents, ...asked, ...unknown].map(text))), ...(await Promise.all(lists))];
    expect(all.filter((each) => /[\uFDD2\uFDD3]/.test(JSON.stringify(each)))).toEqual([]);
  });

  it.each(CATALOGUE.map(({ capability }) => capability))("answers $route", async (capability) => {
    const response = await fetch(program.url + pathFor(capability));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-data-simulated")).toBe("true");
    expect(response.headers.get("x-data-sources")).toMatch(/^(provider-[a-d]|market-data-mcp)/);
    const body = (await response.json()) as object;
    // Strict: no field beyond the interface, and every figure has its type.
    expect(capability.output.strict().safeParse(body).error).toBeUndefined();
    expect(Object.keys(body)).toEqual(Object.keys(capability.output.shape).filter((key) => key in body));
  });

  it("states the currencies of a London listing in a header, in _meta and in the text", async () => {
    const response = await fetch(`${program.url}/api/v1/stock/TSCO.L/overview`);
    const line = "GBp; marketCap=GBP; revenue=GBP; eps=GBP";
    expect(response.headers.get("x-data-currency")).toBe(line);
    const { structuredContent, _meta } = await client.callTool({
      name: "get_company_overview",
      arguments: { symbol: "TSCO.L" },
    });
    expect(_meta).toMatchObject({ "market-data/currency": line });
    const { note } = structuredContent as { note: string };
    expect(note).toContain("in GBp (pence)");
    expect(note).toContain("Market cap, revenue, and earnings per share in GBP");
    expect(note).toContain("Yahoo Finance (provider B)");
  });

  it.each(MARKET.map(({ capability }) => capability))(
    "gives $tool.name over MCP what REST gives",
    async (capability) => {
      const { list = "", limit: page, sizedBy: [sizedBy = "limit"] = [], usualFields } = capability.tool.rows ?? {};
      const hasOwnSize = sizedBy in capability.input.shape;
      const size: Record<string, number> = hasOwnSize ? { [sizedBy]: 5 } : {};
      const address = new URL(pathFor(capability), program.url);
      for (const [name, value] of Object.entries(size)) address.searchParams.set(name, String(value));
      // More rows than a source has are asked of one that reaches further back.
      if (capability.tool.rows?.furtherBack) address.searchParams.set("limit", String(page!.max));
      const rest = (await (await fetch(address)).json()) as Record<string, unknown>;
      const args = { ...argumentsFor(capability), ...size };
      const result = await client.callTool({
        name: capability.tool.name,
        arguments: {
          ...args,
          // Statistics have a list, of past periods, only on request.
          ...((page || usualFields) && list in rest ? { fields: ["*"] } : {}),
          ...(capability.tool.rows ? { format: "json" } : {}),
          ...(page && !hasOwnSize ? { limit: page.max } : {}),
        },
      });
      const { note: _note, ...body } = result.structuredContent as Record<string, unknown>;
      expect(body).toEqual(rest);
    },
  );

  it("answers 304 to a caller that has the newest answer", async () => {
    const url = `${program.url}/api/v1/stock/AAPL/overview`;
    const etag = (await fetch(url)).headers.get("etag")!;
    const again = await fetch(url, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    // A 304 has no headers about the missing body, but states how fresh the caller's copy is.
    expect(again.headers.get("content-type")).toBeNull();
    expect(again.headers.get("cache-control")).toMatch(/^max-age=\d+$/);
  });

  it("caches an answer: the second one is a hit with the first one's timestamp", async () => {
    const url = `${program.url}/api/v1/stock/MSFT/overview`;
    const first = (await (await fetch(url)).json()) as { timestamp: string };
    const second = await fetch(url);
    expect(second.headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(((await second.json()) as { timestamp: string }).timestamp).toBe(first.timestamp);
  });

  it.each([
    ["/api/v1/nothing", 404],
    ["/favicon.png", 404],
    ["/api/v1/stock/..%2F..%2Fetc", 400],
    ["/api/v1/stock/%E0%A4%A", 400],
    ["/api/v1/crypto?limit=0", 400],
    ["/api/v1/screener?debt_max=10", 400],
    ["/api/v1/search?q=a&q=b", 400],
    ["/api/v1/stock/NOSUCH", 404],
  ])("answers %s with %i and JSON", async (path, status) => {
    const response = await fetch(program.url + path);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.json()).toEqual(expect.any(Object));
  });

  it("lets browsers keep a file of a page only under the hash of its content", async () => {
    const [path, hash] = /\/web\/status\.js\?[\w-]+/.exec(await (await fetch(program.url)).text())![0].split("?");
    const controlOf = async (query: string) =>
      (await fetch(`${program.url}${path}${query}`)).headers.get("cache-control");
    expect(await controlOf(`?${hash}`)).toBe("public, max-age=31536000, immutable");
    for (const other of ["", "?AAAAAAAAAA", `?${hash}&`, `?${hash}=`]) expect(await controlOf(other)).toBe("no-cache");
  });

  it.each(["/healthz", "/readyz", "/openapi.json"])("serves %s", async (path) => {
    const response = await fetch(program.url + path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(expect.any(Object));
  });

  it.each(["/", "/docs"])("shows a page at %s that labels the data as simulated and loads nothing", async (path) => {
    const response = await fetch(program.url + path);
    const page = await response.text();
    expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(page).toContain("Simulated market");
    // A link is followed when a person clicks it; everything else with an address is loaded with the page.
    const withoutLinks = page.replaceAll(/<a [^>]*>/g, "");
    expect(withoutLinks).not.toMatch(/<script>|(?:src|href)="(?!\/)/);
  });

  it("rejects a foreign Host and a foreign Origin on every route", async () => {
    for (const path of ["/mcp", "/api/v1/crypto", "/docs", "/", "/healthz"]) {
      const response = await fetch(program.url + path, { headers: { origin: "http://evil.example" } });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  it("stops with 0 on SIGTERM", async () => {
    const other = await startHttpProgram(["--demo"]);
    expect(await other.stop()).toBe(0);
  });

  it("reports a port in use in one line, and exits with 2", async () => {
    const port = new URL(program.url).port;
    await expect(startHttpProgram(["--demo", "--port", port])).rejects.toThrow(/exited with 2: .*is in use/);
  });
});

describe("the built program with keys", () => {
  let program: Program;

  beforeAll(async () => {
    const keys = join(folder.path, "keys.json");
    const sha256 = createHash("sha256").update("right-key").digest("hex");
    writeFileSync(keys, JSON.stringify([{ id: "alice", sha256, plan: "professional" }]));
    program = await startHttpProgram(["--demo"], { API_KEYS_FILE: keys, DATA_DIR: folder.path });
  });
  afterAll(() => program.stop());

  it.each([{}, { "x-api-key": "wrong-key" }, { authorization: "Bearer wrong-key" }])(
    "rejects %j with 401",
    async (headers) => {
      const response = await fetch(`${program.url}/api/v1/crypto`, { headers: headers as Record<string, string> });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(await response.json()).toEqual({ error: "Unauthorized", detail: expect.stringContaining("X-API-Key") });
    },
  );

  it("accepts the right key, in either header, over REST and MCP", async () => {
    for (const headers of [{ "x-api-key": "right-key" }, { authorization: "Bearer right-key" }] as Record<
      string,
      string
    >[]) {
      expect((await fetch(`${program.url}/api/v1/crypto`, { headers })).status).toBe(200);
      const client = new Client({ name: "e2e", version: "1.0.0" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${program.url}/mcp`), { requestInit: { headers } }),
      );
      expect((await client.listTools()).tools).toHaveLength(listed.length);
      await client.close();
    }
  });
});
