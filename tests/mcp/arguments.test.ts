import { texts } from "../support/texts.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { compareStocks } from "../../src/capabilities/comparison/compare-stocks.js";
import { financials } from "../../src/capabilities/companies/financials.js";
import { fund } from "../../src/capabilities/companies/fund.js";
import { keyStatistics } from "../../src/capabilities/companies/key-statistics.js";
import { marketCalendar } from "../../src/capabilities/economy/market-calendar.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { optionsChain } from "../../src/capabilities/prices/options-chain.js";
import { quote } from "../../src/capabilities/prices/quote.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import { screener } from "../../src/capabilities/companies/screener.js";
import { search } from "../../src/capabilities/companies/search.js";
import { technicals } from "../../src/capabilities/prices/technicals.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import type { MarketDataError } from "../../src/contract/errors.js";
import { EXAMPLES } from "../../src/serve/openapi-examples.js";
import { readArguments } from "../../src/mcp/parameters.js";
import { toMessage, toToolForm } from "../../src/views/hint-words.js";
import { createSourceNames } from "../../src/views/source-names.js";

const HISTORY = { symbol: "AAPL", adjusted: "splits" };

/** Returns what a model reads about arguments that are rejected. */
function messageOf(capability: Capability, args: object): string {
  try {
    readArguments(capability, args);
  } catch (error) {
    return toMessage(error as MarketDataError, toToolForm, createSourceNames(CATALOGUE).writer());
  }
  throw new Error("The arguments were accepted.");
}

describe("a tool's arguments", () => {
  afterEach(() => void vi.useRealTimers());

  it("become the input of the capability and the view of its answer", () => {
    expect(readArguments(financials, { symbol: " aapl ", statement_type: "cash", limit: 3 })).toEqual({
      input: { symbol: "AAPL", statement_type: "cash", period: "annual" },
      view: { format: "json", sized: true, chosen: false, limit: 3 },
    });
  });

  it("are rejected when they are wrong, or belong to another tool", () => {
    expect(() => readArguments(quote, { symbol: "no such+symbol" })).toThrow(/"symbol": got "no such\+symbol"/);
    expect(() => readArguments(financials, { symbol: "AAPL", limit: "3x" })).toThrow(/"limit": got "3x"/);
    expect(() => readArguments(quote, { symbol: "AAPL", limit: 3 })).toThrow(/limit/);
  });

  // Their rows are the symbols that were asked for.
  const OF_SYMBOLS = new Set(["quotes", "compare-stocks"]);
  const withLists = CATALOGUE.map(({ capability }) => capability).filter(
    ({ name, tool }) => tool.rows && !OF_SYMBOLS.has(name),
  );
  it.each(withLists)("of $tool.name, which has a list, have a limit", (capability) => {
    const { input } = EXAMPLES[capability.name]!;
    const rows = capability.name === "technicals" ? { series: ["sma20"] } : {};
    expect(readArguments(capability, { ...input, ...rows, limit: 1 }, CATALOGUE).view.sized).toBe(true);
  });

  it("are compared with the present day at each call", () => {
    const read = () => readArguments(priceHistory, { symbol: "AAPL", interval: "1m", from: "2026-12-02" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 11, 2, 18) });
    expect(read().input).toMatchObject({ from: "2026-12-02" });
    vi.setSystemTime(Date.UTC(2027, 0, 11, 18));
    expect(read).toThrow(/1m bars reach 7 days back/);
  });
});

const STATEMENT = (statement_type: string) => ({ symbol: "A", statement_type, period: "annual" });

describe("arguments as models write them", () => {
  const read = (capability: Parameters<typeof readArguments>[0], args: object) =>
    readArguments(capability, args, CATALOGUE);

  it.each([
    [{ weights: "60,40" }, [60, 40]],
    [{ weights: ["60", "40%"] }, [60, 40]],
    [{ weights: "[62.5, 37.5]" }, [62.5, 37.5]],
    [{ allocation: [50, 50] }, [50, 50]],
  ])("have weights as numbers: %j", (args, weights) => {
    const symbols = ["AAPL", "MSFT"];
    expect(read(compareStocks, { symbols, start_date: "2026-03-02", ...args }).input).toEqual({
      symbols,
      from: "2026-03-02",
      weights,
    });
  });

  it.each([{ windows: ["10", "50"] }, { windows: "10, 50" }, { windows: "[10,50]" }, { windows: [10, 50] }])(
    "have windows as numbers: %j",
    (args) => {
      expect(read(technicals, { symbol: "AAPL", ...args }).input).toMatchObject({ windows: [10, 50] });
    },
  );

  it.each([10, "10"])("have the one window %j as a list", (windows) => {
    expect(read(technicals, { symbol: "AAPL", windows }).input).toMatchObject({ windows: [10] });
  });

  it("are refused with a window in percent", () => {
    expect(messageOf(technicals, { symbol: "AAPL", windows: "5%" })).toContain('Invalid "windows": got "5%"');
  });

  it("are refused with a weight that is no number", () => {
    const args = { symbols: ["AAPL", "MSFT"], from: "2026-03-02", weights: "60,rest" };
    expect(messageOf(compareStocks, args)).toContain('Invalid "weights": got "rest"');
  });

  it.each([
    ["a list as text", quotes, { symbols: "aapl, MSFT" }, { symbols: ["AAPL", "MSFT"] }],
    ["a list as JSON text", quotes, { symbols: '["AAPL","MSFT"]' }, { symbols: ["AAPL", "MSFT"] }],
    ["a list with blanks", quotes, { symbols: "AAPL MSFT , NVDA" }, { symbols: ["AAPL", "MSFT", "NVDA"] }],
    ["a period for a range", priceHistory, { ticker: "AAPL", period: "6 months" }, { ...HISTORY, range: "6mo" }],
    ["a range in capitals", priceHistory, { symbol: "AAPL", range: "1Y" }, { ...HISTORY, range: "1y" }],
    [
      "start and end",
      priceHistory,
      { symbol: "AAPL", start: "2026-01-02", end_date: "2026-02-03" },
      { ...HISTORY, from: "2026-01-02", to: "2026-02-03" },
    ],
    ["an interval in a word", priceHistory, { symbol: "AAPL", interval: "weekly" }, { ...HISTORY, interval: "1wk" }],
    ["1M for a month", priceHistory, { symbol: "AAPL", interval: "1M" }, { ...HISTORY, interval: "1mo" }],
    [
      "1m for a minute",
      priceHistory,
      { symbol: "AAPL", interval: "1m", range: "1d" },
      { ...HISTORY, interval: "1m", range: "1d" },
    ],
    ["three years", priceHistory, { symbol: "AAPL", range: "3 years" }, { ...HISTORY, range: "3y" }],
    [
      "quarterly",
      financials,
      { symbol: "AAPL", period: "Quarterly" },
      { symbol: "AAPL", statement_type: "income", period: "quarter" },
    ],
    [
      "an indicator",
      technicals,
      { symbol: "AAPL", indicator: "RSI" },
      { symbol: "AAPL", interval: "1d", series: "rsi14" },
    ],
    [
      "a list of one for a single value",
      technicals,
      { symbol: ["AAPL"], series: ["rsi"] },
      { symbol: "AAPL", interval: "1d", series: "rsi14" },
    ],
    ["3M for three months", priceHistory, { symbol: "AAPL", range: "3M" }, { ...HISTORY, range: "3mo" }],
    ["an interval in words", technicals, { symbol: "AAPL", interval: "1 day" }, { symbol: "AAPL", interval: "1d" }],
    ["one symbol for several", quotes, { symbol: "AAPL" }, { symbols: ["AAPL"] }],
    ["tickers for symbols", marketCalendar, { tickers: "AAPL" }, expect.objectContaining({ symbols: ["AAPL"] })],
    ["ticker for symbol", quote, { ticker: "aapl" }, { symbol: "AAPL" }],
    ["query for q", search, { query: "apple" }, { q: "apple" }],
    ["enumerated values in any case", screener, { sector: "TECHNOLOGY" }, { sector: "Technology", limit: 20 }],
    ["1e9", screener, { market_cap_min: "1e9" }, { market_cap_min: 1e9, limit: 20 }],
    ["1B", screener, { market_cap_min: "1B" }, { market_cap_min: 1e9, limit: 20 }],
    ["2.5bn", screener, { market_cap_min: "2.5bn" }, { market_cap_min: 2_500_000_000, limit: 20 }],
    ["10M", screener, { volume_min: "10 M" }, { volume_min: 10_000_000, limit: 20 }],
    ["1,000,000", screener, { volume_min: "1,000,000" }, { volume_min: 1_000_000, limit: 20 }],
    ["a decimal", screener, { price_max: "12.5" }, { price_max: 12.5, limit: 20 }],
    ["10 billion", screener, { market_cap_min: "10 billion" }, { market_cap_min: 1e10, limit: 20 }],
    ["a bound in front", screener, { min_market_cap: 5, maxPe: 15 }, { market_cap_min: 5, pe_max: 15, limit: 20 }],
    ["a bound in words", screener, { marketCapMoreThan: 5 }, { market_cap_min: 5, limit: 20 }],
    ["a sector of GICS", screener, { sector: "Consumer Staples" }, { sector: "Consumer Defensive", limit: 20 }],
    ["the name of a sort", screener, { sort_by: "-pe" }, { sort: "-pe", limit: 20 }],
    ["a statement by its name", financials, { symbol: "A", statement: "cash_flow_statement" }, STATEMENT("cash")],
    ["a statement by its title", financials, { symbol: "A", type: "Balance Sheet" }, STATEMENT("balance")],
    ["60 minutes", priceHistory, { symbol: "AAPL", timeframe: "60m" }, { ...HISTORY, interval: "1h" }],
    ["12 months", priceHistory, { symbol: "AAPL", range: "12m" }, { ...HISTORY, range: "1y" }],
    [
      "a day for a range of days",
      priceHistory,
      { symbols: ["AAPL"], date: "Jan 5, 2026" },
      { ...HISTORY, from: "2026-01-05", to: "2026-01-05" },
    ],
    [
      "one side of options",
      optionsChain,
      { symbol: "AAPL", expiry_date: "2026-12-18 00:00", option_type: "call" },
      { symbol: "AAPL", expiration: "2026-12-18", side: "calls" },
    ],
  ])("are accepted: %s", (_what, capability, args, input) => {
    expect(read(capability as Capability, args).input).toEqual(input);
  });

  it("are accepted for the view: fields as text, a limit as text, a format in capitals", () => {
    const { view } = read(financials, { symbol: "AAPL", fields: "date, revenue", limit: "3", format: "CSV" });
    expect(view).toEqual({ fields: ["date", "revenue"], limit: 3, format: "csv", sized: true, chosen: true });
  });

  it("are named in their normal form in the answer's notes, unless only the case of letters differs", () => {
    const notesOn = (capability: Parameters<typeof readArguments>[0], args: object) =>
      read(capability, { symbol: "AAPL", ...args }).view.readAs;
    expect(texts(notesOn(financials, { period: "quarterly" }))).toEqual(['"quarterly" was read as quarter.']);
    expect(texts(notesOn(priceHistory, { period: "6 months", interval: "weekly" }))).toEqual([
      '"period" was read as range 6mo.',
      '"weekly" was read as 1wk.',
    ]);
    expect(texts(notesOn(priceHistory, { start: "2026-01-02T00:00:00Z", to: "2026/02/03" }))).toEqual([
      '"start" was read as from 2026-01-02.',
      '"2026/02/03" was read as 2026-02-03.',
    ]);
    expect(notesOn(priceHistory, { range: "6MO", from: undefined })).toBeUndefined();
    expect(notesOn(financials, { period: "annual", limit: "3" })).toBeUndefined();
  });

  it.each([
    ["a name with two meanings", screener, { dividend_min: 1 }, 'Unknown parameter "dividend_min". Allowed: '],
    ["a day with two meanings", priceHistory, { symbol: "A", from: "01/02/2026" }, /"from": got "01\/02\/2026"/],
    ["30 minutes, which are not offered", priceHistory, { symbol: "A", interval: "30m" }, /"interval": got "30m"/],
    ["two names of one parameter", priceHistory, { symbol: "A", start: "2026-01-02", since: "2026-01-03" }, /"since"/],
    ["tiker", quote, { tiker: "AAPL" }, 'Unknown parameter "tiker". Allowed: symbol.'],
    ["both names", quote, { ticker: "A", symbol: "B" }, 'Unknown parameter "ticker". Allowed: symbol.'],
    ["a number in words", screener, { market_cap_min: "big" }, /"market_cap_min": got "big"\. Allowed/],
    ["a number that is too large", screener, { market_cap_min: "9".repeat(30) }, /"market_cap_min": got/],
    ["an unknown sector", screener, { sector: "Crypto" }, /"sector": got "Crypto"\. Allowed: Technology, /],
    [
      "a span that is not offered",
      priceHistory,
      { symbol: "A", range: "4 years" },
      /"range": got "4 years"\. Allowed: 1d, /,
    ],
    ["a list that is no JSON", quotes, { symbols: "[AAPL" }, /"symbols": got "\[AAPL"/],
    ["as_of without a history", quote, { symbol: "A", as_of: "2025-01-01" }, /works with financial statements, /],
  ])("are rejected, with the value sent and the values allowed: %s", (_what, capability, args, message) => {
    expect(() => read(capability as Capability, args)).toThrow(message);
  });

  it("are rejected with the tool that has the figures of a trailing year", () => {
    expect(messageOf(financials, { symbol: "A", period: "TTM" })).toMatch(
      /"TTM"\. Allowed: annual, quarter\. get_key_statistics has twelve-month figures\.$/,
    );
    expect(messageOf(financials, { symbol: "A", period: "weekly" })).not.toContain("get_key_statistics");
  });

  it("are rejected when 100,000 digits end in a letter", () => {
    expect(() => read(screener, { price_min: `${"1".repeat(100_000)}x` })).toThrow(/"price_min"/);
  });
});

describe("a name in place of a code", () => {
  it("is that of the code in use, where a withdrawn one has the same", () => {
    const { country } = screener.input.shape;
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    const taken = codes.filter((code) => country.safeParse(code).success);
    const nameOf = (code: string) => new Intl.DisplayNames("en", { type: "region" }).of(code);
    const read = taken.map((code) => readArguments(screener, { country: nameOf(code) }, CATALOGUE).input["country"]);
    expect(read).toEqual(taken);
    expect(taken.length).toBeGreaterThan(240);
  });

  it("is named with its code in the answer's notes", () => {
    const readAs = (capability: Capability, args: object) => readArguments(capability, args, CATALOGUE).view.readAs;
    expect(texts(readAs(screener, { country: "Germany" }))).toEqual(['"Germany" was read as DE.']);
    expect(texts(readAs(quotes, { symbols: "AAPL", convert: "euro" }))).toEqual(['"euro" was read as EUR.']);
    expect(readAs(screener, { country: "de" })).toBeUndefined();
  });
});

describe("several symbols where one is expected", () => {
  it("are rejected with the tool that takes several", () => {
    expect(messageOf(quote, { symbol: "AAPL, BRK/B" })).toMatch(
      / get_quotes with symbols "AAPL, BRK\/B" takes several symbols\.$/,
    );
    expect(messageOf(quote, { symbol: "Smith, Jones & Co" })).toMatch(/search_symbols with q/);
    for (const symbol of [["AAPL", "MSFT"], '["AAPL","MSFT"]', "AAPL + MSFT", "AAPL\tMSFT", "{AAPL,MSFT}"])
      expect(messageOf(quote, { symbol })).toMatch(
        / several need a call each\. get_quotes with symbols "AAPL,MSFT" takes/,
      );
  });

  it("are compared where they can be, two funds by the fund itself", () => {
    expect(messageOf(fund, { symbol: ["SPY", "VTI"] })).toMatch(
      / get_fund with symbol "SPY" and with "VTI" compares two funds\.$/,
    );
    expect(messageOf(fund, { symbols: "SPY vs VTI" })).toContain('get_fund with symbol "SPY" and with "VTI"');
    expect(messageOf(fund, { symbol: "SPY,VTI,QQQ" })).toContain('get_quotes with symbols "SPY,VTI,QQQ"');
    expect(messageOf(keyStatistics, { symbols: ["AAPL", "MSFT"] })).toMatch(
      / compare_stocks with symbols "AAPL,MSFT" compares them\.$/,
    );
    const eleven = "A,B,C,D,E,F,G,H,I,J,K";
    expect(messageOf(keyStatistics, { symbol: eleven })).toContain(`get_quotes with symbols "${eleven}"`);
    expect(messageOf(keyStatistics, { symbol: eleven.slice(0, -2) })).toContain("compare_stocks with");
  });
});

describe("a company's name in place of its symbol", () => {
  const SEARCH = (q: string) => `. search_symbols with q ${q} finds the symbol of a company.`;

  it.each<[string, string]>([
    ["apple inc", '"apple inc"'],
    [" Nestlé ", '"Nestlé"'],
    ["AT&T Inc.", '"AT&T Inc."'],
    ["Novo Nordisk A/S", '"Novo Nordisk A/S"'],
    ["TSE:7203", '"7203"'],
    ["EURONEXT:ASML", '"ASML"'],
    ["BRK/BRK", '"BRK-BRK"'],
  ])("is refused with the search that finds it: %j", (symbol, q) => {
    expect(messageOf(quote, { symbol })).toMatch(/^Invalid "symbol": got ".*"\. Allowed: a ticker symbol of 1 to 24/);
    expect(messageOf(quote, { symbol }).endsWith(`or TSCO.LON${SEARCH(q)}`)).toBe(true);
  });

  it.each([
    ["S&P 500", "^GSPC", "S&P 500 index"],
    ["sp 500", "^GSPC", "S&P 500 index"],
    ["S and P 500", "^GSPC", "S&P 500 index"],
    ["10 year treasury yield", "^TNX", "Ten-year Treasury yield"],
    ["gold futures", "GC=F", "Gold"],
    ["WTI crude", "CL=F", "Crude oil"],
    ["Dow Jones Industrial Average", "^DJI", "Dow Jones index"],
  ])(
    "of an index or a future, which no search of companies finds, is refused with its price: %j",
    (text, symbol, name) => {
      expect(messageOf(quote, { symbol: text }).endsWith(`. get_quotes with symbols "${symbol}" has ${name}.`)).toBe(
        true,
      );
    },
  );

  it.each(["", "  ", "../etc/passwd", "a;b", "=1+1 x", "42 42", true])("is not assumed for %j", (symbol) => {
    expect(messageOf(quote, { symbol })).not.toContain("search_symbols");
  });
});
