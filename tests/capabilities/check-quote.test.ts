import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { say } from "../../src/contract/sentence.js";
import { describe, expect, it, vi } from "vitest";
import { checkBySides } from "../../src/capabilities/prices/check-quote.js";
import type { Served } from "../../src/contract/envelope.js";
import { MarketDataError, ProviderError } from "../../src/contract/errors.js";
import { envelopeOf, servedOf } from "../support/fakes.js";

const NOON = Date.UTC(2026, 2, 5, 12);

/** A quote that is dated this many minutes after noon. */
function quoteAt(
  price: number,
  minutes: number | null = 0,
  ageSeconds = 3,
  currency: string | null = null,
): () => Promise<Served> {
  const asOf = minutes === null ? null : new Date(NOON + minutes * 60_000).toISOString();
  return async () => ({
    ...servedOf({}, { ageSeconds }),
    envelope: envelopeOf(NOON, { body: { symbol: "ACME", price }, asOf, currency: { price: currency, fields: {} } }),
  });
}
const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};
const sideA = (ask: () => Promise<Served>) => ({ provider: "provider-a", ask }) as const;
/** A provider B that answers with the result of `ask`. */
const sideB = (ask: () => Promise<Served>) =>
  ({
    provider: "provider-b",
    async ask() {
      const served = await ask();
      return { ...served, envelope: { ...served.envelope, provider: "provider-b" } } as const;
    },
  }) as const;
const check = async (a: () => Promise<Served>, b: () => Promise<Served>) =>
  (await checkBySides({ symbol: "ACME" }, [sideA(a), sideB(b)])).data;

describe("check_quote", () => {
  atTime(NOON);

  it("says that a price is of long ago, and states no market for it", async () => {
    vi.setSystemTime(NOON + 11 * 86_400_000);
    const old = async () => {
      const served = await quoteAt(200)();
      const { envelope } = served;
      const body = { ...envelope.body, as_of: envelope.asOf };
      return { ...served, envelope: { ...envelope, body, market: "open" as const } };
    };
    const answer = await checkBySides({ symbol: "ACME" }, [sideA(old), sideB(quoteAt(200, 10 * 24 * 60))]);
    expect(texts([answer.market, answer.notes])).toEqual([
      undefined,
      ["Quote of provider A: The last price of ACME is of 2026-03-05; nothing was traded since."],
    ]);
  });

  it.each([
    ["within regular hours", "closed", "closed"],
    ["closed", undefined, "closed"],
    [undefined, undefined, undefined],
  ] as const)("states the market of A (%s) and B (%s) as %s, since only B knows holidays", async (a, b, market) => {
    const showing = (state: typeof a | typeof b) => async () => {
      const served = await quoteAt(200)();
      return { ...served, envelope: { ...served.envelope, ...(state ? { market: state } : {}) } };
    };
    const answer = await checkBySides({ symbol: "ACME" }, [sideA(showing(a)), sideB(showing(b))]);
    expect(answer.market).toBe(market);
  });

  it("shows both prices with their times and the difference as (B - A) / A * 100", async () => {
    expect(texts(await check(quoteAt(200), quoteAt(201, 1, 9)))).toEqual({
      symbol: "ACME",
      provider_a: { price: 200, currency: null, as_of: "2026-03-05T12:00:00.000Z", age_seconds: 3, error: null },
      provider_b: { price: 201, currency: null, as_of: "2026-03-05T12:01:00.000Z", age_seconds: 9, error: null },
      difference_percent: 0.5,
      verdict: "agree",
      explanation: "The prices are at most 0.5 % apart.",
      notes: [],
    });
  });

  it.each([
    ["USD", "USD", []],
    ["GBp", "GBp", ["Prices in GBp (pence)."]],
    [null, "GBp", ["Prices in GBp (pence)."]],
    ["GBP", "GBp", ["Provider A's price is in GBP, provider B's in GBp (pence); they cannot be compared."]],
    [null, null, []],
  ])("names the currencies %s and %s beside the prices, and in a note", async (one, other, notes) => {
    const answer = await check(quoteAt(200, 0, 3, one), quoteAt(201, 0, 3, other));
    expect(texts(answer)).toMatchObject({ provider_a: { currency: one }, provider_b: { currency: other }, notes });
  });

  it("names the older price when their times differ", async () => {
    const { verdict, explanation } = await check(quoteAt(200), quoteAt(210, 16));
    expect([verdict, texts(explanation)]).toEqual([
      "stale",
      "Provider A's price is 16 minutes older than the other one, which can explain the difference; use the newer one.",
    ]);
  });

  it.each([
    [119, "119 minutes"],
    [300, "5 hours"],
    [3 * 1440, "3 days"],
  ])("gives a difference in age of %i minutes as %s", async (minutes, span) => {
    expect((await check(quoteAt(200), quoteAt(210, minutes))).explanation).toContain(`${span} older`);
  });

  it("reports a difference when the prices have the same time", async () => {
    expect((await check(quoteAt(200), quoteAt(2, 15))).verdict).toBe("differ");
  });

  it("reports that the time is unknown when one side has none", async () => {
    for (const sides of [[quoteAt(200, null), quoteAt(210)] as const, [quoteAt(200), quoteAt(90, null)] as const]) {
      const { verdict, explanation } = await check(...sides);
      expect(verdict).toBe("time unknown");
      expect(explanation).not.toMatch(/same time|older/);
    }
    expect((await check(quoteAt(200, null), quoteAt(200))).verdict).toBe("agree");
  });

  it.each([
    ["B a hundredfold, later", quoteAt(25.73), quoteAt(2573, 20), /minor unit/],
    ["A a hundredfold, without a time", quoteAt(2573, null), quoteAt(25.9), /minor unit/],
    ["twice the price, a day later", quoteAt(100), quoteAt(200, 1440), /24 hours older.*does not explain/],
    ["twice the price at the same time", quoteAt(100), quoteAt(200), /same time.*minor units/],
  ])("does not explain a large difference by age: %s", async (_what, a, b, says) => {
    const { verdict, explanation } = await check(a, b);
    expect(verdict).toBe("differ");
    expect(explanation).toMatch(says);
  });

  it("says whose quote a note is about, and lacks no field that only a quote has", async () => {
    const late = async (): Promise<Served> => {
      const served = await quoteAt(200)();
      const notes = [say`Prices of this exchange come 15 minutes late.`];
      return { ...served, envelope: { ...served.envelope, notes, missing: ["eps"] } };
    };
    expect(texts(await checkBySides({ symbol: "ACME" }, [sideA(quoteAt(200)), sideB(late)]))).toMatchObject({
      notes: ["Quote of provider B: Prices of this exchange come 15 minutes late."],
      missing: [],
    });
  });

  it("gives the difference with six digits", async () => {
    expect((await check(quoteAt(3), quoteAt(3.1))).difference_percent).toBe(3.33333);
  });

  it("gives no verdict on a single price, and explains why the other one is missing", async () => {
    const limited = new ProviderError("provider-a", "rate_limited");
    const answer = await check(failing(limited), quoteAt(200));
    expect(answer).toMatchObject({
      provider_a: { price: null, as_of: null, age_seconds: null, error: limited.message },
      provider_b: { price: 200 },
      difference_percent: null,
      verdict: null,
    });
  });

  it("does not show provider B's price twice when B answered in place of A", async () => {
    const standIn = async (): Promise<Served> => {
      const served = await quoteAt(200)();
      const passedOver = [{ provider: "provider-a", reason: "quota_spent" } as const];
      return { ...served, envelope: { ...served.envelope, provider: "provider-b", passedOver } };
    };
    expect(await check(standIn, quoteAt(200))).toMatchObject({
      provider_a: { price: null, error: expect.stringMatching(/no calls left/) },
      provider_b: { price: 200 },
      verdict: null,
    });
  });

  it("does not divide by a price of zero", async () => {
    expect(await check(quoteAt(0), quoteAt(1))).toMatchObject({ difference_percent: null, verdict: null });
  });

  it("fails with the more informative error when neither side has a price", async () => {
    const limited = new ProviderError("provider-a", "rate_limited");
    const unknown = new MarketDataError("not_found", "No such symbol.");
    await expect(check(failing(limited), failing(unknown))).rejects.toBe(unknown);
    await expect(check(failing(limited), failing(new ProviderError("provider-b", "timed_out")))).rejects.toBe(limited);
  });
});
