/** The consistency rules on prices and payments. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { unitsOf } from "../../contract/currency.js";
import { joinUpTo } from "../../lib/join-words.js";
import { toSixDigits } from "../../contract/values.js";
import { defineRule, factorBetween, toThreeDigits, type Rule } from "../consistency.js";

const SPLIT_DAYS = 10;
/**
 * A step of this many times a split's ratio is taken for the split. Recorded ones are 0.98 to 1.13 times the ratio and at
 * most 8 days from the split; a wider rule takes a day of results for one.
 */
const SPLIT_STEP = [0.9, 1.15] as const;
/** A price within this factor of a range of its quote does not contradict it. */
const OWN_RANGE = 1.25;
/** A step of this many times the parts of a currency is taken for a slip between it and its minor unit. */
const UNIT_STEP = [0.67, 1.5] as const;
/** A larger factor between neighbouring closes is named. */
const JUMP = 4;
/** A payment above this share of the price is named. */
const LARGE_PAYMENT = 0.15;
/** Regular payments next to each other differ by less than this factor. */
const PAYMENT_FACTOR = 1.5;
/** An annual rate of twice the payments counts some of them twice; one that was raised or cut is less far off. */
const RATE_FACTOR = 1.9;
/** The most days that a sentence names. */
const MAX_NAMED = 5;

/** Days on which a rule is broken; one sentence names them. */
type Days = readonly string[];

/** The figures of a quote against which its price is held. */
export type QuoteFigures = { price: number } & Record<"dayLow" | "dayHigh" | "yearLow" | "yearHigh", number | null> & {
    [Name in "previousClose" | "priceAvg50" | "priceAvg200"]?: number | null | undefined;
  } & { currency?: string | null | undefined };

/** The rules, in the order of the tables in docs/. */
export const PRICE_RULES = {
  /** Ratios on the ex-day `day`: the fall of the adjustment, and the payment as a share of the close before. */
  dividendFactor: defineRule<{ fall: number; share: number; day: string }>({
    compares: "the fall of adjusted close / close at an ex-day and payment / close of the day before",
    accepts: "apart by at most a fifth of the payment and 0.0005",
    otherwise: "`adjClose` before that day is `null`, so that `adjusted=all` is adjusted for splits only",
    isBroken: ({ fall, share }) => Math.abs(fall - share) > share / 5 + 0.0005,
    sentence: ({ fall, share, day }) =>
      say`Closes before ${day} are not given adjusted for dividends: the source lowers them by ${the.figure(`${toThreeDigits(fall * 100)} %`)} for a payment of ${the.figure(`${toThreeDigits(share * 100)} %`)}.`,
  }),

  /** The sentence is given the later day. */
  adjustmentJump: defineRule<Record<"earlier" | "later", number>, string>({
    compares: "adjusted close / close of neighbouring bars without a payment between them or a split nearby",
    accepts: `at most a factor of ${JUMP}`,
    otherwise: "`adjClose` before the later day is `null`",
    isBroken: ({ earlier, later }) => factorBetween(earlier, later) > JUMP,
    sentence: (day) =>
      say`Closes before ${day} are not given adjusted for dividends: the source's adjustment changes more than ${JUMP}-fold there without a payment.`,
  }),

  /** A factor between closes, and a split's ratio and distance in days. */
  splitStep: defineRule<Record<"factor" | "ratio" | "days", number>, Days>({
    compares: `neighbouring closes, up to ${SPLIT_DAYS} days from a split of 3:2 or more`,
    accepts: `a factor below ${SPLIT_STEP[0]} or above ${SPLIT_STEP[1]} times the split's ratio, or its inverse`,
    otherwise: "prices are not adjusted for the split on all days: figures over the step are `null`",
    isBroken: ({ factor, ratio, days }) => {
      const [step, wide] = [Math.max(factor, 1 / factor), Math.max(ratio, 1 / ratio)];
      const times = step / wide;
      return days <= SPLIT_DAYS && wide >= 1.5 && times >= SPLIT_STEP[0] && times <= SPLIT_STEP[1];
    },
    sentence: (days) =>
      say`Prices change on ${listDays(days)} by the ratio of a split nearby, so they are not adjusted for it on all days: figures over these days are ${the.absent}.`,
  }),

  /** A factor between closes, and the parts of the currency that make one of it. */
  unitStep: defineRule<Record<"factor" | "parts", number>, Days>({
    compares: "neighbouring closes in a currency that has a minor unit for prices, such as pence, or in that unit",
    accepts: `a factor below ${UNIT_STEP[0]} or above ${UNIT_STEP[1]} times the parts of the currency (100, fils 1000), or its inverse`,
    otherwise: "prices before or after are in the other unit: figures over the step are `null`",
    isBroken: ({ factor, parts }) => isNearParts(factor, parts) || isNearParts(1 / factor, parts),
    sentence: (days) =>
      say`Prices change on ${listDays(days)} as from a currency to its minor unit, such as from pounds to pence, or back, likely a mistake of the source: figures over these days are ${the.absent}.`,
  }),

  oddBar: defineRule<Record<"close" | "before" | "after", number>, Days>({
    compares: "a close and those before and after it",
    accepts: "at most a factor of 5 from one of them",
    otherwise: "the bar stays as sent; figures made of it are `null`",
    isBroken: ({ close, before, after }) =>
      Math.min(close, before, after) > 0 &&
      (Math.min(close / before, close / after) > 5 || Math.max(close / before, close / after) < 1 / 5),
    sentence: (days) =>
      say`Closes of ${listDays(days)} are more than 5 times off those before and after: figures made of them are ${the.absent}.`,
  }),

  /** The figures of one quote; `symbol` names it in the sentence. */
  quotePrice: defineRule<QuoteFigures, QuoteFigures & { symbol: string }>({
    compares: "a quote's price and its own day range, year range and previous close",
    accepts: `at most ${OWN_RANGE} times above or below one of the two ranges, or a previous close as far from the day range`,
    otherwise: "the price stays, a sentence comes first, the changes are `null`, and it is not converted",
    isBroken({ price, dayLow, dayHigh, yearLow, yearHigh, previousClose }) {
      const known = [yearHigh, previousClose ?? null].filter((each) => each !== null).length;
      return (
        known > 0 &&
        isOutside(price, dayLow, dayHigh) &&
        (yearLow === null || yearHigh === null || isOutside(price, yearLow, yearHigh)) &&
        !isOutside(previousClose ?? null, dayLow, dayHigh)
      );
    },
    sentence: ({ symbol, price, dayLow, dayHigh }) =>
      say`The price of ${symbol}, ${price}, is far outside its own range of the day, ${dayLow} to ${dayHigh}, likely a mistake of the source: it may be in another currency or from before a split.`,
  }),

  /** The figures of one quote; `symbol` names it in the sentence. */
  quoteUnit: defineRule<QuoteFigures, QuoteFigures & { symbol: string }>({
    compares:
      "a quote's price in a currency that has a minor unit for prices, or in that unit, and its year range, or its mean prices",
    accepts: `in the same unit: at most ${OWN_RANGE} times above or below the range, or further than ${UNIT_STEP[1]} times from it in the other unit too`,
    otherwise: "the price stays, a sentence comes first, the changes are `null`, and it is not converted",
    isBroken({ price, currency = null, ...figures }) {
      const parts = unitsOf(currency)?.parts ?? 1;
      const means = meansOf(figures);
      const [low, high] = longRangeOf(figures);
      if (parts === 1 || low === null || high === null || !isOutside(price, low, high)) return false;
      const isInOther = [price * parts, price / parts].some(
        (other) => other >= low * UNIT_STEP[0] && other <= high * UNIT_STEP[1],
      );
      // A mean that is nearer to the price than to the same in the other unit confirms the price.
      return isInOther && !means.some((mean) => factorBetween(mean, price) ** 2 < parts);
    },
    sentence: ({ symbol, price, currency = null, ...figures }) => {
      const { parts, major, name } = unitsOf(currency)!;
      const what = figures.yearLow === null || figures.yearHigh === null ? "mean price" : "range of 52 weeks";
      const [low, high] = longRangeOf(figures);
      return say`The price of ${symbol}, ${price}, is about ${parts}-fold ${price < low! ? "below" : "above"} its own ${what}, ${toRange(low!, high!)}, likely a mistake of the source: one is in ${major} and the other in ${name}.`;
    },
  }),

  /** The figures of one quote; `symbol` names it in the sentence. */
  previousClose: defineRule<QuoteFigures, QuoteFigures & { symbol: string }>({
    compares: "a quote's previous close and its year range, where the price is inside that range",
    accepts: `at most ${OWN_RANGE} times above or below the range; any on a first day, whose range is that of the year`,
    otherwise: "`previousClose` and the changes since are `null`",
    isBroken: ({ price, dayLow, dayHigh, yearLow, yearHigh, previousClose }) =>
      isOutside(previousClose ?? null, yearLow, yearHigh) &&
      !isOutside(price, yearLow, yearHigh) &&
      // A first day's previous close is the price of the offering.
      (dayLow !== yearLow || dayHigh !== yearHigh),
    sentence: ({ symbol, previousClose, yearLow, yearHigh }) =>
      say`The previous close of ${symbol}, ${previousClose}, is far outside its own range of 52 weeks, ${yearLow} to ${yearHigh}, likely a mistake of the source: it and the change since are ${the.absent}.`,
  }),

  jump: defineRule<Record<"close" | "before", number>, Days>({
    compares: "neighbouring closes, of which one is above 1",
    accepts: `at most a factor of ${JUMP}`,
    otherwise: "the day is named; the figures stay",
    isBroken: ({ close, before }) =>
      Math.min(close, before) > 0 && factorBetween(close, before) > JUMP && Math.max(close, before) > 1,
    sentence: (days) =>
      say`Prices change more than ${JUMP}-fold on ${listDays(days)}, perhaps a mistake of the source; the figures include it.`,
  }),

  /** A payment on a split's day, those before and after it, and the new shares for an old one. */
  splitDayPayment: defineRule<{ amount: number; neighbours: readonly number[]; ratio: number }, Days>({
    compares: "a payment on the day of a split of 3:2 or more and the payments before and after it",
    accepts: `at most ${PAYMENT_FACTOR} times one of them; for a reverse split, at least one ${PAYMENT_FACTOR}th`,
    otherwise: "the day is named and the payment stays; sums and adjusted closes made of it are `null`",
    isBroken: ({ amount, neighbours, ratio }) =>
      Math.max(ratio, 1 / ratio) >= 1.5 &&
      neighbours.length > 0 &&
      neighbours.every((other) => (ratio > 1 ? amount / other : other / amount) > PAYMENT_FACTOR),
    sentence: (days) =>
      say`Payments of ${listDays(days)}, the day of a split, are out of line with those before and after, perhaps not adjusted for it: no figure is computed from them.`,
  }),

  /** The rate, and the least and the most that the payments come to a year, in one currency. */
  annualRate: defineRule<Record<"rate" | "least" | "most", number>>({
    compares:
      "the annual rate of dividends and what the payments of the latest year come to: their sum, or one of them times their number a year",
    accepts: `at most ${RATE_FACTOR} times above or below them`,
    otherwise: "both are named and stay, since either may be wrong",
    isBroken: ({ rate, least, most }) => rate > most * RATE_FACTOR || rate < least / RATE_FACTOR,
    sentence: ({ rate, least, most }) =>
      say`${the.field("annualRate")}, ${rate}, does not fit the payments of the latest year, which come to ${toRange(least, most)} a year: one of them may be a mistake of the source or in another currency. ${the.field("yield")} is made of ${the.field("annualRate")}.`,
  }),

  largePayment: defineRule<{ share: number }, Days>({
    compares: "a payment and the close before it",
    accepts: `at most ${LARGE_PAYMENT * 100} %`,
    otherwise: "the day is named; the payment stays",
    isBroken: ({ share }) => share > LARGE_PAYMENT,
    sentence: (days) =>
      say`Payments of ${listDays(days)} are more than ${the.figure(`${LARGE_PAYMENT * 100} %`)} of the price before them, perhaps a mistake of the source.`,
  }),
};

type LongFigures = Omit<QuoteFigures, "price" | "currency">;

/** Returns the mean prices of a quote that are known. */
function meansOf({ priceAvg50 = null, priceAvg200 = null }: LongFigures): number[] {
  return [priceAvg50, priceAvg200].filter((mean) => mean !== null);
}

/** Returns the year range of a quote, or the range of its mean prices, both `null` without either. */
function longRangeOf(figures: LongFigures): [low: number | null, high: number | null] {
  const { yearLow, yearHigh } = figures;
  const means = meansOf(figures);
  if (yearLow !== null && yearHigh !== null) return [yearLow, yearHigh];
  return means.length === 0 ? [null, null] : [Math.min(...means), Math.max(...means)];
}

/** The sentences on a quote whose price other figures of it contradict, one at most. */
export function priceDoubts(quote: QuoteFigures & { symbol: string }): Sentence[] {
  const rule = [PRICE_RULES.quotePrice, PRICE_RULES.quoteUnit].find(({ isBroken }) => isBroken(quote));
  return rule ? [rule.sentence(quote)] : [];
}

/** Whether other figures of a quote contradict its price. */
export function isDoubtfulPrice(quote: QuoteFigures): boolean {
  return PRICE_RULES.quotePrice.isBroken(quote) || PRICE_RULES.quoteUnit.isBroken(quote);
}

/** Whether a factor is about the parts of a currency. */
function isNearParts(factor: number, parts: number): boolean {
  return parts > 1 && factor >= parts * UNIT_STEP[0] && factor <= parts * UNIT_STEP[1];
}

/** Returns two amounts as a range, or the only one; six digits, because a sum of amounts may have seventeen. */
function toRange(...ends: [least: number, most: number]): string {
  return [...new Set(ends.map(toSixDigits))].join(" to ");
}

/** Whether a value is far outside a range; `false` when one of them is unknown. Nothing is a multiple of an end below 0. */
function isOutside(value: number | null, low: number | null, high: number | null): boolean {
  if (value === null || low === null || high === null) return false;
  return (high > 0 && value > high * OWN_RANGE) || (low > 0 && value < low / OWN_RANGE);
}

/** Returns the sentence of a rule that is broken on these days, in a list; empty without days. */
export function contradictionsOn({ sentence }: Rule<never, Days>, days: Days): Sentence[] {
  return days.length > 0 ? [sentence(days)] : [];
}

/** Returns days as a list, of which the first five are named. */
export function listDays(days: Days): string {
  const all = [...new Set(days)];
  return joinUpTo(all, MAX_NAMED) + (all.length > MAX_NAMED ? " days" : "");
}
