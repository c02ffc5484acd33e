/** Finds payments that a split or the price contradicts; they stay as sent, and sums with them are withheld. */
import { isMinorUnit, partsOf, toMajorUnit } from "../contract/currency.js";
import { oldestFirst } from "../lib/newest-first.js";
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
): string[] {
  const days = new Set(shown.map(({ date }) => date));
  const odd = oddPayments(all, splits).filter((day) => days.has(day));
  const large = shown
    .filter((payment) => PRICE_RULES.largePayment.isBroken({ share: shareOf(payment) ?? 0 }))
    .map(({ date }) => date);
  return [...contradictionsOn(PRICE_RULES.splitDayPayment, odd), ...contradictionsOn(PRICE_RULES.largePayment, large)];
}

/**
 * Returns a payment as a ratio to a close in `currency`; `null` where they are in different currencies. A payment in the
 * major unit, such as pounds beside pence, is converted.
 */
export function toShareOfPrice({ amount, currency: own }: Paid, close: number, currency: string | null): number | null {
  if (own === null || own === currency) return amount / close;
  return isMinorUnit(currency) && own === toMajorUnit(currency) ? (amount * partsOf(currency)) / close : null;
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
