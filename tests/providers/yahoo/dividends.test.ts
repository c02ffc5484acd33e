import { http, HttpResponse, type JsonBodyType } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dividendsFromYahoo } from "../../../src/providers/yahoo/companies/dividends.js";
import { overviewFromYahoo } from "../../../src/providers/yahoo/companies/overview.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, sessionRoutes, summary, summaryNotFound, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 1, 24, 12), toFake: ["Date"] });
  internet.use(
    ...sessionRoutes(),
    http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result: [], error: null } })),
  );
});
afterEach(() => void vi.useRealTimers());

// As recorded of AAPL.
const EVENTS = {
  dividends: { "1604673000": { amount: 0.205, date: 1604673000 } },
  splits: { "1598880600": { date: 1598880600, numerator: 4, denominator: 1, splitRatio: "4:1" } },
};
const DETAIL = {
  dividendRate: 1,
  dividendYield: 0.0041,
  exDividendDate: 1739145600,
  payoutRatio: 0.1571,
  fiveYearAvgDividendYield: 0.6,
  trailingAnnualDividendYield: 0.0040271734,
};
const CALENDAR = { exDividendDate: 1739145600, dividendDate: 1739404800 };
const NOTHING = { recordDate: null, payDate: null, declared: null };

function chart(events: object | null = EVENTS, meta: object = {}) {
  const result = {
    meta: { symbol: "AAPL", currency: "USD", dataGranularity: "1d", exchangeTimezoneName: "America/New_York", ...meta },
    timestamp: [1604673000],
    ...(events ? { events } : {}),
    indicators: { quote: [{ close: [118.69] }] },
  };
  return http.get(`${BASE}/v8/finance/chart/AAPL`, () => HttpResponse.json({ chart: { result: [result] } }));
}

function modules(more: Record<string, JsonBodyType> = {}) {
  return {
    price: APPLE_PRICE,
    assetProfile: { sector: "Technology" },
    summaryDetail: DETAIL,
    defaultKeyStatistics: { trailingEps: 6.31, netIncomeToCommon: 96_150_003_712, mostRecentQuarter: 1735344000 },
    financialData: { financialCurrency: "USD", freeCashflow: 93_833_871_360 },
    calendarEvents: CALENDAR,
    ...more,
  };
}

async function ask(events?: object, more?: Record<string, JsonBodyType>, meta?: object) {
  internet.use(chart(events, meta), summary("AAPL", summaryOf(modules(more))));
  return createAsker().ask(dividendsFromYahoo, { symbol: "AAPL" });
}

describe("dividends by provider B", () => {
  it("are the chart's events with the summary's facts", async () => {
    expect(await ask()).toEqual({
      data: {
        symbol: "AAPL",
        currency: "USD",
        yield: 0.0041,
        annualRate: 1,
        payoutRatio: 0.1571,
        // 0.1571 × 96.15 bn / 93.833 bn.
        freeCashFlowPayout: 0.160978,
        payoutPeriod: "twelve months to 2024-12-28",
        fiveYearAverageYield: 0.6,
        exDate: "2025-02-10",
        payDate: "2025-02-13",
        next: null,
        frequency: null,
        dividends: [{ exDate: "2020-11-06", amount: 0.205, currency: "USD", ...NOTHING }],
        total: 1,
        paidTwelveMonths: null,
        years: null,
        paidSince: null,
        yearsPaid: null,
        yearsRaised: null,
        growth: null,
        splits: [{ date: "2020-08-31", numerator: 4, denominator: 1 }],
      },
      fetchedAt: Date.now(),
      missing: [],
      notes: ["Amounts are adjusted for splits."],
      currency: "USD",
      currencies: { annualRate: "USD" },
    });
  });

  it("ask for the whole life of the security once, and take the facts from the modules the overview keeps", async () => {
    const asked: string[] = [];
    internet.events.on("request:start", ({ request }) => {
      const { pathname, search } = new URL(request.url);
      if (/chart|quoteSummary/.test(pathname)) asked.push(pathname + search.replace(/&crumb.*/, ""));
    });
    internet.use(chart(), summary("AAPL", summaryOf(modules())));
    const asker = createAsker();
    await asker.ask(overviewFromYahoo, { symbol: "AAPL" });
    asked.length = 0;
    await asker.ask(dividendsFromYahoo, { symbol: "AAPL" });
    expect(asked).toEqual([
      "/v8/finance/chart/AAPL?interval=1d&range=max&events=div%7Csplit%7CcapitalGains&includePrePost=false",
    ]);
    internet.events.removeAllListeners();
  });

  it("have days of the exchange's zone, and the shortest decimal of an amount", async () => {
    // 8:00 in Tokyo is the day before in UTC.
    const day = Date.UTC(2024, 2, 27, 23) / 1000;
    const { data } = await ask(
      { dividends: { a: { date: day, amount: 8.25 }, b: { date: day - 1, amount: Math.fround(0.1) } } },
      {},
      {
        exchangeTimezoneName: "Asia/Tokyo",
        currency: "JPY",
      },
    );
    expect(data.dividends.map(({ exDate, amount, currency }) => [exDate, amount, currency])).toEqual([
      ["2024-03-28", 8.25, "JPY"],
      ["2024-03-28", 0.1, "JPY"],
    ]);
  });

  it("have the currency of each payment, which may differ from that of the price", async () => {
    const { data } = await ask(
      { dividends: { a: { date: 1604673000, amount: 0.1, currency: "GBP" } } },
      {},
      { currency: "GBp" },
    );
    expect(data).toMatchObject({ currency: "GBp", dividends: [{ amount: 0.1, currency: "GBP" }] });
  });

  it.each([
    ["pounds", 0.137, { annualRate: "GBP" }],
    ["pence", 13.7, { annualRate: "GBp" }],
    ["neither", 1.37, { annualRate: null }],
  ])(
    "say that the annual rate of a listing in pence is in %s by its yield",
    async (_unit, dividendRate, currencies) => {
      const price = { ...APPLE_PRICE, currency: "GBp", regularMarketPrice: 388.4 };
      const answer = await ask(
        {},
        { price, summaryDetail: { dividendRate, dividendYield: 0.0353 } },
        { currency: "GBp" },
      );
      expect(answer).toMatchObject({ data: { annualRate: dividendRate }, currencies });
    },
  );

  it("say that the currency is unknown when neither prices nor payments have one", async () => {
    expect(await ask(EVENTS, {}, { currency: null })).toMatchObject({ currency: null, data: { currency: null } });
  });

  it("have a next payment while the ex-date is after today, with its day of payment", async () => {
    const ex = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 1000;
    const nextOf = async (exDividendDate: number, dividendDate: number) =>
      (await ask(EVENTS, { calendarEvents: { exDividendDate, dividendDate } })).data.next;
    expect(await nextOf(ex("2025-02-25"), ex("2025-03-03"))).toEqual({ exDate: "2025-02-25", payDate: "2025-03-03" });
    expect(await nextOf(ex("2025-02-25"), ex("2024-11-14"))).toEqual({ exDate: "2025-02-25", payDate: null });
    expect(await nextOf(ex("2025-02-24"), ex("2025-03-03"))).toBeNull();
  });

  it("do not pair an ex-date with the payment day of an earlier payment", async () => {
    const announced = { exDividendDate: Date.UTC(2025, 1, 25) / 1000, dividendDate: Date.UTC(2024, 10, 14) / 1000 };
    const { data } = await ask(EVENTS, { calendarEvents: announced });
    expect(data).toMatchObject({ exDate: "2025-02-25", payDate: null, next: { payDate: null } });
  });

  it("are an empty list and nulls for a company that pays none", async () => {
    const none = { payoutRatio: 0, trailingAnnualDividendRate: 0, trailingAnnualDividendYield: 0, beta: 1 };
    internet.use(chart(null), summary("AAPL", summaryOf(modules({ summaryDetail: none, calendarEvents: {} }))));
    const { data, missing, notes } = await createAsker().ask(dividendsFromYahoo, { symbol: "AAPL" });
    expect(data).toEqual({
      symbol: "AAPL",
      currency: "USD",
      yield: null,
      annualRate: null,
      payoutRatio: null,
      freeCashFlowPayout: null,
      payoutPeriod: null,
      fiveYearAverageYield: null,
      exDate: null,
      payDate: null,
      next: null,
      frequency: null,
      dividends: [],
      total: 0,
      paidTwelveMonths: null,
      years: null,
      paidSince: null,
      yearsPaid: null,
      yearsRaised: null,
      growth: null,
      splits: [],
    });
    expect([missing, notes]).toEqual([[], []]);
  });

  it("have a fund's yield, and the ex-date of its newest payment", async () => {
    const price = { ...APPLE_PRICE, quoteType: "ETF" };
    internet.use(chart(), summary("AAPL", summaryOf({ price, summaryDetail: { yield: 0.0054 } })));
    const { data } = await createAsker().ask(dividendsFromYahoo, { symbol: "AAPL" });
    expect(data).toMatchObject({ yield: 0.0054, annualRate: null, exDate: "2020-11-06" });
  });

  it.each([
    ["fails", () => new HttpResponse("boom", { status: 503 })],
    ["does not know the symbol", summaryNotFound("Quote not found for symbol: AAPL")],
    ["lacks the module", () => HttpResponse.json(summaryOf(modules({ summaryDetail: "none" })))],
  ])("are the lists alone when the summary %s", async (_what, answer) => {
    internet.use(chart(), summary("AAPL", answer));
    const { data, missing } = await createAsker().ask(dividendsFromYahoo, { symbol: "AAPL" });
    expect(data).toMatchObject({ yield: null, total: 1, dividends: [{ amount: 0.205 }] });
    expect(missing).toContain("yield");
  });

  it("name the dates as missing that stand in an unreadable module", async () => {
    const { data, missing } = await ask(EVENTS, { calendarEvents: "none" });
    expect(data).toMatchObject({ yield: 0.0041, exDate: "2025-02-10", payDate: null, next: null });
    expect(missing).toEqual(["exDate", "payDate", "next"]);
  });

  it("skip events that say nothing", async () => {
    const junk = {
      a: null,
      b: {},
      c: { date: "x", amount: 1 },
      d: { date: 1604673000, amount: 0 },
      e: { date: 1604673000, amount: -1 },
      f: { date: 0, amount: 1 },
      g: { date: 1604673000, amount: 0.5 },
    };
    const { data } = await ask({ dividends: junk, splits: { a: { date: 1, numerator: 0, denominator: 1 }, b: 5 } });
    expect(data).toMatchObject({ dividends: [{ exDate: "2020-11-06", amount: 0.5 }], splits: [], total: 1 });
  });

  it("say which part of a payment of a fund is capital gains, also those sent alone", async () => {
    const date = 1604673000;
    const { data } = await ask({
      dividends: { a: { date, amount: 16.88 } },
      capitalGains: { a: { date, amount: 16.803 }, b: { date: date - 86_400, amount: 2 } },
    });
    expect(data.dividends).toEqual([
      { exDate: "2020-11-06", amount: 16.88, currency: "USD", capitalGains: 16.803, ...NOTHING },
      { exDate: "2020-11-05", amount: 2, currency: "USD", capitalGains: 2, ...NOTHING },
    ]);
  });

  it.each([
    [
      "above 15 % of the close before it",
      30,
      ["Payments of 2020-11-07 are more than 15 % of the price before them, perhaps a mistake of the source."],
    ],
    ["below", 3, []],
  ])("name a payment %s", async (_what, amount, notes) => {
    const answer = await ask({ dividends: { a: { date: 1604673000 + 86_400, amount } } });
    expect(answer.notes).toEqual(["Amounts are adjusted for splits.", ...notes]);
  });

  it("are no valid answer when payments were sent and none can be read", async () => {
    const unreadable = { a: { date: 1604673000, amount: "N/A" }, b: { date: null, amount: 1 } };
    await expect(ask({ dividends: unreadable })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("count a payment and a split once that are sent twice", async () => {
    const paid = { date: 1604673000, amount: 0.5 };
    const split = { date: 1604673000, numerator: 4, denominator: 1 };
    const { data } = await ask({
      dividends: { a: paid, b: paid, c: { ...paid, amount: 2 } },
      splits: { a: split, b: split },
    });
    expect([data.dividends.map(({ amount }) => amount), data.total, data.splits?.length]).toEqual([[0.5, 2], 2, 1]);
  });

  it("do not know a symbol that the chart does not know", async () => {
    internet.use(
      http.get(`${BASE}/v8/finance/chart/AAPL`, () => new HttpResponse("{}", { status: 404 })),
      summary("AAPL", summaryNotFound("Quote not found for symbol: AAPL")),
    );
    await expect(createAsker().ask(dividendsFromYahoo, { symbol: "AAPL" })).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});
