/** Data that breaks charts: nothing, one row, gaps, negative, tiny and huge figures, decades of rows, pence and yen. */
import { mkdirSync } from "node:fs";
import type { Frame } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, hasBrowser } from "../support/browser.js";
import { many } from "../support/many.js";
import { useStage } from "./stage.js";

type Body = Record<string, unknown>;

const NAME = "Kreditanstalt für Wiederaufbau und Entwicklung Landesgirozentrale Zweigniederlas";
const dayOf = (index: number) => new Date(Date.UTC(1986, 0, 2) + index * 86_400_000).toISOString().slice(0, 10);

function history(closes: readonly number[], daysApart: number, more: Body = {}): Body {
  const bars = closes.map((close, index) => {
    const [date, volume] = [dayOf(index * daysApart), index % 7 === 3 ? null : 1e9 * (index + 1)];
    return { date, open: index % 5 === 2 ? null : close, high: close * 1.01, low: close * 0.99, close, volume };
  });
  return {
    symbol: "HARD",
    currency: "JPY",
    interval: "1mo",
    adjustment: "splits",
    timezone: "Asia/Tokyo",
    range: { from: bars[0]?.date, to: bars.at(-1)?.date },
    bars: bars.toReversed(),
    total_bars: bars.length,
    lastBarComplete: false,
    summary: { first: closes[0], last: closes.at(-1), change: -1234567.5, changePercent: -99.99, averageVolume: null },
    ...more,
  };
}

function indicators(scale: number, rows: number): Body {
  return {
    symbol: "HARD",
    currency: "GBp",
    interval: "1d",
    date: "2026-03-05",
    close: scale,
    returns: { "1d": -0.01, "5d": 12345.678, "1mo": null, "1y": 0 },
    fromHigh52: -99.99,
    high52: scale * 2,
    low52: null,
    sma: { "20": scale, "50": null, "200": null },
    macd: { line: -scale / 100, signal: null, histogram: -scale / 1000 },
    rsi14: 0,
    atr14: scale / 50,
    series: many(rows, (index) => ({
      date: dayOf(rows - index),
      close: scale * (1 + Math.sin(index) / 3),
      sma20: index > rows - 20 ? null : scale,
      bollingerUpper: scale * 1.4,
      bollingerLower: index % 9 === 0 ? null : scale * 0.6,
      rsi14: (index * 7) % 100,
      macdLine: (Math.sin(index / 5) * scale) / 50,
      macdSignal: (Math.cos(index / 5) * scale) / 50,
      macdHistogram: (Math.sin(index / 3) * scale) / 90,
    })),
  };
}

function earnings(scale: number, count: number): Body {
  return {
    symbol: "HARD",
    currency: "JPY",
    reportingCurrency: "USD",
    next: {
      from: "2026-12-29",
      to: "2027-01-04",
      estimated: null,
      epsEstimate: -scale,
      epsLow: -scale * 2,
      epsHigh: scale,
    },
    history: many(count, (index) => ({
      periodEnd: index === 2 ? null : dayOf(14_000 - index * 91),
      announced: index === 1 ? null : dayOf(14_030 - index * 91),
      epsActual: index % 4 === 3 ? null : scale * (index % 2 ? -1 : 1),
      epsEstimate: index % 3 === 2 ? null : scale * 0.4,
      surprisePercent: index === 0 ? -123456.7 : null,
      revenueActual: index === 1 ? -1e13 : 2e13,
      revenueEstimate: null,
    })),
    timestamp: "2026-12-28T09:35:00.000000",
  };
}

function dividends(count: number, years: number, scale: number): Body {
  return {
    symbol: "HARD",
    currency: "GBp",
    yield: 0.00004,
    annualRate: scale,
    payoutRatio: 12.5,
    exDate: "2026-05-14",
    frequency: "irregular",
    dividends: many(count, (index) => ({
      exDate: dayOf(Math.round(14_000 - (index * years * 365) / Math.max(1, count))),
      amount: index % 50 === 7 ? scale * 40 : scale,
      currency: "GBp",
      payDate: null,
    })),
    total: count,
    splits: many(Math.min(count, 5), (index) => ({
      date: dayOf(13_990 - index * 40),
      numerator: 1000,
      denominator: 1001,
    })),
  };
}

const CASES: [tool: string, what: string, body: Body][] = [
  [
    "provider_a_get_stock_quote",
    "huge and tiny",
    {
      symbol: "BRK.A",
      companyName: NAME,
      exchange: "NYSE",
      price: 1_234_567.89,
      change: -0.00001,
      changesPercentage: 123456.7,
      dayLow: 0.00001,
      dayHigh: 1_234_568,
      yearLow: 1,
      yearHigh: 99_999_999,
      priceAvg50: 2,
      priceAvg200: 2.1,
      pe: -1e9,
      eps: -0.00004,
      marketCap: 9.99e15,
    },
  ],
  ["provider_a_get_stock_quote", "one figure", { symbol: "X", price: 0.000012 }],
  ["provider_a_get_price_targets", "one target", { symbol: "X", priceTargetAverage: 0.0004 }],
  [
    "provider_a_get_price_targets",
    "equal targets",
    {
      symbol: NAME,
      priceTargetHigh: 1e7,
      priceTargetAverage: 1e7,
      priceTargetMedian: 1e7,
      priceTargetLow: 1e7,
      strongBuy: 1,
      buy: 0,
      hold: 400,
      sell: null,
      strongSell: 1,
      consensusRating: NAME,
    },
  ],
  [
    "provider_a_get_financial_statements",
    "losses, forty quarters",
    {
      symbol: "X",
      statement_type: "income",
      period: "quarter",
      data: many(40, (index) => ({
        date: dayOf(14_000 - index * 91),
        reportedCurrency: "JPY",
        revenue: index === 5 ? null : 4.5e13,
        operatingIncome: -3e12 * index,
        netIncome: 1,
        grossProfit: null,
      })),
    },
  ],
  [
    "provider_a_get_financial_statements",
    "one year",
    {
      symbol: "X",
      statement_type: "cash",
      period: "annual",
      data: [{ date: "2025-12-31", operatingCashFlow: -12, capitalExpenditure: 0, freeCashFlow: null }],
    },
  ],
  [
    "provider_a_get_financial_statements",
    "no year",
    { symbol: "X", statement_type: "cash", period: "annual", data: [] },
  ],
  [
    "provider_a_get_most_active",
    "one row of gaps",
    { active_stocks: [{ symbol: "X", name: NAME, price: null, changesPercentage: "n/a", volume: 1e13 }] },
  ],
  ["provider_a_get_most_active", "no rows", { active_stocks: [] }],
  [
    "get_price_history",
    "forty years of months",
    history(
      many(480, (index) => 0.0009 * 1.03 ** index),
      30,
      {
        dividends: many(160, (index) => ({ date: dayOf(index * 91), amount: 0.01, currency: "JPY" })),
        splits: many(6, (index) => ({ date: dayOf(14_000 - index * 400), numerator: 2, denominator: 1 })),
      },
    ),
  ],
  ["get_price_history", "one bar", history([0.0001], 1)],
  ["get_price_history", "two equal bars", history([5_000_000, 5_000_000], 1)],
  [
    "get_price_history",
    "below zero",
    history(
      many(30, (index) => 12 - index * 2),
      1,
    ),
  ],
  ["get_price_history", "no bars", history([], 1)],
  ["get_technical_indicators", "tiny", indicators(0.000123, 130)],
  ["get_technical_indicators", "huge", indicators(54_321_000, 130)],
  ["get_technical_indicators", "two rows", indicators(1.5, 2)],
  ["get_technical_indicators", "nothing", { symbol: "X", close: null }],
  [
    "get_insider_transactions",
    "one without figures",
    {
      symbol: "X",
      company_name: NAME,
      total_transactions: 1,
      insider_transactions: [
        { insider: null, transaction: null, date: "2026-03-03", shares: null, cost: null, value: null },
      ],
    },
  ],
  [
    "get_insider_transactions",
    "a hundred on one day",
    {
      symbol: "X",
      total_transactions: 100_000,
      insider_transactions: many(100, (index) => ({
        insider: NAME,
        relation: NAME,
        transaction: index % 2 ? "Sale" : "Purchase",
        date: "2026-03-03",
        shares: 10 ** (index % 12),
        cost: 1e-4,
        value: 1e12,
      })),
    },
  ],
  ["get_insider_transactions", "none", { symbol: "X", insider_transactions: [] }],
  ["get_earnings", "huge losses, gaps", earnings(123_456, 12)],
  ["get_earnings", "tiny", earnings(0.0004, 4)],
  ["get_earnings", "one quarter", { ...earnings(2, 1), next: null }],
  ["get_earnings", "nothing", { symbol: "X", next: null, history: [] }],
  ["get_dividends", "400 over sixty years", dividends(400, 60, 12.345678)],
  ["get_dividends", "tiny", dividends(12, 3, 0.000045)],
  ["get_dividends", "one", dividends(1, 1, 98_765.4321)],
  ["get_dividends", "none", { symbol: "X", dividends: [], total: 0, splits: [] }],
  [
    "get_key_statistics",
    "extremes",
    {
      symbol: "X",
      currency: "JPY",
      reportingCurrency: "USD",
      valuation: { marketCap: 9.99e15, trailingPE: -1e-9, forwardPE: 1e12 },
      growth: { revenue: 1234.5, earnings: -1e-9 },
      profit: { ebitda: -1e15, netMargin: -123456, grossMargin: 0 },
      price: { fiftyTwoWeekChange: 0, average50: 1e-7, average200: 1e7 },
    },
  ],
  [
    "compare_stocks",
    "losses, gaps, two currencies",
    {
      stocks: [
        {
          symbol: "ACME",
          companyName: NAME,
          sector: NAME,
          marketCap: 9.99e15,
          marketCapCurrency: "USD",
          peRatio: null,
          netMargin: -1234.5,
          recommendationKey: "strong_buy",
        },
        {
          symbol: "0700.HK",
          companyName: null,
          sector: null,
          marketCap: 1,
          marketCapCurrency: "HKD",
          peRatio: 1e9,
          netMargin: 0.00001,
          return1y: -99.99,
        },
        {
          symbol: "ABCDEFGHIJ.XX",
          companyName: "B",
          marketCap: null,
          peRatio: -0.00004,
          netMargin: null,
          return1y: 123456.7,
        },
      ],
      errors: [{ symbol: "NOPE", error: "NOPE: no source knows this symbol." }],
    },
  ],
  [
    "compare_stocks",
    "zeros",
    {
      stocks: [
        { symbol: "A", beta: 0 },
        { symbol: "B", beta: 0 },
      ],
      errors: [],
    },
  ],
  ["compare_stocks", "nothing", { stocks: [], errors: [] }],
  [
    "provider_a_screen_stocks",
    "gaps, a long name, huge and tiny figures",
    {
      results: [
        {
          symbol: "ACME",
          name: NAME,
          sector: NAME,
          country: "US",
          price: 0.00001,
          marketCap: 9.99e15,
          volume: null,
          beta: -12.5,
          pe: null,
          eps: -0.00004,
        },
        {
          symbol: "B",
          name: null,
          sector: null,
          country: null,
          price: 1_234_567.89,
          marketCap: null,
          volume: 1e13,
          beta: null,
          pe: 1e9,
          eps: null,
        },
      ],
      filters_applied: { market_cap_min: 1e12, price_max: 0.5, sector: NAME, limit: 20 },
      total_results: 100_000,
    },
  ],
  ["provider_a_screen_stocks", "nothing", { results: [], filters_applied: {}, total_results: 0 }],
  ["get_key_statistics", "nothing", { symbol: "X", currency: null, valuation: {}, growth: {} }],
];

const stage = useStage();

/** Pairs of labels of one drawing that overlap, and labels that leave it. */
function unreadable(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll("svg")].flatMap((drawing) => {
      const whole = drawing.getBoundingClientRect();
      const labels = [...drawing.querySelectorAll("text")].map((label) => ({
        text: [...label.childNodes].map((node) => (node.nodeName === "title" ? "" : node.textContent)).join(""),
        box: label.getBoundingClientRect(),
      }));
      return labels.flatMap(({ text, box }, index) => [
        ...(box.left < whole.left - 1 || box.right > whole.right + 1 || box.top < whole.top - 3
          ? [`outside: ${text}`]
          : []),
        ...labels
          .slice(index + 1)
          .filter((other) => box.left < other.box.right - 1 && other.box.left < box.right - 1)
          .filter((other) => box.top < other.box.bottom - 4 && other.box.top < box.bottom - 4)
          .map((other) => `${text} overlaps ${other.text}`),
      ]);
    }),
  );
}

/** Figures of tables that are visible in part, at the beginning and after scrolling: "12" of "123,456" is another number. */
function cutFigures(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    const found: string[] = [];
    for (const box of document.querySelectorAll(".scrolling")) {
      for (const left of [0, 30, 75, 10_000]) {
        box.scrollTo({ left });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const frames = [...box.parentElement!.querySelectorAll(".edge")].map((edge) => edge.getBoundingClientRect());
        const first = box.querySelector("tr > *")!.getBoundingClientRect();
        const [start, end] = [
          Math.max(first.right, ...frames.filter((edge) => edge.left <= first.right + 1).map((edge) => edge.right)),
          Math.min(
            box.getBoundingClientRect().right,
            ...frames.filter((edge) => edge.left > first.right + 1).map((edge) => edge.left),
          ),
        ];
        for (const cell of box.querySelectorAll("td.number > span")) {
          const { left: from, right: to, width } = cell.getBoundingClientRect();
          const isSeen = width > 0 && from < end - 1 && to > start + 1;
          if (isSeen && (from < start - 1 || to > end + 1)) found.push(`${cell.textContent} at ${left}`);
        }
      }
      box.scrollTo({ left: 0 });
    }
    return found;
  });
}

describe.skipIf(!hasBrowser)("hard data", () => {
  it.each(CASES)("of %s: %s", async (tool, what, body) => {
    const { frame, page, tell, resize, settle, expectQuiet } = await stage.open(tool, {
      width: 320,
      mayCall: false,
      reuse: true,
      context: { theme: "dark" },
      height: 1_600,
    });
    await tell({ content: [], structuredContent: body });
    await settle();
    expect(await frame.locator("footer").count()).toBe(1);
    const folder = process.env["PICTURES"];
    for (const width of [320, 720]) {
      await resize(width);
      await settle();
      if (folder) {
        mkdirSync(folder, { recursive: true });
        await page
          .locator("iframe")
          .screenshot({ path: `${folder}/${tool}-${what.replaceAll(/\W+/g, "-")}-${width}.png` });
      }
      expect.soft(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect.soft(await unreadable(frame)).toEqual([]);
      expect.soft(await cutFigures(frame)).toEqual([]);
      expect.soft(await frame.locator("main").innerHTML()).not.toMatch(/NaN|Infinity|undefined|Invalid|\be[-+]\d/);
    }
    expect.soft(await frame.getByText("This answer cannot be drawn").count()).toBe(0);
    await expectAccessible(frame);
    expectQuiet();
  });
});
