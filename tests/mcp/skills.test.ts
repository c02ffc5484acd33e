/** Our skills over the protocol (SEP-2640): entries, digests, and files as resources. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { createEndpoint } from "../support/mcp-endpoint.js";

const URI = "skill://market-data/SKILL.md";
const TEXT = readFileSync(new URL("../../skills/market-data/SKILL.md", import.meta.url), "utf8");
const { post } = createEndpoint();

/** Returns the body of the answer, over a revision with a handshake. */
const ask = async (method: string, params: object = {}) =>
  (await post({ jsonrpc: "2.0", id: 1, method, params })).body!;

/** Returns the result over revision 2026-07-28. */
async function askModern(method: string, params: object = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = {
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...("uri" in params ? { "mcp-name": String(params.uri) } : {}),
  };
  return (await post({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, headers)).body!["result"];
}

interface Entry {
  uri: string;
  frontmatter: Record<string, unknown>;
  resources: { uri: string; digest: string; size: number }[];
}

describe("skills over the protocol", () => {
  it("are declared with the pictures, in both revisions", async () => {
    const extensions = { "io.modelcontextprotocol/ui": {}, "io.modelcontextprotocol/skills": {} };
    const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } };
    expect(await ask("initialize", hello)).toMatchObject({ result: { capabilities: { extensions } } });
    expect(await askModern("server/discover")).toMatchObject({ capabilities: { extensions } });
  });

  it("have the fields that a YAML parser reads at the head of SKILL.md", async () => {
    const { result } = (await ask("skills/list")) as { result: { skills: Entry[] } };
    expect(result.skills.map(({ uri }) => uri)).toEqual([URI]);
    expect(result.skills[0]!.frontmatter).toEqual(parse(TEXT.split("---\n")[1]!));
    expect(result.skills[0]!.frontmatter["name"]).toBe("market-data");
  });

  it("have size and digest of each file as it is read", async () => {
    const { result } = (await ask("skills/list")) as { result: { skills: Entry[] } };
    const [{ resources } = { resources: [] }] = result.skills;
    expect(resources).not.toEqual([]);
    for (const { uri, digest, size } of resources) {
      const read = (await ask("resources/read", { uri })) as {
        result: { contents: { text: string; mimeType: string }[] };
      };
      const [{ text, mimeType } = { text: "", mimeType: "" }] = read.result.contents;
      expect(mimeType).toBe("text/markdown");
      expect(size).toBe(Buffer.byteLength(text));
      expect(digest).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
    }
    expect(resources.map(({ uri }) => uri)).toContain(URI);
  });

  it("are retrieved by their address", async () => {
    const { result } = (await ask("skills/list")) as { result: { skills: Entry[] } };
    expect(await ask("skills/get", { uri: URI })).toMatchObject({ result: { skill: result.skills[0] } });
  });

  it.each([["skill://market-data"], ["skill://market-data/other.md"], ["skill://market-data/../../package.json"], [7]])(
    "refuse %s, which is no skill's address",
    async (uri) => {
      expect(await ask("skills/get", { uri })).toMatchObject({
        error: { code: -32602, message: expect.stringContaining("skills/list names them.") },
      });
      expect(await ask("resources/read", { uri })).toHaveProperty("error");
    },
  );

  it("are resources with the name and description of the skill", async () => {
    const { result } = (await ask("resources/list")) as { result: { resources: { uri: string }[] } };
    expect(result.resources.find(({ uri }) => uri === URI)).toMatchObject({
      name: "market-data",
      description: expect.stringContaining("Answers questions about stocks"),
      size: Buffer.byteLength(TEXT),
    });
  });

  it("may be kept as long as lists in revision 2026-07-28", async () => {
    const kept = { resultType: "complete", ttlMs: 300_000, cacheScope: "public" };
    expect(await askModern("skills/list")).toMatchObject(kept);
    expect(await askModern("resources/read", { uri: URI })).toMatchObject(kept);
    expect(await askModern("skills/get", { uri: URI })).toMatchObject({ ...kept, skill: { uri: URI } });
  });
});
