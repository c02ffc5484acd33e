/** The consistency rules on prices and payments. */
import { factorBetween, toThreeDigits, type Rule } from "./consistency.js";

const SPLIT_DAYS = 30;
/** A larger factor between neighbouring closes is named. */
const JUMP = 4;
/** A payment above this share of the price is named. */
const LARGE_PAYMENT = 0.15;
/** Regular payments next to each other differ by less than this factor. */
const PAYMENT_FACTOR = 1.5;
/** The most days that a sentence names. */
const MAX_NAMED = 5;
/** Ratios: the fall of the adjustment, and the payment as a share of the close before. */
interface FactorInputs {
  fall: number;
  share: number;
  /** The ex-day. */
  day: string;
}

/** A factor between closes, and a split's ratio and distance in days. */
interface StepInputs {
  factor: number;
  ratio: number;
  days: number;
}

interface BarInputs {
  close: number;
  before: number;
  after: number;
}

/** A payment on a split's day, and those before and after it. */
interface SplitDayInputs {
  amount: number;
  neighbours: readonly number[];
  /** New shares for an old one. */
  ratio: number;
}

/** A rule that may be broken on several days, which one sentence names. */
interface DayRule<Inputs> extends Rule<Inputs> {
  sentenceOf(days: readonly string[]): string;
}

/** The rules, in the order of the table in docs/interface.md. */
export const PRICE_RULES = {
  dividendFactor: {
    compares: "the fall of adjusted close / close at an ex-day and payment / close of the day before",
    accepts: "apart by at most a fifth of the payment and 0.0005",
    otherwise: "`adjClose` before that day is `null`, so that `adjusted=all` is adjusted for splits only",
    isBroken: ({ fall, share }) => Math.abs(fall - share) > share / 5 + 0.0005,
    sentence: ({ fall, share, day }) =>
      `Closes before ${day} are not given adjusted for dividends: the source lowers them by ${toThreeDigits(fall * 100)} % for a payment of ${toThreeDigits(share * 100)} %.`,
  } satisfies Rule<FactorInputs> as Rule<FactorInputs>,

  splitStep: {
    compares: `neighbouring closes, up to ${SPLIT_DAYS} days from a split of 3:2 or more`,
    accepts: "a factor that differs from the split's ratio and its inverse by more than 20 %",
    otherwise: "prices are not adjusted for the split on all days: figures over the step are `null`",
    isBroken: ({ factor, ratio, days }) => {
      const [step, wide] = [Math.max(factor, 1 / factor), Math.max(ratio, 1 / ratio)];
      return days <= SPLIT_DAYS && wide >= 1.5 && step >= Math.sqrt(wide) && Math.abs(step / wide - 1) <= 0.2;
    },
    sentence: () => "",
    sentenceOf: (days) =>
      `Prices change on ${listDays(days)} by the ratio of a split nearby, so they are not adjusted for it on all days: figures over these days are null.`,
  } satisfies DayRule<StepInputs> as DayRule<StepInputs>,

  oddBar: {
    compares: "a close and those before and after it",
    accepts: "at most a factor of 5 from one of them",
    otherwise: "the bar stays as sent; figures made of it are `null`",
    isBroken: ({ close, before, after }) =>
      Math.min(close / before, close / after) > 5 || Math.max(close / before, close / after) < 1 / 5,
    sentence: () => "",
    sentenceOf: (days) =>
      `Closes of ${listDays(days)} are more than 5 times off those before and after: figures made of them are null.`,
  } satisfies DayRule<BarInputs> as DayRule<BarInputs>,

  jump: {
    compares: "neighbouring closes, of which one is above 1",
    accepts: `at most a factor of ${JUMP}`,
    otherwise: "the day is named; the figures stay",
    isBroken: ({ close, before }) => factorBetween(close, before) > JUMP && Math.max(close, before) > 1,
    sentence: () => "",
    sentenceOf: (days) =>
      `Prices change more than ${JUMP}-fold on ${listDays(days)}, perhaps a mistake of the source; the figures include it.`,
  } satisfies DayRule<Omit<BarInputs, "after">> as DayRule<Omit<BarInputs, "after">>,

  splitDayPayment: {
    compares: "a payment on the day of a split of 3:2 or more and the payments before and after it",
    accepts: `at most ${PAYMENT_FACTOR} times one of them; for a reverse split, at least one ${PAYMENT_FACTOR}th`,
    otherwise: "the day is named and the payment stays; sums and adjusted closes made of it are `null`",
    isBroken: ({ amount, neighbours, ratio }) =>
      Math.max(ratio, 1 / ratio) >= 1.5 &&
      neighbours.length > 0 &&
      neighbours.every((other) => (ratio > 1 ? amount / other : other / amount) > PAYMENT_FACTOR),
    sentence: () => "",
    sentenceOf: (days) =>
      `Payments of ${listDays(days)}, the day of a split, are out of line with those before and after, perhaps not adjusted for it: no figure is computed from them.`,
  } satisfies DayRule<SplitDayInputs> as DayRule<SplitDayInputs>,

  largePayment: {
    compares: "a payment and the close before it",
    accepts: `at most ${LARGE_PAYMENT * 100} %`,
    otherwise: "the day is named; the payment stays",
    isBroken: ({ share }) => share > LARGE_PAYMENT,
    sentence: () => "",
    sentenceOf: (days) =>
      `Payments of ${listDays(days)} are more than ${LARGE_PAYMENT * 100} % of the price before them, perhaps a mistake of the source.`,
  } satisfies DayRule<{ share: number }> as DayRule<{ share: number }>,
};

/** Returns days as a list, of which the first five are named. */
export function listDays(days: readonly string[]): string {
  const all = [...new Set(days)];
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more days` : "";
  return `${all.slice(0, MAX_NAMED).join(", ")}${more}`;
}
