import { HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it, vi } from "vitest";
import { optionsChainFromYahoo } from "../../../src/providers/yahoo/prices/options-chain.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { crumbRoute, sessionRoutes, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

atTime("2025-02-24T15:00:00Z");

const midnight = (day: string) => Date.parse(day) / 1000;
const QUOTE = {
  currency: "USD",
  regularMarketPrice: 100,
  regularMarketTime: Date.parse("2025-02-24T14:59:00Z") / 1000,
  marketState: "REGULAR",
};

/** A contract with a bid and an ask. */
function quotedOption(side: "C" | "P", strike: number, bid: number, ask: number, more: object = {}) {
  return {
    contractSymbol: `XYZ250228${side}${String(strike * 1000).padStart(8, "0")}`,
    strike,
    currency: "USD",
    lastPrice: bid,
    change: 0.25,
    percentChange: 5,
    volume: 10,
    openInterest: 100,
    bid,
    ask,
    contractSize: "REGULAR",
    expiration: midnight("2025-02-28"),
    lastTradeDate: Date.parse("2025-02-24T14:58:00Z") / 1000,
    impliedVolatility: 0.31,
    inTheMoney: side === "C" ? strike < 100 : strike > 100,
    ...more,
  };
}

/** A contract as B sends it before the opening. */
const unquoted = (side: "C" | "P", strike: number) =>
  quotedOption(side, strike, 0, 0, { lastPrice: 3.45, change: 0, openInterest: 0, impliedVolatility: 0.0312596875 });

function chainOf(calls: object[], puts: object[], change: object = {}) {
  const options = [{ expirationDate: midnight("2025-02-28"), hasMiniOptions: false, calls, puts }];
  const result = {
    underlyingSymbol: "XYZ",
    expirationDates: [midnight("2025-02-28"), midnight("2025-03-21")],
    strikes: [],
    quote: QUOTE,
    options,
    ...change,
  };
  return { optionChain: { result: [result], error: null } };
}

function play(answer: JsonBodyType | ((request: Request) => Response), log: string[] = []) {
  internet.use(...sessionRoutes(), crumbRoute("/v7/finance/options/XYZ", answer, log));
  return (input: object = {}) => createAsker().ask(optionsChainFromYahoo, { symbol: "XYZ", ...input });
}

const CALLS = [quotedOption("C", 105, 1.2, 1.4), quotedOption("C", 95, 6.9, 7.3), quotedOption("C", 100, 3.1, 3.3)];
const PUTS = [quotedOption("P", 95, 1, 1.2, { volume: 30 }), quotedOption("P", 100, 2.7, 2.9)];

describe("the option chain by provider B", () => {
  it("is one expiration by ascending strike, with totals and the move that a chain worked out by hand implies", async () => {
    const row = (side: "C" | "P", strike: number, bid: number, ask: number, volume = 10) => ({
      contract: `XYZ250228${side}${String(strike * 1000).padStart(8, "0")}`,
      strike,
      bid,
      ask,
      last: bid,
      lastTrade: "2025-02-24T14:58:00.000Z",
      change: 0.25,
      volume,
      openInterest: 100,
      impliedVolatility: 0.31,
      inTheMoney: side === "C" ? strike < 100 : strike > 100,
    });
    const log: string[] = [];
    expect(await play(chainOf(CALLS, PUTS), log)()).toEqual({
      data: {
        symbol: "XYZ",
        currency: "USD",
        underlyingPrice: 100,
        underlyingTime: "2025-02-24T14:59:00.000Z",
        marketState: "open",
        expiration: "2025-02-28",
        daysToExpiration: null,
        expirations: ["2025-02-28", "2025-03-21"],
        calls: [row("C", 95, 6.9, 7.3), row("C", 100, 3.1, 3.3), row("C", 105, 1.2, 1.4)],
        puts: [row("P", 95, 1, 1.2, 30), row("P", 100, 2.7, 2.9)],
        totals: { callVolume: 30, putVolume: 40, callOpenInterest: 300, putOpenInterest: 200, putCallRatio: 1.33333 },
        // (3.1 + 3.3) / 2 + (2.7 + 2.9) / 2 = 6, a hundred is the price.
        impliedMove: 0.06,
        quotesValid: true,
      },
      asOf: "2025-02-24T14:59:00.000Z",
      market: "open",
      currency: "USD",
      notes: [],
    });
    expect(log).toEqual(["GET /v7/finance/options/XYZ"]);
  });

  it("has the zeros and first guesses that B sends outside trading hours as null, and says so", async () => {
    const answer = await play(
      chainOf([unquoted("C", 95), unquoted("C", 100)], [unquoted("P", 95), unquoted("P", 100)], {
        quote: { ...QUOTE, marketState: "PRE" },
      }),
    )();
    const [call] = answer.data.calls;
    expect(call).toEqual({
      contract: "XYZ250228C00095000",
      strike: 95,
      bid: null,
      ask: null,
      last: 3.45,
      lastTrade: "2025-02-24T14:58:00.000Z",
      change: null,
      volume: 10,
      openInterest: null,
      impliedVolatility: null,
      inTheMoney: true,
    });
    expect(answer.data).toMatchObject({
      marketState: "pre-market",
      totals: { callVolume: 20, putVolume: 20, callOpenInterest: null, putOpenInterest: null, putCallRatio: 1 },
      impliedMove: null,
      quotesValid: false,
    });
    expect(answer.notes).toEqual([
      "Most contracts have no bid and ask, as outside trading hours: what is no quote is null, and only last, of lastTrade, and volume stand.",
    ]);
  });

  it.each([
    ["that of a share", { dividendYield: 0.0041, trailingAnnualDividendYield: 0.004 }, 0.0041],
    ["that of a fund", { yield: 0.0054, trailingAnnualDividendYield: 0.0033 }, 0.0054],
    ["0 if nothing was paid in twelve months", { trailingAnnualDividendYield: 0 }, 0],
    ["null if it is unknown", { beta: 1 }, null],
  ])("has as dividend yield, for greeks only, %s", async (_whose, summaryDetail, dividendYield) => {
    const log: string[] = [];
    internet.use(
      crumbRoute("/v10/finance/quoteSummary/XYZ", summaryOf({ price: { symbol: "XYZ" }, summaryDetail }), log),
    );
    play(chainOf(CALLS, PUTS), log);
    const { ask } = createAsker();
    expect((await ask(optionsChainFromYahoo, { symbol: "XYZ" })).data).not.toHaveProperty("greekInputs");
    expect(log).toEqual(["GET /v7/finance/options/XYZ"]);
    const { data, missing } = await ask(optionsChainFromYahoo, { symbol: "XYZ" }, { greeks: true });
    expect([data.greekInputs?.dividendYield, missing]).toEqual([dividendYield, []]);
  });

  it("names the dividend yield as missing where B gives no summary", async () => {
    internet.use(crumbRoute("/v10/finance/quoteSummary/XYZ", () => new HttpResponse("", { status: 404 })));
    play(chainOf(CALLS, PUTS));
    const { data, missing } = await createAsker().ask(optionsChainFromYahoo, { symbol: "XYZ" }, { greeks: true });
    expect([data.greekInputs?.dividendYield, missing]).toEqual([null, ["dividendYield"]]);
  });

  it("asks for the options on the S&P 500 by the exchange's name of the index, which has no dividend yield", async () => {
    const log: string[] = [];
    const answer = chainOf(CALLS, PUTS, { underlyingSymbol: "^SPX" });
    internet.use(...sessionRoutes(), crumbRoute("/v7/finance/options/:symbol", answer, log));
    const { data } = await createAsker().ask(optionsChainFromYahoo, { symbol: "^GSPC" }, { greeks: true });
    expect([data.symbol, data.greekInputs?.dividendYield, log]).toEqual([
      "^GSPC",
      null,
      ["GET /v7/finance/options/%5ESPX"],
    ]);
  });

  it.each([
    ["the lower of two strikes that are as near", chainOf([CALLS[1]!, CALLS[0]!], [PUTS[0]!]), 0.082],
    ["null without a put at the strike", chainOf(CALLS, [PUTS[0]!]), null],
    ["null without a bid", chainOf([quotedOption("C", 100, 0, 3.3)], PUTS), null],
    ["null for a bid above the ask", chainOf([quotedOption("C", 100, 3.4, 3.3)], PUTS), null],
    ["null without a price", chainOf(CALLS, PUTS, { quote: { ...QUOTE, regularMarketPrice: 0 } }), null],
  ])("has as implied move %s", async (_what, answer, expected) => {
    expect((await play(answer)()).data.impliedMove).toBe(expected);
  });

  it("marks contracts for another deliverable and computes nothing from them, but keeps weekly roots", async () => {
    const adjusted = (side: "C" | "P", bid: number) => ({
      ...quotedOption(side, 100, bid, bid + 1, { volume: 7, openInterest: 7 }),
      contractSymbol: `XYZ1250228${side}00100000`,
    });
    const weekly = { ...quotedOption("C", 110, 0.2, 0.3), contractSymbol: "XYZW250228C00110000" };
    const usual = await play(chainOf([...CALLS, weekly], PUTS))();
    const { data } = await play(chainOf([adjusted("C", 52), ...CALLS, weekly], [adjusted("P", 0), ...PUTS]))();
    expect([data.totals, data.impliedMove]).toEqual([usual.data.totals, usual.data.impliedMove]);
    const marked = [...data.calls, ...data.puts].filter((each) => each.adjusted);
    expect(marked.map(({ contract }) => contract)).toEqual(["XYZ1250228C00100000", "XYZ1250228P00100000"]);
  });

  it("asks for the requested expiration, and lists the valid ones for another day", async () => {
    const log: string[] = [];
    const reply = (request: Request) => {
      const date = Number(new URL(request.url).searchParams.get("date"));
      log.push(new Date(date * 1000).toISOString().slice(0, 10));
      const isListed = date === midnight("2025-03-21");
      const sides = { calls: isListed ? CALLS : [], puts: isListed ? PUTS : [] };
      return HttpResponse.json(chainOf([], [], { options: [{ expirationDate: date, ...sides }] }));
    };
    const ask = play(reply);
    expect((await ask({ expiration: "2025-03-21" })).data).toMatchObject({
      expiration: "2025-03-21",
      quotesValid: true,
    });
    await expect(ask({ expiration: "2025-03-20" })).rejects.toMatchObject({
      kind: "invalid_input",
      message: 'Invalid "expiration": got "2025-03-20". Allowed: 2025-02-28, 2025-03-21.',
    });
    expect(log).toEqual(["2025-03-21", "2025-03-20"]);
  });

  it("reads a month as its standard expiration and says so, and lists several of which none is that", async () => {
    const days = ["2025-02-28", "2025-03-14", "2025-03-21", "2025-04-04", "2025-04-11"];
    const ask = play(({ url }) => {
      const date = Number(new URL(url).searchParams.get("date") ?? midnight("2025-02-28"));
      const options = [{ expirationDate: date, calls: CALLS, puts: PUTS }];
      return HttpResponse.json(chainOf([], [], { options, expirationDates: days.map(midnight) }));
    });
    const march = await ask({ expiration: "2025-03" });
    expect([march.data.expiration, march.notes]).toEqual([
      "2025-03-21",
      ["2025-03 was read as 2025-03-21, the standard one of 2 expirations of that month."],
    ]);
    expect((await ask({ expiration: "2025-02" })).notes).toEqual([
      "2025-02 was read as 2025-02-28, the only expiration of that month.",
    ]);
    await expect(ask({ expiration: "2025-04" })).rejects.toMatchObject({
      message: 'Invalid "expiration": got "2025-04". Allowed: 2025-04-04, 2025-04-11.',
    });
  });

  it("reads the word earnings as the first expiration after the next report, and names both", async () => {
    const days = ["2025-02-28", "2025-04-30", "2025-05-02", "2025-05-09"];
    const askWith = (report: object) =>
      play(({ url }) => {
        const date = Number(new URL(url).searchParams.get("date") ?? midnight("2025-02-28"));
        const options = [{ expirationDate: date, calls: CALLS, puts: PUTS }];
        const quote = { ...QUOTE, ...report };
        return HttpResponse.json(chainOf([], [], { options, quote, expirationDates: days.map(midnight) }));
      })({ expiration: "earnings" });
    const at = (time: string) => Date.parse(time) / 1000;
    const reportOf = (first: string, last = first, isEarningsDateEstimate: boolean | null = false) => ({
      // B's own field of this name is the last report.
      earningsTimestamp: at("2025-01-30T21:30:00Z"),
      earningsTimestampStart: at(first),
      earningsTimestampEnd: at(last),
      isEarningsDateEstimate,
    });
    const found = async (...report: Parameters<typeof reportOf>) => {
      const { data, notes } = await askWith(reportOf(...report));
      return [data.expiration, data.impliedMove, ...notes!];
    };
    const because = "so that impliedMove contains it.";
    // A recorded window of Apple's.
    expect(await found("2025-04-30T10:59:00Z", "2025-05-05T12:00:00Z", true)).toEqual([
      "2025-05-09",
      0.06,
      `2025-05-09 is the first expiration after the next report (expected from 2025-04-30 to 2025-05-05), ${because}`,
    ]);
    const [after, before] = ["2025-04-30T20:30:00Z", "2025-04-30T11:00:00Z"];
    expect(await found(after)).toEqual([
      "2025-05-02",
      0.06,
      `2025-05-02 is the first expiration after the next report (2025-04-30), ${because}`,
    ]);
    expect((await found(before))[0]).toBe("2025-04-30");
    // The hour of a day that is not confirmed says nothing, as midnight UTC, which stands for a day.
    expect((await found(before, before, true)).slice(0, 1)).toEqual(["2025-05-02"]);
    expect((await found(before, before, null))[2]).toContain("(2025-04-30, an estimate)");
    expect((await found("2025-04-30T00:00:00Z"))[0]).toBe("2025-05-02");
    const listed = `Allowed: ${days.join(", ")}.`;
    const none = `Invalid "expiration": got "earnings". No coming report of XYZ is known. ${listed}`;
    for (const report of [{}, reportOf("2025-02-24T13:00:00Z"), reportOf("2025-02-20T13:00:00Z", undefined, true)]) {
      await expect(askWith(report)).rejects.toMatchObject({ kind: "invalid_input", message: none });
    }
    await expect(askWith(reportOf("2025-05-09T20:30:00Z"))).rejects.toMatchObject({
      message: `Invalid "expiration": got "earnings". No listed expiration is after the next report of XYZ, 2025-05-09. ${listed}`,
    });
  });

  it("passes over expirations that are over, although B still lists them", async () => {
    vi.setSystemTime(new Date("2025-03-01T15:00:00Z"));
    const ask = play(({ url }) => {
      const day = new URL(url).searchParams.get("date");
      const options = [{ expirationDate: Number(day ?? midnight("2025-02-28")), calls: CALLS, puts: PUTS }];
      return HttpResponse.json(chainOf([], [], { options }));
    });
    expect((await ask()).data.expiration).toBe("2025-03-21");
  });

  it("passes over the expiration of today for the next one", async () => {
    vi.setSystemTime(new Date("2025-02-28T15:00:00Z"));
    const ask = play((request) => {
      const date = Number(new URL(request.url).searchParams.get("date") ?? midnight("2025-02-28"));
      return HttpResponse.json(chainOf([], [], { options: [{ expirationDate: date, calls: CALLS, puts: PUTS }] }));
    });
    expect((await ask()).data.expiration).toBe("2025-03-21");
  });

  it("has no coverage for a security without options", async () => {
    const none = chainOf([], [], { expirationDates: [], options: [] });
    await expect(play(none)()).rejects.toMatchObject({
      kind: "no_coverage",
      message:
        "Cannot fetch options for XYZ: provider B knows the symbol but has no options for it; most shares outside the US, most indices, currencies and coins have none.",
    });
  });

  it.each([
    [
      "a 404",
      () => HttpResponse.json({ optionChain: { result: null, error: { code: "Not Found" } } }, { status: 404 }),
    ],
    ["an empty result", () => HttpResponse.json({ optionChain: { result: [], error: null } })],
  ])("does not know a symbol after %s", async (_what, reply) => {
    await expect(play(reply)()).rejects.toMatchObject({ kind: "not_found" });
  });

  it.each([
    ["another symbol", chainOf(CALLS, PUTS, { underlyingSymbol: "ABC" })],
    ["contracts that cannot be read", chainOf([{ strike: "no number" }], [])],
    ["expirations without contracts", chainOf([], [], { options: [] })],
    ["another expiration", chainOf(CALLS, PUTS, { options: [{ expirationDate: 1, calls: CALLS, puts: PUTS }] })],
  ])("cannot use an answer with %s", async (_what, answer) => {
    await expect(play(answer)({ expiration: "2025-02-28" })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("leaves out a contract without a strike, and values that cannot be", async () => {
    const odd = quotedOption("C", 100, -1, 3.3, { volume: -3, lastPrice: 0, lastTradeDate: 9e12, inTheMoney: "yes" });
    const { data } = await play(chainOf([odd, quotedOption("C", 0, 1, 2)], PUTS))();
    expect(data.calls).toEqual([
      {
        contract: "XYZ250228C00100000",
        strike: 100,
        bid: null,
        ask: 3.3,
        last: null,
        lastTrade: null,
        change: 0.25,
        volume: null,
        openInterest: 100,
        impliedVolatility: 0.31,
        inTheMoney: null,
      },
    ]);
  });
});
