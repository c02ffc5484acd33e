/** The funds of the simulated market: their prices are the one fact, from which payments, yields and returns follow. */
import { describe, expect, it } from "vitest";
import { createWorld } from "../../src/simulator/companies/world.js";
import { fundDetail, fundModules, fundStatistics } from "../../src/simulator/yahoo/funds.js";
import { QUOTE_TYPES } from "../../src/simulator/yahoo/quote-rows.js";
import { isFund } from "../../src/simulator/market/security.js";
import { type YahooQuotes, type YahooSummary, useSimulator } from "./call-simulator.js";

const NOW = "2026-11-20T18:00:00Z";
const market = await useSimulator(NOW);
const world = createWorld(20_260);
const FUNDS = world.market.all.filter(isFund);

interface Modules {
  summaryDetail: { yield: number; navPrice: number; totalAssets: number };
  defaultKeyStatistics: { fundInceptionDate: number; totalAssets: number; yield: number; category: string };
  fundProfile: { family: string; categoryName: string; feesExpensesInvestment: { annualReportExpenseRatio: number } };
  topHoldings: {
    stockPosition: number;
    bondPosition: number;
    cashPosition: number;
    otherPosition: number;
    holdings: { symbol: string; holdingName: string; holdingPercent: number }[];
    equityHoldings: Record<string, number>;
    bondHoldings: Record<string, number>;
    sectorWeightings: Record<string, number>[];
  };
  fundPerformance: {
    trailingReturns: Record<string, number>;
    annualTotalReturns: { returns: { year: string; annualValue: number }[] };
  };
}

const NAMES = "summaryDetail,defaultKeyStatistics,fundProfile,topHoldings,fundPerformance";

async function modulesOf(symbol: string): Promise<Modules> {
  const path = `/v10/finance/quoteSummary/${symbol}?formatted=false&modules=${NAMES}`;
  const { body } = await market.b<YahooSummary<Modules>>(path);
  return body.quoteSummary.result[0]! as unknown as Modules;
}

interface Chart {
  meta: { currency: string; instrumentType: string };
  timestamp: number[];
  events?: { dividends?: Record<string, { amount: number; date: number }> };
  indicators: {
    quote: Record<"open" | "high" | "low" | "close" | "volume", number[]>[];
    adjclose: { adjclose: number[] }[];
  };
}

async function chartOf(symbol: string, range: string): Promise<Chart> {
  const { text } = await market.call(`/b/v8/finance/chart/${symbol}?range=${range}&interval=1d&events=div,split`);
  return (JSON.parse(text) as { chart: { result: Chart[] } }).chart.result[0]!;
}

/** The adjusted close of the last session of a day or before it. */
function adjustedAt({ timestamp, indicators }: Chart, day: string): number {
  const end = Date.parse(`${day}T23:59:59Z`) / 1000;
  const at = timestamp.findLastIndex((time) => time <= end);
  return indicators.adjclose[0]!.adjclose[at]!;
}

describe("every fund", () => {
  it("is one of more than a hundred, most of the US and some of Europe", () => {
    expect(FUNDS.length).toBeGreaterThan(150);
    expect(FUNDS.filter(({ currency }) => currency === "USD").length).toBeGreaterThan(110);
    expect(FUNDS.filter(({ currency }) => currency !== "USD").length).toBeGreaterThan(20);
    expect(new Set(FUNDS.map(({ symbol }) => symbol)).size).toBe(FUNDS.length);
  });

  it("has the modules of a real one, with costs, assets, category, family and a first day", () => {
    const at = Date.parse(NOW);
    for (const fund of FUNDS) {
      const { symbol } = fund;
      const detail = fundDetail(world, fund, at)!;
      const statistics = fundStatistics(world, fund, at)!;
      const profile = fundModules.fundProfile(world, fund, at)!;
      const top = fundModules.topHoldings(world, fund, at)!;
      const { annualTotalReturns } = fundModules.fundPerformance(world, fund, at)!;
      expect(profile.feesExpensesInvestment.annualReportExpenseRatio, `of ${symbol}`).toBeGreaterThan(0);
      expect(profile.feesExpensesInvestment.annualReportExpenseRatio, `of ${symbol}`).toBeLessThan(0.02);
      expect(profile.family, `of ${symbol}`).not.toMatch(/ETF|Fund /);
      expect(statistics).toMatchObject({ category: profile.categoryName, totalAssets: detail.totalAssets });
      expect(statistics.yield).toBe(detail.yield);
      const first = new Date(statistics.fundInceptionDate! * 1000);
      expect(first.getTime(), `of ${symbol}`).toBeLessThan(at);
      const years = annualTotalReturns.returns.map(({ year }) => Number(year));
      expect(Math.min(9_999, ...years), `of ${symbol}`).toBeGreaterThan(first.getUTCFullYear());
      const { stockPosition, bondPosition, cashPosition, otherPosition, holdings } = top;
      expect(stockPosition + bondPosition + cashPosition + otherPosition, `of ${symbol}`).toBeCloseTo(1, 6);
      // A fund of contracts against an index holds nothing that has a name.
      expect(holdings.length > 0, `of ${symbol}`).toBe(symbol !== "SQQQ");
      expect(Math.min(1, ...holdings.map(({ holdingPercent }) => holdingPercent))).toBeGreaterThan(0);
      expect(QUOTE_TYPES[fund.kind]).toBe(fund.exchange === "FUNDS" ? "MUTUALFUND" : "ETF");
    }
  });
});

/** A fund of an index, one with monthly payments, a mutual fund, one in pounds, and one of another continent. */
const PLAYED = ["SPY", "AGG", "VFIAX", "VUSA.L", "EWJ", "IWDA.AS", "TQQQ"];

describe.each(PLAYED)("the figures of %s agree with its prices", (symbol) => {
  it("in the returns of years and of spans to the end of last month", async () => {
    const [{ fundPerformance }, chart] = await Promise.all([modulesOf(symbol), chartOf(symbol, "max")]);
    const { trailingReturns, annualTotalReturns } = fundPerformance;
    const years = annualTotalReturns.returns.filter(({ year }) => Number(year) >= 2016);
    expect(years.map(({ year }) => year)).toEqual(
      ["2025", "2024", "2023", "2022", "2021", "2020", "2019", "2018", "2017", "2016"].slice(0, years.length),
    );
    for (const { year, annualValue } of years) {
      const [start, end] = [adjustedAt(chart, `${Number(year) - 1}-12-31`), adjustedAt(chart, `${year}-12-31`)];
      expect(annualValue, `of ${year}`).toBeCloseTo(end / start - 1, 5);
    }
    const end = adjustedAt(chart, "2026-10-31");
    const since = (day: string) => end / adjustedAt(chart, day);
    expect(trailingReturns["ytd"]).toBeCloseTo(since("2025-12-31") - 1, 5);
    expect(trailingReturns["oneMonth"]).toBeCloseTo(since("2026-09-30") - 1, 5);
    expect(trailingReturns["threeMonth"]).toBeCloseTo(since("2026-07-31") - 1, 5);
    expect(trailingReturns["oneYear"]).toBeCloseTo(since("2025-10-31") - 1, 5);
    expect(trailingReturns["threeYear"]).toBeCloseTo(since("2023-10-31") ** (1 / 3) - 1, 5);
    expect(trailingReturns["tenYear"]).toBeCloseTo(since("2016-10-31") ** (1 / 10) - 1, 5);
  });

  it("in the yield: the payments of twelve months over the price", async () => {
    const [{ summaryDetail }, chart] = await Promise.all([modulesOf(symbol), chartOf(symbol, "2y")]);
    const from = Date.parse("2025-11-21") / 1000;
    const paid = Object.values(chart.events?.dividends ?? {}).filter(({ date }) => date >= from);
    const sum = paid.reduce((total, { amount }) => total + amount, 0);
    expect(summaryDetail.yield).toBeCloseTo(sum / summaryDetail.navPrice, 4);
    expect(paid.length).toBe({ SPY: 4, AGG: 12, VFIAX: 4, "VUSA.L": 4, EWJ: 2, "IWDA.AS": 0, TQQQ: 4 }[symbol]);
    const [row] = await market.a<{ dividend: number; yield: number; frequency: string }>(`dividends?symbol=${symbol}`);
    expect(row?.dividend ?? 0).toBe(paid.at(-1)?.amount ?? 0);
  });
});

describe("a mutual fund", () => {
  it("has one price a day, which comes after the close, no volume and no bid", async () => {
    const { indicators, timestamp, meta } = await chartOf("VFIAX", "1mo");
    const { open, high, low, close, volume } = indicators.quote[0]!;
    expect(meta.instrumentType).toBe("MUTUALFUND");
    expect([open, high, low]).toEqual([close, close, close]);
    expect(new Set(volume)).toEqual(new Set([0]));
    // At one o'clock in New York the price of the day before is the newest.
    expect(new Date(timestamp.at(-1)! * 1000).toISOString().slice(0, 10)).toBe("2026-11-19");
    const { body } = await market.b<YahooQuotes>("/v7/finance/quote?symbols=VFIAX");
    expect(Object.keys(body.quoteResponse.result[0]!)).not.toContain("bid");
  });

  it("moves as the traded fund of the same index", async () => {
    const [one, other] = await Promise.all([chartOf("VFIAX", "1y"), chartOf("VOO", "1y")]);
    const closes = (chart: Chart) => chart.indicators.quote[0]!.close.slice(-201, -1);
    const [first, second] = [closes(one).slice(0, 200), closes(other).slice(0, 200)];
    expect(Math.abs(first.at(-1)! / first[1]! / (second.at(-1)! / second[1]!) - 1)).toBeLessThan(0.03);
  });
});

describe("what funds hold", () => {
  it.each([
    ["EWZ", /\.SA$/],
    ["TUR", /\.IS$/],
    ["EWT", /\.TW$/],
    ["EWY", /\.KS$/],
    ["EWJ", /\.T$/],
    ["MCHI", /\.(?:HK|SS|SZ)$/],
    ["INDA", /\.NS$/],
    ["EWU", /\.L$/],
  ])("%s holds companies of its country", async (symbol, ending) => {
    const { topHoldings } = await modulesOf(symbol);
    expect(topHoldings.holdings.length).toBeGreaterThan(4);
    for (const { symbol: held } of topHoldings.holdings) expect(held).toMatch(ending);
  });

  it("is largest first, by market value in dollars, and the sectors add up to the stocks", async () => {
    for (const symbol of ["SPY", "VT", "VWRL.L", "XLV"]) {
      const { holdings, sectorWeightings, stockPosition } = (await modulesOf(symbol)).topHoldings;
      const weights = holdings.map(({ holdingPercent }) => holdingPercent);
      expect(weights).toEqual(weights.toSorted((one, other) => other - one));
      const sum = sectorWeightings.flatMap((row) => Object.values(row)).reduce((total, weight) => total + weight, 0);
      expect(sum).toBeCloseTo(stockPosition, 2);
    }
  });

  it("is bonds with a duration, a good, or both stocks and bonds", async () => {
    const [bonds, gold, both] = await Promise.all(["TLT", "GLD", "VWELX"].map(modulesOf));
    expect(bonds!.topHoldings).toMatchObject({ stockPosition: 0, bondHoldings: { duration: 16.4 } });
    expect(bonds!.topHoldings.holdings).toHaveLength(10);
    expect(gold!.topHoldings.holdings).toMatchObject([{ symbol: "", holdingName: "Gold bullion" }]);
    expect(both!.topHoldings.stockPosition).toBeCloseTo(0.6, 2);
    expect(both!.topHoldings.bondPosition).toBeCloseTo(0.4, 2);
  });
});

describe("the prices of a fund", () => {
  it("begin on its first day", async () => {
    const [{ defaultKeyStatistics }, { timestamp }] = await Promise.all([modulesOf("XLC"), chartOf("XLC", "max")]);
    const days = (timestamp[0]! - defaultKeyStatistics.fundInceptionDate) / 86_400;
    expect(days).toBeGreaterThanOrEqual(0);
    expect(days).toBeLessThan(7);
  });

  it("of bonds move with their duration, and of a leveraged fund three times as much", async () => {
    const deviation = async (symbol: string) => {
      const closes = (await chartOf(symbol, "1y")).indicators.quote[0]!.close;
      const moves = closes.slice(1).map((close, at) => Math.log(close / closes[at]!));
      return Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    };
    const [long, middle, short] = await Promise.all(["TLT", "AGG", "SGOV"].map(deviation));
    expect(long! / middle!).toBeCloseTo(16.4 / 6.1, 0);
    expect(short).toBeLessThan(middle! / 10);
    const [triple, plain] = await Promise.all(["TQQQ", "QQQ"].map(deviation));
    expect(triple! / plain!).toBeCloseTo(3, 1);
  });

  it("are those of an index with reinvested dividends beside the index", async () => {
    const grown = async (symbol: string) => {
      const closes = (await chartOf(symbol, "10y")).indicators.quote[0]!.close;
      return closes.at(-1)! / closes[0]!;
    };
    const [total, plain] = await Promise.all(["%5ESP500TR", "%5EGSPC"].map(grown));
    // Ten years with 1.3 % a year, as continuous growth: e^0.13.
    expect(total! / plain!).toBeCloseTo(1.1388, 2);
  });
});

describe("a fund that the simulated market lacks", () => {
  it.each(["ARKG", "VTWAX", "ABCDX", "IBB", "SPYD"])("is unknown and no company: %s", async (symbol) => {
    const { body } = await market.b<YahooQuotes>(`/v7/finance/quote?symbols=${symbol}`);
    expect(body.quoteResponse.result).toEqual([]);
    expect(await market.a(`quote?symbol=${symbol}`)).toEqual([]);
  });
});
