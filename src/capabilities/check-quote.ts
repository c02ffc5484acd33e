/** Compares the price of one security from two providers. */
import { defineCapability, type InputOf } from "../contract/capability.js";
import { nameCurrency } from "../contract/currency.js";
import type { Served } from "../contract/envelope.js";
import { ProviderError, toMarketDataError } from "../contract/errors.js";
import type { Derived } from "../contract/entry.js";
import { z } from "../contract/schema.js";
import { toSixDigits } from "../contract/values.js";
import { toAgeInWords } from "../lib/age-in-words.js";
import { answerSymbol, figure, notes, rowCurrency, symbol, timestamp, words, SYMBOL_ALIASES } from "./fields.js";
import { LIVE_QUOTE, symbolErrors } from "./shapes.js";

/** Prices within this difference agree; percent. */
const AGREE_PERCENT = 0.5;
/** The largest difference that different times can explain; percent. */
const AGE_PERCENT = 5;
/** Prices with a larger difference in time may differ because of their age; milliseconds. */
const SAME_TIME_MS = 15 * 60_000;
/** A ratio of prices between these bounds most likely means pence and pounds. */
const MINOR_UNITS = { min: 80, max: 125 };

const side = (name: string) =>
  z
    .object({
      price: figure("In `currency`; last trade"),
      currency: rowCurrency,
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
    aliases: SYMBOL_ALIASES,
    description: "Second opinion on a price: providers A and B side by side, their difference and a verdict.",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    provider_a: side("In `currency`; provider A"),
    provider_b: side("In `currency`; provider B"),
    difference_percent: figure("Percent; (B - A) / A * 100, six digits"),
    verdict: words(
      `agree: at most ${AGREE_PERCENT} % apart; stale: at most ${AGE_PERCENT} % apart, times over 15 minutes apart; time unknown: a side has no time; differ: anything else; null with one price`,
    ),
    explanation: z.string().describe("The verdict in one sentence"),
    notes,
    timestamp,
  }),
  freshness: LIVE_QUOTE,
  errors: symbolErrors((asked) => ({ detail: `404: Failed to fetch quote for ${asked}` })),
});

interface Side {
  price: number | null;
  currency: string | null;
  as_of: string | null;
  age_seconds: number | null;
  error: string | null;
}

/**
 * Both quotes and a verdict on them: `difference_percent` = (B − A) / A × 100.
 *
 * @throws {MarketDataError} provider A's failure when neither has a price.
 */
export async function checkBySides(
  { symbol: asked }: InputOf<typeof checkQuote>,
  askSides: readonly [a: () => Promise<Served>, b: () => Promise<Served>],
): Promise<Derived<typeof checkQuote>> {
  const [a, b] = (await Promise.allSettled([byProviderA(askSides[0]), askSides[1]()])) as [
    PromiseSettledResult<Served>,
    PromiseSettledResult<Served>,
  ];
  if (a.status === "rejected" && b.status === "rejected") {
    // An unknown symbol is a result; a source that could not be asked proves nothing.
    const unknown = [a, b].find(({ reason }) => toMarketDataError(reason).kind === "not_found");
    throw (unknown ?? a).reason;
  }
  const sides = { a: toSide(a), b: toSide(b) };
  return {
    data: {
      symbol: asked,
      provider_a: sides.a,
      provider_b: sides.b,
      ...judge(sides.a, sides.b),
      notes: toNotes(sides),
    },
    parts: [a, b].flatMap((end) => (end.status === "fulfilled" ? [end.value] : [])),
    notes: [...sourceNotes("A", a), ...sourceNotes("B", b)],
    missing: [],
    failures: [a, b].flatMap((end) => (end.status === "rejected" ? [toMarketDataError(end.reason)] : [])),
  };
}

/** Provider A's quote. One that provider B gave in its place is B's price again, not a second opinion. */
async function byProviderA(ask: () => Promise<Served>): Promise<Served> {
  const served = await ask();
  const { provider, passedOver } = served.envelope;
  if (provider === "provider-b") {
    const reason = passedOver.find((passed) => passed.provider === "provider-a")?.reason ?? "no_data";
    throw new ProviderError("provider-a", reason);
  }
  return served;
}

/** The notes on one side's quote, such as its delay, with the provider that they concern. */
function sourceNotes(provider: string, end: PromiseSettledResult<Served>): string[] {
  return end.status === "rejected"
    ? []
    : end.value.envelope.notes.map((note) => `Quote of provider ${provider}: ${note}`);
}

function toSide(end: PromiseSettledResult<Served>): Side {
  if (end.status === "rejected") {
    return {
      price: null,
      currency: null,
      as_of: null,
      age_seconds: null,
      error: toMarketDataError(end.reason).message,
    };
  }
  const { envelope, ageSeconds } = end.value;
  const { body, currency, asOf } = envelope;
  return {
    price: body["price"] as number,
    currency: currency.price,
    as_of: asOf,
    age_seconds: ageSeconds,
    error: null,
  };
}

/** Names the currency of the prices where it is not plain USD, and whether there are two. */
function toNotes({ a, b }: { a: Side; b: Side }): string[] {
  const [one, other] = [a.currency ?? b.currency, b.currency ?? a.currency];
  if (one === null || other === null) return [];
  if (one !== other) {
    return [
      `Provider A's price is in ${nameCurrency(one)}, provider B's in ${nameCurrency(other)}; they do not compare.`,
    ];
  }
  return one === "USD" ? [] : [`Prices in ${nameCurrency(one)}.`];
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
  const apartMs = a.as_of && b.as_of ? Date.parse(b.as_of) - Date.parse(a.as_of) : null;
  return { difference_percent: toSixDigits(difference), ...explain(difference, b.price / a.price, apartMs) };
}

/** `apartMs` is B's time minus A's, `null` when one of them is unknown. */
function explain(difference: number, ratio: number, apartMs: number | null) {
  if (Math.abs(difference) <= AGREE_PERCENT) {
    return { verdict: "agree", explanation: `The prices are at most ${AGREE_PERCENT} % apart.` };
  }
  if (isMinorUnit(ratio) || isMinorUnit(1 / ratio)) {
    const explanation =
      "One price is about 100 times the other: one source most likely quotes in a minor unit (pence, cents). Check the currency before using either.";
    return { verdict: "differ", explanation };
  }
  if (apartMs === null) {
    const explanation =
      "The prices differ, and the time of at least one of them is unknown, so it cannot be said whether age explains the difference.";
    return { verdict: "time unknown", explanation };
  }
  const age = `Provider ${apartMs > 0 ? "A" : "B"}'s price is ${toAgeInWords(Math.abs(apartMs))} older than the other one`;
  const sameTime = Math.abs(apartMs) <= SAME_TIME_MS;
  if (Math.abs(difference) > AGE_PERCENT) {
    const when = sameTime ? "The prices are of about the same time" : age;
    const explanation = `${when}, which does not explain a difference of more than ${AGE_PERCENT} %: check the currency, minor units (pence, cents), share splits and other listings before using either.`;
    return { verdict: "differ", explanation };
  }
  if (sameTime) {
    const explanation = "The prices are of about the same time and yet apart: check the listing before using either.";
    return { verdict: "differ", explanation };
  }
  return { verdict: "stale", explanation: `${age}, which can explain the difference; use the newer one.` };
}

function isMinorUnit(ratio: number): boolean {
  return ratio >= MINOR_UNITS.min && ratio <= MINOR_UNITS.max;
}
