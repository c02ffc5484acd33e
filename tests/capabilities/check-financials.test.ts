import { texts } from "../support/texts.js";
import { describe, expect, it } from "vitest";
import { checkByFilings } from "../../src/capabilities/companies/check-financials.js";
import type { StatementRecord } from "../../src/capabilities/companies/financials.js";
import { on, say, type Sentence } from "../../src/contract/sentence.js";
import { envelopeOf, servedOf } from "../support/fakes.js";

const answering =
  (provider: "provider-a" | "provider-b" | "provider-d", data: readonly StatementRecord[], notes: Sentence[] = []) =>
  async () => ({
    ...servedOf({}),
    envelope: { ...envelopeOf(0, { body: { symbol: "AAPL", data }, notes }), provider },
  });
const FILING = {
  accessionNumber: "0000320193-25-000079",
  form: "10-K",
  filingDate: "2025-10-31",
  filingUrl: "https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/0000320193-25-000079-index.htm",
};
const filed = (figures: Record<string, number | null>, more: Partial<StatementRecord> = {}): StatementRecord => ({
  date: "2025-09-27",
  symbol: "AAPL",
  ...figures,
  reportedCurrency: "USD",
  ...FILING,
  fiscalYear: "2025",
  period: "FY",
  derived: [],
  ...more,
});
const theirs = (figures: Record<string, number | null>, date = "2025-09-27", currency = "USD"): StatementRecord => ({
  date,
  symbol: "AAPL",
  reportedCurrency: currency,
  ...figures,
});
const check = (from: readonly StatementRecord[], others: readonly StatementRecord[], limit = 1, fields?: ["*"]) =>
  checkByFilings(
    { symbol: "AAPL", statement_type: "income", period: "annual", limit, fields },
    answering("provider-d", from),
    answering("provider-a", others),
  );

describe("check_financials", () => {
  it("names each field that differs from the filing, and counts equal ones", async () => {
    const { data } = await check(
      [filed({ revenue: 416_161, netIncome: 112_010, interestExpense: null, eps: 7.49 })],
      [theirs({ revenue: 416_161, netIncome: 112_000, interestExpense: 0, eps: null, otherExpenses: 5 })],
    );
    expect(data).toEqual({
      symbol: "AAPL",
      reportedCurrency: "USD",
      provider: "PROVIDER_A",
      periods: [
        {
          date: "2025-09-27",
          filing: { accession: FILING.accessionNumber, form: "10-K", filed: "2025-10-31", url: FILING.filingUrl },
          summary: { equal: 1, rounding: 1, differs: 0, notInFiling: 1, notAtProvider: 1, commonFactor: null },
          differences: [
            { field: "netIncome", ours: 112_000, filed: 112_010, verdict: "rounding" },
            { field: "interestExpense", ours: 0, filed: null, verdict: "notInFiling" },
            { field: "eps", ours: null, filed: 7.49, verdict: "notAtProvider" },
          ],
        },
      ],
    });
  });

  it("lists equal fields, too, when all are asked for", async () => {
    const { data } = await check([filed({ revenue: 1 })], [theirs({ revenue: 1 })], 1, ["*"]);
    expect(data.periods[0]!.differences).toEqual([{ field: "revenue", ours: 1, filed: 1, verdict: "equal" }]);
  });

  it("does not compare sums that no filing states", async () => {
    const { data } = await check([filed({ revenue: 1, ebitda: 5 })], [theirs({ revenue: 1, ebitda: 6 })]);
    expect(data.periods[0]!.differences).toEqual([]);
  });

  it("counts fields with a common factor apart from those that differ", async () => {
    const { data } = await check(
      [filed({ revenue: 416_161_000, netIncome: 112_010_000, eps: 7.49 })],
      [theirs({ revenue: 416_161, netIncome: 112_010, eps: 7.3 })],
    );
    expect(data.periods[0]!.summary).toMatchObject({
      differs: 1,
      commonFactor: { kind: "scale", factor: 0.001, fields: 2 },
    });
  });

  it("compares a period that the provider dates by the end of its month, and says so", async () => {
    const { data, notes } = await check([filed({ revenue: 1 })], [theirs({ revenue: 1 }, "2025-09-30")]);
    expect(data.periods[0]!.summary.equal).toBe(1);
    expect(notes).toContain("The provider dates the period 2025-09-27 as 2025-09-30.");
  });

  it("says where the currencies differ, and where the provider has a figure that was restated", async () => {
    const provenance = [{ field: "revenue", first: { value: 32_479, filed: "2009-10-27" } }] as never;
    const { notes } = await check(
      [filed({ revenue: 37_491 }, { provenance })],
      [theirs({ revenue: 32_479 }, "2025-09-27", "EUR")],
    );
    expect(notes).toContain("2025-09-27: the filing is in USD, the provider's figures are in EUR.");
    expect(texts(notes)).toContain("2025-09-27: revenue as first filed; a later filing restated it.");
  });

  it("passes on which lines filings lack, and no other note of theirs", async () => {
    const lines = on.lines(say`Banks have other lines.`);
    const { notes } = await checkByFilings(
      { symbol: "AAPL", statement_type: "income", period: "annual", limit: 1 },
      answering("provider-d", [filed({ revenue: 1 })], [say`Filed figures reach back to 2009.`, lines]),
      answering("provider-a", [theirs({ revenue: 1 })]),
    );
    expect(notes!.slice(1)).toEqual([lines]);
  });

  it("compares as many of the newest common periods as asked", async () => {
    const older = { date: "2024-09-28" };
    const { data } = await check(
      [filed({ revenue: 3 }, { date: "2026-09-26" }), filed({ revenue: 2 }), filed({ revenue: 1 }, older)],
      [theirs({ revenue: 2 }), theirs({ revenue: 1 }, older.date)],
      2,
    );
    expect(data.periods.map(({ date }) => date)).toEqual(["2025-09-27", "2024-09-28"]);
  });

  it("is not covered where no period is on both sides", async () => {
    await expect(check([filed({ revenue: 1 })], [theirs({ revenue: 1 }, "2019-09-28")])).rejects.toMatchObject({
      kind: "no_coverage",
    });
  });
});
