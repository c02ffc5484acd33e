import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { CATALOGUE, TOOLS } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS, readToolsets, TOOLSETS, type Toolset } from "../../src/contract/toolsets.js";
import { MODERN_VERSION } from "../../src/mcp/without-handshake.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { servedOf } from "../support/fakes.js";
import { connect, QUOTE } from "../support/mcp-client.js";
import { createEndpoint, JSON_HEADERS } from "../support/mcp-endpoint.js";

const NAMES = CATALOGUE.map(({ capability: { tool } }) => tool.name);
const namesIn = (...sets: Toolset[]) =>
  TOOLS.flatMap(({ capability: { tool } }) => (sets.includes(tool.set) ? [tool.name] : []));
const toolsNamedIn = (text: string) => NAMES.filter((name) => text.includes(name));

describe("the choice of toolsets", () => {
  it.each<[string, readonly string[]]>([
    ["core", ["core"]],
    ["company", ["core", "company"]],
    [" Technical , company,company", ["core", "company", "technical"]],
    ["default", DEFAULT_TOOLSETS],
    ["all", TOOLSETS],
    ["", DEFAULT_TOOLSETS],
    [" , ", DEFAULT_TOOLSETS],
  ])("%j lists %j", (text, sets) => {
    expect(readToolsets(text)).toEqual({ sets });
  });

  it("names the first unknown set", () => {
    expect(readToolsets("core,constructor,other")).toEqual({ unknown: "constructor" });
  });

  it("offers no set without a tool", () => {
    expect(TOOLSETS.filter((set) => namesIn(set).length === 0)).toEqual([]);
  });
});

describe("a connection over stdio", () => {
  it.each<[Toolset[]]>([[["core"]], [["core", "technical"]], [[...TOOLSETS]]])(
    "lists the tools of %j",
    async (sets) => {
      const { client } = await connect(async () => servedOf(QUOTE), { toolsets: sets });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(namesIn(...sets));
    },
  );

  it("lists only the resources of listed tools, and reads all", async () => {
    const urisOf = async (sets: Toolset[]) => {
      const { client } = await connect(async () => servedOf(QUOTE), { toolsets: sets });
      const { resourceTemplates } = await client.listResourceTemplates();
      return { client, uris: resourceTemplates.map(({ uriTemplate }) => uriTemplate) };
    };
    const template = "market://stock/{symbol}/history";
    expect((await urisOf(["core", "company"])).uris).toContain(template);
    const { uris, client } = await urisOf(["core"]);
    expect(uris).not.toContain(template);
    await client.readResource({ uri: "market://stock/AAPL/history" });
  });

  it("lists the pictures of listed tools only", async () => {
    const picturesOf = async (sets: Toolset[]) => {
      const { client } = await connect(async () => servedOf(QUOTE), { toolsets: sets });
      const { resources } = await client.listResources();
      return resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("ui://"));
    };
    const ofCore = await picturesOf(["core"]);
    expect(ofCore).toContain("ui://market/quote");
    expect(ofCore).not.toContain("ui://market/dividends");
    expect(await picturesOf(["core", "company"])).toContain("ui://market/dividends");
  });

  it.each(PROMPTS.map(({ name }) => name))("names only listed tools in the prompt %s", async (name) => {
    const { client } = await connect(async () => servedOf(QUOTE), { toolsets: ["core"] });
    const args = {
      analyze_stock: { symbol: "AAPL" },
      compare_stocks: { symbols: "AAPL,MSFT" },
      screen_ideas: { style: "value" },
      comparables: { symbol: "AAPL" },
      earnings_preview: { symbol: "AAPL" },
      dividend_check: { symbol: "AAPL" },
    };
    const { messages } = await client.getPrompt({ name, arguments: args[name as keyof typeof args] ?? {} });
    const named = toolsNamedIn(JSON.stringify(messages));
    expect(named.length).toBeGreaterThan(0);
    expect(namesIn("core")).toEqual(expect.arrayContaining(named));
  });

  it.each(["analyze_stock", "morning_brief"])(
    "names tools of further sets in the prompt %s when they are listed",
    async (name) => {
      const { client } = await connect(async () => servedOf(QUOTE));
      const args = name === "analyze_stock" ? { symbol: "AAPL" } : { symbols: "AAPL" };
      const { messages } = await client.getPrompt({ name, arguments: args });
      const named = toolsNamedIn(JSON.stringify(messages));
      expect(named).toContain("get_news");
      expect(named.filter((tool) => !namesIn("core").includes(tool)).length).toBeGreaterThan(0);
    },
  );
});

describe("a request over HTTP", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const modernList = {
    ...list,
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const modernHeaders = { ...JSON_HEADERS, "mcp-protocol-version": MODERN_VERSION, "mcp-method": "tools/list" };
  const revisions = [
    ["up to 2025-11-25", list, JSON_HEADERS],
    [MODERN_VERSION, modernList, modernHeaders],
  ] as const;
  const { post } = createEndpoint();

  async function listed(message: object, headers: Record<string, string>, query?: string) {
    const { status, body } = await post(message, headers, query === undefined ? {} : { query });
    const { tools } = body!["result"] as { tools: { name: string }[] };
    return { status, names: tools.map(({ name }) => name) };
  }

  it.each(revisions)(
    "chooses by address or header with revision %s; the address wins",
    async (_revision, message, headers) => {
      const asked = { ...headers, "x-mcp-toolsets": "technical" };
      expect(await listed(message, headers, "toolsets=core")).toEqual({ status: 200, names: namesIn("core") });
      expect((await listed(message, asked)).names).toEqual(namesIn("core", "technical"));
      expect((await listed(message, asked, "toolsets=company")).names).toEqual(namesIn("core", "company"));
      expect((await listed(message, asked, "toolsets=&other=1")).names).toEqual(namesIn("core", "technical"));
      expect((await listed(message, headers)).names).toEqual(namesIn(...DEFAULT_TOOLSETS));
    },
  );

  it.each(revisions)(
    "is rejected for an unknown set, with the list of sets, with revision %s",
    async (_revision, message, headers) => {
      const sentence =
        'Unknown toolset "everything". Allowed: a comma list of core, company, technical, market, ownership, filings, options, facts, verify, research, default, all.';
      const body = { jsonrpc: "2.0", id: 1, error: { code: -32000, message: sentence } };
      // The log gets none of the caller's words.
      const refusal = { status: 400, reason: "Unknown toolset.", body };
      expect(await post(message, headers, { query: "toolsets=everything" })).toMatchObject(refusal);
      expect(await post(message, { ...headers, "x-mcp-toolsets": "core,everything" })).toMatchObject(refusal);
    },
  );

  it("gets the same bytes each time", async () => {
    const [one, other] = [
      await listed(list, JSON_HEADERS, "toolsets=core"),
      await listed(list, JSON_HEADERS, "toolsets=core"),
    ];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });

  it("can call a tool that is not listed", async () => {
    const params = { name: "get_news", arguments: { symbol: "AAPL" } };
    const { body } = await post({ ...list, method: "tools/call", params }, JSON_HEADERS, { query: "toolsets=core" });
    expect(body!["result"]).not.toHaveProperty("isError");
  });
});

describe("sentences that every connection receives", () => {
  const listedWith = (name: string) =>
    CATALOGUE.find(({ capability: { tool } }) => tool.name === name)!.capability.tool.set;

  it.each(toListedTools(CATALOGUE).map(({ tool }) => [tool.name, tool] as const))(
    "of %s name only tools of the core and of its own set",
    (name, tool) => {
      const others = toolsNamedIn(JSON.stringify(tool)).filter((other) => other !== name);
      expect(others.filter((other) => !["core", listedWith(name)].includes(listedWith(other)))).toEqual([]);
    },
  );

  it("suggest no tool outside the core, which may not be listed", () => {
    const root = fileURLToPath(new URL("../../src/", import.meta.url));
    const optional = NAMES.filter((name) => listedWith(name) !== "core");
    const found = ["providers", "pipeline", "views", "mcp", "upstream", "contract"].flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .flatMap((path) => {
          const text = readFileSync(`${root}${folder}/${path}`, "utf8");
          return optional.filter((name) => text.includes(name)).map((name) => `${folder}/${path} names ${name}`);
        }),
    );
    expect(found).toEqual([]);
  });
});
