/** Advice of refusals, followed to the letter on the simulated market: the next call gets an answer. */
import { describe, expect, it } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { useDemo } from "../support/demo.js";

const LOG = createLogger("fatal", []);
const demo = useDemo();

type Args = Record<string, unknown>;
type Call = [tool: string, args: Args];

async function withCalls<T>(use: (call: (...call: Call) => Promise<CallToolResult>) => Promise<T>): Promise<T> {
  const app = createApp(demo.config, LOG);
  const handle = app.mcp(DEFAULT_TOOLSETS);
  const extra = { signal: new AbortController().signal, sendNotification: async () => {} };
  const call = async (name: string, args: Args) =>
    (await handle({ method: "tools/call", params: { name, arguments: args } }, extra)) as CallToolResult;
  return use(call).finally(() => app.close());
}

const textOf = (result: CallToolResult) => (result.content[0] as { text: string }).text;

/** The tools that a refusal names without values, which have what was asked for. */
const NAMED: readonly (readonly [...Call, named: string])[] = [
  ["get_price_history", { symbol: "AAPL", fields: ["rsi"] }, "get_technical_indicators has rsi14."],
  ["get_price_history", { symbol: "AAPL", fields: ["P/E"] }, "get_company_overview has peRatio."],
  ["get_price_history", { symbol: "AAPL", indicators: ["RSI"] }, "get_technical_indicators has indicators."],
  ["get_quotes", { symbols: ["AAPL"], fields: ["return on equity"] }, "get_company_overview has roe."],
  ["get_fund", { symbol: ["SPY", "VTI"] }, 'get_fund with symbol "SPY" and with "VTI" compares two funds.'],
  ["get_key_statistics", { symbols: ["AAPL", "MSFT"] }, 'compare_stocks with symbols "AAPL,MSFT" compares them.'],
  ["get_quotes", { symbols: ["AAPL"], interval: "1d" }, "get_price_history has past prices."],
  ["get_quotes", { portfolio: { AAPL: 10 } }, 'get_quotes with symbols "AAPL*10@150.5" takes 10 shares'],
  ["provider_a_get_stock_quote", { symbol: "AAPL", date: "2026-01-02" }, "get_price_history has past prices."],
  ["provider_a_get_stock_quote", { symbol: "AAPL", convert: "EUR" }, "get_quotes has extended hours"],
  ["provider_a_get_financial_statements", { symbol: "AAPL", fields: ["pe"] }, "get_key_statistics has trailingPE."],
  [
    "provider_a_get_financial_statements",
    { symbol: "AAPL", statement_type: "ratios" },
    "get_key_statistics has ratios.",
  ],
  ["provider_a_get_market_gainers", { sector: "Energy" }, "provider_a_screen_stocks has the parameter sector."],
  ["provider_a_get_market_gainers", { type: "losers" }, "provider_a_get_market_losers lists losers."],
  ["provider_a_get_crypto_prices", { symbol: "BTC" }, 'get_quotes with symbols "BTC-USD" has one coin'],
  ["provider_a_screen_stocks", { symbols: ["AAPL"] }, "get_quotes has the parameter symbols."],
  ["get_recommendations", { symbol: "AAPL", kind: "upgrades" }, "provider_a_get_price_targets has upgrades"],
  ["get_earnings", { from: "2026-01-02" }, "get_market_calendar lists who reports when."],
  ["get_earnings", {}, "get_market_calendar lists who reports when."],
  ["get_market_calendar", { kind: "holidays" }, "get_service_status has the days without trading."],
  ["get_sec_filings", { symbol: "AAPL", query: "risk" }, "search_filings finds filings by their text."],
];

/** Returns the calls that a refusal of a parameter advises: each example, each nearest word, each tool with its values. */
function advised(text: string, tool: string, args: Args): Call[] {
  const [, parameter = ""] = /Invalid "(\w+)"/.exec(text) ?? [];
  const listed = (pattern: RegExp, between: RegExp) => (pattern.exec(text)?.[1] ?? "").split(between).filter(Boolean);
  const values = [
    ...listed(/such as ([^;(]*?)(?:\.? |, )?(?:$|;|\(|\. )/, /, | or /),
    ...listed(/the nearest are ([^.]*)/, /; /),
    ...listed(/Nearest: (\w+)/, / /),
    ...(parameter === "fields" ? listed(/Allowed: ([^.]*?)(?: and more|\.)/, /, /).slice(0, 3) : []),
    ...listed(/Write "(\*)" for all/, / /),
  ];
  const left = /without it|leave it out/.test(text) ? [undefined] : [];
  const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
  const named = new RegExp(String.raw`(\w+) with ((?:\w+ ${QUOTED}(?: and )?)+)`, "g");
  const hints = [...text.matchAll(named)].map(([, other, givenText]): Call => {
    const given = [...givenText!.matchAll(new RegExp(String.raw`(\w+) (${QUOTED})`, "g"))];
    return [other!, Object.fromEntries(given.map(([, name, value]) => [name, JSON.parse(value!) as string]))];
  });
  return [...hints, ...[...values, ...left].map((value): Call => [tool, { ...args, [parameter]: value }])];
}

const quote = (symbol: string): Call => ["provider_a_get_stock_quote", { symbol }];
const screen = (args: Args): Call => ["provider_a_screen_stocks", { limit: 1, ...args }];
const statements = (fields: unknown): Call => ["provider_a_get_financial_statements", { symbol: "AAPL", fields }];

const REFUSED: readonly Call[] = [
  ...["nearest", "next Friday", "monthly", "all", "weekly", "front"].map((expiration): Call => {
    return ["get_options_chain", { symbol: "AAPL", expiration }];
  }),
  ...["market", "general", "stocks", "Markets"].map((symbol): Call => ["get_news", { symbol }]),
  ...["US", "TSE", "NASDQ", "Euronext", "nowhere"].map((exchange) => screen({ exchange })),
  ...["semis", "Pharma", "Banks", "chips", "Foobar"].map((industry) => screen({ industry })),
  ...[["Umsatz"], ["total debt"], ["revenu"], ["colour"]].map(statements),
  ...[["free cash flow"], ["capex"], ["total assets"]].map(statements),
  ["get_price_history", { symbol: "AAPL", range: "1mo", fields: ["% change"] }],
  ...["defence", "automotive", "oil and gas"].map((industry) => screen({ industry })),
  ...["S&P 500", "gold futures", "10 year treasury"].map(quote),
  ...["Nestlé", "apple inc", "AAPL, MSFT", "AAPL;MSFT", "AAPL|MSFT", "AAPL\nMSFT", "tesco plc"].map(quote),
  ...["KO XNYS", "KO stock", "KO,", "NYSE KO", "Coca-Cola (NYSE)", "AAPL MSFT", "AAPL and MSFT"].map(quote),
  ...["AAPL => MSFT", "<AAPL>,<MSFT>"].map(quote),
  ...["stock market", "crypto", "economy", "latest", "world", "all", "any", "nan", "None"].map((symbol): Call => {
    return ["get_news", { symbol }];
  }),
];

/** Answers without a refusal: what has one meaning is read. */
const READ: readonly Call[] = [
  statements("all"),
  statements(["operating income"]),
  statements(["Net Income", "date"]),
  statements(["R&D", "EPS (diluted)"]),
  statements(["taxes"]),
  ["get_quotes", { symbols: "AAPL => MSFT" }],
  ["get_quotes", { symbols: "<AAPL>,<MSFT>" }],
  ...["S&P", "US10YT", "10y", "<AAPL>"].map(quote),
  screen({ sort: "-mcap" }),
  ...["EUR USD", "BTC USD", "EUR.USD", "EURUSD:CUR"].map(quote),
  ...["AAPL US Equity", "SPX Index", "EURUSD Curncy", "CL1 Comdty", "X:BTCUSD", "BTC/USDT", "XAUUSD"].map(quote),
];

describe("a refusal", () => {
  it.each(REFUSED)("of %s %j advises calls that have an answer", async (tool, args) => {
    await withCalls(async (call) => {
      const refusal = await call(tool, args);
      expect(refusal.isError).toBe(true);
      const text = textOf(refusal);
      expect(text).not.toMatch(/\\u[\da-f]{4}/);
      const calls = advised(text, tool, args);
      expect(calls).not.toEqual([]);
      for (const next of calls) {
        const answer = await call(...next);
        // A search that finds nothing is no answer.
        const { bestMatches } = answer.structuredContent ?? {};
        expect({ next, text: answer.isError ? textOf(answer) : "" }).toEqual({ next, text: "" });
        expect(bestMatches).not.toEqual([]);
      }
    });
  });

  it("names no neighbour that is none", async () => {
    await withCalls(async (call) => {
      const textFor = async (...next: Call) => textOf(await call(...next));
      expect(await textFor(...screen({ exchange: "US" }))).not.toContain("nearest");
      expect(await textFor(...screen({ exchange: "US" }))).toContain("country");
      expect(await textFor(...screen({ exchange: "TSE" }))).toContain("the nearest are TOKYO; TSX");
      expect(await textFor(...screen({ industry: "semis" }))).toMatch(/the nearest are Semiconductors; Semicond/);
      expect(await textFor(...screen({ industry: "Pharma" }))).toContain("Drug Manufacturers - General");
      expect(await textFor(...statements(["total debt"]))).not.toContain("Nearest");
      expect(await textFor(...quote("Nestlé"))).toContain('search_symbols with q "Nestlé"');
    });
  });

  it.each([{ strike: 60 }, { strikes: 175 }, { strikes: "60,65" }, { strike: "ATM" }])(
    "of %j names the parameter for a price",
    async (args) => {
      const refusal = await withCalls((call) => call("get_options_chain", { symbol: "AAPL", ...args }));
      expect(textOf(refusal)).toMatch(/ get_options_chain with near "5" has the strikes around the price\.$/);
    },
  );

  it.each(NAMED)("of %s %j names the tool that has it: %s", async (tool, args, named) => {
    const refusal = await withCalls((call) => call(tool, args));
    expect(refusal.isError).toBe(true);
    expect(textOf(refusal)).toContain(named);
  });

  it("says where a field of another statement is, also beside fields of this one", async () => {
    const refusal = await withCalls((call) => call(...statements(["date", "revenue", "capex"])));
    expect(refusal.isError).toBe(true);
    expect(textOf(refusal)).toContain(
      'provider_a_get_financial_statements with symbol "AAPL" and statement_type "cash" has capitalExpenditure.',
    );
  });

  it("is a note where a figure over all rows is of another statement", async () => {
    const answer = await withCalls((call) => call(...statements(["date", "revenue", "shareholderYield"])));
    expect(String(answer.structuredContent?.["note"])).toContain(
      "shareholderYield is null: it is of cash flows; ask with statement_type cash.",
    );
  });

  it.each(READ)("is not made of %s %j, which is read", async (tool, args) => {
    const answer = await withCalls((call) => call(tool, args));
    expect(answer.isError ? textOf(answer) : "").toBe("");
  });
});

it("asks tools of the catalogue", () => {
  const names = new Set(CATALOGUE.map(({ capability }) => capability.tool.name));
  expect([...REFUSED, ...READ].filter(([tool]) => !names.has(tool))).toEqual([]);
  expect(NAMED.filter(([tool]) => !names.has(tool))).toEqual([]);
});
