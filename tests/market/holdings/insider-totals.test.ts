import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { insiderTransactions } from "../../../src/capabilities/companies/insider-transactions.js";
import { toInsiderTotals, toInsiderTotalsNotes, type Summed } from "../../../src/market/holdings/insider-totals.js";
import { entry } from "../../../src/contract/entry.js";
import { source } from "../../../src/contract/provider.js";
import { daysBefore } from "../../../src/lib/day.js";
import { createAppOf } from "../../support/app-of.js";
import { fakeA, servedOf } from "../../support/fakes.js";
import { serving } from "../../support/mcp-client.js";

const trade = (date: string | null, transaction: string | null, shares: number | null, value: number | null) => ({
  insider: "Doe",
  relation: "Director",
  transaction,
  cost: null,
  shares,
  value,
  shares_owned_following: null,
  date,
});
const NONE = { transactions: 0, shares: 0, value: 0, withoutValue: 0 };

describe("totals of insider transactions", () => {
  const rows = [
    trade("2026-03-03", "Sale", 900, 5000.25),
    trade("2026-03-02", "Sale", 100, null),
    trade("2026-02-01", "Purchase", null, null),
    trade("2026-01-01", "Award", 50, 0),
    trade("2025-12-01", null, 7, null),
    trade("2025-08-01", "Purchase", 1234567, 70),
  ];

  it("are sums by kind over the shown rows, and over the half year of all known rows", () => {
    const { totals, totals6mo } = toInsiderTotals(rows.slice(0, 2), rows, "2026-03-05", undefined);
    expect(totals).toEqual({
      from: "2026-03-02",
      to: "2026-03-03",
      bought: NONE,
      sold: { transactions: 2, shares: 1000, value: 5000.25, withoutValue: 1 },
      granted: NONE,
      other: NONE,
    });
    expect(totals6mo).toEqual({
      from: "2025-09-04",
      to: "2026-03-05",
      bought: { transactions: 1, shares: null, value: null, withoutValue: 1 },
      sold: { transactions: 2, shares: 1000, value: 5000.25, withoutValue: 1 },
      granted: { transactions: 1, shares: 50, value: 0, withoutValue: 0 },
      other: { transactions: 1, shares: 7, value: null, withoutValue: 1 },
    });
  });

  it("have at most six significant digits", () => {
    const { totals } = toInsiderTotals(rows.slice(5), rows, "2026-03-05", undefined);
    expect(totals).toMatchObject({ bought: { shares: 1234570 } });
  });

  it("add values as they are before they are rounded, and those that Yahoo sends as sent", async () => {
    const sale = { ...trade("2026-03-03", "Sale", 999_999, 1_234_570), cost: 1.234569 };
    // A price for which the value is no product, such as that of an ADS beside ordinary shares.
    const other = { ...sale, cost: 1.3 };
    for (const [from, each, value] of [
      ["PROVIDER_D", sale, 3_703_700],
      ["PROVIDER_A", sale, 3_703_700],
      ["PROVIDER_D", other, 3_703_710],
      ["PROVIDER_B", sale, 3_703_710],
    ] as const) {
      const rows3 = [each, each, each];
      const body = {
        symbol: "AAPL",
        insider_transactions: rows3,
        timestamp: "2026-03-05T12:00:00.000000",
        source: from,
      };
      const { call } = await serving(servedOf(body));
      const { structuredContent } = await call(insiderTransactions.tool.name, { symbol: "AAPL", fields: ["date"] });
      expect(structuredContent).toMatchObject({ totals: { sold: { value } }, totals6mo: { sold: { value } } });
    }
  });

  it("count an exercise once, as that of the shares, and say which rows they leave out", () => {
    const right = { ...trade("2026-03-03", "Option Exercise", 2500, null), derivative: true };
    const shares = [
      { ...trade("2026-03-03", "Option Exercise", 2500, 45_550), derivative: false },
      trade("2026-03-03", "Tax withholding", 1100, 319_110),
    ];
    const { totals, totals6mo } = toInsiderTotals([...shares, right], [...shares, right], "2026-03-05", undefined);
    const other = { transactions: 2, shares: 3600, value: 364_660, withoutValue: 0 };
    expect([totals, totals6mo]).toMatchObject([{ other }, { other }]);
    const left = (count: string) =>
      `The sums leave out ${count} of options and other rights: their exercise counts as that of the shares.`;
    expect(toInsiderTotalsNotes("2026-03-05", undefined, [...shares, right])).toEqual([left("1 transaction")]);
    expect(toInsiderTotalsNotes("2026-03-05", undefined, [right, right])).toEqual([left("2 transactions")]);
    expect(toInsiderTotalsNotes("2026-03-05", undefined, shares)).toEqual([]);
  });

  describe("of a transaction that several owners report", () => {
    const block = (insider: string, more: object = {}) => ({
      ...trade("2026-02-26", "Sale", 24e6, 10704e5),
      insider,
      relation: "10% Owner",
      cost: 44.6,
      shares_owned_following: 9e7,
      ownership: "indirect",
      ...more,
    });
    const soldIn = (...owners: Summed[]) => {
      const { totals, totals6mo } = toInsiderTotals(owners, owners, "2026-03-05", undefined);
      const { transactions, shares } = (totals as unknown as Record<string, Record<string, unknown>>)["sold"]!;
      expect(totals6mo).toMatchObject({ sold: { transactions, shares } });
      return [transactions, shares, ...toInsiderTotalsNotes("2026-03-05", undefined, owners)];
    };
    const ONCE = (what: string) => `${what} by several owners; the sums count each once.`;

    it("count it once, and say how many forms report it", () => {
      const chain = [block("Group"), block("Holdings"), block("Fund", { relation: "Director; 10% Owner" })];
      expect(soldIn(...chain)).toEqual([1, 24_000_000, ONCE("1 transaction is reported in 3 forms")]);
      const next = chain.map((owner) => ({ ...owner, date: "2026-02-27", shares_owned_following: 66_000_000 }));
      expect(soldIn(...chain, ...next)).toEqual([2, 48_000_000, ONCE("2 transactions are reported in 6 forms")]);
    });

    it("count it once where the last owner holds the shares directly, and has two equal lines", () => {
      const direct = { ownership: "direct" };
      const chain = [block("Group"), block("Fund", direct)];
      expect(soldIn(...chain)).toEqual([1, 24_000_000, ONCE("1 transaction is reported in 2 forms")]);
      const twice = [block("Group"), block("Group"), block("Fund"), block("Fund")];
      expect(soldIn(...twice)).toEqual([2, 48_000_000, ONCE("2 transactions are reported in 2 forms")]);
    });

    it.each([
      ["directors, who are no such owners", { relation: "Director" }],
      ["owners who hold their shares directly", { ownership: "direct" }],
      ["owners whose holding is not known", { shares_owned_following: null }],
    ])("count both of two %s", (_who, more) => {
      expect(soldIn(block("One", more), block("Two", more))).toEqual([2, 48_000_000]);
    });

    it.each([
      ["holding", { shares_owned_following: 12_500 }],
      ["day", { date: "2026-02-25" }],
      ["price", { cost: 44.7 }],
      ["number", { shares: 24_000_001 }],
      ["code", { code: "J" }],
    ])("count both of two with another %s", (_what, more) => {
      expect(soldIn(block("One"), block("Two", more))[0]).toBe(2);
    });

    it("count it once in the words of another source, which does not say who holds the shares directly", () => {
      const more = { relation: "director, 10 percent owner", ownership: undefined };
      expect(soldIn(block("One", more), block("Two", more))[0]).toBe(1);
    });

    it("count all lines of one owner", () => {
      expect(soldIn(block("Group"), block("Group"))).toEqual([2, 48_000_000]);
    });
  });

  it("begin with the day from which the source left out no transaction", () => {
    const { totals6mo } = toInsiderTotals(rows, rows, "2026-03-05", "2026-02-02");
    expect(totals6mo).toMatchObject({ from: "2026-02-02", to: "2026-03-05", bought: NONE, sold: { transactions: 2 } });
  });

  it("have no half year when the source left out a transaction of its last day", () => {
    expect(toInsiderTotals(rows, rows, "2026-03-05", "2026-03-06")).not.toHaveProperty("totals6mo");
  });

  it("say that they begin later than half a year ago, because a name says six months", () => {
    expect(texts(toInsiderTotalsNotes("2026-03-05", "2026-02-02", rows))).toEqual([
      "totals6mo begin on 2026-02-02, because older transactions were not all read.",
    ]);
    expect(toInsiderTotalsNotes("2026-03-05", "2025-09-05", rows)).toHaveLength(1);
    for (const from of [undefined, "2025-09-04", "2025-01-01", "2026-03-06"]) {
      expect(toInsiderTotalsNotes("2026-03-05", from, rows)).toEqual([]);
    }
  });

  it("stand after the interface's fields, for the rows that a tool shows, whatever fields it narrows them to", async () => {
    const body = {
      symbol: "AAPL",
      company_name: null,
      insider_transactions: rows,
      total_transactions: rows.length,
      timestamp: "2026-03-05T12:00:00.000000",
      source: "PROVIDER_B",
    };
    const { call } = await serving(servedOf(body));
    const { structuredContent } = await call(insiderTransactions.tool.name, {
      symbol: "AAPL",
      limit: 1,
      fields: ["date"],
    });
    expect(Object.keys(structuredContent as object).slice(-3)).toEqual(["source", "totals", "totals6mo"]);
    expect(structuredContent).toMatchObject({
      insider_transactions: [{ date: "2026-03-03" }],
      totals: { from: "2026-03-03", to: "2026-03-03", sold: { transactions: 1, shares: 900 } },
      totals6mo: { from: "2025-09-04", sold: { transactions: 2 } },
    });
  });

  it("have that sentence in the note of a tool, and in the header over REST", async () => {
    const answered = source(fakeA, insiderTransactions, async () => ({
      data: { symbol: "AAPL", company_name: null, insider_transactions: rows, total_transactions: rows.length },
      // The day of London can be a day ahead of that of New York.
      completeFrom: daysBefore(new Date().toISOString().slice(0, 10), 7),
    }));
    const { get, close } = await createAppOf([entry(insiderTransactions, [answered])], { PROVIDER_A_API_KEY: "key" });
    const { headers } = await get("/api/v1/stock/AAPL/insider-transactions");
    await close();
    const sentence = /totals6mo begin on [\d-]+, because older transactions were not all read\./;
    expect(headers["x-data-notes"]).toMatch(sentence);
    const served = servedOf({ symbol: "AAPL", insider_transactions: rows, timestamp: "2026-03-05T12:00:00.000000" });
    const { call } = await serving({ ...served, envelope: { ...served.envelope, completeFrom: "2026-02-02" } });
    const { structuredContent } = await call(insiderTransactions.tool.name, { symbol: "AAPL" });
    expect(structuredContent).toMatchObject({ note: expect.stringMatching(sentence) as string });
  });

  it("are absent when there are no transactions", async () => {
    const body = { symbol: "AAPL", company_name: null, insider_transactions: "No insider transactions found for AAPL" };
    const { call } = await serving(
      servedOf({ ...body, timestamp: "2026-03-05T12:00:00.000000", source: "PROVIDER_B" }),
    );
    const { structuredContent } = await call(insiderTransactions.tool.name, { symbol: "AAPL" });
    expect(structuredContent).not.toHaveProperty("totals");
  });
});
