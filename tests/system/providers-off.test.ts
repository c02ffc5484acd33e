/** A server that is set to ask some of the providers: what it lists, answers and says, and whom it calls. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { CATALOGUE, catalogueOf, TOOLS } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { PICTURES } from "../../src/contract/pictures.js";
import { PROVIDER_IDS, toKeyVariable, toLetter, type ProviderId } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { exampleValues } from "../../src/serve/example-values.js";
import { cleanEnv, PROGRAM, startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { openMarket, type Market } from "./market.js";

/**
 * Names of vendors and of their keys, of the providers that are not `asked`; short names without their letter. The SEC is
 * no vendor: companies file with it wherever their figures come from.
 */
function namesOfOthers(asked: readonly ProviderId[]): string[] {
  const vendors = PROVIDER_DESCRIPTIONS.filter(({ id }) => id !== "provider-d");
  return vendors
    .filter(({ id }) => !asked.includes(id))
    .flatMap(({ id, vendor, shortName }) => [vendor, shortName.replace(/ \(.\)$/, ""), toKeyVariable(id)]);
}

/** Returns the forbidden names in a text, each as a whole word in any letter case. */
const namedIn = (text: string, names: readonly string[]) =>
  names.filter((name) => new RegExp(`(?<![a-z])${name}(?![a-z])`, "i").test(text));

/** Returns the names of tools that these providers answer. */
const answeredBy = (ids: readonly ProviderId[]) =>
  [...CATALOGUE, ...TOOLS.slice(CATALOGUE.length)].flatMap((row) =>
    catalogueOf(ids, [row])[0]!.refusal ? [] : [row.capability.tool.name],
  );

const OFFICIAL: readonly ProviderId[] = ["provider-d"];
const OTHERS = namesOfOthers(OFFICIAL);
const LISTED = answeredBy(OFFICIAL);
const UNLISTED = TOOLS.map(({ capability }) => capability.tool.name).filter((name) => !LISTED.includes(name));

const argsOf = ({ input }: Capability) => exampleValues(input.shape);
/** Returns the address of an ordinary question. */
function addressOf({ route, input }: Capability): string {
  const values = Object.entries(argsOf({ input } as Capability)).map(([name, value]) => [name, String(value)] as const);
  const inPath = values.filter(([name]) => route.includes(`{${name}}`));
  const path = inPath.reduce((text, [name, value]) => text.replace(`{${name}}`, value), route);
  return `${path}?${new URLSearchParams(values.filter((pair) => !inPath.includes(pair)) as [string, string][])}`;
}

let market: Market;
beforeAll(async () => void (market = await openMarket({ STORE_URL: "memory:" })));
afterAll(() => market.close());

/** Returns the letters of the providers that were called since `from`. */
const calledSince = (from: number) => [...new Set(market.calls.slice(from).map(({ url = "" }) => url.split("/")[1]))];

const connected: Client[] = [];
afterAll(() => Promise.all(connected.map((client) => client.close())));
async function connectTo(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: "check", version: "1.0.0" });
  await client.connect(transport);
  connected.push(client);
  return client;
}

describe("a server with PROVIDERS=official", () => {
  let program: Awaited<ReturnType<typeof startHttpProgram>>;
  let overHttp: Client;
  let overStdio: Client;
  let before: number;
  const env = () => ({ ...market.env, PROVIDERS: "official", TOOLSETS: "all" });
  beforeAll(async () => {
    before = market.calls.length;
    program = await startHttpProgram([], env());
    overHttp = await connectTo(new StreamableHTTPClientTransport(new URL(`${program.url}/mcp`)));
    overStdio = await connectTo(
      new StdioClientTransport({
        command: process.execPath,
        args: [PROGRAM],
        env: cleanEnv(env()),
        stderr: "ignore",
      }),
    );
  });
  afterAll(async () => void (await program.stop()));
  const clients = () => [overHttp, overStdio];

  it("has tools of the official sources, and no quotes from elsewhere", () => {
    expect(LISTED).toEqual(
      expect.arrayContaining([
        "provider_a_get_financial_statements",
        "get_insider_transactions",
        "get_quotes",
        "get_reference_rates",
        "get_economic_series",
        "get_sec_filings",
        "get_filing_text",
        "search_filings",
        "get_filing_facts",
        "get_service_status",
        "search",
        "fetch",
      ]),
    );
    expect(UNLISTED).toEqual(
      expect.arrayContaining([
        "get_company_overview",
        "provider_b_get_stock_quote",
        "get_price_history",
        "get_technical_indicators",
        "compare_stocks",
        "check_quote",
        "check_financials",
        "get_news",
      ]),
    );
  });

  it("lists the tools that have a source, over HTTP and stdio", async () => {
    for (const client of clients()) {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(LISTED);
      expect(namedIn(JSON.stringify(tools), OTHERS)).toEqual([]);
    }
  });

  it("names no other vendor in its instructions, and no tool that it does not list", () => {
    for (const client of clients()) {
      const instructions = client.getInstructions()!;
      expect(instructions).toContain("Provider D is SEC EDGAR");
      expect(namedIn(instructions, OTHERS)).toEqual([]);
      expect(namedIn(instructions, UNLISTED)).toEqual([]);
    }
  });

  it.each(TOOLS.map(({ capability }) => [capability.tool.name, capability] as const))(
    "answers %s without another vendor, or says what is nearest",
    async (name, capability) => {
      for (const client of clients()) {
        for (const args of [argsOf(capability), {}]) {
          const result = await client.callTool({ name, arguments: args });
          const text = JSON.stringify(result);
          expect([args, namedIn(text, OTHERS)]).toEqual([args, []]);
          if (LISTED.includes(name)) continue;
          const { text: said } = result.content[0] as { text: string };
          expect(result).toMatchObject({
            isError: true,
            _meta: { "market-data/error": { kind: "not_configured", retryable: false } },
          });
          expect(said).toContain(": no source of this server has it (setting PROVIDERS). ");
          expect(LISTED).toContain(/(\w+)[^.]* (?:is the nearest|says which)/.exec(said)?.[1]);
        }
      }
    },
  );

  it.each(CATALOGUE.map(({ capability }) => [capability.route, capability] as const).filter(([route]) => route !== ""))(
    "answers GET %s without another vendor, or as not configured",
    async (_route, capability) => {
      const response = await fetch(program.url + addressOf(capability));
      const text = await response.text();
      const headers = JSON.stringify([...response.headers]);
      expect(namedIn(text + headers, OTHERS)).toEqual([]);
      if (LISTED.includes(capability.tool.name)) return;
      const { errors } = capability;
      expect(response.status).toBe(errors.unavailable);
      expect(JSON.parse(text)).toMatchObject({ error: "Market data not configured" });
      expect(text).toContain("setting PROVIDERS");
      expect(text).toMatch(/GET \/api\/v1\//);
    },
  );

  it.each(["not a symbol", "ZZZZZ", "EURUSD=X", "US0378331005"])("names no other vendor about %s", async (symbol) => {
    for (const { capability } of CATALOGUE.filter((row) => "symbol" in row.capability.input.shape)) {
      const args = { ...argsOf(capability), symbol };
      const text = JSON.stringify(await overHttp.callTool({ name: capability.tool.name, arguments: args }));
      expect([capability.name, namedIn(text, OTHERS), namedIn(text, UNLISTED)]).toEqual([
        capability.name,
        [],
        UNLISTED.filter((name) => name === capability.tool.name && text.includes(name)),
      ]);
    }
  });

  it("names no other vendor where only theirs could apply a parameter", async () => {
    const quote = await fetch(`${program.url}/api/v1/stock/AAPL`);
    expect([quote.status, await quote.json()]).toEqual([
      500,
      {
        error: "Market data not configured",
        detail: 'Stock quote: no source of this server can apply "symbol". Add A, B or E to the setting PROVIDERS.',
      },
    ]);
  });

  it("names no other vendor on its pages, in their files and in its documents", async () => {
    const paths = [
      "/",
      "/docs",
      "/openapi.json",
      "/llms.txt",
      "/status.json",
      "/metrics",
      "/healthz",
      "/readyz",
      "/robots.txt",
      "/favicon.ico",
      "/mcp/server-card",
      "/.well-known/mcp/server-card.json",
      "/.well-known/ai-catalog.json",
      "/no/such/path",
      "/api/v1/stock/AAPL/pre_market",
      "/mcp",
    ];
    const read = new Set<string>();
    for (const path of paths) {
      // A library, whose words are no answer of ours.
      if (read.has(path) || path.startsWith("/web/swagger-ui.js")) continue;
      read.add(path);
      const text = await (await fetch(program.url + path)).text();
      expect([path, namedIn(text, OTHERS)]).toEqual([path, []]);
      // Files that pages load.
      for (const [, file] of text.matchAll(/="(\/web\/[^"]+)"/g)) paths.push(file!);
    }
    expect([...read].filter((path) => path.startsWith("/web/picture-")).length).toBeGreaterThan(2);
  });

  it("describes in llms.txt only routes that have an answer, and in OpenAPI all", async () => {
    const text = await (await fetch(`${program.url}/llms.txt`)).text();
    expect(namedIn(text, UNLISTED)).toEqual([]);
    expect(namedIn(text, ["get_filing_facts"])).toHaveLength(1);
    const { paths } = (await (await fetch(`${program.url}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(CATALOGUE.map(({ capability }) => capability.route)));
  });

  it("lists prompts, resources and skills that have an answer", async () => {
    for (const client of clients()) {
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(["analyze_stock"]);
      const { messages } = await client.getPrompt({ name: "analyze_stock", arguments: { symbol: "AAPL" } });
      expect(namedIn(JSON.stringify(messages), UNLISTED)).toEqual([]);
      await expect(client.getPrompt({ name: "compare_stocks", arguments: { symbols: "A,B" } })).rejects.toThrow(
        "there is no prompt",
      );
      const [{ resources }, { resourceTemplates }] = [
        await client.listResources(),
        await client.listResourceTemplates(),
      ];
      expect(namedIn(JSON.stringify([resources, resourceTemplates]), [...OTHERS, ...UNLISTED])).toEqual([]);
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).not.toContain("market://stock/{symbol}/history");
      for (const { uri } of resources) {
        const text = JSON.stringify(await client.readResource({ uri }));
        const names = uri.startsWith("skill:") ? [...OTHERS, ...UNLISTED] : OTHERS;
        expect([uri, namedIn(text, names)]).toEqual([uri, []]);
      }
      for (const name of Object.keys(PICTURES)) {
        const text = JSON.stringify(await client.readResource({ uri: `ui://market/${name}` }));
        expect([name, namedIn(text, OTHERS)]).toEqual([name, []]);
      }
    }
    expect(PROMPTS.length).toBeGreaterThan(1);
  });

  it("completes symbols in prompts that it lists", async () => {
    const { completion } = await overHttp.complete({
      ref: { type: "ref/prompt", name: "analyze_stock" },
      argument: { name: "symbol", value: "AAP" },
    });
    expect(completion.values).toContain("AAPL");
  });

  it("suggests only listed tools for an unknown one", async () => {
    for (const name of ["get_stock_history", "get_fundamentals", "stock_quote", "get_gdp"]) {
      const text = JSON.stringify(await overHttp.callTool({ name, arguments: {} }));
      expect(namedIn(text, [...OTHERS, ...UNLISTED])).toEqual([]);
    }
  });

  it("reports the state of its own sources only, also in the banner", async () => {
    const status = await overHttp.callTool({ name: "get_service_status", arguments: {} });
    const { providers } = status.structuredContent as { providers: { provider: string }[] };
    expect(providers.map(({ provider }) => provider)).toEqual(OFFICIAL);
    expect(namedIn(program.stdout(), OTHERS)).toEqual([]);
    expect(program.stdout()).toContain("REST");
  });

  it("is checked by doctor with its own sources only, and answers at a terminal", async () => {
    const doctor = startProgram(["doctor"], { ...env(), STORE_URL: "memory:" });
    expect(await doctor.exited).toBe(0);
    expect(namedIn(doctor.stdout() + doctor.stderr(), OTHERS)).toEqual([]);
    expect(doctor.stdout()).toContain("SEC filings");
    const asked = startProgram(["history", "AAPL"], env());
    expect(await asked.exited).toBe(1);
    expect(asked.stderr()).toMatch(/^Price history: no source of this server has it \(setting PROVIDERS\)\. .*nearest/);
  });

  it("has called the official sources only", () => {
    expect(calledSince(before)).toEqual(["d"]);
  });
});

describe("a server with some of the providers", () => {
  it.each<[string, readonly ProviderId[]]>([
    ...PROVIDER_IDS.map((id): [string, readonly ProviderId[]] => [toLetter(id), [id]]),
    ["B,D", ["provider-b", "provider-d"]],
    ["e,a", ["provider-a", "provider-e"]],
    [PROVIDER_IDS.map(toLetter).join(","), PROVIDER_IDS],
  ])("with PROVIDERS=%s lists what they answer, and calls and names nobody else", async (setting, ids) => {
    const from = market.calls.length;
    const program = await startHttpProgram([], { ...market.env, PROVIDERS: setting, TOOLSETS: "all" });
    const client = await connectTo(new StreamableHTTPClientTransport(new URL(`${program.url}/mcp`)));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(answeredBy(ids));
    expect(names).toContain("get_service_status");
    const forbidden = namesOfOthers(ids);
    for (const { capability } of TOOLS) {
      const { name } = capability.tool;
      const result = await client.callTool({ name, arguments: argsOf(capability) });
      expect([name, namedIn(JSON.stringify(result), forbidden)]).toEqual([name, []]);
      const kind = (result._meta?.["market-data/error"] as { kind: string } | undefined)?.kind;
      // A listed tool may lack a source for this question, such as quotes of shares from an office.
      expect([name, names.includes(name) ? "not_configured" : kind]).toEqual([name, "not_configured"]);
    }
    for (const path of ["/", "/openapi.json", "/llms.txt", "/status.json", "/metrics", "/readyz"])
      expect([path, namedIn(await (await fetch(program.url + path)).text(), forbidden)]).toEqual([path, []]);
    const allowed = new Set(ids.map((id) => toLetter(id).toLowerCase()));
    expect(calledSince(from).filter((letter) => !allowed.has(letter!))).toEqual([]);
    await program.stop();
  });

  it("does not serve what a server with more providers has cached in the same store", async () => {
    const folder = temporaryFolder();
    const shared = { ...market.env, STORE_URL: "", DATA_DIR: folder.path };
    const ask = async (more: Record<string, string>) => {
      const program = await startHttpProgram([], { ...shared, ...more });
      const response = await fetch(`${program.url}/api/v1/provider-a/stock/AAPL/financials`);
      await response.text();
      await program.stop();
      return response.headers.get("x-data-sources");
    };
    expect(await ask({})).toMatch(/^provider-a/);
    expect(await ask({ PROVIDERS: "official" })).toBe("provider-d");
    folder.remove();
  });

  it("ends with exit code 2 and the allowed values for any other", async () => {
    for (const PROVIDERS of ["", ",", "Z", "official,A", "yahoo"]) {
      const { exited, stderr } = startProgram([], { PROVIDERS });
      expect([PROVIDERS, await exited, stderr()]).toEqual([
        PROVIDERS,
        2,
        `market-data-mcp: PROVIDERS must be a comma list of ${PROVIDER_IDS.map(toLetter).join(", ")}, at least one of them, or the word official alone.\n`,
      ]);
    }
  });
});
