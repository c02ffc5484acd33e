import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { fund, toFundMultiples } from "../../../src/capabilities/companies/fund.js";
import type { BodyOf } from "../../../src/contract/capability.js";
import { parseInput } from "../../../src/contract/input.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { fundFromYahoo } from "../../../src/providers/yahoo/companies/fund.js";
import { toOverlap } from "../../../src/market/holdings/fund-overlap.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

const PRICE = { ...APPLE_PRICE, symbol: "QQQ", longName: "Invesco QQQ Trust", quoteType: "ETF" };
const WHOLE = {
  summaryDetail: { navPrice: 526.07, yield: 0.0054, totalAssets: 328302690304 },
  defaultKeyStatistics: {
    totalAssets: 328302690304,
    yield: 0.0054,
    fundInceptionDate: Date.parse("1999-03-10") / 1000,
    fundFamily: "Invesco",
    category: "Large Growth",
  },
  fundProfile: {
    family: "Invesco",
    categoryName: "Large Growth",
    legalType: "Exchange Traded Fund",
    feesExpensesInvestment: {
      annualReportExpenseRatio: 0.002,
      annualHoldingsTurnover: 0.08,
      totalNetAssets: 521778.34,
    },
  },
  topHoldings: {
    cashPosition: 0.0007,
    stockPosition: 0.9993,
    bondPosition: 0,
    otherPosition: 0,
    preferredPosition: 0,
    convertiblePosition: 0,
    holdings: [
      { symbol: "MSFT", holdingName: "Microsoft Corp", holdingPercent: 0.0779 },
      { symbol: "AAPL", holdingName: "Apple Inc", holdingPercent: 0.09 },
      { symbol: "", holdingName: "Cash", holdingPercent: 0.0001 },
    ],
    equityHoldings: { priceToEarnings: 0.02938, priceToBook: 0.12608, priceToSales: 0 },
    bondHoldings: {},
    sectorWeightings: [{ realestate: 0.002 }, { technology: 0.5083 }, { utilities: 0 }, { unheard_of: 0.3 }],
  },
  fundPerformance: {
    trailingReturns: {
      asOfDate: Date.parse("2025-02-21") / 1000,
      ytd: 0.0223,
      oneMonth: 0.0223,
      threeMonth: 0.0812,
      oneYear: 0.2606,
      threeYear: 0.1361,
      fiveYear: 0.1976,
      tenYear: 0,
    },
    annualTotalReturns: {
      returns: [
        { year: "2024", annualValue: 0.2558 },
        { year: "2023", annualValue: 0 },
      ],
    },
  },
} satisfies Record<string, JsonBodyType>;

function play(modules: Record<string, JsonBodyType>, price: object = {}) {
  internet.use(...sessionRoutes(), summary("QQQ", summaryOf({ price: { ...PRICE, ...price }, ...modules })));
  return createAsker().ask(fundFromYahoo, { symbol: "QQQ" });
}

describe("a fund by provider B", () => {
  it("has holdings and sectors by weight, multiples that are no longer inverted, and returns of the last month end", async () => {
    expect(await play(WHOLE)).toEqual({
      data: {
        symbol: "QQQ",
        name: "Invesco QQQ Trust",
        family: "Invesco",
        category: "Large Growth",
        type: "Exchange Traded Fund",
        currency: "USD",
        assets: 328302690304,
        nav: 526.07,
        expenseRatio: 0.002,
        yield: 0.0054,
        inception: "1999-03-10",
        turnover: 0.08,
        returns: {
          ytd: 2.23,
          "1mo": 2.23,
          "3mo": 8.12,
          "1y": 26.06,
          "3y": 13.61,
          "5y": 19.76,
          "10y": null,
          asOf: "2025-01-31",
        },
        annual: [{ year: 2024, return: 25.58 }],
        holdings: [
          { symbol: "AAPL", name: "Apple Inc", weight: 0.09 },
          { symbol: "MSFT", name: "Microsoft Corp", weight: 0.0779 },
          { symbol: null, name: "Cash", weight: 0.0001 },
        ],
        sectors: [
          { sector: "Technology", weight: 0.5083 },
          { sector: "Real Estate", weight: 0.002 },
        ],
        allocation: { stocks: 0.9993, bonds: 0, cash: 0.0007, preferred: 0, convertible: 0, other: 0 },
        equity: { peRatio: 34.0368, priceToBook: 7.93147, priceToSales: null },
        bond: { duration: null },
      },
      missing: [],
      currency: "USD",
      notes: ["Returns of 3y and 5y are per year."],
    });
  });

  it("has no first day beside a return of an earlier year", async () => {
    // As in a recorded answer on 0P000071W8.TO.
    const defaultKeyStatistics = { ...WHOLE.defaultKeyStatistics, fundInceptionDate: Date.parse("2024-09-17") / 1000 };
    const returns = [2024, 2023, 2000].map((year) => ({ year: String(year), annualValue: 0.1 }));
    const fundPerformance = { ...WHOLE.fundPerformance, annualTotalReturns: { returns } };
    const { data, notes } = await play({ ...WHOLE, defaultKeyStatistics, fundPerformance });
    expect(data.inception).toBeNull();
    expect(notes).toEqual([
      "inception is null: the source sends 2024-09-17, but also the fund's return of 2000.",
      "Returns of 3y and 5y are per year.",
    ]);
  });

  it("keeps a first day in the first year of its returns", async () => {
    const annualTotalReturns = { returns: [{ year: "1999", annualValue: 0.1 }] };
    const fundPerformance = { ...WHOLE.fundPerformance, annualTotalReturns };
    expect((await play({ ...WHOLE, fundPerformance })).data.inception).toBe("1999-03-10");
  });

  it("does not know costs and turnover that are both 0", async () => {
    const fundProfile = {
      family: null,
      feesExpensesInvestment: { annualReportExpenseRatio: 0, annualHoldingsTurnover: 0, totalNetAssets: 0 },
    };
    const { data } = await play({ ...WHOLE, fundProfile });
    expect(data).toMatchObject({ family: "Invesco", type: "Exchange Traded Fund", expenseRatio: null, turnover: null });
  });

  it("keeps costs of 0 beside a turnover", async () => {
    const fundProfile = { feesExpensesInvestment: { annualReportExpenseRatio: 0, annualHoldingsTurnover: 0.03 } };
    expect((await play({ ...WHOLE, fundProfile })).data).toMatchObject({ expenseRatio: 0, turnover: 0.03 });
  });

  it.each([
    ["a company", WHOLE, { quoteType: "EQUITY" }],
    ["a fund that was closed", {}, {}],
  ])("is not covered for %s", async (_what, modules, price) => {
    await expect(play(modules, price)).rejects.toMatchObject({
      kind: "no_coverage",
      message: "Cannot fetch fund data for QQQ: provider B knows the symbol but it is not a fund.",
    });
  });

  it("names parts that cannot be read as missing", async () => {
    const answer = await play({ ...WHOLE, fundPerformance: "none" });
    expect(answer).toMatchObject({ data: { annual: null }, missing: ["returns", "annual"] });
  });

  it("does not know the lists that provider B does not send", async () => {
    const { data, missing } = await play({ fundProfile: WHOLE.fundProfile });
    expect(data).toMatchObject({ annual: null, holdings: null, sectors: null });
    expect(missing).toEqual([]);
  });

  it("has no holdings where provider B sends empty lists", async () => {
    const topHoldings = { ...WHOLE.topHoldings, holdings: [], sectorWeightings: [] };
    expect((await play({ ...WHOLE, topHoldings })).data).toMatchObject({ holdings: [], sectors: [] });
  });
});

it.each<[string, (number | null)[], (number | null)[]]>([
  ["inverses, as the P/E shows", [0.08, 1.111, 2.4], [12.5, 0.90009, 0.416667]],
  ["multiples, as the P/E shows", [25.46, 3.67, 1.82], [25.46, 3.67, 1.82]],
  ["without a P/E", [null, 0.2, 1.5], [null, 5, null]],
  ["without a P/E, either form", [0, 3, 7.2], [null, null, 7.2]],
  ["with a P/E that is neither", [1.4, 0.5, 6], [null, 2, 6]],
  ["that cannot be", [21.4, -1, 0], [21.4, null, null]],
])("a fund's multiples %s: %j are %j", (_what, sent, expected) => {
  const [peRatio, priceToBook, priceToSales] = sent as number[];
  const read = toFundMultiples({ peRatio: peRatio!, priceToBook: priceToBook!, priceToSales: priceToSales! });
  expect(Object.values(read)).toEqual(expected);
});

describe("the overlap of two funds", () => {
  const holdings = (...rows: [symbol: string, name: string, weight: number][]) => ({
    holdings: rows.map(([symbol, holdingName, holdingPercent]) => ({ symbol, holdingName, holdingPercent })),
  });
  const compare = (top: JsonBodyType | undefined) => {
    internet.use(
      ...sessionRoutes(),
      summary("QQQ", summaryOf({ price: PRICE, ...WHOLE })),
      summary(
        "SPY",
        summaryOf({ ...WHOLE, price: { ...PRICE, symbol: "SPY", longName: "SPDR S&P 500" }, topHoldings: top! }),
      ),
    );
    return createAsker().ask(fundFromYahoo, { symbol: "QQQ", with: "SPY" });
  };

  it("is the sum of the smaller weights, at least while not all holdings are known", async () => {
    const { data, notes } = await compare(
      holdings(
        ["AAPL", "Apple Inc.", 0.07],
        ["MSFT", "Microsoft", 0.0801],
        ["NVDA", "NVIDIA", 0.06],
        ["", "Cash", 0.01],
      ),
    );
    expect(data.overlap).toEqual({
      with: "SPY",
      name: "SPDR S&P 500",
      expenseRatio: data.expenseRatio,
      yield: data.yield,
      assets: data.assets,
      returns: data.returns,
      // 0.0779 + 0.07 + 0.0001
      weight: 0.148,
      atLeast: true,
      shared: [
        { symbol: "MSFT", name: "Microsoft Corp", weight: 0.0779, otherWeight: 0.0801 },
        { symbol: "AAPL", name: "Apple Inc", weight: 0.09, otherWeight: 0.07 },
        { symbol: null, name: "Cash", weight: 0.0001, otherWeight: 0.01 },
      ],
    });
    for (const value of [data.expenseRatio, data.yield, data.assets, data.returns["1y"]]) expect(value).not.toBeNull();
    expect(notes).toContain("The overlap with SPY is at least this: only the largest holdings of both are known.");
  });

  it("is whole when all holdings of both are known", () => {
    const [own, other] = [
      [0.6, 0.4],
      [0.25, 0.75],
    ].map((weights) => weights.map((weight, at) => ({ symbol: ["AAPL", "MSFT"][at]!, name: null, weight })));
    expect(toOverlap(own!, other!)).toMatchObject({ weight: 0.65, atLeast: false });
    expect(toOverlap(own!, other!.slice(1))).toMatchObject({ weight: 0.4, atLeast: true });
  });

  it("lists weights as the source sends them, with all digits; only the sum of several is computed", () => {
    const sent = [
      { symbol: "AAPL", name: "Apple Inc", weight: 0.090070695 },
      { symbol: "MSFT", name: "Microsoft Corp", weight: 0.077915505 },
      { symbol: "MSFT", name: "Microsoft Corp", weight: 0.000000001 },
    ];
    expect(toOverlap(sent, [{ ...sent[0]!, weight: 0.063102104 }, sent[1]!])).toMatchObject({
      weight: 0.141018,
      shared: [
        { symbol: "MSFT", weight: 0.0779155, otherWeight: 0.077915505 },
        { symbol: "AAPL", weight: 0.090070695, otherWeight: 0.063102104 },
      ],
    });
  });

  it("is null when no holdings of one are known, and a share is no fund", async () => {
    expect((await compare({ holdings: [] })).data.overlap).toMatchObject({ weight: null, shared: [] });
    await expect(compare(undefined)).rejects.toThrow('Invalid "with": got SPY');
  });

  it("needs another fund", () => {
    expect(() => parseInput(fund, { symbol: "QQQ", with: "qqq" })).toThrow("another fund");
  });
});

describe("a mix of two funds", () => {
  type Body = BodyOf<typeof fund>;
  const body = (own: object, other: object) =>
    ({ symbol: "QQQ", expenseRatio: 0.002, yield: 0.0054, ...own, overlap: { with: "SPY", ...other } }) as Body;
  const SPY = { expenseRatio: 0.000945, yield: 0.0117 };
  const mixOf = (weights: number[], own: object = {}, other: object = {}) => {
    const input = { symbol: "QQQ", with: "SPY", weights };
    const whole = body(own, { ...SPY, ...other });
    const shown = fund.view!(whole, input);
    return { mix: shown.mix, notes: fund.viewNotes!(shown, input, whole).map(toPlainText) };
  };

  // The means were computed apart, with fractions of Python 3.
  it("has the mean cost and yield by weight", () => {
    expect(mixOf([60, 40])).toEqual({
      mix: { weight: 0.6, otherWeight: 0.4, expenseRatio: 0.001578, yield: 0.00792 },
      notes: [],
    });
  });

  it("has weights that are scaled to a whole, and says so", () => {
    expect(mixOf([33.3, 66.4])).toEqual({
      mix: { weight: 0.334002, otherWeight: 0.665998, expenseRatio: 0.00129737, yield: 0.00959579 },
      notes: ["The weights had a sum of 99.7 and were scaled to 100."],
    });
  });

  it("has no mean of a figure that one fund lacks, and names that fund", () => {
    expect(mixOf([50, 50], { yield: null }, { yield: null, expenseRatio: null })).toEqual({
      mix: { weight: 0.5, otherWeight: 0.5, expenseRatio: null, yield: null },
      notes: [
        "mix.expenseRatio is null, because that of SPY is not known.",
        "mix.yield is null, because that of QQQ and SPY is not known.",
      ],
    });
  });

  it("is there with weights only, which cost no further call", () => {
    const whole = body({}, SPY);
    expect(fund.view!(whole, { symbol: "QQQ", with: "SPY" })).toBe(whole);
    expect(fund.viewParameters).toEqual(["weights"]);
  });

  it.each([
    [{ weights: [60, 40] }, /^"weights" was given without "with"\. Allowed: beside "with", the weights of both funds/],
    [{ with: "SPY", weights: [100] }, /^Invalid "weights": got 1 for 2 symbols/],
    [{ with: "SPY", weights: [60, 30] }, /^Invalid "weights": got a sum of 90\./],
    [{ with: "SPY", weights: [99.4, 0] }, /got a sum of 99\.4\./],
    [{ with: "SPY", weights: [-10, 110] }, /^Invalid "weights"/],
    [{ with: "SPY", weights: [40, 30, 30] }, /^Invalid "weights"/],
  ])("refuses %j", (given, message) => {
    expect(() => parseInput(fund, { symbol: "QQQ", ...given })).toThrow(message);
    expect(() => parseInput(fund, { symbol: "QQQ", with: "SPY", weights: [99.5, 0] })).not.toThrow();
  });
});
