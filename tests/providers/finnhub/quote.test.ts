import { afterEach, describe, expect, it, vi } from "vitest";
import { quoteFromFinnhub } from "../../../src/providers/finnhub/quote.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFinnhub } from "./upstream-finnhub.js";

const internet = useInternet();
afterEach(() => void vi.useRealTimers());

/** A Friday on which the market closes at 18:00 UTC, and a Wednesday before it. */
const [WEDNESDAY_CLOSE, FRIDAY_OPEN] = [1_764_190_800, "2025-11-28T15:00:00Z"];
const SENT = { c: 52.5, d: 0.5, dp: 0.9615, h: 53, l: 51.25, o: 51.5, pc: 52, t: WEDNESDAY_CLOSE };

async function ask(sent: object, now = FRIDAY_OPEN) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  simulateFinnhub(internet, { quote: sent });
  return createAsker().ask(quoteFromFinnhub, { symbol: "ACME" });
}

describe("quotes by provider E", () => {
  it("have its figures as sent, in dollars, and null for what it has not", async () => {
    const { data, asOf, currency } = await ask(SENT);
    expect(data).toEqual({
      symbol: "ACME",
      price: 52.5,
      change: 0.5,
      changesPercentage: 0.9615,
      dayLow: 51.25,
      dayHigh: 53,
      yearHigh: null,
      yearLow: null,
      marketCap: null,
      priceAvg50: null,
      priceAvg200: null,
      volume: null,
      avgVolume: null,
      exchange: null,
      open: 51.5,
      previousClose: 52,
      eps: null,
      pe: null,
      sharesOutstanding: null,
      name: null,
      currency: "USD",
      as_of: "2025-11-26T21:00:00.000Z",
    });
    expect([asOf, currency]).toEqual(["2025-11-26T21:00:00.000Z", "USD"]);
  });

  it("say which day their price is of, if the market has been open since", async () => {
    const old = ["Provider E's price is of 2025-11-26; the market has opened since."];
    expect((await ask(SENT)).notes).toEqual(old);
    // After its close, and on the day after.
    expect((await ask(SENT, "2025-11-28T22:00:00Z")).notes).toEqual(old);
    expect((await ask(SENT, "2025-11-29T15:00:00Z")).notes).toEqual(old);
    expect((await ask(SENT, "2025-11-28T12:00:00Z")).notes).toEqual([]);
    const current = { ...SENT, t: Date.parse("2025-11-28T14:59:00Z") / 1000 };
    expect((await ask(current)).notes).toEqual([]);
  });

  it("have no change where none is sent", async () => {
    const { data } = await ask({ ...SENT, d: null, dp: null });
    expect(data).toMatchObject({ price: 52.5, change: null, changesPercentage: null, previousClose: 52 });
  });

  it("have null for a zero that cannot be", async () => {
    const { data } = await ask({ ...SENT, h: 0, l: 0, o: 0, pc: 0 });
    const unknown = { dayHigh: null, dayLow: null, open: null, previousClose: null };
    expect(data).toMatchObject({ ...unknown, change: null, changesPercentage: null });
  });

  it.each([
    ["a price of 0 before the open", { ...SENT, c: 0 }, "no_data"],
    ["a price without a time", { ...SENT, t: 0 }, "bad_answer"],
    ["a price of the future", { ...SENT, t: WEDNESDAY_CLOSE + 10 * 86_400 }, "bad_answer"],
    ["a negative price", { ...SENT, c: -1 }, "bad_answer"],
    ["an empty object", {}, "bad_answer"],
  ])("are no answer with %s", async (_what, sent, reason) => {
    await expect(ask(sent)).rejects.toMatchObject({ reason });
  });
});
