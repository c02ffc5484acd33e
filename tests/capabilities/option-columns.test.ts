/** The columns on request of option chains, as callers get them. */
import { describe, expect, it, vi } from "vitest";
import {
  optionsChain,
  termYield,
  type Contract,
  type OptionsInput,
  type TermYield,
} from "../../src/capabilities/prices/options-chain.js";
import type { DataOf } from "../../src/contract/capability.js";
import { enricher } from "../../src/contract/enrichment.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { ProviderError } from "../../src/contract/errors.js";
import { source } from "../../src/contract/provider.js";
import { atTime } from "../support/at-time.js";
import { createAppOf } from "../support/app-of.js";
import { fakeB, fakeProvider } from "../support/fakes.js";

atTime("2025-02-24T15:00:00Z");

type Row = Record<string, unknown>;

function contract(
  side: "C" | "P",
  strike: number,
  bid: number | null,
  ask: number | null,
  more: Partial<Contract> = {},
) {
  return {
    contract: `XYZ250228${side}${String(strike * 1000).padStart(8, "0")}`,
    strike,
    bid,
    ask,
    last: null,
    lastTrade: null,
    change: null,
    volume: null,
    openInterest: null,
    impliedVolatility: bid === null ? null : 0.31,
    inTheMoney: null,
    ...more,
  };
}

const CHAIN: DataOf<typeof optionsChain> = {
  symbol: "XYZ",
  currency: "USD",
  underlyingPrice: 100,
  underlyingTime: null,
  marketState: "open",
  expiration: "2025-02-28",
  daysToExpiration: null,
  expirations: ["2025-02-28"],
  calls: [contract("C", 95, 6.9, 7.3), contract("C", 100, 3.1, 3.3), contract("C", 105, 1.2, 1.4)],
  puts: [contract("P", 95, 1, 1.2), contract("P", 100, 2.7, 2.9), contract("P", 105, 6, 6.6)],
  totals: { callVolume: null, putVolume: null, callOpenInterest: null, putOpenInterest: null, putCallRatio: null },
  impliedMove: 0.06,
  quotesValid: true,
};
const YIELD: TermYield = { maturity: "m1", percent: 4.37, date: "2025-02-21" };

interface Played {
  chain?: Partial<typeof CHAIN>;
  dividendYield?: number | null;
  found?: TermYield | null;
}

/** Returns what asks the route, and the calls that were made. */
async function play({ chain = {}, dividendYield = 0.0041, found = YIELD }: Played = {}) {
  const calls: string[] = [];
  const chains = source(fakeB, optionsChain, async ({ greeks = false }: OptionsInput) => {
    calls.push(greeks ? "chain and dividend yield" : "chain");
    return { data: { ...CHAIN, ...chain, ...(greeks ? { greekInputs: { dividendYield } } : {}) } };
  });
  const yields = enricher(fakeProvider("provider-d"), termYield, async (expiration: string) => {
    calls.push(`yield for ${expiration}`);
    if (found === null) throw new ProviderError("provider-d", "unreachable");
    return { facts: found };
  });
  const { get, close } = await createAppOf([entry(optionsChain, [chains], [yields]) as unknown as Entry]);
  const ask = async (query: string) => {
    const { status, headers, body, text } = await get(`/api/v1/stock/XYZ/options?${query}`);
    const rows = [...((body["calls"] ?? []) as Row[]), ...((body["puts"] ?? []) as Row[])];
    return {
      status,
      body,
      text,
      rows,
      note: String(headers["x-data-notes"] ?? ""),
      sources: String(headers["x-data-sources"]),
    };
  };
  return { ask, calls, close };
}

async function answerTo(query: string, played: Played = {}) {
  const { ask, calls, close } = await play(played);
  const answer = await ask(query);
  await close();
  return { ...answer, calls };
}

describe("the figures of a position in an option", () => {
  const NAMES = "strike,breakeven,intrinsic,timeValue,coveredCost,returnIfCalled,returnIfCalledYear";

  it("are those of a chain worked out by hand, of both sides, and cost no call", async () => {
    const { rows, note, calls } = await answerTo(`fields=${NAMES}`);
    expect(note).toContain("breakeven is that of the buyer.");
    const toRow = (values: (number | null)[]) =>
      Object.fromEntries(NAMES.split(",").map((name, at) => [name, values[at]]));
    expect(rows).toEqual(
      [
        // premium 7.1; cost 100 - 6.9; (95 - 93.1) / 93.1 = 2.04082 %; * 365 / 4 days
        [95, 102.1, 5, 2.1, 93.1, 2.04082, 186.224],
        [100, 103.2, 0, 3.2, 96.9, 3.19917, 291.925],
        [105, 106.3, 0, 1.3, 98.8, 6.2753, 572.621],
        [95, 93.9, 0, 1.1, null, null, null],
        [100, 97.2, 0, 2.8, null, null, null],
        [105, 98.7, 5, 1.3, null, null, null],
      ].map(toRow),
    );
    expect(calls).toEqual(["chain"]);
  });

  it("are null without valid quotes of the contract or of the chain, and for another deliverable", async () => {
    const odd = [
      contract("C", 105, null, 1.4),
      contract("C", 105, 0, 1.4),
      contract("C", 105, 1.5, 1.4),
      contract("C", 105, 1.2, 1.4, { adjusted: true }),
    ];
    const names = "breakeven,timeValue,coveredCost,returnIfCalled,returnIfCalledYear,delta";
    const ofOdd = await answerTo(`fields=${names}&side=calls`, { chain: { calls: odd } });
    expect(ofOdd.rows.map(({ breakeven, timeValue }) => [breakeven, timeValue])).toEqual(odd.map(() => [null, null]));
    expect(ofOdd.rows[1]).toMatchObject({ coveredCost: null, returnIfCalled: null });
    expect(ofOdd.rows[3]).toMatchObject({ coveredCost: null, delta: null });
    const invalid = await answerTo(`fields=${names},intrinsic`, { chain: { quotesValid: false } });
    const none = Object.fromEntries(names.split(",").map((name) => [name, null]));
    expect(invalid.rows[0]).toEqual({ ...none, intrinsic: 5 });
    expect(invalid.note).not.toContain("Scholes");
    const withoutPrice = await answerTo(`fields=${names},intrinsic`, { chain: { underlyingPrice: null } });
    expect(withoutPrice.rows[0]).toEqual({ ...none, intrinsic: null });
  });

  it("have no return a year on the last day, and say so", async () => {
    vi.setSystemTime(new Date("2025-02-28T15:00:00Z"));
    const { rows, note } = await answerTo("fields=returnIfCalled,returnIfCalledYear");
    expect(rows[2]).toEqual({ returnIfCalled: 6.2753, returnIfCalledYear: null });
    expect(note).toContain("returnIfCalledYear is null under one day.");
    vi.setSystemTime(new Date("2025-02-27T15:00:00Z"));
    expect((await answerTo("fields=returnIfCalledYear")).rows[2]).toEqual({ returnIfCalledYear: 2290.49 });
  });

  it("are absent unless fields names them", async () => {
    const { rows, body } = await answerTo("");
    expect(Object.keys(rows[0]!)).toEqual(Object.keys(CHAIN.calls[0]!));
    expect(body).not.toHaveProperty("greekInputs");
    const all = await answerTo("fields=*");
    expect(Object.keys(all.rows[0]!)).toEqual(Object.keys(CHAIN.calls[0]!));
  });
});

describe("the greeks of a chain", () => {
  /**
   * By QuantLib 1.29, Debian's package quantlib-python: BlackCalculator with the forward S e^((r - q) T), the deviation
   * 0.31 √T and the discount e^(-rT); r = ln 1.0437, q = ln 1.0041, T = 0.0116438 as in the
   * answer, (4 * 86400 + 6 * 3600) / (365 * 86400).
   */
  const EXPECTED = [
    [95, 0.9409965, 0.03512412, -0.05560989, 0.01267833, 0.01035965],
    [100, 0.5120177, 0.1192017, -0.1621887, 0.04302678, 0.005803859],
    [105, 0.07658951, 0.04299814, -0.05740273, 0.01552051, 0.000878557],
    [95, -0.05895581, 0.03512412, -0.04560391, 0.01267833, -0.0006964563],
    [100, -0.4879347, 0.1192017, -0.1515971, 0.04302678, -0.005834144],
    [105, -0.9233628, 0.04299814, -0.04622549, 0.01552051, -0.01134135],
  ];
  const GREEKS = "strike,delta,gamma,theta,vega,rho";

  it("are those that QuantLib computes from the same inputs, which the answer has", async () => {
    const { rows, body, note } = await answerTo(`fields=${GREEKS}`);
    for (const [at, row] of rows.entries()) {
      for (const [column, name] of GREEKS.split(",").entries()) {
        expect((row[name] as number) / EXPECTED[at]![column]! - 1).toBeCloseTo(0, 5);
      }
    }
    expect(body["greekInputs"]).toEqual({
      treasuryYield: 4.37,
      maturity: "m1",
      yieldDate: "2025-02-21",
      dividendYield: 0.0041,
      years: 0.0116438,
    });
    expect(note).toContain(
      "delta, gamma, theta, vega, and rho are computed by Black-Scholes-Merton from impliedVolatility, the Treasury's yield for 1 month of 2025-02-21 (4.37 %), a dividend yield of 0.41 % and 0.0116438 years; early exercise of American options is not modelled; theta per calendar day, vega per percentage point of volatility, rho per percentage point of interest.",
    );
  });

  it("are in the table of both sides", async () => {
    const { text } = await answerTo("fields=side,strike,delta&format=csv");
    expect(text.split(/\r?\n/).slice(0, 5)).toEqual([
      "side,strike,delta",
      "call,95,0.940997",
      "call,100,0.512018",
      "call,105,0.0765895",
      "put,95,-0.0589558",
    ]);
  });

  it("cost two further calls, only where one of them is named, and one answer serves both questions then", async () => {
    const { ask, calls, close } = await play();
    await ask("fields=strike,bid,breakeven");
    expect(calls).toEqual(["chain"]);
    await ask("fields=strike,vega");
    await ask("fields=strike,rho");
    expect((await ask("fields=strike,bid")).body).not.toHaveProperty("greekInputs");
    await close();
    expect(calls).toEqual(["chain", "chain and dividend yield", "yield for 2025-02-28"]);
  });

  it.each<[string, Played, string]>([
    [
      "without a dividend yield",
      { dividendYield: null },
      "because Vendor of provider B (provider B) has no dividend yield of XYZ.",
    ],
    ["without a yield of the Treasury", { found: null }, "because the yield of the US Treasury is missing."],
    [
      "after the close of the last day",
      { chain: { expiration: "2025-02-21" } },
      "because it is past 16:00 New York of the expiration.",
    ],
  ])("are null %s, with the reason", async (_when, played, reason) => {
    const { rows, note } = await answerTo("fields=delta,breakeven", played);
    expect(rows[0]).toEqual({ delta: null, breakeven: 102.1 });
    expect(note).toContain(`delta is null, ${reason}`);
  });

  it("name a missing input to those who asked for greeks, and to nobody else", async () => {
    const { ask, close } = await play({ found: null });
    expect((await ask("fields=delta")).sources).toContain("treasuryYield");
    expect((await ask("fields=strike")).sources).not.toContain("treasuryYield");
    await close();
  });

  it("count nothing for dividends where none are paid", async () => {
    const { rows, body } = await answerTo("fields=delta", { dividendYield: 0 });
    expect(body["greekInputs"]).toMatchObject({ dividendYield: 0 });
    expect(rows[1]!["delta"]).toBeGreaterThan(0.5120177);
  });
});

describe("a chain with two roots", () => {
  const of = (root: string, side: "C" | "P", bid: number, openInterest: number, volume: number) =>
    contract(side, 100, bid, bid + 0.2, { contract: `${root}250228${side}00100000`, openInterest, volume });
  const chain = {
    calls: [of("SPX", "C", 3, 500, 7), of("SPXW", "C", 4, 90, 20)],
    puts: [of("SPX", "P", 2, 400, 3), of("SPXW", "P", 3, 80, 10)],
  };

  it("has rows, totals and the implied move of the one with more open interest, and names both", async () => {
    const { body, note } = await answerTo("", { chain });
    expect(body).toMatchObject({ root: "SPX", roots: ["SPX", "SPXW"], calls: [chain.calls[0]], puts: [chain.puts[0]] });
    expect(body["totals"]).toEqual({
      callVolume: 7,
      putVolume: 3,
      callOpenInterest: 500,
      putOpenInterest: 400,
      putCallRatio: 0.428571,
    });
    // 3.1 + 2.1 for 100.
    expect(body["impliedMove"]).toBe(0.052);
    expect(note).toContain(
      "Contracts of 2 roots expire on this day, which may be settled at different times: SPX and SPXW. All rows and figures are of SPX, which has the most open interest; root SPXW has those of the other.",
    );
  });

  it("has those of the root that is asked for, in any case, from the same cached answer", async () => {
    const { ask, calls, close } = await play({ chain });
    await ask("");
    const { body, note } = await ask("root=spxw&fields=strike,maxPain,breakeven");
    await close();
    expect(body).toMatchObject({ root: "SPXW", impliedMove: 0.072, totals: { callVolume: 20 }, maxPain: 100 });
    expect(body["calls"]).toEqual([{ strike: 100, breakeven: 104.1 }]);
    expect(note).toContain("All rows and figures are of SPXW; root SPX has those of the other.");
    expect(calls).toEqual(["chain"]);
  });

  it.each([
    ["root=SPXX", 'Invalid "root": got "SPXX". Allowed: SPX, SPXW.'],
    ["root=S%26P", 'Invalid "root": got "S&P". Allowed: the root of the contracts\' codes, such as SPXW.'],
  ])("refuses %s", async (query, detail) => {
    const { status, body } = await answerTo(query, { chain });
    expect([status, body["detail"]]).toEqual([400, detail]);
  });
});
