import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activeFromFmp, gainersFromFmp, losersFromFmp } from "../../../src/providers/financial-modeling-prep/movers.js";
import { toPlainDecimal } from "../../../src/lib/plain-decimal.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();
const row = (symbol: string, changesPercentage: unknown, fields: object = {}) => ({
  symbol,
  price: 5.1,
  name: "Sky Quarry Inc.",
  change: 2.57,
  changesPercentage,
  exchange: "NASDAQ",
  ...fields,
});

describe("gainers", () => {
  it("have price and percentage as text, highest gain first", async () => {
    simulateFmp(internet, { "biggest-gainers": [row("SKYQ", 101.58103), row("GV", "116.78049", { price: 4.444e-7 })] });
    expect(await createAsker().ask(gainersFromFmp)).toEqual({
      currency: "USD",
      data: {
        gainers: [
          {
            ticker: "GV",
            changes: 2.57,
            price: "0.0000004444",
            changesPercentage: "116.78049",
            companyName: "Sky Quarry Inc.",
          },
          {
            ticker: "SKYQ",
            changes: 2.57,
            price: "5.1",
            changesPercentage: "101.58103",
            companyName: "Sky Quarry Inc.",
          },
        ],
      },
      notes: [],
    });
  });

  it("leave out impossible rows", async () => {
    simulateFmp(internet, {
      "biggest-gainers": [
        row("FUND", 1.29e41),
        row("NEW", 50, { change: 5.1 }),
        row("NAN", "NaN"),
        row("ABSENT", undefined),
        { ...row("", 50) },
        row("OK", 10_000),
      ],
    });
    const { data } = await createAsker().ask(gainersFromFmp);
    expect(data.gainers.map(({ ticker }) => ticker)).toEqual(["OK"]);
  });

  it("contain each symbol once and no row without a price or with a loss", async () => {
    simulateFmp(internet, {
      "biggest-gainers": [row("NONE", 80, { price: null }), row("DOWN", -2), row("A", 3), row("A", 2)],
    });
    const { data } = await createAsker().ask(gainersFromFmp);
    expect(data.gainers.map(({ ticker, changesPercentage }) => [ticker, changesPercentage])).toEqual([["A", "3"]]);
  });

  it("have null for missing figures", async () => {
    simulateFmp(internet, { "biggest-gainers": [row("A", 3), { symbol: "B", price: 7, changesPercentage: 2 }] });
    const { data } = await createAsker().ask(gainersFromFmp);
    expect(data.gainers[1]).toEqual({
      ticker: "B",
      changes: null,
      price: "7",
      changesPercentage: "2",
      companyName: null,
    });
  });

  it("are at most fifty", async () => {
    simulateFmp(internet, { "biggest-gainers": Array.from({ length: 60 }, (_, index) => row(`S${index}`, index)) });
    const { data } = await createAsker().ask(gainersFromFmp);
    expect(data.gainers).toHaveLength(50);
    expect(data.gainers[0]!.ticker).toBe("S59");
  });

  it("fail with no_data when the list is empty, and with bad_answer when no row is valid", async () => {
    simulateFmp(internet, { "biggest-gainers": [] });
    await expect(createAsker().ask(gainersFromFmp)).rejects.toMatchObject({ reason: "no_data" });
    internet.resetHandlers();
    simulateFmp(internet, { "biggest-gainers": [row("FUND", 1.29e41)] });
    await expect(createAsker().ask(gainersFromFmp)).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("losers", () => {
  it("have numbers, biggest loss first, and null for volume and market cap", async () => {
    simulateFmp(internet, {
      "biggest-losers": [
        row("ELAB", -59.14286, { change: -7.4 }),
        row("LPCN", -77.83784, { price: 2.05, change: -7.2 }),
      ],
    });
    const rest = { name: "Sky Quarry Inc.", volume: null, marketCap: null };
    expect(await createAsker().ask(losersFromFmp)).toEqual({
      currency: "USD",
      data: {
        losers: [
          { ...rest, symbol: "LPCN", price: 2.05, change: -7.2, changesPercentage: -77.83784 },
          { ...rest, symbol: "ELAB", price: 5.1, change: -7.4, changesPercentage: -59.14286 },
        ],
      },
      notes: [],
    });
  });
});

describe("active stocks", () => {
  it("keep provider A's order", async () => {
    simulateFmp(internet, { "most-actives": [row("LOW", -5, { change: -0.2 }), row("HIGH", 50)] });
    const open = { volume: null, avgVolume: null, marketCap: null, pe: null, eps: null };
    const rest = { name: "Sky Quarry Inc.", price: 5.1, change: 2.57, ...open };
    expect(await createAsker().ask(activeFromFmp, { limit: 1 })).toEqual({
      currency: "USD",
      data: {
        active_stocks: [
          { ...rest, symbol: "LOW", change: -0.2, changesPercentage: -5 },
          { ...rest, symbol: "HIGH", changesPercentage: 50 },
        ],
      },
      notes: [],
    });
  });
});

describe("a change and a percentage of opposite signs", () => {
  const OPPOSITE = "Where the source sends a change and a percentage of opposite signs, both are null.";

  it("are null among active stocks, and a note says so", async () => {
    simulateFmp(internet, { "most-actives": [row("ODD", -5), row("FLAT", 0), row("UP", 50)] });
    const { data, notes } = await createAsker().ask(activeFromFmp);
    expect(data.active_stocks.map(({ change, changesPercentage }) => [change, changesPercentage])).toEqual([
      [null, null],
      [2.57, 0],
      [2.57, 50],
    ]);
    expect(notes).toEqual([OPPOSITE]);
  });

  it("leave the stock out of gainers and losers", async () => {
    simulateFmp(internet, {
      "biggest-gainers": [row("ODD", 80, { change: -1 }), row("UP", 50)],
      "biggest-losers": [row("ODD", -80), row("DOWN", -50, { change: -1 })],
    });
    const gained = await createAsker().ask(gainersFromFmp);
    const lost = await createAsker().ask(losersFromFmp);
    expect([gained.data.gainers.map(({ ticker }) => ticker), gained.notes]).toEqual([["UP"], [OPPOSITE]]);
    expect([lost.data.losers.map(({ symbol }) => symbol), lost.notes]).toEqual([["DOWN"], [OPPOSITE]]);
  });
});

describe("a plain decimal", () => {
  it("is the same number without an exponent", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = toPlainDecimal(value);
        expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
        expect(Number(text)).toBe(value + 0);
      }),
    );
  });
});
