/** Finds payments that a split or the price contradicts; they stay as sent, and sums with them are withheld. */
import type { Sentence } from "../../contract/sentence.js";
import { isMinorUnit, partsOf, toMajorUnit } from "../../contract/currency.js";
import { oldestFirst } from "../../lib/newest-first.js";
import { contradictions } from "../consistency.js";
import { frequencyOf, paymentsOfYear, TIMES_A_YEAR } from "../payments/payment-frequency.js";
import { contradictionsOn, PRICE_RULES } from "./price-consistency.js";

export interface Paid {
  /** The ex-date. */
  date: string;
  amount: number;
  currency: string | null;
}

export interface Split {
  date: string;
  numerator: number;
  denominator: number;
}

/** Returns a row of the answer about dividends as a payment. */
export const toPaid = ({ exDate: date, amount, currency }: Omit<Paid, "date"> & { exDate: string }): Paid => ({
  date,
  amount,
  currency,
});

/** Returns the ex-dates of payments that are out of line on the day of a split; `splits` are `null` when unknown. */
export function oddPayments(payments: readonly Paid[], splits: readonly Split[] | null): string[] {
  const byDate = new Map(splits?.map((split) => [split.date, split]));
  if (byDate.size === 0) return [];
  const neighboursOf = createNeighbours(payments);
  return payments.flatMap((payment) => {
    const split = byDate.get(payment.date);
    if (!split) return [];
    const neighbours = neighboursOf(payment);
    const ratio = split.numerator / split.denominator;
    return PRICE_RULES.splitDayPayment.isBroken({ amount: payment.amount, neighbours, ratio }) ? [payment.date] : [];
  });
}

/**
 * Returns sentences that name the `shown` payments which a split or the price contradicts. `all` payments are their
 * neighbours; `shareOf` returns a payment as a ratio to the close before it, `null` when that is unknown.
 */
export function toPaymentNotes<P extends Paid>(
  shown: readonly P[],
  all: readonly P[],
  splits: readonly Split[] | null,
  shareOf: (payment: P) => number | null = () => null,
): Sentence[] {
  const days = new Set(shown.map(({ date }) => date));
  const odd = oddPayments(all, splits).filter((day) => days.has(day));
  const large = shown
    .filter((payment) => PRICE_RULES.largePayment.isBroken({ share: shareOf(payment) ?? 0 }))
    .map(({ date }) => date);
  return [...contradictionsOn(PRICE_RULES.splitDayPayment, odd), ...contradictionsOn(PRICE_RULES.largePayment, large)];
}

/** Returns a payment as a ratio to a close in `currency`; `null` where they are in different currencies. */
export function toShareOfPrice(payment: Paid, close: number, currency: string | null): number | null {
  const amount = inUnit(payment, currency);
  return amount === null ? null : amount / close;
}

/**
 * Returns a sentence on the annual rate of a listing in `currency` that contradicts the payments (newest first) of
 * the latest year up to the day `today`. Beside prices in pence, a rate may be in pounds. Without a known frequency, or where
 * currencies differ, nothing can be compared.
 */
export function toRateNotes(
  rate: number | null,
  currency: string | null,
  payments: readonly Paid[],
  today: string,
): Sentence[] {
  const paid = payments.filter(({ date }) => date <= today);
  const frequency = frequencyOf(
    paid.map(({ date }) => date),
    today,
  );
  if (rate === null || currency === null || frequency === null) return [];
  const times = TIMES_A_YEAR[frequency];
  const inOneUnit = (unit: string | null) => {
    const ofYear = paymentsOfYear(
      paid.map((payment) => ({ exDate: payment.date, amount: inUnit(payment, unit) ?? NaN })),
      today,
    );
    // The next payment is overdue, and there is nothing to compare.
    if (ofYear.length === 0) return [];
    const amounts = ofYear.map(({ amount }) => amount);
    const yearly = [amounts.reduce((sum, amount) => sum + amount, 0), ...amounts.map((amount) => amount * times)];
    return contradictions(PRICE_RULES.annualRate, { rate, least: Math.min(...yearly), most: Math.max(...yearly) });
  };
  const notes = [currency, ...(isMinorUnit(currency) ? [toMajorUnit(currency)] : [])].map(inOneUnit);
  return notes.every((each) => each.length > 0) ? notes[0]! : [];
}

/**
 * Returns the amount of a payment in `currency`; `null` where it is in another one. Pounds beside pence, or the reverse,
 * are converted.
 */
function inUnit({ amount, currency: own }: Paid, currency: string | null): number | null {
  if (own === null || own === currency) return amount;
  if (isMinorUnit(currency) && own === toMajorUnit(currency)) return amount * partsOf(currency);
  return isMinorUnit(own) && toMajorUnit(own) === currency ? amount / partsOf(own) : null;
}

/**
 * Returns the function that finds the amounts before and after a payment in its currency. The days are sorted once: for
 * each payment again, thousands of them would block the process for a minute.
 */
function createNeighbours(payments: readonly Paid[]): (payment: Paid) => number[] {
  const days = new Map<string | null, Paid[]>();
  const places = new Map<string, number>();
  for (const payment of oldestFirst(payments, ({ date }) => date)) {
    const same = days.get(payment.currency) ?? [];
    days.set(payment.currency, same);
    if (same.at(-1)?.date !== payment.date) same.push(payment);
    places.set(`${payment.currency} ${payment.date}`, same.length - 1);
  }
  return ({ currency, date }) => {
    const [same, place] = [days.get(currency)!, places.get(`${currency} ${date}`)!];
    return [same[place - 1], same[place + 1]].flatMap((other) => (other ? [other.amount] : []));
  };
}
