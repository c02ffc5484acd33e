/**
 * Payments in the currency that a caller names, at the reference rates of the European Central Bank: of the day of payment,
 * else of the ex-date.
 */
import { toMajorUnit, partsOf, isMinorUnit, nameCurrency } from "../../contract/currency.js";
import { date, figure } from "../../contract/field.js";
import { say, the, joinSentences, type Sentence } from "../../contract/sentence.js";
import { z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";

/** The columns of a payment, each only in answers to questions with the parameter. */
export const convertedPayment = {
  convertedAmount: figure(
    "a share, in the currency `convert`; amount (in the currency itself: pence / 100) * rate, six digits",
  ).optional(),
  rate: figure("units of that currency for one of the payment's, for a pound where amounts are in pence").optional(),
  rateDate: date(
    "day of the ECB's rate: the last at or before the day of payment, else the ex-date; null for the same currency",
  ).optional(),
};

interface ConvertedAmount {
  convertedAmount: number | null;
  rate: number | null;
  rateDate: string | null;
}

type MaybeConverted = { [Name in keyof ConvertedAmount]?: ConvertedAmount[Name] | undefined };

interface Payment extends MaybeConverted {
  exDate: string;
  payDate: string | null;
  amount: number;
  currency: string | null;
}

/** The European Central Bank's first day of rates. */
const FIRST_DAY = "1999-01-04";

/** The rates that payments need: of these currencies to another one, on these days, newest first. */
interface AskedRates {
  to: string;
  from: readonly string[];
  days: readonly string[];
}

export const paymentRates = z.array(
  z.object({ from: z.string(), day: z.string(), date: z.string(), rate: z.number() }).strict(),
);

/** Rates, each with the day for which it counts and its own, at or before that one. */
export type PaymentRates = z.output<typeof paymentRates>;

/** Returns the rates that payments without one need; `null` if none needs one. */
export function toAskedRates(payments: readonly Payment[], to: string, today: string): AskedRates | null {
  const open = payments.filter((each) => {
    const from = toMajorUnit(each.currency);
    return from !== null && from !== to && (each.rate ?? null) === null && toRateDay(each, today) >= FIRST_DAY;
  });
  if (open.length === 0) return null;
  const from = [...new Set(open.map(({ currency }) => toMajorUnit(currency!)))];
  const days = [...new Set(open.map((each) => toRateDay(each, today)))];
  return { to, from: from.toSorted(), days: days.toSorted().toReversed() };
}

/** Returns the day whose rate counts: that of payment if it is known and has come, else the ex-date. */
function toRateDay({ exDate, payDate }: Payment, today: string): string {
  return payDate !== null && payDate <= today ? payDate : exDate;
}

/** Returns the payments at these rates; one without a rate stays as it is. */
export function atDayRates<P extends Payment>(payments: readonly P[], rates: PaymentRates, today: string): P[] {
  const known = new Map(rates.map((each) => [`${each.from} ${each.day}`, each]));
  return payments.map((each) => {
    const found = known.get(`${toMajorUnit(each.currency)} ${toRateDay(each, today)}`);
    return found ? { ...each, ...toConverted(each, found.rate, found.date) } : each;
  });
}

/** Returns the payment with what was converted; all `null` without a rate, and at a rate of 1 in the same currency. */
export function withConverted<P extends Payment>(payment: P, to: string): P & ConvertedAmount {
  const { convertedAmount = null, rate = null, rateDate = null } = payment;
  if (rate !== null) return { ...payment, convertedAmount, rate, rateDate };
  const isSame = toMajorUnit(payment.currency) === to;
  return { ...payment, ...(isSame ? toConverted(payment, 1, null) : { convertedAmount, rate, rateDate }) };
}

function toConverted({ amount, currency }: Payment, rate: number, rateDate: string | null): ConvertedAmount {
  return { convertedAmount: toSixDigits((amount / partsOf(currency)) * rate), rate, rateDate };
}

/** Returns sentences on the currency and the rates of converted payments, and on those without a rate. */
export function toConvertedNotes(shown: readonly (Payment & MaybeConverted)[], to: string): Sentence[] {
  if (shown.length === 0) return [];
  const units = [...new Set(shown.flatMap(({ currency }) => (isMinorUnit(currency) ? currency! : [])))].map(
    (unit) => say`amounts in ${nameCurrency(unit)} are divided by ${partsOf(unit)} first`,
  );
  const without = shown.filter(({ rate }) => (rate ?? null) === null).length;
  const atRate = shown.some(({ rateDate }) => (rateDate ?? null) !== null);
  const parts = [
    say`${the.field("convertedAmount")} is in ${to}`,
    ...(atRate
      ? [
          say`rates are the European Central Bank's reference rates of the day of payment, of the ex-date where that day is unknown or to come, or the last ones before`,
        ]
      : []),
    ...units,
    ...(without === 0
      ? []
      : [say`it is ${the.absent} for ${without} of ${shown.length}, of which no rate is known (rates begin in 1999)`]),
  ];
  return [say`${joinSentences(parts, "; ")}.`];
}
