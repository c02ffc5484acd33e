import { describe, expect, it } from "vitest";
import { financialsFromD } from "../../../src/providers/provider-d/financials.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFacts, type PlayedFiling } from "./facts-play.js";

const internet = useInternet();
const ask = async (facts: PlayedFacts, input: object = {}) => {
  playCompany(internet, { facts });
  return createAsker().ask(financialsFromD, { symbol: "AAPL", period: "quarter", ...input });
};
/** Returns a figure of each period, newest first. */
const figuresOf = async (field: string, ...args: Parameters<typeof ask>) =>
  (await ask(...args)).data.data.map(({ date, [field]: value }) => [date, value]);

/** A filing of a day; its number is that of the day. */
const filing = (form: string, filed: string, year = Number(filed.slice(0, 4))): PlayedFiling => [
  `0000000001-${filed.slice(2, 4)}-${filed.slice(5, 7)}${filed.slice(8)}00`,
  form,
  filed,
  year,
];
/** A fact in each of several filings. */
const stated = (days: string, value: number, ...filings: PlayedFiling[]): PlayedFact[] => {
  const [start, end] = days.split(" ");
  return filings.map((each) => [start!, end!, value, each]);
};

const NINE = filing("10-Q", "2019-08-06");
const YEAR = filing("10-K", "2019-11-20");
const NEXT = filing("10-K", "2020-11-25");
const [MONTHS, WHOLE, FOURTH] = ["2018-10-01 2019-06-30", "2018-10-01 2019-09-30", "2019-07-01 2019-09-30"];

describe("of several tags of a figure", () => {
  it("the filed one goes before a difference of one that newer filings repeat", async () => {
    const facts = {
      NetIncomeLoss: {
        USD: [
          ...stated(MONTHS, 10_000, NINE),
          ...stated(WHOLE, 11_054, YEAR, NEXT),
          ...stated(FOURTH, 1_054, YEAR, NEXT),
        ],
      },
      ProfitLoss: {
        USD: [...stated(MONTHS, 10_379, NINE), ...stated(WHOLE, 11_584, YEAR, NEXT, filing("10-K", "2021-11-24"))],
      },
    };
    expect((await figuresOf("netIncome", facts))[0]).toEqual(["2019-09-30", 1_054]);
    // The cash flow statement begins with the minorities' part in all quarters.
    expect((await figuresOf("netIncome", facts, { statement_type: "cash" }))[0]).toEqual(["2019-09-30", 1_205]);
  });

  it("a lower one counts only where its newest filing does not use the preferred one at all", async () => {
    const quarter = "2018-10-01 2018-12-31";
    const factsOf = (later: PlayedFiling, ...others: PlayedFact[]) => ({
      NetIncomeLoss: { USD: [...stated(quarter, 2_107, NINE), ...others] },
      ProfitLoss: { USD: stated(quarter, 2_147, NINE, later) },
    });
    const changed = factsOf(NEXT);
    expect(await figuresOf("netIncome", changed)).toEqual([["2018-12-31", 2_147]]);
    const both = factsOf(NEXT, ...stated(WHOLE, 11_054, NEXT));
    expect((await figuresOf("netIncome", both)).at(-1)).toEqual(["2018-12-31", 2_107]);
  });

  it("a difference of the preferred one goes before another tag that the same filing states", async () => {
    const facts = {
      NetIncomeLoss: { USD: [...stated(MONTHS, 10_000, NINE), ...stated(WHOLE, 11_054, YEAR)] },
      ProfitLoss: { USD: stated(FOURTH, 1_205, YEAR) },
    };
    expect((await figuresOf("netIncome", facts))[0]).toEqual(["2019-09-30", 1_054]);
  });

  it("a part of the revenue that is filed does not take the place of the total less earlier months", async () => {
    const factsOf = (value: number) => ({
      NetIncomeLoss: { USD: [...stated(MONTHS, 10, NINE), ...stated(WHOLE, 12, YEAR)] },
      Revenues: { USD: [...stated(MONTHS, 300, NINE), ...stated(WHOLE, 413, YEAR)] },
      RevenueFromContractWithCustomerExcludingAssessedTax: { USD: stated(FOURTH, value, YEAR) },
    });
    expect((await figuresOf("revenue", factsOf(106)))[0]).toEqual(["2019-09-30", 113]);
    expect((await figuresOf("revenue", factsOf(120)))[0]).toEqual(["2019-09-30", 120]);
  });

  it("a filed revenue goes before a difference of a tag that its filing does not use", async () => {
    const facts = {
      NetIncomeLoss: { USD: [...stated(MONTHS, 10, NINE), ...stated(WHOLE, 12, YEAR, NEXT)] },
      SalesRevenueNet: { USD: stated(FOURTH, 422, YEAR) },
      SalesRevenueGoodsNet: { USD: [...stated(MONTHS, 100, NINE), ...stated(WHOLE, 124, NEXT)] },
      RevenueFromContractWithCustomerExcludingAssessedTax: {
        USD: [...stated(MONTHS, 100, NINE), ...stated(WHOLE, 530, NEXT)],
      },
    };
    expect((await figuresOf("revenue", facts))[0]).toEqual(["2019-09-30", 422]);
  });
});
