import { HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/contract/provider.js";
import { cryptoFromYahoo } from "../../../src/providers/yahoo/prices/crypto.js";
import { activeFromYahoo, gainersFromYahoo, losersFromYahoo } from "../../../src/providers/yahoo/prices/movers.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_ROW, sessionRoutes, crumbRoute } from "./upstream-yahoo.js";

const internet = useInternet();

/** Answers a predefined screener with these rows and returns the calls. */
function answerScreener(quotes: JsonBodyType[], { start = 0 } = {}) {
  const asked: string[] = [];
  internet.use(
    ...sessionRoutes(),
    crumbRoute("/v1/finance/screener/predefined/saved", (request) => {
      const { searchParams } = new URL(request.url);
      asked.push(`${searchParams.get("scrIds")} ${searchParams.get("count")} ${searchParams.get("formatted")}`);
      const page = {
        id: "x",
        title: "List",
        lastUpdated: 1699393457948,
        start,
        count: quotes.length,
        total: 76,
        quotes,
      };
      return HttpResponse.json({ finance: { result: [page], error: null } });
    }),
  );
  return asked;
}

const OLDER = { ...APPLE_ROW, symbol: "BRK-B", longName: null, shortName: "Berkshire", regularMarketTime: 1739566000 };

const FALLEN = { ...APPLE_ROW, regularMarketChange: -3.0700073, regularMarketChangePercent: -1.2710667 };

describe("the gainers by provider B", () => {
  it("have price and percentage as text, in provider B's order", async () => {
    const asked = answerScreener([OLDER, APPLE_ROW]);
    const apple = { changes: 3.0700073, price: "244.6", changesPercentage: "1.2710667" };
    expect(await createAsker().ask(gainersFromYahoo)).toEqual({
      currency: "USD",
      data: {
        gainers: [
          { ticker: "BRK-B", ...apple, companyName: "Berkshire" },
          { ticker: "AAPL", ...apple, companyName: "Apple Inc." },
        ],
      },
      asOf: "2025-02-14T21:00:00.000Z",
      notes: [expect.stringContaining("other stocks than provider A")],
    });
    expect(asked).toEqual(["day_gainers 50 false"]);
  });
});

describe("the order of movers by provider B", () => {
  const moved = (symbol: string, percent: number, change = percent) => ({
    ...APPLE_ROW,
    symbol,
    regularMarketChange: change,
    regularMarketChangePercent: percent,
  });
  const ROWS = [moved("UP", 5), moved("DOWN", -4), moved("TOP", 9), moved("ABSURD", 1.29e41), moved("LOW", -9)];

  it("is the highest gain first, without losses and without absurd figures", async () => {
    answerScreener([...ROWS, moved("NEW", 50, APPLE_ROW.regularMarketPrice)]);
    const { data } = await createAsker().ask(gainersFromYahoo);
    expect(data.gainers.map(({ ticker }) => ticker)).toEqual(["TOP", "UP"]);
  });

  it("is the biggest loss first, without gains", async () => {
    answerScreener(ROWS);
    const { data } = await createAsker().ask(losersFromYahoo);
    expect(data.losers.map(({ symbol }) => symbol)).toEqual(["LOW", "DOWN"]);
  });

  it("is provider B's for the most active, which rise and fall", async () => {
    answerScreener(ROWS);
    const { data } = await createAsker().ask(activeFromYahoo);
    expect(data.active_stocks.map(({ symbol }) => symbol)).toEqual(["UP", "DOWN", "TOP", "LOW"]);
  });
});

describe("the losers by provider B", () => {
  it("have volume and market cap", async () => {
    const asked = answerScreener([FALLEN]);
    expect((await createAsker().ask(losersFromYahoo)).data).toEqual({
      losers: [
        {
          symbol: "AAPL",
          name: "Apple Inc.",
          price: 244.6,
          change: -3.0700073,
          changesPercentage: -1.2710667,
          volume: 40896227,
          marketCap: 3674405863424,
        },
      ],
    });
    expect(asked).toEqual(["day_losers 50 false"]);
  });
});

describe("the most active by provider B", () => {
  it("have every figure from one call", async () => {
    const asked = answerScreener([APPLE_ROW]);
    expect((await createAsker().ask(activeFromYahoo, { limit: 1 })).data).toEqual({
      active_stocks: [
        {
          symbol: "AAPL",
          name: "Apple Inc.",
          price: 244.6,
          change: 3.0700073,
          changesPercentage: 1.2710667,
          volume: 40896227,
          avgVolume: 50443058,
          marketCap: 3674405863424,
          pe: 38.763866,
          eps: 6.31,
        },
      ],
    });
    expect(asked).toEqual(["most_actives 50 false"]);
  });
});

it("the most active are the most traded first, whatever provider B's order", async () => {
  answerScreener([{ ...APPLE_ROW, symbol: "LESS", regularMarketVolume: 5 }, APPLE_ROW]);
  const { active_stocks: stocks } = (await createAsker().ask(activeFromYahoo)).data;
  expect(stocks.map(({ symbol }) => symbol)).toEqual(["AAPL", "LESS"]);
});

const LISTS: [name: string, source: Source<never>, list: string, row: typeof APPLE_ROW][] = [
  ["gainers", gainersFromYahoo as never, "gainers", APPLE_ROW],
  ["losers", losersFromYahoo as never, "losers", FALLEN],
  ["most active", activeFromYahoo as never, "active_stocks", APPLE_ROW],
];

describe.each(LISTS)("a list of %s", (_name, source, list, row) => {
  it("holds at most fifty rows", async () => {
    answerScreener(Array.from({ length: 80 }, (_value, index) => ({ ...row, symbol: `S${index}` })));
    const { data } = await createAsker().ask(source);
    expect((data as Record<string, unknown[]>)[list]).toHaveLength(50);
  });

  it("leaves out invalid rows, rows without a price and duplicates", async () => {
    answerScreener([null, 5, {}, { ...row, symbol: "" }, { ...row, symbol: "X", regularMarketPrice: null }, row, row]);
    const { data } = await createAsker().ask(source);
    expect((data as Record<string, unknown[]>)[list]).toHaveLength(1);
  });

  it("is no_data when it is empty", async () => {
    answerScreener([]);
    await expect(createAsker().ask(source)).rejects.toMatchObject({ reason: "no_data" });
  });

  it("is no valid answer when no row has a price", async () => {
    answerScreener([{ ...row, regularMarketPrice: null }]);
    await expect(createAsker().ask(source)).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

const BITCOIN = {
  symbol: "BTC-USD",
  shortName: "Bitcoin USD",
  quoteType: "CRYPTOCURRENCY",
  currency: "USD",
  regularMarketPrice: 96107.57,
  regularMarketChange: -1225.89,
  regularMarketChangePercent: -1.26,
  regularMarketVolume: 5,
  volume24Hr: 26000000000,
  marketCap: 1905000000000,
};
const COIN = {
  symbol: "BTCUSD",
  name: "Bitcoin USD",
  price: 96107.57,
  change: -1225.89,
  changesPercentage: -1.26,
  marketCap: 1905000000000,
  volume: 26000000000,
  rank: 1,
};

describe("the coins by provider B", () => {
  it("have no dash in their symbol and a rank by their place in the list", async () => {
    const { volume24Hr: _, ...ether } = { ...BITCOIN, symbol: "ETH-USD", shortName: "Ethereum USD" };
    const asked = answerScreener([BITCOIN, ether]);
    expect((await createAsker().ask(cryptoFromYahoo)).data).toEqual({
      cryptocurrencies: [COIN, { ...COIN, symbol: "ETHUSD", name: "Ethereum USD", volume: 5, rank: 2 }],
    });
    expect(asked).toEqual(["all_cryptocurrencies_us 100 false"]);
  });

  it("have ranks that include the start of the page and left-out rows", async () => {
    answerScreener([APPLE_ROW, { ...BITCOIN, symbol: "BTC-EUR" }, BITCOIN], { start: 100 });
    expect((await createAsker().ask(cryptoFromYahoo)).data).toEqual({ cryptocurrencies: [{ ...COIN, rank: 103 }] });
  });

  it("are ranked by market cap, whatever provider B's order", async () => {
    answerScreener([{ ...BITCOIN, symbol: "ETH-USD", marketCap: 4e11 }, BITCOIN]);
    const { cryptocurrencies: coins } = (await createAsker().ask(cryptoFromYahoo)).data;
    expect(coins.map(({ symbol, rank }) => `${symbol} ${rank}`)).toEqual(["BTCUSD 1", "ETHUSD 2"]);
  });

  it("contain a coin once that is listed twice, without a shift of later ranks", async () => {
    answerScreener([BITCOIN, BITCOIN, { ...BITCOIN, symbol: "ETH-USD" }]);
    const { cryptocurrencies: coins } = (await createAsker().ask(cryptoFromYahoo)).data;
    expect(coins.map(({ symbol, rank }) => `${symbol} ${rank}`)).toEqual(["BTCUSD 1", "ETHUSD 2"]);
  });

  it("are no valid answer when the list contains shares", async () => {
    answerScreener([APPLE_ROW]);
    await expect(createAsker().ask(cryptoFromYahoo)).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("movers that no stock can be, by provider B", () => {
  it.each(LISTS.map(([name, source, list]) => [name, source, list] as const))(
    "are an empty list of %s",
    async (_name, source, list) => {
      const page = { start: 0, count: 0, total: 0, quotes: [] };
      internet.use(
        ...sessionRoutes(),
        crumbRoute("/v1/finance/screener", { finance: { result: [page], error: null } }),
      );
      for (const input of [{ market_cap_min: 1e15 }, { country: "IN" }]) {
        const { data, asOf } = await createAsker().ask(source as Source, input);
        expect([data[list], asOf]).toEqual([[], undefined]);
      }
    },
  );
});

describe("movers from a market cap on, by provider B", () => {
  const UNDER = { ...FALLEN, symbol: "DOWN" };

  it.each([
    [gainersFromYahoo, "percentchange", "DESC", { operator: "GT", operands: ["percentchange", 0] }, APPLE_ROW],
    [losersFromYahoo, "percentchange", "ASC", { operator: "LT", operands: ["percentchange", 0] }, UNDER],
    [activeFromYahoo, "dayvolume", "DESC", { operator: "GT", operands: ["dayvolume", 0] }, APPLE_ROW],
  ] as [Source, string, string, object, JsonBodyType][])(
    "come from the custom screener",
    async (source, sortField, sortType, condition, row) => {
      const asked: unknown[] = [];
      internet.use(
        ...sessionRoutes(),
        crumbRoute("/v1/finance/screener", async (request) => {
          asked.push(await request.json());
          return HttpResponse.json({
            finance: { result: [{ start: 0, count: 1, total: 1, quotes: [row] }], error: null },
          });
        }),
      );
      const { data, notes } = await createAsker().ask(source, { market_cap_min: 1_000_000_000 });
      expect(Object.values(data).find(Array.isArray)).toHaveLength(1);
      expect(notes).toEqual(["Provider B lists US listings of any price from 1000000000 USD market cap."]);
      expect(asked).toMatchObject([
        {
          size: 50,
          sortField,
          sortType,
          query: {
            operands: [
              { operator: "EQ", operands: ["region", "us"] },
              { operator: "GTE", operands: ["intradaymarketcap", 1_000_000_000] },
              condition,
            ],
          },
        },
      ]);
    },
  );
});

describe("movers of a country, by provider B", () => {
  const listing = (symbol: string, name: string, exchange: string, volume: number, percent = 5) => ({
    ...APPLE_ROW,
    symbol,
    longName: name,
    fullExchangeName: exchange,
    currency: "INR",
    regularMarketVolume: volume,
    regularMarketChange: percent,
    regularMarketChangePercent: percent,
  });
  const ask = async (source: Source<never>, quotes: JsonBodyType[], input: Record<string, unknown>) => {
    const asked: unknown[] = [];
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v1/finance/screener", async (request) => {
        asked.push(await request.json());
        const page = { start: 0, count: quotes.length, total: quotes.length, quotes };
        return HttpResponse.json({ finance: { result: [page], error: null } });
      }),
    );
    return { asked, ...(await createAsker().ask(source as Source, input)) };
  };
  const NSE = listing("RELIANCE.NS", "Reliance Industries Limited", "NSE", 900);

  it.each([
    ["gainers", gainersFromYahoo, "percentchange", "DESC", "GT"],
    ["losers", losersFromYahoo, "percentchange", "ASC", "LT"],
    ["active_stocks", activeFromYahoo, "dayvolume", "DESC", "GT"],
  ])(
    "are %s from one call of the custom screener, each with its currency",
    async (list, source, field, type, operator) => {
      const row = {
        ...NSE,
        regularMarketChange: operator === "LT" ? -5 : 5,
        regularMarketChangePercent: operator === "LT" ? -5 : 5,
      };
      const { asked, data, currency, notes } = await ask(source as never, [row], { country: "in" });
      expect(asked).toMatchObject([
        {
          size: 250,
          sortField: field,
          sortType: type,
          query: {
            operands: [
              { operator: "EQ", operands: ["region", "in"] },
              { operator, operands: [field, 0] },
            ],
          },
        },
      ]);
      expect((data as Record<string, unknown>)[list]).toMatchObject([{ currency: "INR" }]);
      expect(currency).toBe("INR");
      expect(notes).toEqual([
        "Provider B lists IN listings of any price, also of foreign companies; of a company on several exchanges those with the largest volume.",
      ]);
    },
  );

  it("list a company once, on the exchange where it trades most, and both classes of shares there", async () => {
    const rows = [
      listing("RELIANCE.BO", "Reliance Industries Limited", "BSE", 100, 6),
      NSE,
      listing("TATA-A.NS", "Tata Motors Limited", "NSE", 50, 4),
      listing("TATA.NS", "Tata Motors Limited", "NSE", 70, 3),
    ];
    const { data } = await ask(
      losersFromYahoo as never,
      rows.map((row) => ({ ...row, regularMarketChange: -1, regularMarketChangePercent: -1 })),
      { country: "IN" },
    );
    expect(data.losers.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      "RELIANCE.NS",
      "TATA-A.NS",
      "TATA.NS",
    ]);
  });

  it("say which rows are in which currency, and that a bound in dollars may be compared with another", async () => {
    const inPence = { ...listing("TSCO.L", "Tesco PLC", "LSE", 5), currency: "GBp" };
    const inDollars = { ...listing("X.IL", "X PLC", "IOB", 5), currency: "USD" };
    const { data, currency, notes } = await ask(gainersFromYahoo as never, [inPence, inDollars], {
      country: "GB",
      market_cap_min: 1_000_000_000,
    });
    expect(data.gainers.map((row: { currency?: string }) => row.currency)).toEqual(["GBp", "USD"]);
    expect(currency).toBeUndefined();
    expect(notes).toEqual([
      expect.stringContaining("from 1000000000 market cap"),
      expect.stringContaining("may compare them with amounts in the currency of the GB listings"),
      "Amounts are in the currency of each row; market cap and eps are never in a minor unit.",
    ]);
  });

  it("are those of the predefined list for the United States", async () => {
    const asked = answerScreener([APPLE_ROW]);
    await createAsker().ask(gainersFromYahoo, { country: "US" });
    expect(asked).toEqual(["day_gainers 50 false"]);
  });
});
