import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Served } from "../../src/contract/envelope.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { connect, serving } from "../support/mcp-client.js";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 5, 12), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

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

const tokensOf = (texts: readonly string[]) => Buffer.byteLength(texts.join("")) / 4;

async function ask(served: Served, tool: string, args: Record<string, unknown>) {
  const { call } = await serving(served);
  const { content, structuredContent, isError, _meta } = await call(tool, { symbol: "AAPL", ...args });
  const [text, ...notes] = content.map((block) => (block as { text: string }).text);
  return { text: text!, notes, body: structuredContent, isError, meta: _meta };
}

describe("fields", () => {
  it("narrow the rows of the text and leave the structured content complete", async () => {
    const { text, body } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["date", "revenue"] });
    expect(JSON.parse(text)).toEqual({
      ...STATEMENTS,
      data: STATEMENTS.data.map(({ date, revenue }) => ({ date, revenue })),
    });
    expect(body).toEqual(STATEMENTS);
  });

  it("list the available fields when one is unknown", async () => {
    const { notes } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["date", "ebitdar"] });
    expect(notes).toEqual([
      'No such fields: "ebitdar". There are: date, reportedCurrency, revenue and more, which fields ["*"] shows.',
    ]);
  });

  it("narrow statements by default to the most requested lines, and state how to see all", async () => {
    const { text, notes, body } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, {});
    expect(JSON.parse(text)).toEqual({
      ...STATEMENTS,
      data: STATEMENTS.data.map(({ date, reportedCurrency, revenue }) => ({ date, reportedCurrency, revenue })),
    });
    expect(notes).toEqual(['3 of 7 fields shown; fields ["*"] shows all.']);
    expect(body).toEqual(STATEMENTS);
    const all = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["*"] });
    expect([JSON.parse(all.text), all.notes]).toEqual([STATEMENTS, []]);
  });

  it("reject all fields together with names", async () => {
    const { isError, text } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { fields: ["*", "date"] });
    expect([isError, text]).toEqual([true, expect.stringContaining('or ["*"] for all')]);
  });

  it("reject an impossible name, without a question", async () => {
    const { call, inputs } = await serving(servedOf({}));
    const { isError, content } = await call("provider_a_get_market_losers", { fields: ["ticker"] });
    expect([isError, (content[0] as { text: string }).text, inputs()]).toEqual([
      true,
      'Invalid "fields": got "ticker". Allowed: symbol, name, price, change, changesPercentage, volume, marketCap.',
      [],
    ]);
  });
});

describe('format "csv"', () => {
  it("has the names of the columns when there are no rows", async () => {
    const { call } = await serving(servedOf({ symbol: "AAPL", interval: "1d", bars: [], total_bars: 0 }));
    const { content } = await call("get_price_history", { symbol: "AAPL", format: "csv" });
    expect(content[0]).toMatchObject({ text: "date,open,high,low,close,adjClose,volume" });
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
    const { content } = await (
      await serving(servedOf(rows))
    ).client.callTool({
      name: "provider_a_get_market_losers",
      arguments: { format: "csv", fields: ["name"] },
    });
    expect((content as { text: string }[])[0]!.text).toBe(`name\n${cell}`);
  });

  it("gives a header line and the rows, and the single values as JSON", async () => {
    const { text, notes, body } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, {
      format: "csv",
      fields: ["date", "revenue", "note"],
      limit: 2,
    });
    expect(text).toBe(
      [
        "date,revenue,note",
        '2025-09-30,2025000000,"Restated, ""as reported"""',
        '2024-09-30,2024000000,"Restated, ""as reported"""',
      ].join("\n"),
    );
    expect(notes).toEqual([
      "2 of 3 periods shown; limit goes up to 40.",
      JSON.stringify({ symbol: "AAPL", statement_type: "income", period: "annual" }),
    ]);
    expect(body).toEqual({ ...STATEMENTS, data: STATEMENTS.data.slice(0, 2) });
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
    const { call } = await serving(servedOf({ losers: [row], timestamp: "2026-03-05T12:00:00.000000" }));
    const { content } = await call("provider_a_get_market_losers", { format: "csv" });
    expect((content[0] as { text: string }).text).toBe(
      "symbol,name,price,change,changesPercentage,volume,marketCap\nACME,,1.5,0,-5,,",
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
  const CSV = "date,close\n2026-03-04,11\n2026-03-03,10";

  it("is CSV by default, below a line with its summary", async () => {
    const { text, notes, body } = await ask(servedOf(HISTORY), "get_price_history", {});
    expect(text).toBe(
      "AAPL: 11 USD on 2026-03-04, +1 (+10 %) since 2026-03-03, high 12 on 2026-03-04, low 9 on 2026-03-03, average volume 500. " +
        `Bars of 1d, adjusted for splits. The newest bar is not finished.\n${CSV}`,
    );
    expect(notes).toEqual([]);
    expect(body).toEqual(HISTORY);
  });

  it("names dividends and splits in that line", async () => {
    const dividend = { date: "2026-03-04", amount: 0.1, currency: "USD" };
    const split = { date: "2026-03-04", numerator: 4, denominator: 1 };
    const served = servedOf({ ...HISTORY, dividends: [dividend, { ...dividend, amount: 0.2 }], splits: [split] });
    const { text } = await ask(served, "get_price_history", {});
    expect(text).toContain("adjusted for splits, 2 dividends of 0.3 in all, split 4:1 on 2026-03-04. ");
  });

  it("says in that line that there are no bars", async () => {
    const none = { first: null, last: null, change: null, changePercent: null, averageVolume: null };
    const empty = { ...HISTORY, bars: [], summary: { ...none, high: null, highDate: null, low: null, lowDate: null } };
    const { text } = await ask(servedOf(empty), "get_price_history", {});
    expect(text).toMatch(/^AAPL: no bars in this range\.\ndate,open,/);
  });

  it("is CSV alone when CSV is asked for, with its single values as JSON", async () => {
    const { text, notes } = await ask(servedOf(HISTORY), "get_price_history", { format: "csv" });
    expect(text).toBe(CSV);
    const { bars: _bars, dividends: _dividends, splits: _splits, ...single } = HISTORY;
    expect(JSON.parse(notes.at(-1)!)).toEqual(single);
  });

  it("is JSON on request", async () => {
    const { text } = await ask(servedOf(HISTORY), "get_price_history", { format: "json" });
    expect(JSON.parse(text)).toEqual(HISTORY);
  });

  it("takes as_of as the last day of its range", async () => {
    const { call, inputs } = await serving(servedOf(HISTORY));
    await call("get_price_history", { symbol: "AAPL", as_of: "2026-03-04" });
    expect(inputs()).toMatchObject([["price-history", { as_of: "2026-03-04" }]]);
  });
});

describe("notes on the text", () => {
  it("are for the model only; notes on the data are for people too", async () => {
    const served = servedOf(STATEMENTS, { state: "stale", ageSeconds: 95, staleReason: "provider-a: timed out" });
    const { call } = await serving(served);
    const { content } = await call(STATEMENTS_TOOL, { symbol: "AAPL", limit: 2, format: "csv" });
    expect(content.slice(1)).toEqual([
      { type: "text", text: expect.stringMatching(/^This answer is 95 s old/) },
      {
        type: "text",
        text: '2 of 3 periods shown; limit goes up to 40. 3 of 7 fields shown; fields ["*"] shows all.',
        annotations: { audience: ["assistant"] },
      },
      { type: "text", text: expect.stringContaining('"AAPL"'), annotations: { audience: ["assistant"] } },
    ]);
  });
});

describe("an answer of over 8,000 tokens", () => {
  const long = {
    ...STATEMENTS,
    data: Array.from({ length: 40 }, (_, index) => period(2025 - index, { note: "x".repeat(2_000) })),
  };

  it("is cut in the text, with a note on how to get the rest; the structured content is complete", async () => {
    const { text, notes, body, meta } = await ask(servedOf(long), STATEMENTS_TOOL, {
      limit: 40,
      fields: ["*"],
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32_000);
    const shown = JSON.parse(text) as { data: unknown[]; truncated: boolean };
    expect(shown.truncated).toBe(true);
    expect(notes[0]).toBe(
      `truncated: true; the text holds ${shown.data.length} of 40 periods. To see the rest, set limit, or ask for fewer fields or format "csv".`,
    );
    expect(body).toEqual(long);
    expect(meta).toMatchObject({ "market-data/truncated": { truncated: true, shown: shown.data.length, total: 40 } });
  });

  it("is cut at 2,000 tokens when the caller gave no limit", async () => {
    const { text, notes, body } = await ask(servedOf(long), STATEMENTS_TOOL, { fields: ["*"] });
    expect(tokensOf([text, ...notes])).toBeLessThanOrEqual(2_000);
    expect(notes[0]).toMatch(/^5 of 40 periods shown; limit goes up to 40. truncated: true; the text holds 3 of 5 /);
    expect((body as typeof long).data).toHaveLength(5);
  });

  it("is not cut when fewer fields make it short enough", async () => {
    const { text, notes } = await ask(servedOf(long), STATEMENTS_TOOL, { limit: 40, fields: ["date", "revenue"] });
    expect([(JSON.parse(text) as { data: unknown[] }).data.length, notes]).toEqual([40, []]);
  });
});

describe("as_of", () => {
  it("leaves out statements that were not both filed and accepted by that day", async () => {
    const known = (day: string) => ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { as_of: day, fields: ["*"] });
    const { body, notes } = await known("2024-11-01");
    expect((body as typeof STATEMENTS).data.map(({ date }) => date)).toEqual(["2024-09-30", "2023-09-30"]);
    expect(notes).toEqual(["As known on 2024-11-01: 2 of 3 were public by then."]);
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
    const { call, inputs } = await connect(async ({ entry: { sources } }) =>
      sources[0]!.provider.id === "provider-a"
        ? { ...servedOf(body), envelope: envelopeOf(0, { body, publicDays: ["2026-03-05", "2026-03-04"] }) }
        : servedOf(body),
    );
    const { structuredContent } = await call(INSIDERS_TOOL, { symbol: "AAPL", as_of: "2026-03-04" });
    expect(structuredContent).toMatchObject({ insider_transactions: [row("2026-03-02")], total_transactions: 1 });
    expect(inputs().map(([name]) => name)).toEqual(["insider-transactions", "insider-transactions-dated"]);
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
    expect(notes[0]).toContain("Targets and counts exist only as of now and are left out.");
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
    expect(notes[0]).toContain("As known on 2026-01-30: 40 of 70 were public by then.");
  });

  it.each(["2026-03-06", "2026-02-30", "yesterday", "2026-3-1"])("rejects %s", async (day) => {
    const { isError, text } = await ask(servedOf(STATEMENTS), STATEMENTS_TOOL, { as_of: day, fields: ["*"] });
    expect([isError, text]).toEqual([
      true,
      `Invalid "as_of": got "${day}". Allowed: a day that is not in the future, as YYYY-MM-DD.`,
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
      '"as_of" is not possible with provider_a_get_stock_quote, which has current data only. It works with financial statements, analyst price targets, insider transactions, price history, dividends.',
    ]);
  });
});
