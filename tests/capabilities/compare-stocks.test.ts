import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { say, toPlainText } from "../../src/contract/sentence.js";
import { describe, expect, it, vi } from "vitest";
import { compareStocks } from "../../src/capabilities/comparison/compare-stocks.js";
import { compareByOverview } from "../../src/capabilities/comparison/compare-stocks-overviews.js";
import { overview } from "../../src/capabilities/companies/overview.js";
import type { Envelope, Served } from "../../src/contract/envelope.js";
import { MarketDataError, HINTS, ProviderError } from "../../src/contract/errors.js";
import { envelopeOf, servedOf } from "../support/fakes.js";

/** An overview with a name, a PE and nothing else. */
function overviewOf(
  symbol: string,
  provider: "provider-a" | "provider-b" = "provider-b",
  more: Partial<Envelope> = {},
): Served {
  const open = Object.fromEntries(Object.keys(overview.output.shape).map((field) => [field, null]));
  const nothing = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
  const { financialMetrics, analystData } = overview.output.shape;
  const body = {
    ...open,
    symbol,
    companyName: `${symbol} Inc.`,
    financialMetrics: { ...nothing(financialMetrics.shape), peRatio: 31.5, debtToEquity: 145 },
    analystData: nothing(analystData.shape),
  };
  return {
    ...servedOf({}),
    envelope: envelopeOf(0, { body, provider, currency: { price: "USD", fields: {} }, ...more }),
  };
}

atTime(Date.UTC(2026, 10, 21));

const UNKNOWN = new MarketDataError("not_found", "Nobody knows NOSUCH.");

/** A history of this many days up to `newest`, by default 20 November 2026; `closes` are oldest first. */
function historyOf(symbol: string, closes: readonly number[], newest = Date.UTC(2026, 10, 20)): Served {
  const bars = closes.toReversed().map((close, back) => ({
    date: new Date(newest - back * 86_400_000).toISOString().slice(0, 10),
    close,
  }));
  return { ...servedOf({}), envelope: envelopeOf(0, { body: { symbol, bars }, provider: "provider-b" }) };
}

/** As many closes as a volatility needs. */
const ENOUGH = Array.from({ length: 21 }, () => 100);

const compare = (
  symbols: string[],
  askOverview: (symbol: string) => Promise<Served>,
  askHistory: (symbol: string) => Promise<Served> = async (symbol) => historyOf(symbol, ENOUGH),
  askPeers: (symbol: string) => Promise<Served> = () => Promise.reject(new Error("not asked for several symbols")),
  askStatistics: (symbol: string) => Promise<Served> = async (symbol) => statisticsOf(symbol),
  askFund: (symbol: string) => Promise<Served> = () => Promise.reject(new MarketDataError("no_coverage", "No fund.")),
  columns?: readonly string[],
) => {
  const asks = { askOverview, askHistory, askPeers, askStatistics, askFund };
  return compareByOverview({ symbols, columns, inPercent: "provider-b", ...asks });
};

function inSector(served: Served): Served {
  const body = { ...served.envelope.body, sector: "Technology" };
  return { ...served, envelope: { ...served.envelope, body } };
}

/** A fund with a cost, a yield, assets and returns. */
function fundOf(symbol: string): Served {
  const returns = { "1y": 11.5, "3y": 9.25, "5y": null, asOf: "2026-10-31" };
  const body = { symbol, assets: 5e11, expenseRatio: 0.0003, yield: 0.0125, returns };
  return { ...servedOf({}), envelope: envelopeOf(0, { body, provider: "provider-b", notes: [say`Ten holdings.`] }) };
}

/** Statistics with a multiple of EBITDA, a debt and cash. */
function statisticsOf(symbol: string, figures: { debt: number | null; cash: number | null } = DEBT_AND_CASH): Served {
  const body = { symbol, valuation: { evToEbitda: 26.5 }, balance: figures };
  return { ...servedOf({}), envelope: envelopeOf(0, { body, provider: "provider-b" }) };
}
const DEBT_AND_CASH = { debt: 98657001472, cash: 65171001344 };

describe("compare_stocks", () => {
  it("shows the overviews' figures side by side, unchanged", async () => {
    const { data, parts, notes } = await compare(["B", "A"], async (symbol) => overviewOf(symbol));
    expect(
      data.stocks.map(({ symbol, companyName, peRatio, beta, source }) => [symbol, companyName, peRatio, beta, source]),
    ).toEqual([
      ["B", "B Inc.", 31.5, null, "PROVIDER_B"],
      ["A", "A Inc.", 31.5, null, "PROVIDER_B"],
    ]);
    // Two overviews, two histories and the statistics of two companies.
    expect([data.errors, data.notes, parts.length, notes]).toEqual([[], [], 6, []]);
  });

  const compareFunds = (askFund: (symbol: string) => Promise<Served>) =>
    compare(["SPY", "VTI"], async (symbol) => overviewOf(symbol), undefined, undefined, undefined, askFund);

  it("shows the costs and returns of funds in place of what only companies have", async () => {
    const { data } = await compareFunds(async (symbol) => fundOf(symbol));
    for (const row of data.stocks) {
      expect(row).toMatchObject({ assets: 5e11, expenseRatio: 0.0003, distributionYield: 0.0125, fundReturn1y: 11.5 });
      expect(row).toMatchObject({ fundReturn3y: 9.25, fundReturn5y: null, returnsTo: "2026-10-31" });
      expect(Object.keys(row)).not.toContain("grossMargin");
      expect(Object.keys(row)).not.toContain("marketCap");
      expect(Object.keys(row)).toContain("volatility20");
    }
    expect(data.notes).toEqual([]);
  });

  it("keeps the figures of the funds that were there in time, and says why others are not", async () => {
    const late = new ProviderError("provider-b", "timed_out");
    const { data, failures, missing } = await compareFunds(async (symbol) => {
      if (symbol === "VTI") throw late;
      return fundOf(symbol);
    });
    expect(data.stocks.map(({ symbol, assets, returnsTo }) => [symbol, assets, returnsTo])).toEqual([
      ["SPY", 5e11, "2026-10-31"],
      ["VTI", null, null],
    ]);
    expect(failures).toEqual([late]);
    expect(missing).toEqual(expect.arrayContaining(["assets", "expenseRatio", "fundReturn1y"]));
  });

  it("shows rows as those of companies while no answer says that they are of funds, and keeps that for no time", async () => {
    const late = new ProviderError("provider-b", "timed_out");
    const { data, failures, missing } = await compareFunds(() => Promise.reject(late));
    expect(data.stocks[0]).toMatchObject({ symbol: "SPY", grossMargin: null });
    expect(failures).toEqual([late, late]);
    expect(missing).toEqual(expect.arrayContaining(["assets", "expenseRatio", "fundReturn1y"]));
  });

  it("shows a fund beside a company as before, and asks nothing about it as a fund", async () => {
    const asked: string[] = [];
    const { data } = await compare(
      ["SPY", "A"],
      async (symbol) => (symbol === "A" ? inSector(overviewOf(symbol)) : overviewOf(symbol)),
      undefined,
      undefined,
      undefined,
      async (symbol) => {
        asked.push(symbol);
        return fundOf(symbol);
      },
    );
    expect(asked).toEqual([]);
    expect(data.stocks[0]).toMatchObject({ grossMargin: null });
  });

  it("compares the stocks with an overview, and states the error of each remaining one", async () => {
    const { data } = await compare(["A", "NOSUCH"], async (symbol) => {
      if (symbol === "NOSUCH") throw UNKNOWN;
      return overviewOf(symbol);
    });
    expect(data.stocks.map(({ symbol }) => symbol)).toEqual(["A"]);
    expect(data.errors).toEqual([{ symbol: "NOSUCH", error: "Nobody knows NOSUCH. A search by name finds symbols." }]);
  });

  it("suggests well-known symbols that are similar to an unknown one, and none to one that only failed", async () => {
    const down = new MarketDataError("upstream_unavailable", "Too slow.");
    const { data } = await compare(["A", "APPL", "MFST"], async (symbol) => {
      if (symbol === "APPL") throw UNKNOWN;
      if (symbol === "MFST") throw down;
      return overviewOf(symbol);
    });
    expect(data.errors).toEqual([
      { symbol: "APPL", error: "Nobody knows NOSUCH. Did you mean AAPL or AMAT?" },
      { symbol: "MFST", error: "Too slow." },
    ]);
  });

  it("names no tool in the error of a row, because rows are the same over REST", async () => {
    const overviewError = (symbol: string) =>
      new MarketDataError(
        "not_found",
        `Company overview of ${symbol}: provider B does not know this symbol; provider A is not configured (set PROVIDER_A_API_KEY).`,
        { hints: [HINTS.findSymbol, HINTS.askYahoo] },
      );
    const { data } = await compare(["A", "NOSUCH"], async (symbol) => {
      if (symbol === "NOSUCH") throw overviewError(symbol);
      return overviewOf(symbol);
    });
    expect(data.errors[0]!.error).toBe(
      "Company overview of NOSUCH: provider B does not know this symbol; provider A is not configured (set PROVIDER_A_API_KEY). A search by name finds symbols.",
    );
  });

  it("is an error that names all symbols when none is known, and the failure of a source when one failed", async () => {
    const unknown = compare(["DAL", "UAL"], () => Promise.reject(UNKNOWN));
    await expect(unknown).rejects.toMatchObject({
      kind: "not_found",
      message: "Stock comparison: none of the 2 symbols is known: DAL, UAL.",
    });
    const down = new MarketDataError("upstream_unavailable", "Too slow.");
    const failing = compare(["DAL", "UAL"], (symbol) => Promise.reject(symbol === "DAL" ? UNKNOWN : down));
    await expect(failing).rejects.toBe(down);
  });

  it("adds returns and volatility from the price history, without dividends", async () => {
    // 400 days; the last closes before the ranges 1y, ytd and 1mo of 366, 323 and 31 days are 80, 90 and 110.
    const closes = Array.from({ length: 400 }, () => 100);
    closes[399 - 367] = 80;
    closes[399 - 324] = 90;
    closes[399 - 32] = 110;
    const { data } = await compare(
      ["A"],
      async (symbol) => overviewOf(symbol),
      async (symbol) => historyOf(symbol, closes),
    );
    expect(data.stocks[0]).toMatchObject({ return1mo: -9.09091, returnYtd: 11.1111, return1y: 25, volatility20: 0 });
  });

  it("states the day that the returns of each row end on, and names one of more than a week ago", async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 23, 15));
    const { data } = await compare(
      ["A", "GONE", "B"],
      async (symbol) => overviewOf(symbol),
      async (symbol) => {
        if (symbol === "B") throw UNKNOWN;
        return historyOf(symbol, ENOUGH, symbol === "A" ? undefined : Date.UTC(2026, 1, 13));
      },
    );
    expect(data.stocks.map(({ symbol, pricesTo }) => [symbol, pricesTo])).toEqual([
      ["A", "2026-11-20"],
      ["GONE", "2026-02-13"],
      ["B", null],
    ]);
    expect(texts(data.notes)).toEqual([
      "No price history of B this time: returns and volatility are null.",
      "GONE: The newest price is of 2026-02-13; returns and other figures count from that day.",
    ]);
  });

  it("has null for what a short history does not reach", async () => {
    const compareWith = (count: number, columns?: string[]) =>
      compare(
        ["A"],
        async (symbol) => overviewOf(symbol),
        async (symbol) => historyOf(symbol, ENOUGH.slice(0, count)),
        undefined,
        undefined,
        undefined,
        columns,
      );
    const { data } = await compareWith(20);
    expect(data.stocks[0]).toMatchObject({ return1mo: null, returnYtd: null, return1y: null, volatility20: null });
    const short = "A: volatility20 is null, because it needs 21 closes and there are 20.";
    expect(texts(data.notes)).toContain(short);
    expect((await compareWith(1)).data.notes.map(toPlainText).join(" ")).toContain("21 closes and there is 1.");
    expect(texts((await compareWith(21)).data.notes)).not.toContain(short);
    expect(texts((await compareWith(20, ["return1mo"])).data.notes)).not.toContain(short);
  });

  it.each([
    [["symbol", "companyName", "beta"], "overview"],
    [["return1y"], "overview, history"],
    [["price", "pricesTo"], "overview, history"],
    [["netDebt"], "overview, statistics, fund"],
    [["peRatio"], "overview, fund"],
    [["expenseRatio"], "overview, fund"],
    [undefined, "overview, history, statistics, fund"],
  ])("asks for %j no more than %s", async (columns, expected) => {
    const asked = new Set<string>();
    const ask = (what: string, served: (symbol: string) => Served) => async (symbol: string) => {
      asked.add(what);
      return served(symbol);
    };
    const foreign = { currency: { price: "EUR", fields: {} } };
    await compare(
      ["A", "B"],
      ask("overview", (symbol) => overviewOf(symbol, "provider-b", foreign)),
      ask("history", (symbol) => historyOf(symbol, ENOUGH)),
      undefined,
      ask("statistics", statisticsOf),
      ask("fund", fundOf),
      columns,
    );
    expect([...asked].toSorted()).toEqual(expected.split(", ").toSorted());
  });

  it("has sentences only on the columns that are named", async () => {
    const notesFor = async (columns?: string[]) => {
      const { data } = await compare(
        ["A", "B"],
        async (symbol) =>
          symbol === "A"
            ? overviewOf(symbol, "provider-a")
            : overviewOf(symbol, "provider-b", { currency: { price: "EUR", fields: {} } }),
        undefined,
        undefined,
        undefined,
        undefined,
        columns,
      );
      const all = data.notes.map(toPlainText).join(" ");
      return [all.includes("operatingMargin is of"), all.includes("not all in one currency")];
    };
    expect(await notesFor()).toEqual([true, true]);
    expect(await notesFor(["symbol", "operatingMargin"])).toEqual([true, false]);
    expect(await notesFor(["symbol", "marketCap"])).toEqual([false, true]);
    expect(await notesFor(["symbol", "peRatio"])).toEqual([false, false]);
  });

  it("names the rows whose history could not be fetched, and is then not cached", async () => {
    const late = new MarketDataError("upstream_unavailable", "Too slow.");
    const { data, failures } = await compare(
      ["A", "B"],
      async (symbol) => overviewOf(symbol),
      async (symbol) => {
        if (symbol === "B") throw late;
        return historyOf(
          symbol,
          Array.from({ length: 400 }, () => 100),
        );
      },
    );
    expect(data.stocks.map(({ return1y }) => return1y)).toEqual([0, null]);
    expect(texts(data.notes)).toEqual(["No price history of B this time: returns and volatility are null."]);
    expect([data.errors, failures]).toEqual([[], [late]]);
  });

  it("has the multiple of EBITDA, and debt - cash with six digits, of provider B's statistics", async () => {
    const asked: string[] = [];
    const { data, failures } = await compare(
      ["A", "BANK", "OF-A"],
      async (symbol) => overviewOf(symbol, symbol === "OF-A" ? "provider-a" : "provider-b"),
      undefined,
      undefined,
      async (symbol) => {
        asked.push(symbol);
        return statisticsOf(symbol, symbol === "A" ? DEBT_AND_CASH : { debt: null, cash: 1 });
      },
    );
    expect(
      data.stocks.map(({ symbol, enterpriseValueToEbitda, netDebt }) => [symbol, enterpriseValueToEbitda, netDebt]),
    ).toEqual([
      ["A", 26.5, 33486000000],
      ["BANK", 26.5, null],
      ["OF-A", null, null],
    ]);
    // The statistics of provider A would take four more calls.
    expect([asked, failures]).toEqual([["A", "BANK"], []]);
  });

  it("has further figures of the company, computed ones with six digits", async () => {
    const body = {
      symbol: "A",
      valuation: { forwardPE: 29.548735, evToRevenue: 9.425 },
      growth: { revenue: 0.04 },
      profit: { ebitda: 137352003584, freeCashFlow: 93833871360, payoutRatio: 0.1571 },
      balance: {},
    };
    const figures = { marketCap: 3723164221440, revenue: 395760009216 };
    const overviews: Record<string, Partial<Envelope>> = {
      A: { currency: { price: "USD", fields: { revenue: "USD" } } },
      B: { currency: { price: "USD", fields: { revenue: "TWD" } } },
      C: { currency: { price: "GBp", fields: { marketCap: "GBP", revenue: "GBP" } } },
      D: { currency: { price: null, fields: {} } },
    };
    const { data } = await compare(
      ["A", "B", "C", "D", "OF-A"],
      async (symbol) => {
        const served = overviewOf(symbol, symbol === "OF-A" ? "provider-a" : "provider-b", overviews[symbol]);
        const { body: own } = served.envelope;
        const financialMetrics = { ...(own["financialMetrics"] as object), revenue: figures.revenue };
        const whole = { ...own, marketCap: figures.marketCap, financialMetrics };
        return { ...served, envelope: { ...served.envelope, body: whole } };
      },
      async (symbol) => historyOf(symbol, [100, 227.63]),
      undefined,
      async () => ({ ...servedOf({}), envelope: envelopeOf(0, { body, provider: "provider-b" }) }),
    );
    expect(data.stocks[0]).toMatchObject({
      price: 227.63,
      pricesTo: "2026-11-20",
      forwardPE: 29.548735,
      evToRevenue: 9.425,
      revenueGrowth: 0.04,
      // 137,352,003,584 / 395,760,009,216 and 93,833,871,360 / 3,723,164,221,440.
      ebitdaMargin: 0.347059,
      freeCashFlowYield: 0.0252027,
      payoutRatio: 0.1571,
    });
    // The other yields would mix two currencies, or unknown ones.
    expect(data.stocks.map(({ freeCashFlowYield }) => freeCashFlowYield)).toEqual([
      0.0252027,
      null,
      0.0252027,
      null,
      null,
    ]);
    expect(data.stocks[4]).toMatchObject({ price: 227.63, forwardPE: null, ebitdaMargin: null, payoutRatio: null });
  });

  it("compares without them when the statistics fail, and is then not cached", async () => {
    const late = new MarketDataError("upstream_unavailable", "Too slow.");
    const { data, failures } = await compare(
      ["A"],
      async (symbol) => overviewOf(symbol),
      undefined,
      undefined,
      () => Promise.reject(late),
    );
    expect(data.stocks[0]).toMatchObject({ peRatio: 31.5, enterpriseValueToEbitda: null, netDebt: null });
    expect(failures).toEqual([late]);
  });

  it("compares an index, which has no statistics, and is then cached", async () => {
    const none = new MarketDataError("no_coverage", "An index.");
    const { failures } = await compare(
      ["^GSPC"],
      async (symbol) => overviewOf(symbol),
      undefined,
      async () => ({ ...servedOf({}), envelope: envelopeOf(0, { body: { kind: "peers", symbols: [] } }) }),
      () => Promise.reject(none),
    );
    expect(failures).toEqual([]);
  });

  it("names only missing fields that its rows have", async () => {
    const { missing } = await compare(["A", "B"], async (symbol) =>
      overviewOf(symbol, "provider-b", { missing: symbol === "A" ? ["sector", "founded", "ceo"] : [] }),
    );
    expect(missing).toEqual(["sector"]);
  });

  it("names what is made of prices as missing when a history lacks bars", async () => {
    const { missing } = await compare(
      ["A"],
      async (symbol) => overviewOf(symbol),
      async (symbol) => {
        const history = historyOf(symbol, [100]);
        return { ...history, envelope: { ...history.envelope, missing: ["bars"] } };
      },
    );
    expect(missing).toEqual(["return1mo", "returnYtd", "return1y", "volatility20"]);
  });

  it("asks for overviews and histories at the same time", async () => {
    const asked: string[] = [];
    const ask = (what: string) => async (symbol: string) => {
      asked.push(`${what} ${symbol}`);
      await new Promise((resolve) => setImmediate(resolve));
      expect(asked).toHaveLength(4);
      return what === "overview" ? overviewOf(symbol) : historyOf(symbol, [1]);
    };
    await compare(["A", "B"], ask("overview"), ask("history"));
    expect(asked).toHaveLength(4);
  });

  it("has debt to equity as a ratio in every row: a percentage / 100, six digits", async () => {
    const { data } = await compare(["A", "B"], async (symbol) =>
      overviewOf(symbol, symbol === "A" ? "provider-a" : "provider-b"),
    );
    // Both overviews say 145.
    expect(data.stocks.map(({ debtToEquity }) => debtToEquity)).toEqual([145, 1.45]);
    expect(texts(data.notes)).toEqual([
      "operatingMargin is of the latest quarter from PROVIDER_B and of twelve months from PROVIDER_A; see source of each stock.",
    ]);
  });

  it("names the currencies of each row, and notes that a column mixes them", async () => {
    const currencies: Record<string, Partial<Envelope>> = {
      AAPL: { currency: { price: "USD", fields: { revenue: "USD" } } },
      "OCDO.L": {
        currency: { price: "GBp", fields: { marketCap: "GBP", eps: "GBP", revenue: "GBP" } },
        notes: [say`Prices are in GBp, the accounts in GBP; priceToBook would mix the two and is null.`],
      },
      "ORSTED.CO": { currency: { price: "DKK", fields: { revenue: "DKK" } } },
      BABA: { currency: { price: "USD", fields: { revenue: "CNY" } } },
      X: { currency: { price: null, fields: { revenue: null } } },
    };
    const { data, notes } = await compare(Object.keys(currencies), async (symbol) =>
      overviewOf(symbol, "provider-b", currencies[symbol]),
    );
    expect(
      data.stocks.map((row) => [row.currency, row.marketCapCurrency, row.reportingCurrency, row.targetCurrency]),
    ).toEqual([
      ["USD", "USD", "USD", "USD"],
      ["GBp", "GBP", "GBP", "GBp"],
      ["DKK", "DKK", "DKK", "DKK"],
      ["USD", "USD", "CNY", "USD"],
      [null, null, null, null],
    ]);
    expect(data.notes).toEqual([
      "The rows are not all in one currency, so their amounts do not compare: AAPL, BABA in USD; OCDO.L in GBp (pence), market cap in GBP; ORSTED.CO in DKK; X in an unknown currency.",
      "OCDO.L: Prices are in GBp, the accounts in GBP; priceToBook would mix the two and is null.",
    ]);
    // The notes are in the body, so that REST callers get them too.
    expect(notes).toEqual([]);
  });
});

describe("the note of compare_stocks", () => {
  const noteOf = (stocks: readonly string[], errors: readonly string[]) => {
    const rows = (symbols: readonly string[]) => symbols.map((symbol) => ({ symbol, error: "unknown" }));
    return compareStocks.firstNotes!(
      { stocks: rows(stocks), errors: rows(errors), notes: [], timestamp: "" } as never,
      {} as never,
    );
  };

  it("says of symbols without a row how many they are, and which single one is left", () => {
    expect(texts(noteOf(["A", "B"], ["X"]))).toEqual(["1 of 3 symbols has no row, see errors."]);
    expect(texts(noteOf(["A"], ["X", "Y"]))).toEqual([
      "2 of 3 symbols have no row, see errors.",
      "Only A is left to compare.",
    ]);
    expect([noteOf(["A"], []), noteOf([], ["X"])]).toEqual([[], []]);
  });
});

describe("compare_stocks with one symbol", () => {
  const peersOf = (provider: "provider-a" | "provider-b", kind: string): Served => ({
    ...servedOf({}),
    envelope: envelopeOf(0, { body: { symbol: "A", kind, symbols: ["P", "Q"] }, provider }),
  });
  const alone = (askPeers: (symbol: string) => Promise<Served>) =>
    compare(["A"], async (symbol) => overviewOf(symbol), undefined, askPeers);

  it("compares it with its peers, and says who names them", async () => {
    const { data, parts } = await alone(async () => peersOf("provider-a", "peers"));
    expect(data.stocks.map(({ symbol }) => symbol)).toEqual(["A", "P", "Q"]);
    expect(data.peers).toEqual({ source: "PROVIDER_A", kind: "peers", symbols: ["P", "Q"] });
    // The list of peers may be hours old, the figures are not.
    expect(parts).toHaveLength(9);
  });

  it("shows it alone, with a note, when no peers are known", async () => {
    const { data } = await alone(() => Promise.reject(UNKNOWN));
    expect([data.stocks.length, data.peers]).toEqual([1, null]);
    expect(texts(data.notes)).toEqual(["No peers of A are known; name up to ten symbols to compare it with."]);
  });

  it("ends when the caller leaves", async () => {
    const left = new MarketDataError("cancelled", "Left.");
    await expect(alone(() => Promise.reject(left))).rejects.toBe(left);
  });

  it("has no peers beside several symbols", async () => {
    expect((await compare(["A", "B"], async (symbol) => overviewOf(symbol))).data).not.toHaveProperty("peers");
  });
});
