import { describe, expect, it } from "vitest";
import { financialsFromSec } from "../../../../src/providers/sec/statements/financials.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFacts, type PlayedFiling } from "../facts-play.js";

const internet = useInternet();
const ask = async (facts: PlayedFacts, input: object = {}) => {
  playCompany(internet, { facts });
  return createAsker().ask(financialsFromSec, { symbol: "AAPL", period: "quarter", ...input });
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

describe("of two values a thousand or a million times apart", () => {
  const REPORT = filing("10-K", "2026-03-20", 2025);
  const AMENDED = filing("10-K/A", "2026-04-10", 2025);
  const [Y2025, Y2024, Y2023] = ["2025-01-01 2025-12-31", "2024-01-01 2024-12-31", "2023-01-01 2023-12-31"];
  const BEFORE = filing("10-K", "2025-03-20", 2024);
  const yearsOf = async (...facts: PlayedFact[][]) =>
    (await figuresOf("netIncome", { NetIncomeLoss: { USD: facts.flat() } }, { period: "annual" })).map(
      ([, value]) => value,
    );

  it.each([
    ["the first one is too small", [-59_300, REPORT], [-59_300_000, AMENDED]],
    ["the first one is too large", [-59_300_000_000, REPORT], [-59_300_000, AMENDED]],
    ["the later one is too small", [-59_300_000, REPORT], [-59_300, filing("10-K", "2027-03-20", 2026)]],
    ["the later one is in millions", [-59_300_000, REPORT], [-59.3, filing("10-Q", "2026-05-10", 2026)]],
  ] as const)("the one near to other years counts where %s", async (_, [one, first], [other, later]) => {
    const facts = [...stated(Y2025, one, first), ...stated(Y2025, other, later), ...stated(Y2024, -18_900_000, BEFORE)];
    expect(await yearsOf(facts)).toEqual([-59_300_000, -18_900_000]);
  });

  it("years that only the filing with the slip states are no evidence", async () => {
    const facts = [
      ...stated(Y2025, -59_300, REPORT),
      ...stated(Y2024, -18_900, REPORT),
      ...stated(Y2023, -17_100, REPORT),
      ...stated(Y2025, -59_300_000, AMENDED),
    ];
    expect((await yearsOf(facts))[0]).toBe(-59_300_000);
  });

  it("a filing that has all years in thousands is wrong where later ones correct the newest years only", async () => {
    const facts = [
      ...stated(Y2023, -17_100_000, BEFORE),
      ...stated(Y2024, -18_900_000, BEFORE),
      ...[stated(Y2025, -59_300, REPORT), stated(Y2024, -18_900, REPORT), stated(Y2023, -17_100, REPORT)].flat(),
      ...stated(Y2025, -59_300_000, filing("10-K", "2027-03-20", 2026)),
      ...stated(Y2024, -18_900_000, filing("10-K", "2027-03-20", 2026)),
    ];
    expect(await yearsOf(facts)).toEqual([-59_300_000, -18_900_000, -17_100_000]);
  });

  it.each([
    ["the amendment", AMENDED, -59_300],
    ["the newer annual report", filing("10-K", "2027-03-20", 2026), -59_300],
    ["the first report where a quarterly one differs", filing("10-Q", "2026-05-10", 2026), -59_300_000],
  ] as const)("%s counts without other periods", async (_, later, expected) => {
    expect(await yearsOf(stated(Y2025, -59_300_000, REPORT), stated(Y2025, -59_300, later))).toEqual([expected]);
  });

  it("a past day has the value that was known, and the answer says that both were filed", async () => {
    const facts = {
      NetIncomeLoss: {
        USD: [
          ...stated("2025-01-01 2025-09-30", -40_000_000, filing("10-Q", "2025-11-05")),
          ...stated(Y2025, -59_300, REPORT),
          ...stated(Y2025, -59_300_000, AMENDED),
          ...stated(Y2024, -18_900_000, BEFORE),
        ],
      },
    };
    const sentence =
      "Two filings state a figure a thousand or a million times apart, so one is a slip: netIncome of the year to 2025-12-31 is -59300000, filed on 2026-04-10, and not -59300, filed on 2026-03-20.";
    const { data, notes } = await ask(facts, { period: "annual", provenance: true });
    expect(notes).toContain(sentence);
    // The report that had the slip is the one that stated the year first; a slip is not a first value that was restated.
    expect(data.data[0]).toMatchObject({ form: "10-K", provenance: [{ form: "10-K/A", first: null }] });
    const quarters = await ask(facts);
    expect(quarters.data.data[0]).toMatchObject({ date: "2025-12-31", netIncome: -19_300_000 });
    expect(quarters.notes).toContain(sentence);
    const before = await ask(facts, { period: "annual", as_of: "2026-04-01" });
    expect([before.data.data[0]!.netIncome, before.notes!.join().includes("slip")]).toEqual([-59_300, false]);
  });

  it("a number of shares is the one that net income and EPS confirm, also where all around are in thousands", async () => {
    const [first, later] = [filing("10-Q", "2009-08-20"), filing("10-Q", "2010-08-30")];
    const quarter = "2009-04-27 2009-07-26";
    const facts = {
      NetIncomeLoss: { USD: stated(quarter, -105_302_000, first) },
      EarningsPerShareDiluted: { "USD/shares": stated(quarter, -0.19, first) },
      WeightedAverageNumberOfDilutedSharesOutstanding: {
        shares: [
          ...stated(quarter, 546_639_000, first),
          ...stated(quarter, 546_639, later),
          ...stated("2010-02-01 2010-05-02", 590_997, filing("10-Q", "2010-05-21")),
        ],
      },
    };
    expect(await figuresOf("weightedAverageShsOutDil", facts)).toEqual([["2009-07-26", 546_639_000]]);
  });
});
