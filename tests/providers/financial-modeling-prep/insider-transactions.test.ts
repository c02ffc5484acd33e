import { describe, expect, it } from "vitest";
import { insiderTransactionsFromFmp } from "../../../src/providers/financial-modeling-prep/insider-transactions.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();
const PATH = "insider-trading/search";
const ROW = {
  symbol: "EVGO",
  filingDate: "2026-04-03",
  transactionDate: "2026-04-01",
  transactionType: "S-Sale",
  securitiesOwned: 144282,
  reportingName: "MOTLAGH KATHERINE",
  typeOfOwner: "director",
  acquisitionOrDisposition: "D",
  securitiesTransacted: 1000,
  price: 2.5,
  securityName: "Class A Common Stock",
};
const TRANSACTION = {
  insider: "MOTLAGH KATHERINE",
  relation: "director",
  transaction: "Sale",
  cost: 2.5,
  shares: 1000,
  value: 2500,
  shares_owned_following: 144282,
  date: "2026-04-01",
};
const PROFILE = { symbol: "EVGO", companyName: "EVgo, Inc.", currency: "USD" };
const ask = () => createAsker().ask(insiderTransactionsFromFmp, { symbol: "EVGO" });

describe("insider transactions", () => {
  it("are newest first, in the interface's terms", async () => {
    const older = { ...ROW, transactionDate: "2025-01-01" };
    const calls = simulateFmp(internet, { [PATH]: [older, ROW], profile: [PROFILE] });
    expect(await ask()).toEqual({
      data: {
        symbol: "EVGO",
        company_name: "EVgo, Inc.",
        insider_transactions: [TRANSACTION, { ...TRANSACTION, date: "2025-01-01" }],
        total_transactions: 2,
      },
      publicDays: ["2026-04-03", "2026-04-03"],
      missing: [],
      currency: "USD",
    });
    expect(calls[0]).toBe("insider-trading/search?symbol=EVGO&page=0&limit=150");
  });

  it("are complete from the day after the oldest filing when a page is full", async () => {
    const rows = Array.from({ length: 100 }, (_row, index) => ({
      ...ROW,
      filingDate: index === 99 ? "2026-02-01" : "2026-04-03",
    }));
    simulateFmp(internet, { [PATH]: rows, profile: [PROFILE] });
    expect((await ask()).completeFrom).toBe("2026-02-02");
  });

  it.each([
    ["P-Purchase", "Purchase"],
    ["M-Exempt", "Option Exercise"],
    ["A-Award", "Award"],
    ["G-Gift", "Gift"],
    ["F-InKind", "Tax withholding"],
    ["C-Conversion", "Conversion"],
    ["toString", "toString"],
    ["", null],
  ])("convert %j to %j", async (transactionType, transaction) => {
    simulateFmp(internet, { [PATH]: [{ ...ROW, transactionType }], profile: [PROFILE] });
    expect((await ask()).data.insider_transactions).toEqual([{ ...TRANSACTION, transaction }]);
  });

  it.each([0, 0.0001, null, "free"])("have null for cost and value at a price of %j", async (price) => {
    simulateFmp(internet, { [PATH]: [{ ...ROW, price }], profile: [PROFILE] });
    expect((await ask()).data.insider_transactions).toEqual([{ ...TRANSACTION, cost: null, value: null }]);
  });

  it("have no company name when the profile cannot be fetched", async () => {
    simulateFmp(internet, { [PATH]: [ROW], profile: refused(402, NOT_IN_PLAN.path) });
    const { data, missing } = await ask();
    expect(data.company_name).toBeNull();
    expect(missing).toEqual(["company_name"]);
  });

  it("are a sentence for a company without any", async () => {
    simulateFmp(internet, { [PATH]: [], profile: [PROFILE] });
    expect((await ask()).data).toEqual({
      symbol: "EVGO",
      company_name: "EVgo, Inc.",
      insider_transactions: "No insider transactions found for EVGO",
    });
  });

  it("are not found for an unknown symbol", async () => {
    simulateFmp(internet, { [PATH]: [], profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });

  it("are no valid answer when no row has a name or a figure", async () => {
    simulateFmp(internet, { [PATH]: [{ symbol: "EVGO" }] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
