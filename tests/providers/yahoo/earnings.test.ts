import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { earningsFromYahoo } from "../../../src/providers/yahoo/companies/earnings.js";
import { NO_REACTION } from "../../../src/market/statements/earnings-reactions.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, sessionRoutes, crumbRoute, summary, summaryNotFound, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

atTime("2025-02-24T09:35:00Z");

const at = (instant: string) => Date.parse(instant) / 1000;
const wrapped = (raw: number) => ({ raw, fmt: String(raw) });

const CALENDAR = {
  earningsDate: [at("2025-04-30T10:59:00Z"), at("2025-05-05T12:00:00Z")],
  isEarningsDateEstimate: true,
  earningsAverage: 1.61696,
  earningsLow: 1.5,
  earningsHigh: 1.67,
  revenueAverage: 94076168920,
  revenueLow: 89370000000,
  revenueHigh: 95903397000,
};
const QUARTER = {
  epsActual: wrapped(2.4),
  epsEstimate: wrapped(2.34102),
  epsDifference: wrapped(0.06),
  surprisePercent: wrapped(0.0252),
  quarter: wrapped(at("2024-12-31T00:00:00Z")),
  currency: "USD",
  period: "-1q",
};
const OLDER = { ...QUARTER, epsActual: 0.97, epsEstimate: 0.94654, quarter: at("2024-09-30T00:00:00Z") };
const CHARTS = {
  earningsChart: {
    quarterly: [
      { date: "3Q2024", actual: 0.97, estimate: 0.94654 },
      { date: "4Q2024", calendarQuarter: "4Q2024", fiscalQuarter: "1Q2025", actual: 2.4, surprisePct: "2.52" },
    ],
    earningsDate: CALENDAR.earningsDate,
    isEarningsDateEstimate: true,
  },
  financialsChart: { quarterly: [{ date: "4Q2024", revenue: 124300000000, earnings: 36330000000 }] },
  financialCurrency: "USD",
};
const TREND = {
  period: "0q",
  endDate: "2025-03-31",
  earningsEstimate: {
    avg: wrapped(1.60796),
    low: 1.5,
    high: 1.67,
    yearAgoEps: 1.53,
    numberOfAnalysts: 27,
    growth: 0.051,
    earningsCurrency: "USD",
  },
  revenueEstimate: {
    avg: 94076168920,
    low: 89370000000,
    high: 95903397000,
    numberOfAnalysts: 26,
    yearAgoRevenue: 90753000000,
    growth: 0.0366,
    revenueCurrency: "USD",
  },
  epsTrend: { current: 1.60796, "7daysAgo": 1.61018, "30daysAgo": 0, "60daysAgo": 1.6786, "90daysAgo": 1.68215 },
  epsRevisions: { upLast7days: 0, upLast30days: 3, downLast30days: 20, downLast7Days: 1, downLast90days: {} },
};
const NOBODY = {
  period: "0q",
  endDate: null,
  earningsEstimate: {
    avg: 0,
    low: 0,
    high: 0,
    yearAgoEps: {},
    numberOfAnalysts: 0,
    growth: {},
    earningsCurrency: null,
  },
  revenueEstimate: { avg: 0, low: 0, high: 0, yearAgoRevenue: {}, numberOfAnalysts: 0, growth: {} },
  epsTrend: { current: 0, "7daysAgo": 0, "30daysAgo": 0, "60daysAgo": 0, "90daysAgo": 0 },
  epsRevisions: { upLast7days: 0, upLast30days: 0, downLast30days: 0, downLast7Days: 0 },
};
const WHOLE = {
  calendarEvents: { earnings: CALENDAR },
  earnings: CHARTS,
  earningsHistory: { history: [OLDER, QUARTER] },
  earningsTrend: { trend: [{ ...NOBODY, period: "+1q" }, TREND] },
};

/** The announcements of one company, and its daily closes. */
function reports(rows: readonly [time: string, type: string, ticker?: string][], closes: readonly [string, number][]) {
  const columns = ["ticker", "startdatetime", "startdatetimetype"].map((id) => ({ id, label: id, type: "STRING" }));
  const documents = [{ columns, rows: rows.map(([time, type, ticker = "AAPL"]) => [ticker, time, type]) }];
  const close = closes.map(([, price]) => price);
  const chart = {
    meta: {
      symbol: "AAPL",
      currency: "USD",
      instrumentType: "EQUITY",
      exchangeTimezoneName: "America/New_York",
      dataGranularity: "1d",
      regularMarketPrice: 1,
    },
    timestamp: closes.map(([day]) => at(`${day}T14:30:00Z`)),
    indicators: { quote: [{ open: close, high: close, low: close, close, volume: close }], adjclose: [] },
  };
  return [
    crumbRoute("/v1/finance/visualization", { finance: { result: [{ total: rows.length, documents }], error: null } }),
    http.get(`${BASE}/v8/finance/chart/*`, () => HttpResponse.json({ chart: { result: [chart], error: null } })),
  ];
}

async function answerTo(modules: Record<string, JsonBodyType>, price: object = {}, symbol = "AAPL") {
  internet.use(
    ...sessionRoutes(),
    ...reports([], []),
    summary(symbol, summaryOf({ price: { ...APPLE_PRICE, symbol, ...price }, ...modules })),
  );
  return createAsker().ask(earningsFromYahoo, { symbol });
}

const calendarOf = (change: object) => ({ ...WHOLE, calendarEvents: { earnings: { ...CALENDAR, ...change } } });
const trendOf = (...trend: object[]) => ({ earningsTrend: { trend } }) as Record<string, JsonBodyType>;

describe("earnings by provider B", () => {
  it("are the next announcement, past quarters newest first, and estimates, in one call", async () => {
    const log: string[] = [];
    internet.use(
      ...sessionRoutes(),
      ...reports([], []),
      crumbRoute("/v10/finance/quoteSummary/AAPL", summaryOf({ price: APPLE_PRICE, ...WHOLE }) as JsonBodyType, log),
    );
    expect(await createAsker().ask(earningsFromYahoo, { symbol: "AAPL" })).toEqual({
      data: {
        symbol: "AAPL",
        currency: "USD",
        reportingCurrency: "USD",
        next: {
          date: null,
          from: "2025-04-30",
          to: "2025-05-05",
          estimated: true,
          when: null,
          epsEstimate: 1.61696,
          epsLow: 1.5,
          epsHigh: 1.67,
          revenueEstimate: 94076168920,
          revenueLow: 89370000000,
          revenueHigh: 95903397000,
        },
        history: [
          {
            periodEnd: "2024-12-31",
            fiscalQuarter: "1Q2025",
            announced: null,
            epsActual: 2.4,
            epsEstimate: 2.34102,
            surprise: 0.05898,
            surprisePercent: 2.51941,
            revenueActual: 124300000000,
            revenueEstimate: null,
            ...NO_REACTION,
          },
          {
            periodEnd: "2024-09-30",
            fiscalQuarter: null,
            announced: null,
            epsActual: 0.97,
            epsEstimate: 0.94654,
            surprise: 0.02346,
            surprisePercent: 2.4785,
            revenueActual: null,
            revenueEstimate: null,
            ...NO_REACTION,
          },
        ],
        estimates: [
          {
            period: "0q",
            periodEnd: "2025-03-31",
            eps: { avg: 1.60796, low: 1.5, high: 1.67, analysts: 27, yearAgo: 1.53, growth: 0.051 },
            revenue: {
              avg: 94076168920,
              low: 89370000000,
              high: 95903397000,
              analysts: 26,
              yearAgo: 90753000000,
              growth: 0.0366,
            },
            epsTrend: { now: 1.60796, days7: 1.61018, days30: null, days60: 1.6786, days90: 1.68215 },
            revisions: { up7: 0, up30: 3, down7: 1, down30: 20 },
          },
          {
            period: "+1q",
            periodEnd: null,
            eps: { avg: null, low: null, high: null, analysts: null, yearAgo: null, growth: null },
            revenue: { avg: null, low: null, high: null, analysts: null, yearAgo: null, growth: null },
            epsTrend: { now: null, days7: null, days30: null, days60: null, days90: null },
            revisions: { up7: null, up30: null, down7: null, down30: null },
          },
        ],
      },
      missing: [],
      notes: [],
    });
    expect(log).toEqual(["GET /v10/finance/quoteSummary/AAPL"]);
  });
});

describe("the next announcement by provider B", () => {
  const nextOf = async (change: object, price: object = {}) => (await answerTo(calendarOf(change), price)).data.next;

  it.each([
    ["before the session", ["2025-04-30T13:29:00Z"], false, "before open"],
    ["in the session", ["2025-04-30T13:30:00Z"], false, "during session"],
    ["at its end", ["2025-04-30T20:00:00Z"], false, "after close"],
    ["at two times after it", ["2025-04-30T20:30:00Z", "2025-04-30T21:00:00Z"], false, "after close"],
    ["at two times around it", ["2025-04-30T12:00:00Z", "2025-04-30T21:00:00Z"], false, null],
    ["on an estimated day, whose hour says nothing", ["2025-04-30T20:30:00Z"], true, null],
    ["at midnight, which is no time of day", ["2025-05-01T00:00:00Z"], false, null],
  ])("is known to be %s", async (_, moments, isEarningsDateEstimate, when) => {
    const earningsDate = moments.map((moment) => at(moment));
    expect(await nextOf({ earningsDate, isEarningsDateEstimate })).toMatchObject({ when });
  });

  it.each([
    ["a confirmed day", ["2025-04-30T20:30:00Z"], false, { date: "2025-04-30", from: "2025-04-30", estimated: false }],
    ["an estimated day", ["2025-04-30T20:30:00Z"], true, { date: "2025-04-30", to: "2025-04-30", estimated: true }],
    [
      "two times of one day",
      ["2025-04-30T20:30:00Z", "2025-04-30T21:00:00Z"],
      false,
      { date: "2025-04-30", estimated: false },
    ],
    [
      "a window, whatever the flag says",
      ["2025-05-05T12:00:00Z", "2025-04-30T10:59:00Z"],
      false,
      { date: null, from: "2025-04-30", to: "2025-05-05", estimated: true },
    ],
    ["an evening in New York", ["2025-05-01T01:30:00Z"], false, { date: "2025-04-30" }],
    ["midnight UTC, which is no time of day", ["2025-05-01T00:00:00Z"], false, { date: "2025-05-01" }],
    ["today", ["2025-02-24T13:30:00Z"], false, { date: "2025-02-24" }],
    [
      "a window that has begun",
      ["2025-02-20T13:30:00Z", "2025-02-26T13:30:00Z"],
      true,
      { from: "2025-02-20", to: "2025-02-26" },
    ],
  ])("is %s", async (_what, days, isEarningsDateEstimate, expected) => {
    expect(await nextOf({ earningsDate: days.map(at), isEarningsDateEstimate })).toMatchObject(expected);
  });

  it.each([
    ["ASX", "2025-05-01T22:30:00Z", "2025-05-02"],
    ["JPX", "2025-05-01T15:30:00Z", "2025-05-02"],
    ["NMS", "2025-05-01T22:30:00Z", "2025-05-01"],
    ["XXX", "2025-05-01T22:30:00Z", "2025-05-01"],
  ])("is a day of the exchange %s", async (exchange, instant, date) => {
    expect(await nextOf({ earningsDate: [at(instant)] }, { exchange })).toMatchObject({ date });
  });

  it("is not known to be confirmed when provider B says nothing of it", async () => {
    const { isEarningsDateEstimate: _, ...calendar } = CALENDAR;
    const [day] = CALENDAR.earningsDate;
    const charts = { ...CHARTS, earningsChart: { quarterly: [] } };
    const modules = { ...WHOLE, earnings: charts, calendarEvents: { earnings: { ...calendar, earningsDate: [day] } } };
    expect((await answerTo(modules as Record<string, JsonBodyType>)).data.next?.estimated).toBeNull();
  });

  it("is an estimate when only the charts say so", async () => {
    const earningsDate = [at("2025-04-30T20:00:00Z")];
    const { data } = await answerTo(calendarOf({ earningsDate, isEarningsDateEstimate: undefined }));
    expect(data.next).toMatchObject({ date: "2025-04-30", estimated: true });
  });

  it("is read from the charts where the calendar has none", async () => {
    const { data } = await answerTo({ ...WHOLE, calendarEvents: { earnings: {} } });
    expect(data.next).toMatchObject({ from: "2025-04-30", to: "2025-05-05", estimated: true, epsEstimate: null });
  });

  it.each([
    ["there is no date", []],
    ["the date is no time", [-5, "soon", null, 1e15]],
    ["it has passed", [at("2025-02-04T13:30:00Z")]],
  ])("is null when %s", async (_what, earningsDate) => {
    const charts = { ...CHARTS, earningsChart: { ...CHARTS.earningsChart, earningsDate: [] } };
    const { data } = await answerTo({ ...calendarOf({ earningsDate }), earnings: charts } as Record<
      string,
      JsonBodyType
    >);
    expect(data.next).toBeNull();
    expect(data.estimates).toHaveLength(2);
  });

  it.each([
    ["a confirmed day that has passed dates the newest quarter", "2025-02-04T13:30:00Z", false, "2025-02-04"],
    ["an estimated day dates nothing", "2025-02-04T13:30:00Z", true, null],
    ["a day before the quarter's end dates nothing", "2024-12-30T13:30:00Z", false, null],
    ["a day after the next quarter's end dates nothing", "2024-10-01T13:30:00Z", false, null],
  ])("%s", async (_what, day, isEarningsDateEstimate, announced) => {
    const { data } = await answerTo(calendarOf({ earningsDate: [at(day)], isEarningsDateEstimate }));
    expect(data.history!.map((quarter) => quarter.announced)).toEqual([announced, null]);
  });

  it("has no estimates where zeros say that nobody estimates", async () => {
    const zeros = {
      earningsAverage: 0,
      earningsLow: 0,
      earningsHigh: 0,
      revenueAverage: 0,
      revenueLow: 0,
      revenueHigh: 0,
    };
    const { data } = await answerTo({ ...calendarOf(zeros), ...trendOf(NOBODY) });
    expect(data.next).toEqual({
      date: null,
      from: "2025-04-30",
      to: "2025-05-05",
      estimated: true,
      when: null,
      epsEstimate: null,
      epsLow: null,
      epsHigh: null,
      revenueEstimate: null,
      revenueLow: null,
      revenueHigh: null,
    });
    expect(data.estimates).toEqual([]);
  });
});

describe("the reaction to a report", () => {
  const CLOSES: [string, number][] = [
    ["2024-10-30", 100],
    ["2024-10-31", 104],
    ["2024-11-01", 93.6],
    ["2025-01-30", 200],
    ["2025-01-31", 210],
  ];
  const reactionsTo = async (...rows: [time: string, type: string, ticker?: string][]) => {
    const asker = createAsker();
    internet.use(
      ...sessionRoutes(),
      summary("AAPL", summaryOf({ price: APPLE_PRICE, ...WHOLE })),
      ...reports(rows, CLOSES),
    );
    return (await asker.ask(earningsFromYahoo, { symbol: "AAPL" })).data.history!.map(
      ({ announced, when, dayBefore, closeBefore, dayAfter, closeAfter, reactionPercent }) =>
        [announced, when, dayBefore, closeBefore, dayAfter, closeAfter, reactionPercent].join(" "),
    );
  };

  it("after the close is that of the next session, before the open or within the session that of the day", async () => {
    expect(await reactionsTo(["2025-01-30T21:30:00Z", "AMC"], ["2024-10-31T20:30:00Z", "AMC"])).toEqual([
      "2025-01-30 after close 2025-01-30 200 2025-01-31 210 5",
      "2024-10-31 after close 2024-10-31 104 2024-11-01 93.6 -10",
    ]);
    expect(await reactionsTo(["2024-10-31T11:00:00Z", "BMO"])).toEqual([
      "      ",
      "2024-10-31 before open 2024-10-30 100 2024-10-31 104 4",
    ]);
    expect(await reactionsTo(["2024-10-31T16:00:00Z", "TAS"])).toEqual([
      "      ",
      "2024-10-31 during session 2024-10-30 100 2024-10-31 104 4",
    ]);
  });

  it("is unknown without a time of day, before the next session, and for two reports of a quarter", async () => {
    expect(await reactionsTo(["2024-10-31T04:00:00Z", "TNS"], ["2025-01-31T21:30:00Z", "AMC"])).toEqual([
      "2025-01-31 after close     ",
      "2024-10-31      ",
    ]);
    const twice = await reactionsTo(["2024-10-31T20:30:00Z", "AMC"], ["2024-11-14T21:30:00Z", "AMC"]);
    expect(twice[1]).toBe("      ");
    expect((await reactionsTo(["2024-10-31T20:30:00Z", "AMC", "MSFT"]))[1]).toBe("      ");
  });

  it("is missing this time when the calendar fails", async () => {
    internet.use(
      ...sessionRoutes(),
      summary("AAPL", summaryOf({ price: APPLE_PRICE, ...WHOLE })),
      ...reports([], CLOSES).slice(1),
      http.post(`${BASE}/v1/finance/visualization`, () => new HttpResponse(null, { status: 500 })),
    );
    const { data, missing } = await createAsker().ask(earningsFromYahoo, { symbol: "AAPL" });
    expect(data.history).toHaveLength(2);
    expect(missing).toEqual(["when", "reactionPercent"]);
  });
});

describe("lists of earnings by provider B", () => {
  it.each([
    ["history", "earningsHistory", { history: [{}, {}] }],
    ["estimates", "earningsTrend", { trend: [] }],
  ] as const)("are empty where there are none, and null where they cannot be read: %s", async (list, name, none) => {
    const empty = await answerTo({ ...WHOLE, [name]: none } as Record<string, JsonBodyType>);
    expect({ list: empty.data[list], missing: empty.missing }).toEqual({ list: [], missing: [] });
    internet.resetHandlers();
    const unread = await answerTo({ ...WHOLE, [name]: "text" } as Record<string, JsonBodyType>);
    expect({ list: unread.data[list], missing: unread.missing }).toEqual({ list: null, missing: [list] });
  });

  it("are null where provider B does not send the past quarters", async () => {
    const { earningsHistory: _none, ...modules } = WHOLE as Record<string, JsonBodyType>;
    expect((await answerTo(modules)).data.history).toBeNull();
  });
});

describe("past quarters by provider B", () => {
  const historyOf = async (...history: unknown[]) =>
    (await answerTo({ ...WHOLE, earningsHistory: { history } } as Record<string, JsonBodyType>)).data.history;

  it.each([
    ["a loss that is smaller than expected", -0.03, -0.05, 0.02, 40],
    ["a loss in place of a profit", -0.03, 0.073, -0.103, -141.096],
    ["a profit in place of a small loss", 0.06, -0.0034, 0.0634, 1864.71],
    ["exactly what was expected", 0.47, 0.47, 0, 0],
    ["an expectation of 0", 0.02, 0, 0.02, null],
    ["no expectation", 0.02, null, null, null],
    ["no figure yet", null, 0.02, null, null],
  ])(
    "have a surprise in percent of the estimate: %s",
    async (_what, epsActual, epsEstimate, surprise, surprisePercent) => {
      expect(await historyOf({ ...QUARTER, epsActual, epsEstimate })).toMatchObject([{ surprise, surprisePercent }]);
    },
  );

  it("leave out zeros that stand for a quarter without figures, rows without a quarter, junk, and a second of a quarter", async () => {
    const rows = [null, 5, { ...QUARTER, quarter: null }, { ...OLDER, epsActual: 0, epsEstimate: 0 }, QUARTER, QUARTER];
    expect((await historyOf(...rows))!.map(({ periodEnd }) => periodEnd)).toEqual(["2024-12-31"]);
  });

  it("take revenue only of their own quarter, and none of 0", async () => {
    const quarterly = [
      { date: "3Q2024", revenue: 0 },
      { date: "4Q2020", revenue: 657700000, earnings: 0 },
    ];
    const charts = { ...CHARTS, financialsChart: { quarterly } };
    const { data } = await answerTo({ ...WHOLE, earnings: charts });
    expect(data.history!.map(({ revenueActual }) => revenueActual)).toEqual([null, null]);
  });

  // The source names quarters to January after the calendar quarter before, quarters to February after the current one.
  const toQuarters = (ends: readonly string[], eps: readonly number[]) =>
    ends.map((day, index) => ({ ...QUARTER, quarter: at(`${day}T00:00:00Z`), epsActual: eps[index]! }));
  const JANUARY_ENDS = ["2024-01-31", "2024-04-30", "2024-07-31", "2024-10-31"];
  const JANUARY_EPS = [2.29, 2.44, 2.56, 2.41];
  const JANUARY_FIGURES = [
    { date: "4Q2023", revenue: 9287000000 },
    { date: "1Q2024", revenue: 9133000000 },
    { date: "2Q2024", revenue: 9325000000 },
    { date: "3Q2024", revenue: 9444000000 },
  ];
  const januaryOf = (eps: readonly object[], figures: readonly object[] = JANUARY_FIGURES) =>
    answerTo({
      ...WHOLE,
      earnings: { ...CHARTS, earningsChart: { quarterly: eps }, financialsChart: { quarterly: figures } },
      earningsHistory: { history: toQuarters(JANUARY_ENDS, JANUARY_EPS) },
    } as Record<string, JsonBodyType>);
  const januaryEps = (actuals: readonly (number | null)[]) =>
    JANUARY_FIGURES.map(({ date }, index) => ({ date, actual: actuals[index], fiscalQuarter: `${index + 1}Q2025` }));

  it("have the revenue of quarters that end in January, April, July and October", async () => {
    const { data } = await januaryOf(januaryEps(JANUARY_EPS));
    expect(
      data.history!.map(({ periodEnd, fiscalQuarter, revenueActual }) => [periodEnd, fiscalQuarter, revenueActual]),
    ).toEqual([
      ["2024-10-31", "4Q2025", 9444000000],
      ["2024-07-31", "3Q2025", 9325000000],
      ["2024-04-30", "2Q2025", 9133000000],
      ["2024-01-31", "1Q2025", 9287000000],
    ]);
  });

  it("have the revenue of a quarter that ends in February, which is named after the calendar quarter around it", async () => {
    const { data } = await answerTo({
      ...WHOLE,
      earnings: {
        ...CHARTS,
        earningsChart: { quarterly: [{ date: "1Q2024", actual: 0.36 }] },
        financialsChart: { quarterly: [{ date: "1Q2024", revenue: 138437000 }] },
      },
      earningsHistory: { history: toQuarters(["2024-02-29"], [0.36]) },
    } as Record<string, JsonBodyType>);
    expect(data.history).toMatchObject([{ periodEnd: "2024-02-29", revenueActual: 138437000 }]);
  });

  it.each<[string, readonly object[], readonly object[] | undefined, (number | null)[]]>([
    ["the EPS chart is a quarter behind", januaryEps([2.11, 2.29, 2.44, 2.56]), undefined, [null, null, null, null]],
    [
      "the EPS chart has another EPS in that quarter",
      januaryEps([2.29, 1.9, 2.56, 2.41]),
      undefined,
      [9444000000, 9325000000, null, 9287000000],
    ],
    ["no EPS confirms the order", januaryEps([null, null, null, null]), undefined, [null, null, null, null]],
    ["there is no EPS chart", [], undefined, [null, null, null, null]],
    [
      "the chart of revenue is a quarter behind",
      januaryEps(JANUARY_EPS),
      [{ date: "3Q2023", revenue: 8720000000 }, ...JANUARY_FIGURES.slice(0, 3)],
      [null, null, null, null],
    ],
    [
      "the chart of revenue lacks a quarter",
      januaryEps(JANUARY_EPS),
      JANUARY_FIGURES.toSpliced(2, 1),
      [9444000000, null, null, null],
    ],
  ])("have no revenue where %s", async (_what, eps, figures, expected) => {
    const { data } = await januaryOf(eps, figures);
    expect(data.history!.map(({ revenueActual }) => revenueActual)).toEqual(expected);
  });

  it("have a revenue where a quarter without an EPS stands between those that confirm the order", async () => {
    const { data } = await januaryOf(januaryEps([2.29, null, 2.56, 2.41]));
    expect(data.history!.map(({ revenueActual }) => revenueActual)).toEqual([
      9444000000, 9325000000, 9133000000, 9287000000,
    ]);
  });

  it("keep their places beside a quarter that the source does not cover", async () => {
    const history = toQuarters(JANUARY_ENDS, [2.29, 2.44, 0, 2.41]).map((row) =>
      row.epsActual === 0 ? { ...row, epsEstimate: 0 } : row,
    );
    const { data } = await answerTo({
      ...WHOLE,
      earnings: {
        ...CHARTS,
        earningsChart: { quarterly: januaryEps([2.29, 2.44, null, 2.41]) },
        financialsChart: { quarterly: JANUARY_FIGURES },
      },
      earningsHistory: { history },
    } as Record<string, JsonBodyType>);
    expect(data.history!.map(({ periodEnd, revenueActual }) => [periodEnd, revenueActual])).toEqual([
      ["2024-10-31", 9444000000],
      ["2024-04-30", 9133000000],
      ["2024-01-31", 9287000000],
    ]);
  });
});

describe("estimates by provider B", () => {
  const estimatesOf = async (...trend: object[]) =>
    (await answerTo({ ...WHOLE, ...trendOf(...trend) })).data.estimates!;

  it("keep a trend of zeros that analysts expect, and drop zeros beside other figures", async () => {
    const flat = { ...TREND, earningsEstimate: { ...TREND.earningsEstimate, avg: 0, low: 0, high: 0 } };
    const zeros = { current: 0, "7daysAgo": 0, "30daysAgo": 0, "60daysAgo": 0, "90daysAgo": 0 };
    const [expected] = await estimatesOf({ ...flat, epsTrend: zeros });
    expect(expected).toMatchObject({
      eps: { avg: 0, analysts: 27 },
      epsTrend: { now: 0, days7: 0, days30: 0, days60: 0, days90: 0 },
    });
    internet.resetHandlers();
    const [begun] = await estimatesOf({ ...TREND, epsTrend: { ...zeros, current: 0.03665 } });
    expect(begun!.epsTrend).toEqual({ now: 0.03665, days7: null, days30: null, days60: null, days90: null });
  });

  it("come in their own order, each once, without periods we do not know and with no impossible day", async () => {
    const periods = ["+1y", "0y", "-5y", "0q", "0q", "+1q"].map((period) => ({
      ...TREND,
      period,
      endDate: "2025-02-30",
    }));
    const estimates = await estimatesOf(...periods);
    expect(estimates.map(({ period }) => period)).toEqual(["0q", "+1q", "0y", "+1y"]);
    expect(estimates[0]!.periodEnd).toBeNull();
  });
});

describe("an expected revenue of a quarter above that of both years", () => {
  const revenueOf = (avg: number) => ({ ...TREND.revenueEstimate, avg, low: avg, high: avg });
  const year = (period: string, avg: number) => ({ ...TREND, period, revenueEstimate: revenueOf(avg) });
  const answerFor = (quarter: number, ...years: object[]) =>
    answerTo({
      ...calendarOf({ revenueAverage: quarter, revenueLow: quarter, revenueHigh: quarter }),
      ...trendOf({ ...TREND, revenueEstimate: revenueOf(quarter) }, ...years),
    } as Record<string, JsonBodyType>);

  it("is null, also in the next announcement (THYAO.IS)", async () => {
    const { data, notes } = await answerFor(6822218711500, year("0y", 768e9), year("+1y", 770e9));
    expect(data.next).toMatchObject({
      revenueEstimate: null,
      revenueLow: null,
      revenueHigh: null,
      epsEstimate: 1.61696,
    });
    expect(data.estimates!.map(({ revenue }) => [revenue.avg, revenue.low, revenue.high, revenue.growth])).toEqual([
      [null, null, null, null],
      [768e9, 768e9, 768e9, 0.0366],
      [770e9, 770e9, 770e9, 0.0366],
    ]);
    expect(notes).toEqual([
      "The revenue expected of a quarter is null: the source sends 6822218711500, more than 770000000000 of a whole year.",
    ]);
  });

  it.each([
    ["it is below one of the years", 94e9, [year("0y", 90e9), year("+1y", 95e9)]],
    ["no year is estimated", 94e9, []],
  ])("is given where %s", async (_when, quarter, years) => {
    const { data, notes } = await answerFor(quarter, ...years);
    expect([data.next?.revenueEstimate, data.estimates![0]?.revenue.avg, notes]).toEqual([quarter, quarter, []]);
  });
});

describe("the currency of earnings by provider B", () => {
  const of = (code: string | null) => ({
    calendarEvents: { earnings: CALENDAR },
    earnings: { ...CHARTS, financialCurrency: code },
    earningsHistory: { history: [{ ...QUARTER, currency: code }] },
    ...trendOf({
      ...TREND,
      earningsEstimate: { ...TREND.earningsEstimate, earningsCurrency: code },
      revenueEstimate: { ...TREND.revenueEstimate, revenueCurrency: code },
    }),
  });

  it.each([
    ["of a receipt that reports in yuan", "BABA", { currency: "USD" }, "CNY"],
    ["of a share in pence that reports in pounds", "OCDO.L", { currency: "GBp", exchange: "LSE" }, "GBP"],
    ["that provider B does not say", "ODD", { currency: "USD" }, null],
  ])("is %s", async (_what, symbol, price, reportingCurrency) => {
    const { data, notes } = await answerTo(of(reportingCurrency) as Record<string, JsonBodyType>, price, symbol);
    expect(data).toMatchObject({ currency: price.currency, reportingCurrency, history: [{ epsActual: 2.4 }] });
    expect(notes).toEqual([]);
  });

  it("does not count the label of figures that the answer does not have (THYAO.IS)", async () => {
    const { data, notes } = await answerTo(
      {
        ...of("TRY"),
        earnings: { earningsChart: {}, financialsChart: {}, financialCurrency: "USD" },
        earningsHistory: { history: [] },
      } as Record<string, JsonBodyType>,
      {},
      "THYAO.IS",
    );
    expect({ currency: data.reportingCurrency, notes }).toEqual({ currency: "TRY", notes: [] });
  });

  it("is named by a note where the figures stand in several", async () => {
    const mixed = { ...of("TWD"), earningsHistory: { history: [QUARTER] } };
    const { data, notes } = await answerTo(mixed as Record<string, JsonBodyType>, {}, "TSM");
    expect(data.reportingCurrency).toBeNull();
    expect(notes).toEqual([
      "The amounts are in several currencies: past EPS in USD, estimated EPS in TWD, estimated revenue in TWD, past revenue in TWD.",
    ]);
  });
});

describe("an answer of provider B without earnings", () => {
  it.each([
    ["no module but the price", {}],
    [
      "a past date and zeros only",
      { calendarEvents: { earnings: { earningsDate: [1] } }, ...trendOf(NOBODY), earningsHistory: { history: [] } },
    ],
    ["four quarters without a field", { earningsHistory: { history: [{}, {}, {}, {}] } }],
    ["a quarter with empty fields", { earningsHistory: { history: [{ maxAge: 1, epsActual: {}, period: "-1q" }] } }],
  ])("is a matter of coverage: %s", async (_what, modules) => {
    await expect(answerTo(modules as Record<string, JsonBodyType>, { quoteType: "ETF" })).rejects.toMatchObject({
      kind: "no_coverage",
      message:
        "Cannot fetch earnings for AAPL: provider B knows the symbol but has no earnings for it; funds, indices, currencies and coins have none.",
    });
  });

  it("is not found for a symbol that it does not know", async () => {
    internet.use(...sessionRoutes(), summary("NOSUCH", summaryNotFound("Quote not found for symbol: NOSUCH")));
    await expect(createAsker().ask(earningsFromYahoo, { symbol: "NOSUCH" })).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  it.each([
    ["calendarEvents", "next"],
    ["earnings", "revenueActual"],
    ["earningsHistory", "history"],
    ["earningsTrend", "estimates"],
  ])(
    "names what is missing when %s has another shape, and is refused when nothing else is there",
    async (name, field) => {
      for (const wrong of ["text", ["list"], 5, { history: "none", trend: [5], earnings: 5, earningsChart: 5 }]) {
        const { missing } = await answerTo({ ...WHOLE, [name]: wrong } as Record<string, JsonBodyType>);
        expect(missing).toContain(field);
        internet.resetHandlers();
      }
      await expect(answerTo({ [name]: "text" })).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );
});
