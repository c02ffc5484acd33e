/**
 * The answer of every tool as each kind of host shows it to a model, over both transports and in both families of
 * revisions: hosts show different parts of a result, and some cut it.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp, type App } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { readCommand } from "../../src/config/config.js";
import type { Capability } from "../../src/contract/capability.js";
import type { Ask } from "../../src/contract/question.js";
import { createLogger } from "../../src/lib/log.js";
import { csvFields } from "../../src/views/shown-body.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { startDemo } from "../../src/serve/demo.js";
import { rowFields } from "../../src/views/view.js";
import { argumentsFor, pathFor } from "../e2e/examples.js";
import { connectOver, simulatedServer, WIRES } from "../support/mcp-wires.js";
import { withAddresses } from "../support/rest.js";

type Json = Record<string, unknown>;

/** A Thursday afternoon in New York. */
const NOW = Date.UTC(2026, 2, 5, 19, 30);
const LOG = createLogger("fatal", []);

const A = "Financial Modeling Prep (provider A)";
const B = "Yahoo Finance (provider B)";
const C = "Alpha Vantage (provider C)";
const FETCHED = "fetched 5 March 2026, 19:30 UTC";
const NEW_YORK = "5 March 2026, 14:30 New York time";
const OPEN = "the US market is open";
/**
 * The part of each tool's note on currency, time, source and market; where a second source completes it, up to the
 * first, because a busy machine may leave the second out.
 */
const FACTS: Readonly<Record<string, string>> = {
  get_company_overview: `Prices in USD, as of 5 March 2026, 19:30 UTC, from ${B}.`,
  provider_a_get_stock_quote: `Price in USD of ${NEW_YORK}, from ${A}`,
  provider_b_get_stock_quote: `Price in USD of ${NEW_YORK}, from ${B}; ${OPEN}.`,
  provider_a_get_financial_statements: `Year to 2025-12-31: revenue +3.8 %, net income -1.3 %, diluted EPS -1.4 % in a year; margin gross 34.2 %, operating 17.5 %, net 14.3 %. Statements in USD, ${FETCHED}, from ${A}.`,
  provider_a_get_price_targets: `Prices in USD, ${FETCHED}, from ${A}`,
  provider_a_get_dcf_valuation: `Prices in USD, ${FETCHED}, from ${A}.`,
  get_recommendations: `F${FETCHED.slice(1)}, from ${B}.`,
  get_insider_transactions: `Prices in USD, ${FETCHED}, from ${B}.`,
  search_symbols: `F${FETCHED.slice(1)}, from ${C}.`,
  provider_a_screen_stocks: `Market cap in USD, ${FETCHED}, from ${A}`,
  provider_a_get_market_gainers: `Prices in USD, ${FETCHED}, from ${A}; ${OPEN}.`,
  provider_a_get_market_losers: `Prices in USD, ${FETCHED}, from ${A}`,
  provider_a_get_most_active: `Prices in USD, ${FETCHED}, from ${A}`,
  provider_a_get_crypto_prices: `Prices in USD, as of 5 March 2026, 19:30 UTC, from ${A}.`,
  get_quotes: `Prices in USD, as of ${NEW_YORK}, from ${A}; ${OPEN}.`,
  get_price_history: `Prices in USD, as of ${NEW_YORK}, from ${B}; ${OPEN}.`,
  get_news: `F${FETCHED.slice(1)}, from ${B}.`,
  get_earnings: `Amounts in USD, ${FETCHED}, from ${B}`,
  get_key_statistics: `Prices in USD, as of 5 March 2026, 19:30 UTC, from ${B}, completed by ${A}.`,
  get_dividends: `Prices in USD, ${FETCHED}, from ${B}`,
  get_technical_indicators: `Prices in USD, as of ${NEW_YORK}, from ${B}; ${OPEN}.`,
  compare_stocks: `Prices in USD, ${FETCHED}, from ${B}.`,
  check_quote: `Prices in USD, as of ${NEW_YORK}, from ${A} and ${B}; ${OPEN}.`,
  get_reference_rates: `F${FETCHED.slice(1)}, from US Treasury, New York Fed and ECB (provider D).`,
  get_economic_series: `F${FETCHED.slice(1)}, from statistical offices (provider D), completed by ${B}.`,
  get_market_summary: `volatility: the VIX, in percent a year. Yields: US Treasury, par yields of 2026-03-04. As of 5 March 2026, 19:30 UTC, from ${B}, completed by US Treasury (provider D).`,
  get_sec_filings: `F${FETCHED.slice(1)}, from SEC EDGAR (provider D).`,
  get_service_status: "Units: hit_ratio is a ratio (0.24 is 24 %).",
};

/** A tool without a row above states at least a time and a source. */
const ANY_FACTS = String.raw`[^"]*\d+ \w+ \d{4}, [^"]*\bfrom [A-Z][^"]* \(provider [A-Z]\)`;
const factsOf = (name: string) => (FACTS[name] === undefined ? ANY_FACTS : escaped(FACTS[name]));

const STALE =
  "OLD DATA: this answer is 90 minutes old, because a newer one could not be fetched (provider A: timed out).";
const SIMULATED = "Simulated data, no real market figure.";

const TOOLS = CATALOGUE.map(({ capability, own = false }) => ({ name: capability.tool.name, capability, own }));
/** Resources with the call of the same answer. */
const RESOURCES: [uri: string, tool: string, args: Json][] = [
  ["market://movers/gainers", "provider_a_get_market_gainers", {}],
  ["market://movers/losers", "provider_a_get_market_losers", {}],
  ["market://movers/active", "provider_a_get_most_active", {}],
  ["market://stock/AAPL/overview", "get_company_overview", { symbol: "AAPL" }],
  ["market://stock/AAPL/quote", "provider_a_get_stock_quote", { symbol: "AAPL" }],
  ["market://stock/AAPL/history", "get_price_history", { symbol: "AAPL" }],
  [
    "market://stock/AAPL/financials/cash",
    "provider_a_get_financial_statements",
    { symbol: "AAPL", statement_type: "cash" },
  ],
  ["market://stock/AAPL/earnings", "get_earnings", { symbol: "AAPL" }],
];
const ajv = new Ajv2020({ strict: false });
const LISTED = new Map(toListedTools(CATALOGUE).map(({ tool }) => [tool.name, tool]));

let demo: Awaited<ReturnType<typeof startDemo>>;
let app: App;
let rest: ReturnType<typeof withAddresses>;
let isStale = false;

/** Answers of the simulated market, which `isStale` makes 90 minutes old. */
const ask: Ask = async (question) => {
  const served = await app.ask(question);
  if (!isStale) return served;
  const envelope = { ...served.envelope, fetchedAt: served.envelope.fetchedAt - 5400_000 };
  return { ...served, envelope, state: "stale", ageSeconds: 5400, staleReason: "provider A: timed out" };
};

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const command = readCommand(["--demo"], {});
  if (!("run" in command)) throw new Error("expected a command to run");
  demo = await startDemo(command.run);
  app = createApp(demo.config, LOG);
  rest = withAddresses(await app.openRest(), CATALOGUE);
});
afterAll(async () => {
  await app.close();
  await demo.close();
  vi.useRealTimers();
});
beforeEach(() => void (isStale = false));

/** The parameters that ask for rows beside the latest values. */
const OVER_TIME: Readonly<Record<string, Json>> = {
  get_technical_indicators: { series: "sma20" },
  get_key_statistics: { history: "quarter" },
};

/** The arguments of an ordinary question with up to three rows, in this view. */
function sized(capability: Capability, view: Json = {}): Json {
  // The latest indicators and statistics have no rows; those over time have.
  const limit = capability.tool.rows?.limit ? { limit: 3 } : {};
  const [sizedBy] = capability.tool.rows?.sizedBy ?? [];
  const size = sizedBy ? { [sizedBy]: 3 } : {};
  return { ...argumentsFor(capability), ...OVER_TIME[capability.tool.name], ...limit, ...size, ...view };
}

/** The same arguments without the number of rows. */
function unsized(capability: Capability, view: Json = {}): Json {
  const { limit: _limit, strikes: _strikes, ...args } = sized(capability, view);
  if (Object.keys(view).length > 0) return args;
  const overTime = OVER_TIME[capability.tool.name] ?? {};
  return Object.fromEntries(Object.entries(args).filter(([name]) => !Object.hasOwn(overTime, name)));
}

/** The body that REST sends for these arguments. */
async function restBody(capability: Capability, args: Json): Promise<string> {
  const address = new URL(pathFor(capability), "http://localhost");
  for (const name of ["series", "history", "strikes", "limit", "fields", "format"]) {
    if (args[name] !== undefined) address.searchParams.set(name, String(args[name]));
  }
  const { status, body } = await rest({ url: address.pathname + address.search });
  if (status !== 200) throw new Error(`${address.pathname}: ${String(body)}`);
  return String(body);
}

const texts = ({ content }: CallToolResult) => content.map((block) => (block.type === "text" ? block.text : ""));

/** A host that passes on a whole result as JSON keeps its first and last 4,000 characters. */
function cutInTheMiddle(result: CallToolResult): string {
  const whole = JSON.stringify(result);
  return whole.length <= 8_000 ? whole : `${whole.slice(0, 4_000)} … ${whole.slice(-4_000)}`;
}

/** The text that a model sees in each kind of host. */
const HOSTS: Readonly<Record<string, (result: CallToolResult) => string>> = {
  "only structured content": ({ structuredContent }) => JSON.stringify(structuredContent),
  "only text": (result) => texts(result).join("\n\n"),
  "text blocks without a separator": (result) => texts(result).join(""),
  "text and structured content": (result) => [...texts(result), JSON.stringify(result.structuredContent)].join("\n"),
  "only the first block": (result) => texts(result)[0]!,
  "the whole result, cut in the middle at 8,000 characters": cutInTheMiddle,
};

/** Connects a client over one wire; its calls expect that the text is the object as JSON, byte for byte. */
function useClient(wire: (typeof WIRES)[number]) {
  let client: Client;
  beforeAll(async () => {
    client = await connectOver(wire, simulatedServer(ask));
  });
  afterAll(() => client.close());
  return {
    connected: () => client,
    async call(name: string, args: Json): Promise<CallToolResult & { structuredContent: Json }> {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult & { structuredContent: Json };
      expect(result.isError ?? false).toBe(false);
      expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
      return result;
    },
  };
}

describe.each(WIRES)("over $transport in revision $revision", (wire) => {
  const { connected, call } = useClient(wire);

  it.each(TOOLS)("$name states age, simulated data, currency, time and source in every host", async (tool) => {
    isStale = true;
    const result = await call(tool.name, unsized(tool.capability));
    const told = factsOf(tool.name).replace("etched 5 March 2026, 19:30", "etched 5 March 2026, 18:00");
    const facts = new RegExp(`${escaped(`${STALE} ${SIMULATED}`)} ${told}`);
    for (const [host, render] of Object.entries(HOSTS)) {
      const seen = render(result);
      expect([host, seen]).toEqual([host, expect.stringMatching(facts)]);
      expect([host, seen]).toEqual([host, expect.stringMatching(/\\?"stale\\?":true/)]);
    }
  });

  it.each(TOOLS)("$name has the same note without the age when the answer is new", async ({ name, capability }) => {
    const { structuredContent } = await call(name, unsized(capability));
    expect(Object.keys(structuredContent)[0]).toBe("note");
    expect(structuredContent["note"]).toMatch(new RegExp(`^${escaped(SIMULATED)} ${factsOf(name)}`));
    expect(structuredContent).not.toHaveProperty("stale");
  });

  it.each(TOOLS)("an error of $name is one text block without structured content", async ({ name, capability }) => {
    const hasSymbol = "symbol" in capability.input.shape;
    const wrong = [{ ...unsized(capability), nonsense: 1 }, ...(hasSymbol ? [{ symbol: "NOSUCH" }] : [])];
    for (const args of wrong) {
      const result = (await connected().callTool({ name, arguments: args })) as CallToolResult;
      expect(result).toMatchObject({ isError: true, content: [{ type: "text", text: expect.stringMatching(/\.$/) }] });
      expect(result.content).toHaveLength(1);
      expect(result).not.toHaveProperty("structuredContent");
    }
  });

  it("a resource is the object of its tool", async () => {
    for (const [uri, name, args] of RESOURCES) {
      const { contents } = await connected().readResource({ uri });
      expect([uri, contents.map((part) => ("text" in part ? part.text : ""))]).toEqual([
        uri,
        texts(await call(name, args)),
      ]);
    }
  });
});

/** A view is made before the answer reaches a wire, so that each is asked over one of them. */
describe("whatever the wire", () => {
  const { call } = useClient(WIRES[0]!);

  it.each(TOOLS)("$name matches its output schema in every format and with chosen fields", async (tool) => {
    const { name, capability } = tool;
    const validate = ajv.compile(LISTED.get(name)!.outputSchema!);
    const fields = rowFields(capability).names.slice(0, 2);
    const formats = [{}, { format: "json" }, { format: "csv" }];
    const views = capability.tool.rows ? formats.flatMap((view) => [view, { ...view, fields }]) : [{}];
    for (const view of views) {
      for (const args of [sized(capability, view), unsized(capability, view)]) {
        const { structuredContent } = await call(name, args);
        expect([args, validate(structuredContent), validate.errors]).toEqual([args, true, null]);
      }
    }
  });

  it.each(TOOLS.filter(({ own }) => !own))("$name is the body of REST for the same question", async (tool) => {
    const { name, capability } = tool;
    const { rows } = capability.tool;
    const some = { format: "json", fields: rowFields(capability).names.slice(0, 2) };
    const all = { format: "json", fields: ["*"], ...(rows?.limit ? { limit: rows.limit.max } : {}) };
    for (const args of rows ? [sized(capability, some), sized(capability, all)] : [sized(capability)]) {
      const { note: _note, ...body } = (await call(name, args)).structuredContent;
      expect(JSON.stringify(body)).toBe(await restBody(capability, args));
    }
  });

  it.each(TOOLS.filter(({ capability }) => capability.tool.rows))(
    "$name has the bytes of REST's CSV in place of its list",
    async ({ name, capability }) => {
      const all = capability.tool.rows!.usualFields ? { fields: ["*"] } : {};
      const args = sized(capability, { format: "csv", ...all });
      const { note: _note, csv, ...others } = (await call(name, args)).structuredContent;
      const further = csvFields(capability.tool.rows).filter((field) => field !== "csv");
      const json = JSON.parse(await restBody(capability, { ...args, format: "json" })) as Json;
      const { list, furtherTables = {}, joined } = capability.tool.rows!;
      // Reference rates have a list only for a range of days, and recommendations for a sector.
      const isOptional = ["reference-rates", "recommendations"].includes(capability.name);
      expect(csv).toBe(list in json || !isOptional ? await restBody(capability, args) : undefined);
      for (const field of [list, ...Object.keys(furtherTables), ...(joined?.lists ?? [])]) delete json[field];
      for (const field of further) {
        expect(others[field]).toMatch(/^\w+,.*\n/);
        delete others[field];
      }
      expect(JSON.stringify(others)).toBe(JSON.stringify(json));
    },
  );
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
