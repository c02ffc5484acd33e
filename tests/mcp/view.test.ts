import { say } from "../../src/contract/sentence.js";
import { describe, expect, it, vi } from "vitest";
import type { Served } from "../../src/contract/envelope.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { atTime } from "../support/at-time.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { connect, serving } from "../support/mcp-client.js";

atTime(Date.UTC(2026, 2, 5, 12));

const period = (year: number, more: object = {}) => ({
  date: `${year}-09-30`,
  symbol: "AAPL",
  reportedCurrency: "USD",
  filingDate: `${year}-10-31`,
  acceptedDate: `${year}-11-01 06:01:26`,
  revenue: year * 1e6,
  note: 'Restated, "as reported"',
  ...more,
});
const STATEMENTS = {
  symbol: "AAPL",
  statement_type: "income",
  period: "annual",
  data: [2025, 2024, 2023].map((year) => period(year)),
};
const STATEMENTS_TOOL = "provider_a_get_financial_statements";
const INSIDERS_TOOL = "get_insider_transactions";

/** The beginning of a note: currency, time, source and state of the market. */
const originOf = (tool: string) =>
  new RegExp(
    `^${tool === STATEMENTS_TOOL ? "Amounts" : "Prices"} in USD, fetched 5 March 2026, 12:00 UTC, from Financial Modeling Prep \\(provider A\\)[^.]*\\. ?`,
  );

/** The sentence on growth, before it. */
const GROWTH = /^Year to \d{4}-\d{2}-\d{2}: .*? in a year\. /;

/** Asks a tool; the text of a result without an error must be its object as JSON. */
async function ask(served: Served, tool: string, args: Record<string, unknown>) {
  const { call } = await serving(served);
  const isOfMany = tool.includes("market") || "symbols" in args || "series" in args;
  const { content, structuredContent, isError, _meta } = await call(
    tool,
    isOfMany ? args : { symbol: "AAPL", ...args },
  );
  // oxlint-disable-next-line vitest/no-conditional-expect -- An error has no object.
  if (!isError) expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  const { note = "", ...body } = (structuredContent ?? {}) as Record<string, unknown> & { note?: string };
  return {
    text: (content[0] as { text: string }).text,
    body,
    isError,
    meta: _meta,
    notes: note.replace(GROWTH, "").replace(originOf(tool), ""),
  };
}

const csvOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body["csv"];

it("shows null in a requested column that the rows omit", async () => {
  const quotes = [{ symbol: "AAPL", price: 1, marketCap: 2 }];
  const served = servedOf({ quotes, errors: [], notes: [], source: "PROVIDER_A" });
  const { body, isError, notes } = await ask(served, "get_quotes", {
    symbols: ["AAPL"],
    fields: ["postMarketPrice"],
  });
  expect([isError, body["quotes"]]).toEqual([undefined, [{ postMarketPrice: null }]]);
  expect(notes).not.toContain("No such fields");
});

describe("revenue by segment", () => {
  const year = (date: string, ...revenues: number[]) => ({
    date,
    symbol: "AAPL",
    fiscalYear: date.slice(0, 4),
    period: "FY",
    reportedCurrency: "USD",
    segments: revenues.map((revenue, at) => ({ name: `Segment ${at}`, revenue })),
  });
  const SEGMENTS = {
    symbol: "AAPL",
    statement_type: "revenue_by_product",
    period: "annual",
    data: [year("2025-09-27", 1, 2), year("2024-09-28", 3), year("2023-09-30", 4)],
  };

  it("has the segments in each period", async () => {
    const { body } = await ask(servedOf(SEGMENTS), STATEMENTS_TOOL, {
      statement_type: "revenue_by_product",
      limit: 1,
    });
    const { symbol: _symbol, ...newest } = SEGMENTS.data[0]!;
    expect(body["data"]).toEqual([newest]);
  });

  it("has a row of CSV for each segment; limit counts periods", async () => {
    const { body, notes } = await ask(servedOf(SEGMENTS), STATEMENTS_TOOL, {
      statement_type: "revenue_by_product",
      limit: 2,
      format: "csv",
    });
    expect(body["csv"]).toBe(
      [
        "date,fiscalYear,period,reportedCurrency,name,revenue",
        "2025-09-27,2025,FY,USD,Segment 0,1",
        "2025-09-27,2025,FY,USD,Segment 1,2",
        "2024-09-28,2024,FY,USD,Segment 0,3",
        "",
      ].join("\n"),
    );
    expect(notes).toContain("2 of 3 periods shown");
  });
});

describe("fields", () => {
  it("narrow the rows", async () => {
    const { body } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["date", "revenue"] });
    expect(body).toEqual({ ...STATEMENTS, data: STATEMENTS.data.map(({ date, revenue }) => ({ date, revenue })) });
  });

  it("name the column that is missing to tell several rows apart", async () => {
    const asking = async (args: object) => (await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { ...args })).notes;
    expect(await asking({ fields: ["revenue"] })).toBe('Nothing tells these rows apart; add "date" to fields.');
    expect(await asking({ fields: ["revenue"], format: "csv" })).toContain('add "date" to fields.');
    for (const fields of [["revenue", "date"], ["*"]]) expect(await asking({ fields })).not.toContain("apart");
    expect(await asking({ fields: ["revenue"], limit: 1 })).not.toContain("apart");
  });

  it("name the further column that is missing where rows of one day are of several series", async () => {
    const rows = [
      { series: "cpi", date: "2026-02-01", value: 330 },
      { series: "payrolls", date: "2026-02-01", value: 159_000 },
      { series: "cpi", date: "2026-01-01", value: 329 },
    ];
    const asking = async (values: object[], ...fields: string[]) => {
      const served = servedOf({ values, series: [], total_values: values.length, missing: [] });
      return (await ask(served, "get_economic_series", { series: ["cpi"], fields })).notes;
    };
    expect(await asking(rows, "date", "value")).toContain('add "series" to fields.');
    expect(await asking(rows, "series", "value")).toContain('add "date" to fields.');
    expect(await asking(rows, "series", "date", "value")).not.toContain("apart");
    expect(await asking([rows[0]!, rows[2]!], "date", "value")).not.toContain("apart");
  });

  it("name the column that is missing to tell calls from puts in one table", async () => {
    const [call, put] = [
      { contract: "C1", strike: 100, bid: 2 },
      { contract: "P1", strike: 100, bid: 1 },
    ];
    const chain = servedOf({ symbol: "AAPL", expirations: [], calls: [call], puts: [put] });
    const asking = (args: Record<string, unknown>) => ask(chain, "get_options_chain", args);
    const both = await asking({ fields: ["strike", "bid"] });
    expect(both.body["csv"]).toBe("strike,bid\n100,2\n100,1\n");
    expect(both.notes).toContain('Nothing tells these rows apart; add "side" to fields.');
    expect((await asking({ fields: ["side", "bid"] })).notes).not.toContain("apart");
    expect((await asking({})).body["csv"]).toBe("side,contract,strike,bid\ncall,C1,100,2\nput,P1,100,1\n");
  });

  it("add figures over all strikes of an option chain, not only over the shown ones, when they are named", async () => {
    const option = (strike: number, openInterest: number) => ({ strike, openInterest, impliedVolatility: 0.2 });
    const whole = {
      symbol: "AAPL",
      underlyingPrice: 101,
      expirations: [],
      calls: [option(90, 9), option(100, 1)],
      puts: [option(90, 9), option(100, 1)],
    };
    const shown = { ...whole, calls: [whole.calls[1]], puts: [whole.puts[1]] };
    const asking = (fields?: string[]) =>
      ask({ ...servedOf(shown), whole }, "get_options_chain", fields ? { fields } : {});
    const usual = (await asking()).body;
    expect(usual).not.toHaveProperty("maxPain");
    expect((await asking(["maxPain"])).body).toEqual({ ...usual, maxPain: 90 });
    const narrow = await asking(["side", "strike", "MaxPain", "atmImpliedVolatility"]);
    expect(narrow.body).toMatchObject({
      maxPain: 90,
      atmImpliedVolatility: 0.2,
      csv: "side,strike\ncall,100\nput,100\n",
    });
    expect((await asking(["*"])).body).toEqual(usual);
  });

  it("of several series are shared by all, so that quarters stand beside months", async () => {
    const rowOf = (series: string, date: string) => ({ series, date, period: "M01", value: 1, change: null });
    const months = ["09", "08", "07", "06", "05"].map((month) => rowOf("cpi", `2026-${month}-01`));
    const values = [...months.slice(0, 3), rowOf("gdp", "2026-07-01"), ...months.slice(3), rowOf("gdp", "2026-04-01")];
    const served = servedOf({ series: [{}, {}], values, total_values: values.length });
    const { body } = await ask(served, "get_economic_series", {
      series: ["cpi", "gdp"],
      limit: 4,
      fields: ["series", "date"],
    });
    expect(body["csv"]).toBe("series,date\ncpi,2026-09-01\ncpi,2026-08-01\ngdp,2026-07-01\ngdp,2026-04-01\n");
  });

  it("are refused with the nearest names when one is unknown", async () => {
    const { isError, text } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["date", "ebitdar"] });
    expect([isError, text]).toEqual([true, 'Invalid "fields": got "ebitdar". Nearest: ebitda. "*" is for all.']);
  });

  it("are named where they are known and no row has them", async () => {
    const { notes } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["date", "operatingIncome"] });
    expect(notes).toBe("No row has operatingIncome.");
  });

  it("narrow statements by default to the most requested lines, and state how to see all", async () => {
    const { notes, body } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, {});
    expect(body).toEqual({
      ...STATEMENTS,
      data: STATEMENTS.data.map(({ date, reportedCurrency, revenue }) => ({ date, reportedCurrency, revenue })),
    });
    expect(notes).toBe('3 of 7 fields shown; fields "*" shows all.');
    const all = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["*"] });
    expect([all.body, all.notes]).toEqual([STATEMENTS, ""]);
  });

  it("reject all fields together with names", async () => {
    const { isError, text } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["*", "date"] });
    expect([isError, text]).toEqual([true, expect.stringContaining('or "*" for all')]);
  });

  it("reject an impossible name, without a question", async () => {
    const { call, inputs } = await serving(servedOf({}));
    const { isError, content } = await call("provider_a_get_market_losers", { fields: ["colour"] });
    expect([isError, (content[0] as { text: string }).text, inputs()]).toEqual([
      true,
      'Invalid "fields": got "colour". Allowed: symbol, name, price, change, changesPercentage, volume, marketCap, currency.',
      [],
    ]);
  });
});

describe('format "csv"', () => {
  it("is the default of indicators over a range, whose rows are JSON without one", async () => {
    const series = [{ date: "2026-03-05T15:30:00-05:00", close: 118, rsi14: 56.6155 }];
    const served = servedOf({ symbol: "AAPL", interval: "1h", series });
    const args = { interval: "1h", series: "rsi14" };
    const asking = async (more: object) => (await ask(served, "get_technical_indicators", { ...args, ...more })).body;
    const csv = "date,close,rsi14\n2026-03-05T15:30:00-05:00,118,56.6155\n";
    expect(await asking({ symbol: "AAPL", range: "5d" })).toEqual({ symbol: "AAPL", interval: "1h", csv });
    const rows = { symbol: "AAPL", interval: "1h", series };
    expect(await asking({ symbol: "AAPL" })).toEqual(rows);
    expect(await asking({ symbol: "AAPL", range: "5d", format: "json" })).toEqual(rows);
  });

  it("has the names of the columns when there are no rows", async () => {
    const none = { symbol: "AAPL", interval: "1d", bars: [], total_bars: 0 };
    const { body } = await ask(servedOf(none), "get_price_history", { format: "csv" });
    const csv = "date,open,high,low,close,adjClose,volume,changePercent\n";
    expect(body).toEqual({ symbol: "AAPL", interval: "1d", total_bars: 0, csv });
  });

  it("leaves a sentence that stands for an empty list, beside the names of the columns", async () => {
    const insider_transactions = "No insider transactions found for AAPL";
    const { body } = await ask(servedOf({ symbol: "AAPL", insider_transactions }), INSIDERS_TOOL, { format: "csv" });
    const csv = "insider,relation,transaction,cost,shares,value,shares_owned_following,date\n";
    expect(body).toEqual({ symbol: "AAPL", insider_transactions, csv });
  });

  it.each([
    ["=1+1", `"'=1+1"`],
    // A spreadsheet whose list separator is the semicolon would begin cells within the text.
    ["Apple;=cmd|'/C calc'!A0;x", `Apple;'=cmd|'/C calc'!A0;x`],
    ['Apple; "@SUM(1)', `"Apple; ""'@SUM(1)"`],
    ['"=1+1"', `"'""=1+1"""`],
    ["up; -2.5%; down", "up; -2.5%; down"],
    ["a;-2+cmd|' /C calc'!A0", `a;'-2+cmd|' /C calc'!A0`],
    ["+1 800 555", `"'+1 800 555"`],
    ["-2+3", `"'-2+3"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1", `"'\t=1"`],
    ["\r=1", `"'\r=1"`],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ["-1.5", "-1.5"],
    ["+2.3%", "+2.3%"],
    ["-1e-7", "-1e-7"],
    ["a=b", "a=b"],
  ])("writes %j as %s, so that a spreadsheet does not execute it", async (name, cell) => {
    const rows = { losers: [{ symbol: "ACME", name, price: 1 }], timestamp: "" };
    const csv = await csvOf(servedOf(rows), "provider_a_get_market_losers", { format: "csv", fields: ["name"] });
    expect(csv).toBe(`name\n${cell}\n`);
  });

  it("replaces the list by a header line and the rows", async () => {
    const { body, notes } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, {
      format: "csv",
      fields: ["date", "revenue", "note"],
      limit: 2,
    });
    const csv = [
      "date,revenue,note",
      '2025-09-30,2025000000,"Restated, ""as reported"""',
      '2024-09-30,2024000000,"Restated, ""as reported"""',
      "",
    ].join("\n");
    expect(body).toEqual({ symbol: "AAPL", statement_type: "income", period: "annual", csv });
    expect(notes).toBe("2 of 3 periods shown; limit goes up to 40.");
  });

  it("leaves a null empty and shows all columns when none are chosen", async () => {
    const row = {
      symbol: "ACME",
      name: null,
      price: 1.5,
      change: 0,
      changesPercentage: -5,
      volume: null,
      marketCap: null,
    };
    const losers = servedOf({ losers: [row], timestamp: "2026-03-05T12:00:00.000000" });
    expect(await csvOf(losers, "provider_a_get_market_losers", { format: "csv" })).toBe(
      "symbol,name,price,change,changesPercentage,volume,marketCap\nACME,,1.5,0,-5,,\n",
    );
  });
});

describe("a price history", () => {
  const HISTORY = {
    symbol: "AAPL",
    currency: "USD",
    range: { from: "2026-03-03", to: "2026-03-04" },
    bars: [
      { date: "2026-03-04", close: 11 },
      { date: "2026-03-03", close: 10 },
    ],
    interval: "1d",
    adjustment: "splits",
    lastBarComplete: false,
    dividends: [],
    splits: [],
    summary: {
      first: 10,
      last: 11,
      change: 1,
      changePercent: 10,
      averageVolume: 500,
      high: 12,
      highDate: "2026-03-04",
      low: 9,
      lowDate: "2026-03-03",
    },
  };
  const { bars: _bars, ...REST_OF_BODY } = HISTORY;
  const CSV = "date,close\n2026-03-04,11\n2026-03-03,10\n";

  it.each([{}, { format: "csv" }])("has its bars as CSV below its other fields: %j", async (args) => {
    const { body, notes } = await ask(servedOf(HISTORY), "get_price_history", args);
    expect(body).toEqual({ ...REST_OF_BODY, csv: CSV });
    expect(Object.keys(body).at(-1)).toBe("csv");
    expect(notes).toBe("Units: volatility is in percent a year.");
  });

  it("is JSON on request", async () => {
    expect((await ask(servedOf(HISTORY), "get_price_history", { format: "json" })).body).toEqual(HISTORY);
  });

  const dayBefore = (line: string) => new Date(Date.parse(line.slice(0, 10)) - 86_400_000).toISOString().slice(0, 10);

  it("says how to get the bars that do not fit", async () => {
    const long = Array.from({ length: 3000 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 2, 4) - index * 86_400_000).toISOString().slice(0, 10),
      close: 10.25,
    }));
    const range = { from: "2017-12-18", to: "2026-03-04" };
    const served = servedOf({ ...HISTORY, range, bars: long, total_bars: 3000 });
    const { body, notes } = await ask(served, "get_price_history", { limit: 3000, fields: ["date", "close"] });
    const lines = String(body["csv"]).trimEnd().split("\n").slice(1);
    expect(lines.length).toBeGreaterThan(1500);
    expect(notes).toBe(
      `Units: volatility is in percent a year. ${lines.length} of 3000 bars shown, because more do not fit; to see the rest, ask again with from: "2017-12-18", to: "${dayBefore(lines.at(-1)!)}" and interval: "1d".`,
    );
  });

  it("shows bars rather than twenty years of dividends when both do not fit", async () => {
    const dividends = Array.from({ length: 80 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 2, 4) - index * 91 * 86_400_000).toISOString().slice(0, 10),
      amount: 0.8275,
      currency: "USD",
    }));
    const { body, notes } = await ask(servedOf({ ...HISTORY, dividends }), "get_price_history", {});
    expect(body["csv"]).toBe(CSV);
    expect(body["dividends"]).toEqual(dividends.slice(0, 8));
    expect(notes).toContain("The answer has 8 of 80 dividends. get_dividends has more.");
  });

  it("has at most 10,000 characters by default with _meta, of which long remarks are a part", async () => {
    const long = Array.from({ length: 60 }, (_, index) => ({
      ...HISTORY.bars[0],
      date: new Date(Date.UTC(2026, 2, 4) - index * 86_400_000).toISOString().slice(0, 10),
    }));
    const served = servedOf({ ...HISTORY, bars: long, total_bars: 60 });
    const envelope = { ...served.envelope, notes: [say`${"Long ".repeat(500)}note.`] };
    const { call } = await serving({ ...served, envelope });
    const result = await call("get_price_history", { symbol: "AAPL" });
    expect(JSON.stringify(result).length).toBeGreaterThan(9_500);
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(10_000);
  });

  it("names parameters that can stand together: days instead of a range, and as_of as the last day", async () => {
    const bars = Array.from({ length: 100 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 2, 4) - index * 86_400_000).toISOString().slice(0, 10),
      close: 10.25,
      open: "x".repeat(400),
    }));
    const range = { from: "2025-11-25", to: "2026-03-04" };
    const adviceOf = async (args: object, more: object = {}) => {
      const served = servedOf({ ...HISTORY, range, bars, total_bars: 100, ...more });
      const { body, notes } = await ask(served, "get_price_history", { ...args, limit: 100, fields: ["date", "open"] });
      const last = String(body["csv"]).trimEnd().split("\n").at(-1)!;
      return [/ask again with (.*)\.$/.exec(notes)?.[1], last] as const;
    };
    const [ranged, last] = await adviceOf({ range: "6mo" });
    expect(ranged).toBe(`from: "2025-11-25", to: "${dayBefore(last)}" and interval: "1d" instead of range`);
    const [past] = await adviceOf({ range: "6mo", as_of: "2026-03-04" });
    expect(past).toBe(`from: "2025-11-25", as_of: "${dayBefore(last)}" and interval: "1d" instead of range`);
    const [days] = await adviceOf({ from: "2025-11-01", to: "2026-03-04" });
    expect(days).toBe(`from: "2025-11-25", to: "${dayBefore(last)}" and interval: "1d"`);
    // Minutes of a single day are divided by a time.
    const minutes = bars.map((bar, index) => ({
      ...bar,
      date: `2026-03-04T10:${String(59 - (index % 60)).padStart(2, "0")}:00-05:00`,
    }));
    expect((await adviceOf({ range: "1d" }, { bars: minutes, interval: "1m" }))[0]).toMatch(
      /^from: "2025-11-25", to: "2026-03-04T10:\d\d:00-05:00" and interval: "1m" instead of range$/,
    );
  });

  it("takes as_of as the last day of its range", async () => {
    const { call, inputs } = await serving(servedOf(HISTORY));
    await call("get_price_history", { symbol: "AAPL", as_of: "2026-03-04" });
    expect(inputs()).toMatchObject([["price-history", { as_of: "2026-03-04" }]]);
  });
});

describe("an answer of over 8,000 tokens", () => {
  const long = {
    ...STATEMENTS,
    data: Array.from({ length: 40 }, (_, index) => period(2025 - index, { note: "x".repeat(2_000) })),
  };

  it("is cut, with a note on how to get the rest", async () => {
    const { text, notes, body, meta } = await ask(servedOf(long), STATEMENTS_TOOL, {
      limit: 40,
      fields: ["date", "reportedCurrency", "note"],
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32_000);
    const shown = (body as typeof long).data.length;
    expect(notes).toBe(`${shown} of 40 periods shown, because more do not fit; to see the rest, ask for format "csv".`);
    expect(meta).toMatchObject({ "market-data/truncated": { truncated: true, shown, total: 40 } });
  });

  it("is complete when the caller gives a limit and asks for all fields", async () => {
    const { notes, body } = await ask(servedOf(long), STATEMENTS_TOOL, { limit: 40, fields: ["*"] });
    expect([body, notes]).toEqual([long, ""]);
  });

  it("is cut at 2,000 tokens when the caller gave no limit", async () => {
    const { text, notes, body } = await ask(servedOf(long), STATEMENTS_TOOL, { fields: ["*"] });
    expect(Buffer.byteLength(text) / 4).toBeLessThanOrEqual(2_000);
    expect((body as typeof long).data).toHaveLength(3);
    expect(notes).toBe(
      '3 of 40 periods shown, because more do not fit; to see the rest, set limit, ask for fewer fields or ask for format "csv".',
    );
  });

  it("is cut at 1,200 tokens and 10,000 characters in both forms when the caller chose nothing", async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ symbol: `S${index}`, name: '"N" '.repeat(60), price: 1 }));
    const { call } = await serving(servedOf({ losers: rows, timestamp: "" }));
    const result = await call("provider_a_get_market_losers");
    expect((result.content[0] as { text: string }).text.length).toBeLessThanOrEqual(4_800);
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(10_000);
    expect((result.structuredContent as { note: string }).note).toMatch(
      /\b\d+ of 50 rows shown, because more do not fit; to see the rest, set limit, /,
    );
  });

  it("is not cut when fewer fields make it short enough", async () => {
    const { body, notes } = await ask(servedOf(long), STATEMENTS_TOOL, {
      limit: 40,
      fields: ["date", "reportedCurrency"],
    });
    expect([(body as typeof long).data.length, notes]).toEqual([40, ""]);
  });
});

describe("as_of", () => {
  it("leaves out statements that were not both filed and accepted by that day", async () => {
    const known = (day: string) => ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { as_of: day, fields: ["*"] });
    const { body, notes } = await known("2024-11-01");
    expect((body as typeof STATEMENTS).data.map(({ date }) => date)).toEqual(["2024-09-30", "2023-09-30"]);
    expect(notes).toBe("As known on 2024-11-01: 2 of 3 were public by then.");
    expect(((await known("2024-10-31")).body as typeof STATEMENTS).data).toHaveLength(1);
  });

  it("asks the provider that knows filing days when the first one does not", async () => {
    const row = (date: string) => ({
      insider: "Doe",
      relation: null,
      transaction: "Sale",
      cost: 1,
      shares: 1,
      value: 1,
      shares_owned_following: null,
      date,
    });
    const body = {
      symbol: "AAPL",
      company_name: null,
      insider_transactions: [row("2026-03-03"), row("2026-03-02")],
      total_transactions: 2,
      timestamp: "",
      source: "",
    };
    const { call, inputs } = await connect(async ({ entry: { sources } }) => {
      const asks = (id: string) => sources.some(({ provider }) => provider.id === id);
      if (asks("provider-b")) return servedOf(body);
      if (!asks("provider-a")) throw new MarketDataError("not_configured", "Provider D is not configured.");
      return { ...servedOf(body), envelope: envelopeOf(0, { body, publicDays: ["2026-03-05", "2026-03-04"] }) };
    });
    const { structuredContent } = await call(INSIDERS_TOOL, { symbol: "AAPL", as_of: "2026-03-04" });
    expect(structuredContent).toMatchObject({ insider_transactions: [row("2026-03-02")], total_transactions: 1 });
    expect(inputs().map(([name]) => name)).toEqual([
      "insider-transactions-official",
      "insider-transactions",
      "insider-transactions-dated",
    ]);
  });

  it("has null for fields that only describe the present", async () => {
    const change = (date: string) => ({
      analystName: "Broker",
      date,
      previousTarget: 1,
      newTarget: 2,
      rating: "Buy",
      ratingChange: "Maintain",
    });
    const { body, notes } = await ask(
      servedOf({
        symbol: "AAPL",
        priceTargetAverage: 210,
        consensusRating: "Buy",
        recentChanges: [change("2026-03-01"), change("2026-01-05")],
      }),
      "provider_a_get_price_targets",
      { as_of: "2026-02-01" },
    );
    expect(body).toMatchObject({
      priceTargetAverage: null,
      consensusRating: null,
      recentChanges: [change("2026-01-05")],
    });
    expect(notes).toContain("Targets and counts exist only as of now and are left out.");
  });

  it("says that nothing is known of a past day when the changes are not known", async () => {
    const { body, notes } = await ask(
      servedOf({ symbol: "AAPL", priceTargetAverage: 210, recentChanges: null }),
      "provider_a_get_price_targets",
      { as_of: "2026-02-01" },
    );
    expect(body).toMatchObject({ priceTargetAverage: null, recentChanges: null });
    expect(notes).toContain("What was public on 2026-02-01 is not known: recentChanges could not be fetched.");
  });

  it("searches all cached changes, and shows the twenty newest as of that day", async () => {
    const change = (day: number) => ({
      analystName: "Broker",
      date: new Date(Date.UTC(2026, 2, 1) - day * 86_400_000).toISOString().slice(0, 10),
      previousTarget: 1,
      newTarget: 2,
      rating: "Buy",
      ratingChange: "Maintain",
    });
    const all = Array.from({ length: 70 }, (_value, day) => change(day));
    const shown = servedOf({ symbol: "AAPL", priceTargetAverage: 210, recentChanges: all.slice(0, 20) });
    const served = { ...shown, whole: { ...shown.envelope.body, recentChanges: all } };
    const { body, notes } = await ask(served, "provider_a_get_price_targets", { as_of: "2026-01-30" });
    expect(body).toMatchObject({ recentChanges: all.slice(30, 50) });
    expect(notes).toContain("As known on 2026-01-30: 40 of 70 were public by then.");
  });

  it.each(["2026-03-06", "2026-02-30", "yesterday", "2026-13-1"])("rejects %s", async (day) => {
    const { isError, text } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { as_of: day, fields: ["*"] });
    expect([isError, text]).toEqual([
      true,
      `Invalid "as_of": got "${day}". Allowed: a day from 1900 on that is not in the future, as YYYY-MM-DD.`,
    ]);
  });

  it("accepts a day that has begun at the exchange of the symbol, before it begins in UTC", async () => {
    vi.setSystemTime(Date.UTC(2026, 2, 5, 22));
    const tomorrow = { as_of: "2026-03-06", fields: ["*"] };
    expect(
      (await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { ...tomorrow, symbol: "BHP.AX" })).isError,
    ).toBeUndefined();
    expect((await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, tomorrow)).isError).toBe(true);
  });

  it("rejects live snapshots with the reason", async () => {
    const { isError, text } = await ask(servedOf({}), "provider_a_get_stock_quote", { as_of: "2026-03-01" });
    expect([isError, text]).toEqual([
      true,
      '"as_of" is not possible here, where only current data is known. It works with financial statements, analyst price targets, insider transactions, price history, dividends, holders, manager\'s holdings, fund, technical indicators, SEC filings, filed facts.',
    ]);
  });
});
