/** The record of a payer: what it paid in each year, since when, and how its regular payments grew. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { toSixDigits } from "../../contract/values.js";
import { DAY_MS, daysBetween } from "../../lib/day.js";
import { frequencyOf, TIMES_A_YEAR } from "./payment-frequency.js";

/** A payment; `capitalGains` is the part of it that a fund pays out of its gains. */
interface Paid {
  exDate: string;
  amount: number;
  currency: string | null;
  capitalGains?: number | undefined;
  /** In the currency that the caller names; `undefined` without one. */
  convertedAmount?: number | null | undefined;
}

/** The payments of the 365 days to a day. */
interface PaidTwelveMonths {
  /** `null` with payments in several currencies, or with one that contradicts a split. */
  amount: number | null;
  currency: string | null;
  payments: number;
  /** `null` if a payment has none; only with a currency of the caller. */
  convertedAmount?: number | null;
}

interface PaidYear {
  year: number;
  /** `null` with payments in several currencies, or with one that contradicts a split. */
  amount: number | null;
  payments: number;
  /** The part of the amount that is no regular payment; only years with some have it. */
  special?: number;
  complete: boolean;
}

interface PaymentRecord {
  /** `null` without any payment. */
  paidTwelveMonths: PaidTwelveMonths | null;
  /** Newest first. */
  years: PaidYear[];
  paidSince: string | null;
  yearsPaid: number | null;
  yearsRaised: number | null;
  growth: Growth;
}

/** The record of payments of which some are not known. */
export const NO_RECORD = {
  paidTwelveMonths: null,
  years: null,
  paidSince: null,
  yearsPaid: null,
  yearsRaised: null,
  growth: null,
};

/** Days by which sources differ on the ex-date of one payment. */
const SAME_PAYMENT_DAYS = 7;

interface Listed {
  /** The latest ex-date that is known. */
  exDate: string | null;
  dividends: readonly { exDate: string }[];
}

/** Returns the latest known ex-date if it is before a day and its payment is not listed: others may be missing, too. */
export function lackedPayment({ exDate: latest, dividends: paid }: Listed, day: string): string | undefined {
  if (latest === null || latest >= day) return undefined;
  const isListed = paid.some(({ exDate }) => Math.abs(daysBetween(exDate, latest)) <= SAME_PAYMENT_DAYS);
  return isListed ? undefined : latest;
}

/** Returns a sentence on a latest known payment that is not listed. */
export function lackedNotes(listed: Listed, day: string): Sentence[] {
  const latest = lackedPayment(listed, day);
  return latest === undefined
    ? []
    : [
        say`The source lacks the payment of ${latest}, and perhaps others: sums of years, growth and raises are ${the.absent}.`,
      ];
}

/** Years over which growth is computed. */
const SPANS = [1, 3, 5, 10] as const;
type Growth = Record<(typeof SPANS)[number], number | null>;

/** Days around a payment within which others tell how often the security paid then: a year and a half. */
const AROUND_DAYS = 548;
/** The least amount of a special payment on a regular day, and how even the regular ones around it are; ratios to their middle. */
const SPECIAL_RATIO = 2;
const EVEN_RATIO = 1.25;
/** How many payments on each side are compared. */
const BESIDE = 2;

/**
 * Returns the record of payments with an ex-date up to `today`, newest first. `odd` are the ex-dates of payments that a
 * split contradicts: no figure is computed from them.
 *
 * A year is complete if it is over and has as many regular payments as usual at that time; without a known frequency,
 * if it is over and not the first one. Payments move over the end of a year, and a sum of five quarters is no raise.
 */
export function toPaymentRecord(all: readonly Paid[], odd: readonly string[], today: string): PaymentRecord {
  const paid = all.filter(({ exDate }) => exDate <= today);
  const [newest, oldest] = [paid[0], paid.at(-1)];
  if (!newest || !oldest) {
    return { ...NO_RECORD, years: [], growth: toGrowth(() => null) };
  }
  const special = new Set(specialPayments(paid));
  // A payment with gains is a regular one too where it is larger than they are.
  const isRegular = (each: Paid) => !special.has(each) || each.amount > (each.capitalGains ?? each.amount);
  const regular = paid.filter(isRegular);
  const doubtful = new Set(odd);
  const [first, present] = [yearOf(oldest), Number(today.slice(0, 4))];
  const years = Array.from({ length: present - first + 1 }, (_, at) => {
    const year = present - at;
    const own = paid.filter((each) => yearOf(each) === year);
    const isClear = own.every(({ exDate, currency }) => currency === newest.currency && !doubtful.has(exDate));
    const count = own.filter(isRegular).length;
    const usual = usualPayments(regular, year);
    const isUsual = usual === null ? year > first : Math.abs(count - usual) <= (usual === WEEKS ? 1 : 0);
    const extra = sumOf(
      own.filter((each) => special.has(each)),
      true,
    );
    return {
      year,
      amount: isClear ? toSixDigits(sumOf(own)) : null,
      payments: own.length,
      ...(isClear && extra > 0 ? { special: toSixDigits(extra)! } : {}),
      complete: year < present && (count === 0 || isUsual),
      // For the computations below: the sum and number of regular payments, and how many are usual.
      regular: isClear ? sumOf(own) - extra : null,
      count,
      usual,
    };
  });
  const over = years.filter(({ year }) => year < present);
  const byYear = new Map(over.map((each) => [each.year, each]));
  const isRaised = (each: (typeof years)[number], before: (typeof years)[number] | undefined) => {
    if (!before || each.regular === null || before.regular === null || each.count === 0 || before.count === 0)
      return false;
    // Payments move over the end of a year, so that years of five and three quarters are compared by their means.
    const sameRhythm = each.usual === before.usual && [each, before].every((one) => isAboutUsual(one));
    const [now, then] = sameRhythm
      ? [each.regular / each.count, before.regular / before.count]
      : [each.regular, before.regular];
    return now > then * (1 + ROUNDING) && (sameRhythm || before.complete);
  };
  const inRow = (holds: (each: (typeof years)[number], at: number) => boolean) => {
    const end = over.findIndex((each, at) => !holds(each, at));
    return end === -1 ? over.length : end;
  };
  return {
    paidTwelveMonths: paidInYear(paid, doubtful, today),
    years: years.map(({ regular: _regular, count: _count, usual: _usual, ...shown }) => shown),
    paidSince: oldest.exDate,
    yearsPaid: inRow(({ payments, year, complete }) => payments > 0 && (year > first || complete)),
    yearsRaised: inRow((each, at) => isRaised(each, over[at + 1])),
    growth: toGrowth((span) => {
      const [last, before] = [byYear.get(present - 1), byYear.get(present - 1 - span)];
      if (!last?.complete || !before?.complete) return null;
      if (last.regular === null || before.regular === null || last.regular <= 0 || before.regular <= 0) return null;
      return toSixDigits((last.regular / before.regular) ** (1 / span) - 1);
    }),
  };
}

/**
 * Returns the payments of the 365 days to `today`. These may hold a payment more than a calendar year has, where the days
 * of payments move.
 */
function paidInYear(paid: readonly Paid[], doubtful: ReadonlySet<string>, today: string): PaidTwelveMonths {
  const own = paid.filter(({ exDate }) => daysBetween(exDate, today) < YEAR_DAYS);
  const { currency } = own[0] ?? paid[0]!;
  const isClear = own.every((each) => each.currency === currency && !doubtful.has(each.exDate));
  const converted = own.map((each) => each.convertedAmount);
  const isKnown = converted.every((amount) => typeof amount === "number") && isClear;
  const isAsked = paid.some((each) => each.convertedAmount !== undefined);
  return {
    amount: isClear ? toSixDigits(sumOf(own)) : null,
    currency,
    payments: own.length,
    ...(isAsked
      ? { convertedAmount: isKnown ? toSixDigits(converted.reduce((sum, amount) => sum + amount, 0)) : null }
      : {}),
  };
}

const WEEKS = TIMES_A_YEAR.weekly;
/** Means that differ by less are equal: sums of decimals differ in their last binary digits. */
const ROUNDING = 1e-6;

function isAboutUsual({ count, usual }: { count: number; usual: number | null }): boolean {
  return usual !== null && Math.abs(count - usual) <= 1;
}

function toGrowth(over: (span: number) => number | null): Growth {
  return Object.fromEntries(SPANS.map((span) => [span, over(span)])) as Growth;
}

const yearOf = ({ exDate }: Pick<Paid, "exDate">) => Number(exDate.slice(0, 4));

/** Returns the sum; with `gainsOnly` a payment counts with its capital gains if it has such. */
function sumOf(payments: readonly Paid[], gainsOnly = false): number {
  return payments.reduce(
    (total, { amount, capitalGains }) => total + (gainsOnly ? (capitalGains ?? amount) : amount),
    0,
  );
}

/** Returns how many payments a year had by the days between those of that time; `null` when unclear. */
function usualPayments(regular: readonly Paid[], year: number): number | null {
  const until = regular.filter((each) => yearOf(each) <= year && yearOf(each) >= year - 3);
  const frequency = frequencyOf(until.map(({ exDate }) => exDate));
  return frequency && TIMES_A_YEAR[frequency];
}

/**
 * Returns the payments that are not regular ones: capital gains of funds; a payment between two that are a regular
 * period apart; and one of at least twice the payments around it, if these are even. The newest payments have none after
 * them, so that a doubled amount on a regular day counts as a raise.
 *
 * @param paid Newest first.
 */
export function specialPayments<P extends Paid>(paid: readonly P[]): P[] {
  const kept = paid.filter(({ capitalGains }) => capitalGains === undefined);
  const found = new Set(paid.filter(({ capitalGains }) => capitalGains !== undefined));
  const days = kept.map(({ exDate }) => Date.parse(exDate) / DAY_MS);
  for (let at = 0; at < kept.length; at++) {
    if (!isLarge(kept, at) && !isExtra(kept, days, at)) continue;
    found.add(kept[at]!);
    kept.splice(at, 1);
    days.splice(at, 1);
    at--;
  }
  return paid.filter((each) => found.has(each));
}

function isLarge(paid: readonly Paid[], at: number): boolean {
  const beside = [...paid.slice(Math.max(0, at - BESIDE), at), ...paid.slice(at + 1, at + 1 + BESIDE)];
  if (beside.length < 2 * BESIDE) return false;
  const amounts = beside.map(({ amount }) => amount).toSorted((one, other) => one - other);
  const [least, most] = [amounts[0]!, amounts.at(-1)!];
  return most <= least * EVEN_RATIO && paid[at]!.amount >= most * SPECIAL_RATIO;
}

/** Whether a payment stands between two others that are a regular period apart, and differs more from them than they do. */
function isExtra(paid: readonly Paid[], days: readonly number[], at: number): boolean {
  const [each, after, before] = [paid[at]!, paid[at - 1], paid[at + 1]];
  if (!after || !before) return false;
  const apart = days[at - 1]! - days[at + 1]!;
  const isPeriod = (period: number) => Math.abs(apart / period - 1) <= PERIOD_TOLERANCE;
  // This saves reading the days around most payments.
  if (!PERIODS.some(isPeriod)) return false;
  const around = paid.filter((other, index) => other !== each && Math.abs(days[index]! - days[at]!) <= AROUND_DAYS);
  const frequency = frequencyOf(around.map(({ exDate }) => exDate));
  if (frequency === null || frequency === "weekly" || !isPeriod(YEAR_DAYS / TIMES_A_YEAR[frequency])) return false;
  // Of two payments in one period the one nearer in amount to its neighbours is the regular one.
  return Math.abs(each.amount - after.amount) >= Math.abs(after.amount - before.amount);
}

const YEAR_DAYS = 365;
/** The days between payments, from monthly to annual; weekly payments have no room for others. */
const PERIODS = [12, 4, 2, 1].map((payments) => YEAR_DAYS / payments);
/** How much a regular period may differ from its usual length; ex-dates move by some days. */
const PERIOD_TOLERANCE = 0.25;
