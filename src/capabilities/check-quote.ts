/** A second opinion: the same price from two providers. */
import { defineCapability, type InputOf } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import type { Derived } from "../contract/provider.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, symbol, timestamp, words } from "./fields.js";
import { LIVE_QUOTE, symbolErrors } from "./shapes.js";

/** Prices closer than this agree; percent. */
const AGREE_PERCENT = 0.5;
/** Prices taken further apart than this cannot be held against each other. */
const SAME_TIME_MS = 15 * 60_000;

const side = (name: string) =>
  z
    .object({
      price: figure("Listing currency; last trade"),
      as_of: words("Time of the price by the provider, ISO 8601, UTC"),
      age_seconds: figure("Seconds; since it was fetched"),
      error: words("Why there is no price; else null"),
    })
    .describe(name);

export const checkQuote = defineCapability({
  name: "check-quote",
  title: "Quote check",
  route: "/api/v1/stock/{symbol}/check",
  tool: {
    name: "check_quote",
    description: "Second opinion on a price: providers A and B side by side, their difference and a verdict.",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    provider_a: side("Listing currency; provider A"),
    provider_b: side("Listing currency; provider B"),
    difference_percent: figure("Percent; (B - A) / A * 100"),
    verdict: words(
      `agree: at most ${AGREE_PERCENT} % apart; stale: further apart, and the times differ by over 15 minutes; differ: further apart at the same time; null with one price`,
    ),
    explanation: z.string().describe("The verdict in one sentence"),
    timestamp,
  }),
  freshness: LIVE_QUOTE,
  errors: symbolErrors((asked) => ({ detail: `404: Failed to fetch quote for ${asked}` })),
});

interface Side {
  price: number | null;
  as_of: string | null;
  age_seconds: number | null;
  error: string | null;
}

/**
 * Both quotes and what to make of them: `difference_percent` = (B − A) / A × 100.
 *
 * @throws {MarketDataError} provider A's failure when neither has a price.
 */
export async function checkBySides(
  { symbol: asked }: InputOf<typeof checkQuote>,
  askSides: readonly [a: () => Promise<Served>, b: () => Promise<Served>],
): Promise<Derived<typeof checkQuote>> {
  const [a, b] = (await Promise.allSettled(askSides.map((ask) => ask()))) as [
    PromiseSettledResult<Served>,
    PromiseSettledResult<Served>,
  ];
  if (a.status === "rejected" && b.status === "rejected") {
    // Who says that there is no such symbol knows more than who could not be asked.
    const unknown = [a, b].find(({ reason }) => toMarketDataError(reason).kind === "not_found");
    throw (unknown ?? a).reason;
  }
  const sides = { a: toSide(a), b: toSide(b) };
  return {
    data: { symbol: asked, provider_a: sides.a, provider_b: sides.b, ...judge(sides.a, sides.b) },
    parts: [a, b].flatMap((end) => (end.status === "fulfilled" ? [end.value] : [])),
    failures: [a, b].flatMap((end) => (end.status === "rejected" ? [toMarketDataError(end.reason)] : [])),
  };
}

function toSide(end: PromiseSettledResult<Served>): Side {
  if (end.status === "rejected") {
    return { price: null, as_of: null, age_seconds: null, error: toMarketDataError(end.reason).message };
  }
  const { envelope, ageSeconds } = end.value;
  return { price: envelope.body["price"] as number, as_of: envelope.asOf, age_seconds: ageSeconds, error: null };
}

function judge(a: Side, b: Side) {
  if (a.price === null || b.price === null) {
    const explanation = `Only provider ${a.price === null ? "B" : "A"} has a price, so there is nothing to compare it with.`;
    return { difference_percent: null, verdict: null, explanation };
  }
  if (a.price === 0) {
    return {
      difference_percent: null,
      verdict: null,
      explanation: "Provider A's price is 0, so no percentage exists.",
    };
  }
  const difference = ((b.price - a.price) / a.price) * 100;
  const apart = a.as_of && b.as_of ? Date.parse(b.as_of) - Date.parse(a.as_of) : 0;
  const verdict = Math.abs(difference) <= AGREE_PERCENT ? "agree" : Math.abs(apart) > SAME_TIME_MS ? "stale" : "differ";
  return { difference_percent: difference, verdict, explanation: explain(verdict, apart) };
}

function explain(verdict: "agree" | "stale" | "differ", apart: number): string {
  if (verdict === "agree") return `The prices are at most ${AGREE_PERCENT} % apart.`;
  if (verdict === "differ") {
    return "The prices are of about the same time and yet apart: check the currency (pence, another listing) before using either.";
  }
  const minutes = Math.round(Math.abs(apart) / 60_000);
  return `Provider ${apart > 0 ? "A" : "B"}'s price is ${minutes} minutes older than the other one, which explains the difference; use the newer one.`;
}
