import { describe, expect, it } from "vitest";
import { financials } from "../../../src/capabilities/companies/financials.js";
import { alternativeQuote } from "../../../src/capabilities/prices/quote.js";
import { entry, type Entry } from "../../../src/contract/entry.js";
import { ProviderError } from "../../../src/contract/errors.js";
import { parseInput } from "../../../src/contract/input.js";
import { toQuestion, type Ask } from "../../../src/contract/question.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { toSummary } from "../../../src/market/statements/statement-summary.js";
import { answerView, takeView } from "../../../src/views/view.js";
import { servedOf } from "../../support/fakes.js";

type Row = Record<string, unknown>;

const row = (date: string, more: Row): Row => ({ date, symbol: "AAPL", reportedCurrency: "USD", ...more });
// Apple's fiscal 2025 and its quarters, in millions of dollars.
const YEARS = [
  row("2025-09-27", { netDividendsPaid: -15_421, commonStockRepurchased: -90_711, commonStockIssuance: null }),
  row("2024-09-28", { netDividendsPaid: -15_234, commonStockRepurchased: -94_949, commonStockIssuance: null }),
];
const QUARTERS = [
  row("2025-09-27", { netDividendsPaid: -3_856, commonStockRepurchased: -20_132 }),
  row("2025-06-28", { netDividendsPaid: -3_884, commonStockRepurchased: -21_075 }),
  row("2025-03-29", { netDividendsPaid: -3_758, commonStockRepurchased: -25_898 }),
  row("2024-12-28", { netDividendsPaid: -3_856, commonStockRepurchased: -23_606 }),
];
const QUOTE = { symbol: "AAPL", marketCap: 3_762_000, currency: "USD", as_of: "2025-11-20T21:00:00Z" };

/** Returns the summary and the notes of an answer, and the capabilities that were asked. */
async function yieldOf(data: readonly Row[], raw: Row = {}, quote: Row | null = QUOTE, asOf?: string) {
  const asked: string[] = [];
  const ask: Ask = async ({ entry: { capability }, input }) => {
    asked.push(`${capability.name} ${JSON.stringify((input as Row)["symbol"])}`);
    if (capability.name === alternativeQuote.name) {
      if (!quote) throw new ProviderError("provider-b", "unreachable");
      return servedOf(quote);
    }
    const { statement_type, period } = input as Row;
    return servedOf({ symbol: "AAPL", statement_type, period, data });
  };
  const asking: Entry = {
    ...(entry(financials, []) as never as Entry),
    supplement: entry(alternativeQuote, []) as never,
  };
  const input = parseInput(financials, { symbol: "AAPL", statement_type: "cash", ...raw });
  const view = { ...takeView(financials, { fields: ["shareholderYield"] }), asOf };
  const served = await answerView(toQuestion(asking, input) as never, view, ask);
  const { body, notes } = served.envelope;
  const shown = toSummary(body["data"] as Row[], body, [], view.overall ?? []);
  return { summary: { ...body, ...shown }["summary"] as Row, notes: notes.map(toPlainText), asked };
}

describe("the yield of all that shareholders get", () => {
  // Right values by python3: (15421 + 90711) / 3762000; the quarters sum to 106,065 + 0.
  it("is of the newest year, with the day of the quote, which takes one call", async () => {
    const { summary, notes, asked } = await yieldOf(YEARS);
    expect(summary).toEqual({
      from: "2025-09-27",
      to: "2025-09-27",
      periods: 1,
      shareholderYield: 0.0282116,
      quoteDate: "2025-11-20",
    });
    expect(asked).toEqual(['financials "AAPL"', 'alternative-quote "AAPL"']);
    expect(notes.join(" ")).toContain("shareholderYield is of the year to 2025-09-27, at the market cap of 2025-11-20");
    expect(notes.join(" ")).toContain("commonStockIssuance is not in the statements and counts as 0.");
  });

  it("is of the newest four quarters, and less what new shares raised", async () => {
    const { summary } = await yieldOf(QUARTERS, { period: "quarter" });
    expect(summary).toMatchObject({ from: "2024-12-28", to: "2025-09-27", periods: 4, shareholderYield: 0.0281938 });
    const [newest, ...older] = YEARS;
    const raised = await yieldOf([{ ...newest, commonStockIssuance: 1_200 }, ...older]);
    expect(raised.summary["shareholderYield"]).toBe(0.0278926);
    expect(raised.notes.join(" ")).not.toContain("counts as 0");
  });

  const newest = YEARS[0]!;
  const none = { netDividendsPaid: null, commonStockRepurchased: null };
  it.each<[string, readonly Row[], Row, Row, string]>([
    [
      "of another statement",
      YEARS,
      { statement_type: "income" },
      QUOTE,
      "it is of cash flows; ask with statement_type cash",
    ],
    ["without a market cap", YEARS, {}, { ...QUOTE, marketCap: null }, "the quote has no market cap"],
    [
      "in another currency",
      [{ ...newest, reportedCurrency: "TWD" }],
      {},
      QUOTE,
      "it would mix TWD of the accounts with USD of the market cap",
    ],
    ["in an unknown currency", [{ ...newest, reportedCurrency: null }], {}, QUOTE, "a currency is not known"],
    [
      "of three quarters",
      QUARTERS.slice(1),
      { period: "quarter" },
      QUOTE,
      "four quarters in a row that end there are not",
    ],
    [
      "where a quarter lacks a line",
      [...QUARTERS.slice(0, 3), { ...QUARTERS[3], netDividendsPaid: null }],
      { period: "quarter" },
      QUOTE,
      "a quarter lacks netDividendsPaid",
    ],
    ["without any line", [{ ...newest, ...none }], {}, QUOTE, "the statements have none of netDividendsPaid"],
    ["without periods", [], {}, QUOTE, "there is no period"],
  ])("is null %s, with the reason", async (_what, data, raw, quote, why) => {
    const { summary, notes } = await yieldOf(data, raw, quote);
    expect(summary["shareholderYield"]).toBeNull();
    expect(notes.join(" ")).toContain(`shareholderYield is null: ${why}`);
  });

  it("is null without a quote and for a past day, and compares prices in pence with accounts in pounds", async () => {
    const failed = await yieldOf(YEARS, {}, null);
    expect(failed.summary["shareholderYield"]).toBeNull();
    expect(failed.notes.join(" ")).toMatch(/shareholderYield is null: there is no quote\. Provider B could not/);
    const past = await yieldOf(YEARS, {}, QUOTE, "2025-11-30");
    expect(past.notes.join(" ")).toContain("the market cap of a past day is not known");
    const pounds = YEARS.map((each) => ({ ...each, reportedCurrency: "GBP" }));
    expect((await yieldOf(pounds, {}, { ...QUOTE, currency: "GBp" })).summary["shareholderYield"]).toBe(0.0282116);
  });
});
