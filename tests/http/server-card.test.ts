/** The server card, from which a client learns about this server before it connects (SEP-2127). */
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readPage } from "../../src/http/page.js";
import { createCardPages } from "../../src/http/server-card.js";
import { supportedVersions } from "../../src/mcp/http.js";
import type { ConnectOptions } from "../../src/status/connect.js";

const PLACES = ["/mcp/server-card", "/.well-known/mcp/server-card.json"];
const CATALOGUE = "/.well-known/ai-catalog.json";
const LOCAL = { base: "http://127.0.0.1:8080", needsKey: false, program: undefined, simulated: false };
const protocolVersions = async () => supportedVersions({ modern: true });

function read(path: string, options: Partial<ConnectOptions> = {}, ifNoneMatch?: string) {
  const connect = () => ({ ...LOCAL, ...options });
  const pages = new Map(createCardPages({ version: manifest.version, protocolVersions, connect }));
  return readPage(pages.get(path)!, "GET", "", ifNoneMatch);
}
const readJson = async (path: string, options?: Partial<ConnectOptions>) =>
  JSON.parse((await read(path, options)).body) as Record<string, unknown>;

describe.each(PLACES)("the server card at %s", (path) => {
  it("has the name of the registry, the version and the endpoint", async () => {
    const card = await readJson(path);
    expect(card).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: manifest.mcpName,
      version: manifest.version,
      remotes: [
        {
          type: "streamable-http",
          url: "http://127.0.0.1:8080/mcp",
          supportedProtocolVersions: expect.arrayContaining(["2026-07-28", "2025-11-25"]),
        },
      ],
    });
    expect(card["name"]).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(String(card["description"]).length).toBeLessThanOrEqual(100);
  });

  it("may be kept for an hour, and is not sent again while it is the same", async () => {
    const { headers, status } = await read(path);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "application/mcp-server-card+json",
      "public, max-age=3600",
    ]);
    expect(await read(path, {}, headers["etag"])).toMatchObject({ status: 304, body: "" });
    expect(await read(path, { needsKey: true }, headers["etag"])).toMatchObject({ status: 200 });
  });
});

describe("the server card", () => {
  it("names the address that the operator stated, and the header for a key", async () => {
    const options = { base: "https://market.example.com/finance", isStated: true, needsKey: true };
    const { remotes } = (await readJson("/mcp/server-card", options)) as { remotes: unknown };
    expect(remotes).toMatchObject([
      { url: "https://market.example.com/finance/mcp", headers: [{ name: "X-API-Key", isSecret: true }] },
    ]);
  });

  it.each(["http://0.0.0.0:8080", "http://10.1.2.3:8080", "http://[::]:8080"])(
    "does not name %s, to which the server is bound and which nobody stated",
    async (base) => {
      expect(await readJson("/mcp/server-card", { base })).not.toHaveProperty("remotes");
      const entry = { data: { name: manifest.mcpName } };
      expect(await readJson(CATALOGUE, { base })).toMatchObject({ entries: [entry] });
    },
  );
});

describe("the catalogue of a host", () => {
  it("leads to the card", async () => {
    const { headers } = await read(CATALOGUE);
    expect(headers["content-type"]).toBe("application/ai-catalog+json");
    const [namespace, name] = manifest.mcpName.split("/");
    expect(await readJson(CATALOGUE)).toEqual({
      specVersion: "1.0",
      entries: [
        {
          identifier: `urn:air:${namespace!.split(".").toReversed().join(".")}:mcp:${name}`,
          type: "application/mcp-server-card+json",
          url: "http://127.0.0.1:8080/mcp/server-card",
        },
      ],
    });
  });
});
