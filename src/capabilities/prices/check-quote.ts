/** Compares the price of one security from two providers. */
import { say, the, type Sentence } from "../../contract/sentence.js";
import { percent, price, seconds, signed, time, words } from "../../contract/field.js";
import { defineCapability, type BodyOf, type InputOf } from "../../contract/capability.js";
import { nameCurrency } from "../../contract/currency.js";
import { isLongAgo, type Served, type MarketState } from "../../contract/envelope.js";
import { ProviderError, toMarketDataError } from "../../contract/errors.js";
import type { Derived } from "../../contract/entry.js";
import type { ProviderId } from "../../contract/provider-id.js";
import { object, sentence, z } from "../../contract/schema.js";
import { answerSymbol, notes, rowCurrency, symbol, timestamp } from "../../contract/fields.js";
import { oldPriceNotes } from "../../market/prices/old-prices.js";
import { AGE_PERCENT, AGREE_PERCENT, judge } from "../../market/prices/quote-verdict.js";
import type { quote } from "./quote.js";
import { LIVE_QUOTE, symbolErrors } from "../shapes.js";

const side = (name: string) =>
  object(name, {
    price: price("last trade"),
    currency: rowCurrency,
    as_of: time("UTC; of the price, by the provider"),
    age_seconds: seconds("since it was fetched", "Since fetched"),
    error: words("Why there is no price; else null"),
  });

export const checkQuote = defineCapability({
  name: "check-quote",
  title: "Quote check",
  route: "/api/v1/stock/{symbol}/check",
  tool: {
    name: "check_quote",
    command: "check",
    set: "verify",
    summary: "Second opinion on a price",
    description: "Second opinion on a price: providers A and B side by side, difference and verdict.",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    provider_a: side("Listing currency; provider A"),
    provider_b: side("Listing currency; provider B"),
    difference_percent: signed(percent("(B - A) / A * 100, six digits")),
    verdict: words(
      `agree: at most ${AGREE_PERCENT} % apart; stale: at most ${AGE_PERCENT} % apart, times over 15 minutes apart; time unknown: a side has no time; differ: anything else; null with one price`,
    ),
    explanation: sentence.describe("The verdict in one sentence"),
    notes,
    timestamp,
  }),
  freshness: LIVE_QUOTE,
  timesIn: (body) =>
    [body["provider_a"] as Side, body["provider_b"] as Side].flatMap((end) => (end.error === null ? [end.as_of] : [])),
  errors: symbolErrors("fetch quote"),
});

type Side = z.output<ReturnType<typeof side>>;
type TitledSide = Side & { title: Sentence };

/** One side of the comparison: its provider, and the question that this provider should answer. */
interface SideQuestion {
  provider: ProviderId;
  ask(): Promise<Served>;
}

/**
 * Returns both quotes and a verdict on them: `difference_percent` = (B − A) / A × 100.
 *
 * @throws {MarketDataError} the first side's failure when neither has a price.
 */
export async function checkBySides(
  { symbol: asked }: InputOf<typeof checkQuote>,
  [sideA, sideB]: readonly [a: SideQuestion, b: SideQuestion],
): Promise<Derived<typeof checkQuote>> {
  const [a, b] = await Promise.allSettled([askSide(sideA), askSide(sideB)]);
  if (a.status === "rejected" && b.status === "rejected") {
    // "Unknown symbol" is a result; the other side's failure to answer does not contradict it.
    const unknown = [a, b].find(({ reason }) => toMarketDataError(reason).kind === "not_found");
    throw (unknown ?? a).reason;
  }
  const sides = { a: toSide(a), b: toSide(b) };
  const [titleA, titleB] = [the.source(sideA.provider), the.source(sideB.provider)];
  return {
    data: {
      symbol: asked,
      provider_a: sides.a,
      provider_b: sides.b,
      ...judge({ title: titleA, ...sides.a }, { title: titleB, ...sides.b }),
      notes: toNotes({ title: titleA, ...sides.a }, { title: titleB, ...sides.b }),
    },
    parts: [a, b].flatMap((end) => (end.status === "fulfilled" ? [end.value] : [])),
    notes: [...sourceNotes(titleA, a), ...sourceNotes(titleB, b)],
    missing: [],
    // B's state is preferred: B sends it, while A's is computed from the exchange's hours, which ignores holidays.
    market: toMarket(b) ?? toMarket(a),
    failures: [a, b].flatMap((end) => (end.status === "rejected" ? [toMarketDataError(end.reason)] : [])),
  };
}

/**
 * Returns the quote of the side's own provider. A quote that another provider gave in its place is no second opinion
 * and counts as a failure.
 */
async function askSide({ provider, ask }: SideQuestion): Promise<Served> {
  const served = await ask();
  const { envelope } = served;
  if (envelope.provider === provider) return served;
  throw new ProviderError(
    provider,
    envelope.passedOver.find((passed) => passed.provider === provider)?.reason ?? "no_data",
  );
}

/** The state of the market that one side shows; a stale quote is too old for it, and so is a price of long ago. */
function toMarket(end: PromiseSettledResult<Served>): MarketState | undefined {
  if (end.status === "rejected" || end.value.state === "stale") return undefined;
  const { asOf, market } = end.value.envelope;
  return isLongAgo(asOf) ? undefined : market;
}

/** The notes on one side's quote, such as its age or delay, with the provider that they concern. */
function sourceNotes(title: Sentence, end: PromiseSettledResult<Served>): Sentence[] {
  if (end.status === "rejected") return [];
  const { envelope } = end.value;
  const old = oldPriceNotes(envelope.body as BodyOf<typeof quote>);
  return [...old, ...envelope.notes].map((note) => say`Quote of ${title}: ${note}`);
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

/** Returns a note on the currency of the prices if it is not USD, or on two different currencies. */
function toNotes(a: TitledSide, b: TitledSide): Sentence[] {
  const [one, other] = [a.currency ?? b.currency, b.currency ?? a.currency];
  if (one === null || other === null) return [];
  if (one !== other) {
    return [
      say`${a.title}'s price is in ${nameCurrency(one)}, ${b.title}'s in ${nameCurrency(other)}; they cannot be compared.`,
    ];
  }
  return one === "USD" ? [] : [say`Prices in ${nameCurrency(one)}.`];
}
