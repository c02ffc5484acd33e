import * as fc from "fast-check";
import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { dayAfter } from "../../../src/lib/day.js";
import { toInsiderText } from "../../../src/providers/yahoo/modules/insiders-part.js";
import { insiderTransactionsFromYahoo } from "../../../src/providers/yahoo/companies/insider-transactions.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();
const figure = (raw: number) => ({ raw, fmt: String(raw), longFmt: String(raw) });
const FEBRUARY_3 = { raw: 1738540800, fmt: "2025-02-03" };

const SALE = {
  maxAge: 1,
  shares: figure(1516),
  value: figure(343147),
  filerUrl: "",
  transactionText: "Sale at price 226.35 per share.",
  filerName: "LEVINSON ARTHUR D",
  filerRelation: "Director",
  moneyText: "",
  startDate: FEBRUARY_3,
  ownership: "D",
};
const TRANSACTION = {
  insider: "LEVINSON ARTHUR D",
  relation: "Director",
  transaction: "Sale",
  cost: 226.35,
  shares: 1516,
  value: 343147,
  shares_owned_following: null,
  date: "2025-02-03",
};
const HOLDER = {
  name: "LEVINSON ARTHUR D",
  relation: "Director",
  transactionDescription: "Sale",
  latestTransDate: FEBRUARY_3,
  positionDirect: figure(4215580),
  positionDirectDate: FEBRUARY_3,
};

async function insidersOf(modules: Record<string, JsonBodyType>) {
  internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: APPLE_PRICE, ...modules })));
  return createAsker().ask(insiderTransactionsFromYahoo, { symbol: "AAPL" });
}

async function transactionOf(row: JsonBodyType, ...holders: JsonBodyType[]) {
  const { data } = await insidersOf({ insiderTransactions: { transactions: [row] }, insiderHolders: { holders } });
  return data.insider_transactions[0];
}

describe("insider transactions by provider B", () => {
  it("have every figure as provider B sends it", async () => {
    expect(await insidersOf({ insiderTransactions: { transactions: [SALE] } })).toEqual({
      data: {
        symbol: "AAPL",
        company_name: "Apple Inc.",
        insider_transactions: [TRANSACTION],
        total_transactions: 1,
      },
      fetchedAt: expect.any(Number),
      missing: [],
      currency: "USD",
    });
  });

  it("are in US dollars for every listing, because B converts them", async () => {
    const bought = {
      ...SALE,
      transactionText: "Bought at price 3.89 per share.",
      shares: figure(49),
      value: figure(190),
    };
    const answer = await insidersOf({
      price: { ...APPLE_PRICE, currency: "GBp" },
      insiderTransactions: { transactions: [bought] },
    });
    expect(answer.data.insider_transactions).toMatchObject([{ cost: 3.89, shares: 49, value: 190 }]);
    expect([answer.currency, answer.notes]).toEqual([
      "USD",
      [
        "Provider B gives prices and values of insider transactions in US dollars, whatever the currency of the listing.",
      ],
    ]);
  });

  it("state a person's holding only for the latest transaction", async () => {
    expect(await transactionOf(SALE, HOLDER)).toEqual({ ...TRANSACTION, shares_owned_following: 4215580 });
    const later = { ...HOLDER, latestTransDate: { raw: 1738627200, fmt: "2025-02-04" } };
    expect(await transactionOf(SALE, later)).toEqual(TRANSACTION);
    expect(await transactionOf(SALE, { ...HOLDER, name: "GORSKY ALEX" })).toEqual(TRANSACTION);
    expect(await transactionOf(SALE, { ...HOLDER, positionDirect: {} })).toEqual(TRANSACTION);
  });

  it("state no holding for several transactions of one person on one day", async () => {
    const other = { ...SALE, transactionText: "Stock Gift at price 0.00 per share." };
    const insider = { ...SALE, filerName: "GORSKY ALEX" };
    const { data } = await insidersOf({
      insiderTransactions: { transactions: [other, insider, SALE] },
      insiderHolders: { holders: [HOLDER, { ...HOLDER, name: "GORSKY ALEX", positionDirect: figure(7) }] },
    });
    const rows = data.insider_transactions as { shares_owned_following: number | null }[];
    expect(rows.map((row) => row.shares_owned_following)).toEqual([null, 7, null]);
  });

  it("have value / shares as the cost of a price range", async () => {
    const row = {
      ...SALE,
      transactionText: "Sale at price 198.74 - 202.40 per share.",
      shares: figure(4),
      value: figure(802),
    };
    expect(await transactionOf(row)).toEqual({ ...TRANSACTION, cost: 200.5, shares: 4, value: 802 });
  });

  it("have no cost for a price range without a value", async () => {
    const { value: _, ...row } = SALE;
    expect(await transactionOf({ ...row, transactionText: "Sale at price 1.00 - 2.00 per share." })).toEqual({
      ...TRANSACTION,
      cost: null,
      value: null,
    });
  });

  it("have shares x cost as a value that is missing", async () => {
    const row = { ...SALE, transactionText: "Sale at price 2.50 per share.", shares: figure(10), value: {} };
    expect(await transactionOf(row)).toEqual({ ...TRANSACTION, cost: 2.5, shares: 10, value: 25 });
  });

  it("have no value of 0 beside a price, which stands for an unknown one", async () => {
    const sold = { ...SALE, transactionText: "Sale at price 2.50 per share.", shares: figure(10), value: figure(0) };
    expect(await transactionOf(sold)).toMatchObject({ cost: 2.5, value: 25 });
    const range = { ...sold, transactionText: "Sale at price 2.00 - 3.00 per share." };
    expect(await transactionOf(range)).toMatchObject({ cost: null, value: null });
  });

  it("are newest first, whatever provider B's order", async () => {
    const on = (raw: number) => ({ ...SALE, startDate: { raw, fmt: "" } });
    const transactions = [on(1738540800 - 86_400), { ...SALE, startDate: {} }, on(1738540800), on(1738540800 + 86_400)];
    const { data } = await insidersOf({ insiderTransactions: { transactions } });
    const rows = data.insider_transactions as { date: string | null }[];
    expect(rows.map(({ date }) => date)).toEqual(["2025-02-04", "2025-02-03", "2025-02-02", null]);
  });

  it("have a real 0 for a gift", async () => {
    const row = { ...SALE, transactionText: "Stock Gift at price 0.00 per share.", value: figure(0) };
    expect(await transactionOf(row)).toEqual({ ...TRANSACTION, transaction: "Gift", cost: 0, value: 0 });
  });

  it("have neither kind nor price without the sentence, which every fourth row lacks", async () => {
    const { value: _, ...row } = { ...SALE, transactionText: "", filerRelation: "" };
    expect(await transactionOf(row)).toEqual({
      ...TRANSACTION,
      relation: null,
      transaction: null,
      cost: null,
      value: null,
    });
  });

  it("have value / shares as the cost when only the sentence is missing", async () => {
    const row = { ...SALE, transactionText: "", shares: figure(4), value: figure(10) };
    expect(await transactionOf(row)).toEqual({ ...TRANSACTION, transaction: null, cost: 2.5, shares: 4, value: 10 });
    expect(await transactionOf({ ...row, value: figure(0) })).toMatchObject({ cost: null, value: null });
    expect(await transactionOf({ ...row, shares: figure(0) })).toMatchObject({ cost: null, shares: 0 });
  });

  it("are at most 150 and leave out invalid rows", async () => {
    const transactions = [null, 5, ...Array.from({ length: 200 }, () => SALE)];
    const { data, completeFrom } = await insidersOf({ insiderTransactions: { transactions } });
    expect(data.total_transactions).toBe(148);
    expect(completeFrom).toBe(dayAfter((data.insider_transactions as { date: string }[])[0]!.date));
  });

  it.each([
    ["there is no module", {}],
    ["the module is null", { insiderTransactions: null }],
    ["the list is empty", { insiderTransactions: { transactions: [] } }],
    ["the module is empty", { insiderTransactions: {} }],
  ])("are a sentence without a total when %s", async (_what, modules) => {
    expect(await insidersOf(modules as Record<string, JsonBodyType>)).toEqual({
      data: {
        symbol: "AAPL",
        company_name: "Apple Inc.",
        insider_transactions: "No insider transactions found for AAPL",
      },
    });
  });
});

describe("an answer of provider B about insiders", () => {
  it.each(["none", ["none"], { transactions: "none" }, { transactions: [5, "none"] }])(
    "does not mean that there are none when the module is %j",
    async (insiderTransactions) => {
      await expect(insidersOf({ insiderTransactions })).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );
});

describe("provider B's sentence about a transaction", () => {
  it.each([
    ["Sale at price 226.35 per share.", "Sale", 226.35],
    ["Purchase at price 1,226.35 per share.", "Purchase", 1226.35],
    ["Bought at price 12 per share.", "Purchase", 12],
    ["Sale at price 198.74 - 202.40 per share.", "Sale", "range"],
    ["Conversion of Exercise of derivative security at price 61.36 - 93.50 per share.", "Option Exercise", "range"],
    ["Exercise of options/rights at price 5.00 per share.", "Option Exercise", 5],
    ["Exercise for cash at price 5.00 per share.", "Option Exercise", 5],
    ["Stock Award(Grant) at price 0.00 per share.", "Award", 0],
    ["Stock Gift at price 0.00 per share.", "Gift", 0],
    ["Stock Gift.", "Gift", null],
    ["Redemption at price 3.00 per share.", "Redemption", 3],
    ["Sale at price - per share.", "Sale", null],
    ["Sale at price NaN per share.", "Sale", null],
    [null, null, null],
  ])("%j means %j at %j", (text, transaction, price) => {
    expect(toInsiderText(text)).toEqual({ transaction, price });
  });

  it("never gives a price that is not a number", () => {
    const sentence = fc.tuple(fc.string(), fc.string()).map(([what, price]) => `${what} at price ${price} per share.`);
    fc.assert(
      fc.property(fc.oneof(sentence, fc.string()), (text) => {
        const { price } = toInsiderText(text);
        expect(price === null || price === "range" || Number.isFinite(price)).toBe(true);
      }),
    );
  });
});
