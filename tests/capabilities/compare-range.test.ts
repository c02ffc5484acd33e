/** A comparison of stocks between two days, from histories that a test writes. */
import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { beforeEach, describe, expect, it } from "vitest";
import { compareStocks } from "../../src/capabilities/comparison/compare-stocks.js";
import { compareOverDays } from "../../src/capabilities/comparison/compare-stocks-range.js";
import type { Served } from "../../src/contract/envelope.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { toPlainText } from "../../src/contract/sentence.js";
import { parseInput } from "../../src/contract/input.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { barsOf } from "../support/bar.js";

atTime(Date.UTC(2026, 10, 20, 18));

type Row = [date: string, close: number, adjClose?: number | null];

function historyOf(symbol: string, rows: readonly Row[], more: object = {}): Served {
  const bars = barsOf(...rows);
  const body = { symbol, currency: "USD", bars, dividends: [], splits: [], lastBarComplete: true, ...more };
  return { ...servedOf({}), envelope: envelopeOf(0, { body, provider: "provider-b" }) };
}

const A: Row[] = [
  ["2026-03-02", 90, 80],
  ["2026-03-06", 100, 90],
  ["2026-03-09", 110, 99],
  ["2026-03-13", 120, 120],
  ["2026-03-16", 130, 130],
];
const B: Row[] = [
  ["2026-03-05", 40],
  ["2026-03-09", 30],
  ["2026-03-12", 50],
];

const asked: unknown[][] = [];
beforeEach(() => void asked.splice(0));

/** A year's yields: of its workdays 4 % in 2025, else 3 %. */
async function askYields(year: number): Promise<Served> {
  const all = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(year, 0, 1 + at)));
  const workdays = all.filter((at) => at.getUTCDay() % 6 !== 0).map((at) => at.toISOString().slice(0, 10));
  const days = workdays.map((date) => ({ date, m3: year === 2025 ? 4 : 3 })).toReversed();
  return { ...servedOf({}), envelope: envelopeOf(0, { body: { year, days }, provider: "provider-d" }) };
}

/** Compares with these histories by symbol; the parameters are those of a caller. */
async function compare(
  { columns, ...parameters }: Record<string, unknown>,
  histories: Record<string, Served | Error>,
  ask = askYields,
) {
  const input = parseInput(compareStocks, { from: "2026-03-07", to: "2026-03-15", ...parameters });
  const askHistory = async (...args: [string, string, string | undefined]) => {
    asked.push(args);
    const found = histories[args[0]] ?? new MarketDataError("not_found", `Nobody knows ${args[0]}.`);
    if (found instanceof Error) throw found;
    return found;
  };
  return compareOverDays(
    { ...input, from: input.from!, ...(columns ? { columns: columns as string[] } : {}) },
    askHistory,
    ask,
  );
}

const SHORT =
  "annualReturnPercent needs 360 days, volatility needs 21 closes, sharpe needs 60 returns; with fewer, the figure is null.";

describe("compare_stocks between two days", () => {
  it.each([
    ["bars", ["priceReturnPercent", "totalReturnPercent"]],
    ["dividends", []],
  ])("names its returns as incomplete where one history lacks %s: %j", async (lacking, expected) => {
    const cut = historyOf("A", A);
    const histories = { A: { ...cut, envelope: { ...cut.envelope, missing: [lacking] } }, B: historyOf("B", B) };
    expect((await compare({ symbols: ["A", "B"] }, histories)).missing).toEqual(expected);
  });

  it("has no returns from a close below 0, and says so", async () => {
    const oil: Row[] = [
      ["2026-03-06", -37.63],
      ["2026-03-09", 10.01],
      ["2026-03-13", 16.94],
    ];
    const { data } = await compare(
      { symbols: ["CL=F", "A"] },
      { "CL=F": historyOf("CL=F", oil), A: historyOf("A", A) },
    );
    expect(data.stocks[0]).toMatchObject({ startClose: -37.63, priceReturnPercent: null, totalReturnPercent: null });
    expect(texts(data.notes)).toContain("CL=F: The close of 2026-03-06 is below 0.");
    expect(texts(data.notes[0])).toEqual("portfolio is null, because CL=F cannot be in it; see errors and notes.");
  });

  it("has the returns from the close at or before the first day to that at or before the last", async () => {
    const { data, missing, failures } = await compare(
      { symbols: ["A", "B"] },
      { A: historyOf("A", A), B: historyOf("B", B) },
    );
    expect(data.stocks).toEqual([
      {
        symbol: "A",
        currency: "USD",
        startDate: "2026-03-06",
        startClose: 100,
        endDate: "2026-03-13",
        endClose: 120,
        priceReturnPercent: 20,
        totalReturnPercent: 33.3333,
        annualReturnPercent: null,
        volatility: null,
        maxDrawdown: 0,
        sharpe: null,
        weightPercent: 50,
        value: 6666.67,
      },
      {
        symbol: "B",
        currency: "USD",
        startDate: "2026-03-05",
        startClose: 40,
        endDate: "2026-03-12",
        endClose: 50,
        priceReturnPercent: 25,
        totalReturnPercent: 25,
        annualReturnPercent: null,
        volatility: null,
        maxDrawdown: -25,
        sharpe: null,
        weightPercent: 50,
        value: 6250,
      },
    ]);
    expect(data.portfolio).toEqual({
      currency: "USD",
      from: "2026-03-06",
      to: "2026-03-13",
      days: 4,
      invested: 10_000,
      value: 12_916.7,
      totalReturnPercent: 29.1667,
      annualReturnPercent: null,
      volatility: null,
      sharpe: null,
      // On March 9, A is worth 5,500 and B 3,750.
      maxDrawdown: { percent: -7.5, peak: "2026-03-06", trough: "2026-03-09" },
      best: "A",
      worst: "B",
    });
    expect(data.correlation).toBeNull();
    expect(texts(data.notes)).toEqual([
      "portfolio has equal parts.",
      SHORT,
      "correlation is null: one day has a close of all stocks, and 30 are needed.",
    ]);
    expect([data.errors, missing, failures]).toEqual([[], [], []]);
    // The close of the first day is looked for in three months before it.
    expect(asked).toEqual([
      ["A", "2025-12-05", "2026-03-15"],
      ["B", "2025-12-05", "2026-03-15"],
    ]);
  });

  it("spreads an amount by weights, and scales those that do not add up to 100", async () => {
    const histories = { A: historyOf("A", A), B: historyOf("B", B) };
    const { data } = await compare({ symbols: ["A", "B"], weights: [75, 25], amount: 1000 }, histories);
    expect(data.stocks.map(({ weightPercent, value }) => [weightPercent, value])).toEqual([
      [75, 1000],
      [25, 312.5],
    ]);
    expect(data.portfolio).toMatchObject({ invested: 1000, value: 1312.5, totalReturnPercent: 31.25 });
    const scaled = await compare({ symbols: ["A", "B"], weights: [74.7, 24.9] }, histories);
    expect(scaled.data.stocks.map(({ weightPercent }) => weightPercent)).toEqual([75, 25]);
    expect(scaled.data.notes[0]).toBe("The weights had a sum of 99.6 and were scaled to 100.");
  });

  it("converts at the rates of each day into the first currency, or into the one that is asked for", async () => {
    const euro: Row[] = [
      ["2026-03-06", 1.1],
      ["2026-03-09", 1.2],
      ["2026-03-13", 1.21],
    ];
    const pounds: Row[] = [
      ["2026-03-06", 0.8],
      ["2026-03-13", 0.84],
    ];
    const histories = {
      A: historyOf("A", A),
      "B.DE": historyOf("B.DE", B, { currency: "EUR" }),
      "C.L": historyOf("C.L", B, { currency: "GBp" }),
      "EURUSD=X": historyOf("EURUSD=X", euro),
      "EURGBP=X": historyOf("EURGBP=X", pounds, { currency: "GBP" }),
    };
    const { data, parts } = await compare({ symbols: ["A", "B.DE"] }, histories);
    expect(data.stocks[1]).toMatchObject({ currency: "EUR", totalReturnPercent: 25, convertedReturnPercent: 37.5 });
    expect(data.portfolio).toMatchObject({ currency: "USD", value: 13_541.7, best: "B.DE", worst: "A" });
    expect(texts(data.notes)).toContain(
      "Returns of the rows are each in its own currency; portfolio, value and convertedReturnPercent are in USD, at the rates of each day.",
    );
    expect(parts).toHaveLength(3);
    asked.splice(0);
    // Pence need no rate of their own.
    const inPounds = await compare({ symbols: ["C.L", "B.DE"], convert: "gbp" }, histories);
    expect(inPounds.data.portfolio).toMatchObject({ currency: "GBP", value: 12_812.5 });
    expect(asked.map(([symbol]) => symbol)).toEqual(["C.L", "B.DE", "EURGBP=X"]);
  });

  it("has no converted return of an index, whose points are no money", async () => {
    const histories = {
      "^GSPC": historyOf("^GSPC", A, { currency: null }),
      B: historyOf("B", B),
      "EUR=X": historyOf(
        "EUR=X",
        [
          ["2026-03-05", 0.9],
          ["2026-03-13", 0.9],
        ],
        { currency: "EUR" },
      ),
    };
    const { data } = await compare({ symbols: ["^GSPC", "B"], convert: "EUR" }, histories);
    expect(data.stocks.map(({ convertedReturnPercent: each }) => each)).toEqual([null, 25]);
    expect(data.stocks.every((row) => !("value" in row))).toBe(true);
    expect(data.portfolio).toBeNull();
    expect(texts(data.notes.slice(0, 3))).toEqual([
      "portfolio is null, because points of an index cannot be converted to EUR; a fund on it, such as SPY, can.",
      "Returns of the rows are each in its own currency; convertedReturnPercent is in EUR, at the rates of each day.",
      "convertedReturnPercent of an index is null.",
    ]);
    const alone = await compare({ symbols: ["^GSPC"], convert: "EUR" }, histories);
    expect(alone.data.portfolio).toBeNull();
    expect(texts(alone.data.notes[0])).toMatch(/cannot be converted to EUR/);
    // Without a currency that was asked for, points stand beside money.
    const asPoints = await compare({ symbols: ["^GSPC", "B"] }, histories);
    expect(asPoints.data.portfolio).toMatchObject({ currency: "USD" });
    expect(texts(asPoints.data.notes)).toContain("The points of an index count in portfolio as USD.");
  });

  it("has no portfolio without a rate, and says so", async () => {
    const histories = { A: historyOf("A", A), "B.DE": historyOf("B.DE", B, { currency: "EUR" }) };
    const { data, failures } = await compare({ symbols: ["A", "B.DE"] }, histories);
    expect(data.portfolio).toBeNull();
    expect(data.stocks.map(({ totalReturnPercent }) => totalReturnPercent)).toEqual([33.3333, 25]);
    expect(texts(data.notes)).toContain("portfolio is null, because no rate from EUR to USD is known for the range.");
    expect(failures).toHaveLength(1);
    const unstated = { A: historyOf("A", A), B: historyOf("B", B, { currency: null }) };
    expect(texts((await compare({ symbols: ["A", "B"] }, unstated)).data.notes)).toContain(
      "portfolio is null, because the currency of some prices is not known.",
    );
  });

  it("refuses a portfolio of a stock that was listed later, and names its first day", async () => {
    const histories = { A: historyOf("A", A), NEW: historyOf("NEW", [["2026-03-10", 5]]) };
    const symbols = ["A", "NEW"];
    for (const parameters of [{ weights: [50, 50] }, { amount: 500 }])
      await expect(compare({ symbols, ...parameters }, histories)).rejects.toMatchObject({
        kind: "invalid_input",
        message:
          'Invalid "from": got 2026-03-07. NEW cannot be bought then: The prices begin on 2026-03-10, after 2026-03-07. Allowed: a day on which all stocks of the portfolio have prices.',
      });
    const { data } = await compare({ symbols }, histories);
    expect(data.stocks.map(({ symbol }) => symbol)).toEqual(["A"]);
    expect(data.errors).toEqual([{ symbol: "NEW", error: "The prices begin on 2026-03-10, after 2026-03-07." }]);
    expect(data.portfolio).toBeNull();
    expect(texts(data.notes[0])).toEqual("portfolio is null, because NEW cannot be in it; see errors and notes.");
  });

  it("keeps the remaining rows when a symbol is unknown or fails, and is an error when none is known", async () => {
    const late = new MarketDataError("upstream_unavailable", "Too slow.");
    const { data, failures } = await compare(
      { symbols: ["A", "NOSUCH", "SLOW"] },
      { A: historyOf("A", A), SLOW: late },
    );
    expect(data.stocks.map(({ symbol }) => symbol)).toEqual(["A"]);
    expect(data.errors).toEqual([
      { symbol: "NOSUCH", error: "Nobody knows NOSUCH. A search by name finds symbols." },
      { symbol: "SLOW", error: "Too slow." },
    ]);
    expect(failures!.map(({ kind }) => kind)).toEqual(["not_found", "upstream_unavailable"]);
    await expect(compare({ symbols: ["X", "Y"] }, {})).rejects.toMatchObject({ kind: "not_found" });
    await expect(compare({ symbols: ["X", "Y"] }, { X: late })).rejects.toBe(late);
  });

  it("names a row without a total return, a running session and an old last price", async () => {
    const { data } = await compare(
      { symbols: ["A", "GONE", "RUNS"], to: "2026-05-29" },
      {
        A: historyOf("A", [["2026-03-06", 100, null], ...A.slice(2), ["2026-05-29", 140]]),
        GONE: historyOf("GONE", B),
        RUNS: historyOf("RUNS", [...B, ["2026-05-29", 60]], { lastBarComplete: false }),
      },
    );
    expect(data.stocks[0]).toMatchObject({ priceReturnPercent: 40, totalReturnPercent: null });
    expect(texts(data.notes)).toEqual([
      "portfolio is null, because A cannot be in it; see errors and notes.",
      SHORT,
      "correlation is null: 3 days have a close of all stocks, and 30 are needed.",
      "A: The source has no adjusted close of 2026-03-06.",
      "The session of the last price of RUNS is not over.",
      "GONE: The last price is of 2026-03-12, and its returns end there.",
    ]);
  });

  it("counts from a day that is further back than a history shows", async () => {
    const shown = historyOf("A", A.slice(-1), { total_bars: 5 });
    const { envelope } = historyOf("A", A, { total_bars: 5 });
    const { data } = await compare({ symbols: ["A"], to: "2026-03-16" }, { A: { ...shown, whole: envelope.body } });
    expect(data.stocks[0]).toMatchObject({ startDate: "2026-03-06", endDate: "2026-03-16", priceReturnPercent: 30 });
  });

  describe("the risk", () => {
    const days = Array.from({ length: 90 }, (_, at) => new Date(Date.UTC(2025, 11, 1 + at)).toISOString().slice(0, 10));
    const coinsOf = (closeAt: (at: number) => number) => days.map((date, at): Row => [date, closeAt(at)]);
    const COINS = {
      A: historyOf(
        "A",
        coinsOf((at) => 100 + (at % 7) * 3 - (at % 5) * 2 + at * 0.1),
      ),
      B: historyOf(
        "B",
        coinsOf((at) => 50 + (at % 6) * 2 - (at % 4) + at * 0.05),
      ),
    };
    const RANGE = { symbols: ["A", "B"], from: "2025-12-03", to: "2026-02-20" };

    // With numpy, c the closes of the 80 days or the sum of half of each / its first one, r = np.diff(np.log(c)):
    // v = r.std(ddof=1) * sqrt(365) * 100; (r.mean() * 365 * 100 - rate) / v with the mean of 58 yields, 3.36207.
    it("is that of each row and of the portfolio, with the mean yield of the range's days", async () => {
      const years: number[] = [];
      const { data, parts } = await compare(RANGE, COINS, async (year) => {
        years.push(year);
        return askYields(year);
      });
      expect(data.stocks).toMatchObject([
        { volatility: 148.235, sharpe: 0.428016, maxDrawdown: -19.8971, totalReturnPercent: 15.5577 },
        { volatility: 153.418, sharpe: 0.355191, maxDrawdown: -18.481, totalReturnPercent: 13.3397 },
      ]);
      expect(data.portfolio).toMatchObject({ volatility: 105.325, sharpe: 0.56009, totalReturnPercent: 14.4487 });
      expect(data.portfolio!.maxDrawdown!.percent).toBe(-17.2518);
      expect(texts(data.notes)).toEqual([
        "portfolio has equal parts.",
        "sharpe: over 3.36207 % a year, the mean 3-month yield of the US Treasury.",
        "annualReturnPercent needs 360 days; with fewer, the figure is null.",
      ]);
      expect(years).toEqual([2025, 2026]);
      // The answer is as old as its prices.
      expect(parts).toHaveLength(2);
    });

    it("includes the return a year from 360 days on", async () => {
      const closes: Row[] = [
        ["2025-03-10", 100],
        ["2026-03-04", 110],
        ["2026-03-05", 121],
      ];
      const annualTo = async (to: string) => {
        const { data } = await compare({ symbols: ["A"], from: "2025-03-10", to }, { A: historyOf("A", closes) });
        return [data.stocks[0]!.annualReturnPercent, data.portfolio!.annualReturnPercent];
      };
      expect(await annualTo("2026-03-04")).toEqual([null, null]);
      // 1.21 ** (365.25 / 360) - 1
      expect(await annualTo("2026-03-05")).toEqual([21.3368, 21.3368]);
    });

    it.each([
      ["2021-12-31", 6],
      ["2020-12-31", 0],
    ])("from %s takes %i calls for yields", async (from, calls) => {
      const years: number[] = [];
      const closes: Row[] = [...coinsOf(() => 5), [from, 5] as Row].toSorted();
      const { data } = await compare({ ...RANGE, symbols: ["A"], from }, { A: historyOf("A", closes) }, (year) => {
        years.push(year);
        return askYields(year);
      });
      expect(years).toHaveLength(calls);
      const why = "sharpe is null: the range has days of 7 years, and the yields of at most 6 are read.";
      expect(data.notes.map(toPlainText).includes(why)).toBe(calls === 0);
    });

    it("has no Sharpe ratio without yields, says why, and tries again soon", async () => {
      const late = new MarketDataError("upstream_unavailable", "Too slow.");
      const { data, failures } = await compare(RANGE, COINS, () => Promise.reject(late));
      expect(data.stocks).toMatchObject([
        { volatility: 148.235, sharpe: null },
        { volatility: 153.418, sharpe: null },
      ]);
      expect(texts(data.notes)).toContain("sharpe is null: Too slow.");
      expect(failures).toEqual([late]);
      const none = await compare({ ...RANGE, from: "1989-12-03", to: "1990-12-03" }, {}, askYields).catch(String);
      expect(none).toContain("none of the 2 symbols is known");
      const old: Row[] = [
        ["1989-12-01", 1],
        ["1990-12-03", 2],
      ];
      const before = { symbols: ["A"], from: "1989-12-03", to: "1990-12-03" };
      const { data: early } = await compare(before, { A: historyOf("A", old) });
      expect(texts(early.notes)).toContain("sharpe is null: the yields of the US Treasury begin in 1990.");
    });

    it("asks for no yields that nothing shows: with other columns, or for a range that is too short", async () => {
      const never = () => Promise.reject(new Error("asked"));
      const { data } = await compare({ ...RANGE, columns: ["symbol", "volatility"] }, COINS, never);
      expect(data.portfolio).toMatchObject({ volatility: 105.325 });
      expect(Object.keys(data.portfolio!)).not.toContain("sharpe");
      expect(data.notes.map(toPlainText).join(" ")).not.toContain("sharpe");
      const named = await compare({ ...RANGE, columns: ["sharpe"] }, COINS);
      expect(named.data.stocks[0]).toMatchObject({ sharpe: 0.428016 });
      const short = await compare({ ...RANGE, to: "2026-01-31" }, COINS, never);
      expect(short.data.notes.map(toPlainText).join(" ")).toContain("sharpe needs 60 returns");
    });
  });

  it("has the correlation on the days that all have", async () => {
    const days = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2026, 2, 1 + at)).toISOString().slice(0, 10));
    const one = days.map((date, at): Row => [date, 100 + (at % 7) * 3]);
    const two = days.filter((_, at) => at % 5 !== 2).map((date, at): Row => [date, 50 - (at % 4)]);
    const range = { from: days[0], to: days.at(-1), symbols: ["ONE", "TWO"] };
    const { data } = await compare(range, { ONE: historyOf("ONE", one), TWO: historyOf("TWO", two) });
    expect(data.correlation).toMatchObject({ from: days[0], to: days.at(-1), days: 48, symbols: ["ONE", "TWO"] });
    const { matrix } = data.correlation!;
    expect([matrix[0]![0], matrix[1]![1], matrix[0]![1]! - matrix[1]![0]!]).toEqual([1, 1, 0]);
  });
});

describe("the parameters of a comparison between two days", () => {
  const refusal = (parameters: Record<string, unknown>) => {
    try {
      parseInput(compareStocks, { symbols: ["A", "B"], ...parameters });
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  it.each([
    [{ to: "2026-03-02" }, '"to" was given without "from". Allowed: beside "from", the day from which returns count.'],
    [
      { weights: [50, 50] },
      '"weights" was given without "from". Allowed: beside "from", the day from which returns count.',
    ],
    [{ amount: 5 }, '"amount" was given without "from". Allowed: beside "from", the day from which returns count.'],
    [
      { convert: "EUR" },
      '"convert" was given without "from". Allowed: beside "from", the day from which returns count.',
    ],
    [
      { from: "2026-03-02", to: "2026-03-01" },
      'Invalid "from": got 2026-03-02, which is after 2026-03-01. Allowed: a "from" that is not after "to".',
    ],
    [{ from: "2026-11-22" }, 'Invalid "from": got 2026-11-22, which is in the future. Allowed: days up to 2026-11-20.'],
    [
      { from: "2026-03-02", weights: [0.6, 0.4] },
      'Invalid "weights": got a sum of 1. Allowed: weights in percent such as 60,40, one for each symbol in their order, with a sum of 100.',
    ],
    [
      { from: "2026-03-02", weights: [100] },
      'Invalid "weights": got 1 for 2 symbols. Allowed: weights in percent such as 60,40, one for each symbol in their order, with a sum of 100.',
    ],
    [
      { from: "2026-03-02", weights: [50.3, 50.3] },
      'Invalid "weights": got a sum of 100.6. Allowed: weights in percent such as 60,40, one for each symbol in their order, with a sum of 100.',
    ],
    [
      { from: "2026-03-02", weights: [120, -20] },
      'Invalid "weights": got -20. Allowed: weights in percent such as 60,40, one for each symbol in their order, with a sum of 100.',
    ],
    [
      { from: "2026-03-02", symbols: ["A", "A"], weights: [50, 50] },
      'Invalid "symbols": got "A". It was given twice. Allowed: with "weights", symbols, each once.',
    ],
    [
      { from: "2026-03-02", symbols: ["A", "x y"], weights: [50, 50] },
      'Invalid "symbols": got "x y". This is not a symbol. Several are separated by commas. A search by name finds symbols. Allowed: with "weights", symbols, each once.',
    ],
    [{ from: "2026-03-02", amount: 0 }, 'Invalid "amount": got 0. Allowed: an amount of money above 0.'],
    [
      { symbols: Array.from({ length: 11 }, (_, at) => `S${at}`) },
      'Invalid "symbols": got ["S0", "S1", "S2", ... 11 items]. Allowed: 1 to 10 symbols, such as AAPL,MSFT.',
    ],
  ])("%j are refused with a sentence", (parameters, sentence) => {
    expect(refusal(parameters)).toBe(sentence);
  });

  it.each([
    { from: "2026-03-02" },
    { from: "2026-03-02", to: "2026-11-20", weights: [33.5, 66], amount: 0.5, convert: "JPY" },
    { from: "2026-03-02", weights: [50.25, 50.25] },
    { from: "1999-01-01", symbols: ["A", "A"] },
  ])("%j are accepted", (parameters) => {
    expect(refusal(parameters)).toBeUndefined();
  });
});
