import { describe, expect, it } from "vitest";
import { dcfFromFmp } from "../../../src/providers/financial-modeling-prep/dcf.js";
import { createAsker } from "../../support/ask.js";
import { createGate } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { hang, NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();

const VALUATION = { symbol: "AAPL", date: "2026-04-05", dcf: 158.11166091939893, "Stock Price": 255.92 };
const year = (name: string, revenue: number, depreciationPercentage: number) => ({
  year: name,
  symbol: "AAPL",
  revenue,
  depreciationPercentage,
  capitalExpenditurePercentage: -2.82,
  wacc: 9.06,
  longTermGrowthRate: 4,
});
const MODEL = [
  year("2027", 464211698194, 2.93),
  year("2026", 440588098995, 2.93),
  year("2025", 416161000000, 2.81),
  year("2024", 391035000000, 2.9),
];
const DATA = {
  symbol: "AAPL",
  date: "2026-04-05",
  dcf: 158.11166091939893,
  stock_price: 255.92,
  revenue_growth_rate: 0.0561543,
  discount_rate: 9.06 / 100,
  terminal_growth_rate: 4 / 100,
  years_of_projection: 2,
};
const OPEN = { revenue_growth_rate: null, discount_rate: null, terminal_growth_rate: null, years_of_projection: null };

const ask = () => createAsker().ask(dcfFromFmp, { symbol: "AAPL" });

describe("a DCF valuation", () => {
  it("shows the assumptions of the model in ratio form, whatever the order of its years", async () => {
    simulateFmp(internet, { "discounted-cash-flow": [VALUATION], "custom-discounted-cash-flow": MODEL.toReversed() });
    expect(await ask()).toEqual({ data: DATA, missing: [], currency: "USD" });
  });

  it("asks for the valuation and the model at the same time, once each", async () => {
    const gate = createGate();
    const calls = simulateFmp(internet, {
      // Never answers if the model is asked for after it.
      "discounted-cash-flow": () => gate.passed.then(() => [VALUATION]),
      "custom-discounted-cash-flow": () => {
        gate.open();
        return MODEL;
      },
    });
    expect(await ask()).toEqual({ data: DATA, missing: [], currency: "USD" });
    expect(calls).toHaveLength(2);
  });

  it.each([
    [14.3, 0.143],
    [1.1, 0.011],
    [-0.5, -0.005],
    [1e-7, 1e-9],
    [0, 0],
  ])("keeps the digits of a rate: %d percent is %d", async (wacc, ratio) => {
    const model = [{ ...MODEL[0], wacc }, ...MODEL.slice(1)];
    simulateFmp(internet, { "discounted-cash-flow": [VALUATION], "custom-discounted-cash-flow": model });
    expect((await ask()).data.discount_rate).toBe(ratio);
  });

  it("may be negative", async () => {
    simulateFmp(internet, {
      "discounted-cash-flow": [{ ...VALUATION, dcf: -3.5 }],
      "custom-discounted-cash-flow": MODEL,
    });
    expect((await ask()).data.dcf).toBe(-3.5);
  });

  it.each([
    ["is not in the plan", refused(402, NOT_IN_PLAN.path)],
    ["hangs", hang],
  ])("has null assumptions when the model %s", async (name, model) => {
    simulateFmp(internet, { "discounted-cash-flow": [VALUATION], "custom-discounted-cash-flow": model });
    expect(await ask()).toEqual({
      data: { ...DATA, ...OPEN },
      missing: Object.keys(OPEN),
      permanentlyMissing: name.includes("plan"),
      currency: "USD",
    });
  });

  it("has null assumptions, and none missing, when there is no model", async () => {
    simulateFmp(internet, { "discounted-cash-flow": [VALUATION], "custom-discounted-cash-flow": [] });
    expect(await ask()).toEqual({ data: { ...DATA, ...OPEN }, missing: [], currency: "USD" });
  });

  it.each([
    ["an odd number of years", MODEL.slice(0, 3)],
    ["a gap between the years", [...MODEL.slice(0, 3), year("2020", 1, 1)]],
    ["shares that change within the projected years", [year("2027", 1, 5), ...MODEL.slice(1)]],
    ["shares that hold on in the reported years", [...MODEL.slice(0, 2), year("2025", 1, 2.93), MODEL[3]]],
  ])("does not guess the beginning of the projection from %s", async (_name, model) => {
    simulateFmp(internet, { "discounted-cash-flow": [VALUATION], "custom-discounted-cash-flow": model });
    expect((await ask()).data).toEqual({ ...DATA, revenue_growth_rate: null, years_of_projection: null });
  });

  it("has no growth rate from a revenue that is not above zero", async () => {
    const model = [...MODEL.slice(0, 2), year("2025", 0, 2.81), MODEL[3]];
    simulateFmp(internet, { "discounted-cash-flow": [VALUATION], "custom-discounted-cash-flow": model });
    expect((await ask()).data).toEqual({ ...DATA, revenue_growth_rate: null });
  });

  it("is no valid answer without a value", async () => {
    simulateFmp(internet, { "discounted-cash-flow": [{ ...VALUATION, dcf: "NaN" }] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("reports insufficient history for a symbol with a profile and no valuation", async () => {
    simulateFmp(internet, { "discounted-cash-flow": [], profile: [{ symbol: "AAPL", companyName: "New Inc." }] });
    await expect(ask()).rejects.toMatchObject({
      kind: "insufficient_history",
      message: expect.stringContaining("Cannot value AAPL: provider A knows the symbol but has too little"),
    });
  });

  it("is not found for an unknown symbol", async () => {
    simulateFmp(internet, { "discounted-cash-flow": [], profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });
});
