/** Dividends of one security: what it pays now, all past payments, and splits. */
import { say, type Sentence } from "../../contract/sentence.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { newestFirst } from "../../lib/newest-first.js";
import {
  always,
  count,
  date,
  figure,
  group,
  label,
  percent,
  perShare,
  price,
  ratio,
  signed,
  words,
  year,
} from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { enrichment, findingsOf } from "../../contract/enrichment.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { describe, object, z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { daysBefore } from "../../lib/day.js";
import { dayOfAnswer, exchangeDay, futureRule, latestDay } from "../../market/sessions/exchange-day.js";
import {
  answerSymbol,
  capitalGains,
  currencyCode,
  limit,
  officialInput,
  split,
  symbol,
  timestamp,
} from "../../contract/fields.js";
import { oddPayments, toPaid, toPaymentNotes, toRateNotes } from "../../market/prices/payment-defects.js";
import { convert } from "../../market/prices/converted-price.js";
import {
  atDayRates,
  convertedPayment,
  paymentRates,
  toAskedRates,
  toConvertedNotes,
  withConverted,
  type PaymentRates,
} from "../../market/payments/converted-payments.js";
import { FREQUENCIES, frequencyOf } from "../../market/payments/payment-frequency.js";
import {
  lackedNotes,
  lackedPayment,
  NO_RECORD,
  specialPayments,
  toPaymentRecord,
} from "../../market/payments/payment-record.js";
import { REFERENCE, symbolErrors, briefIfEmpty } from "../shapes.js";

/** The most payments an answer shows: a century of quarters. */
const MAX_PAYMENTS = 400;
/** Payments shown by default: two years of quarters, because the years have the sums of all others. */
const SHOWN = 8;
/** Years shown: growth over ten of them, and the present one. */
const SHOWN_YEARS = 11;
/** The most payments in a cached answer: weekly ones of some fifteen years. */
const MAX_KEPT = 800;

const payment = object("Adjusted for later splits", {
  exDate: always(date("first day without it", "Ex-date")),
  amount: always(price("a share", "Per share")),
  currency: currencyCode("Of amount; GBp is pence"),
  capitalGains,
  recordDate: date("from A"),
  payDate: date("from A", "Payment date"),
  declared: date("from A"),
  ...convertedPayment,
});

export type Payment = z.output<typeof payment>;

const paidYear = object("Payments by the year of their ex-date", {
  year: always(year("calendar year")),
  amount: perShare(undefined, [
    "sum, in the newest payment's currency",
    "null in several, or if a split contradicts one",
  ]),
  payments: always(count("payments")),
  special: always(perShare(undefined, "part of amount: special payments, capital gains of a fund")).optional(),
  complete: describe(z.boolean(), [
    "Over, with the usual number of regular payments",
    "without a usual number, not the first year",
  ]),
});

type PaidYear = z.output<typeof paidYear>;

const growthOver = (years: number) =>
  signed(
    ratio(`a year, over ${years === 1 ? "one year" : `${years} years`}`, years === 1 ? "1 year" : `${years} years`),
  );

const output = z.object({
  symbol: answerSymbol,
  currency: currencyCode("Of prices, as the source writes it; GBp is pence"),
  yield: ratio("annualRate / price, a fund's yield; null for non-payers"),
  annualRate: price("a year; B expected, A paid in the latest year", "Annual dividend"),
  payoutRatio: ratio("dividends / earnings of payoutPeriod"),
  freeCashFlowPayout: ratio(
    "payoutRatio × net income / free cash flow as the source states it; null if that is not positive",
    "Payout ratio of free cash flow",
  ),
  payoutPeriod: words("Of both payouts: twelve months, to a day if the source says it"),
  fiveYearAverageYield: percent("from B", "Yield, 5-year average"),
  exDate: date("latest known ex-date, past or to come", "Latest ex-date"),
  payDate: date("latest known day of payment, past or to come", "Payment date"),
  next: z
    .object({ exDate: always(date("ex-date")), payDate: date("of payment") })
    .nullable()
    .describe("Announced with an ex-date after today, else null"),
  frequency: z
    .enum(FREQUENCIES)
    .nullable()
    .describe("By the days between the ex-dates of the newest three years, null when unclear and for a stopped payer"),
  dividends: z.array(payment).describe("Newest first; [] for non-payers"),
  total: always(count("payments known", "Payments")),
  paidTwelveMonths: group(
    "Paid in twelve months",
    {
      amount: perShare(
        undefined,
        ["sum, in currency", "null in several currencies, or if a split contradicts a payment"],
        "Sum",
      ),
      currency: label("Of amount; GBp is pence"),
      payments: always(count("payments")),
      convertedAmount: figure("sum, in `convert`; null if one has no rate", "Converted sum").optional(),
    },
    [
      "",
      "computed: ex-dates of the 365 days to today; null for non-payers, and where the latest known payment is not listed",
    ],
  ).nullable(),
  years: z
    .array(paidYear)
    .nullable()
    .describe(
      "Newest first: eleven, or as many as the payments shown are of; a year without payments has 0; null where the latest known payment is not listed",
    ),
  paidSince: date("first payment known, so at least since then"),
  yearsPaid: count("full years in a row, to the last, with a payment"),
  yearsRaised: count("full years in a row, to the last, whose mean regular payment is above that of the year before"),
  growth: group("Growth of dividends", { 1: growthOver(1), 3: growthOver(3), 5: growthOver(5), 10: growthOver(10) }, [
    "",
    "(last / first)^(1/years) − 1, up to the last year that is over; without special; null if either is not complete",
  ]).nullable(),
  splits: z.array(split).nullable().describe("Newest first; null when unknown"),
  timestamp,
});

type Data = Omit<z.output<typeof output>, "timestamp">;

export const dividends = defineCapability({
  name: "dividends",
  title: "Dividends",
  route: "/api/v1/stock/{symbol}/dividends",
  tool: {
    name: "get_dividends",
    alsoCalled: ["splits", "payments", "divs", "yield"],
    set: "company",
    summary: "Dividends of one stock or fund",
    description: "Dividends of one stock or fund: yield, payout ratio, growth, next ex-date, history, splits.",
    rows: {
      list: "dividends",
      noun: "payments",
      key: ["exDate"],
      limit: { shown: SHOWN, max: MAX_PAYMENTS },
      total: "total",
      columns: shownWhen(Object.keys(convertedPayment), { with: "convert" }),
      furtherTables: { years: (body) => (body["years"] as PaidYear[] | null) ?? [] },
    },
    hidden: ["as_of"],
    picture: "dividends",
  },
  input: z.object({
    symbol,
    limit: limit(MAX_PAYMENTS, SHOWN, "Payments"),
    as_of: officialInput.as_of,
    convert,
  }),
  output,
  publishers: { "provider-d": "ECB" },
  freshness: REFERENCE,
  ttlSecondsOf: briefIfEmpty("dividends"),
  errors: symbolErrors("fetch dividends"),
  rule: ({ symbol: asked, as_of }) => futureRule({ as_of }, latestDay(asked)),
  viewParameters: ["limit", "as_of"],
  viewNotes: (shown, { as_of, convert: to }, whole) => [
    ...(isPast(as_of, whole) ? toPastNotes(shown, as_of, whole) : toNextNotes(shown, whole)),
    ...toRateNotes(shown.annualRate, whole.currency, whole.dividends.map(toPaid), exchangeDay(whole.symbol)),
    ...specialNotes(shown, whole, as_of ?? exchangeDay(whole.symbol)),
    ...stoppedNotes(whole, as_of ?? exchangeDay(whole.symbol)),
    ...lackedNotes(whole, as_of ?? exchangeDay(whole.symbol)),
    ...toPaymentNotes(shown.dividends.map(toPaid), whole.dividends.map(toPaid), whole.splits),
    ...(to === undefined ? [] : toConvertedNotes(shown.dividends, to)),
  ],
  view(body, input) {
    const known = isPast(input.as_of, body) ? { ...body, ...asOf(body, input.as_of) } : body;
    const today = isPast(input.as_of, body) ? input.as_of : exchangeDay(body.symbol);
    const next = known.next !== null && known.next.exDate > exchangeDay(body.symbol) ? known.next : null;
    const frequency = frequencyOf(
      known.dividends.map(({ exDate }) => exDate),
      today,
    );
    const { convert: to } = input;
    const paid = to === undefined ? known.dividends : known.dividends.map((each) => withConverted(each, to));
    const shown = paid.slice(0, input.limit);
    const odd = oddPayments(paid.map(toPaid), known.splits);
    const record = lackedPayment(body, today) === undefined ? toPaymentRecord(paid, odd, today) : NO_RECORD;
    const from = Number(shown.at(-1)?.exDate.slice(0, 4));
    const years = record.years?.filter(({ year: each }, at) => at < SHOWN_YEARS || each >= from) ?? null;
    return { ...known, next, frequency, dividends: shown, ...record, years };
  },
});

/** Ex-dates from which a reader can tell when the next one may be. */
const NAMED_EX_DATES = 4;

/** Returns a note that no next date is announced, with the latest ex-date, and those that the rows lack; none for a security that pays irregularly. */
function toNextNotes({ next, frequency, dividends: shown }: Data, { dividends: paid }: Data): Sentence[] {
  if (next !== null || frequency === null) return [];
  const latest = paid.slice(0, NAMED_EX_DATES).map(({ exDate }) => exDate);
  if (shown.length >= latest.length) return [say`No next dividend is announced; the last ex-date was ${latest[0]!}.`];
  return [say`No next dividend is announced; the last ex-dates were ${joinWithAnd(latest.toReversed())}.`];
}

/** Days without a payment after which a security no longer counts as a payer: more than a year and two months. */
const STOPPED_DAYS = 430;

/** Returns a note that a security has not paid for more than a year before a day. */
function stoppedNotes({ exDate: latest, dividends: paid }: Data, day: string): Sentence[] {
  const days = [latest, ...paid.map(({ exDate }) => exDate)].filter((each) => each !== null && each <= day);
  const last = days.toSorted().at(-1);
  return !last || last >= daysBefore(day, STOPPED_DAYS) ? [] : [say`The last known payment went ex on ${last}.`];
}

/** Returns a note that names the special payments of the shown years; those that are capital gains say so themselves. */
function specialNotes({ years }: Data, { dividends: all }: Data, day: string): Sentence[] {
  const first = String(years?.at(-1)?.year);
  const special = specialPayments(all.filter(({ exDate }) => exDate <= day))
    .filter(({ exDate, capitalGains: gains }) => exDate >= first && gains === undefined)
    .map(({ exDate, amount }) => `${amount} (${exDate})`);
  return special.length === 0
    ? []
    : [say`Left out of growth and raises as special: ${special.slice(0, MAX_NAMED).join(", ")}.`];
}

/** The most special payments that a note names. */
const MAX_NAMED = 5;

/** Returns a note that says what an answer of a past day contains. */
function toPastNotes(shown: Data, last: string, whole: Data): Sentence[] {
  const counted = `${shown.total} of ${whole.total} payments had gone ex by then`;
  return [say`As known on ${last}: ${counted}. Yields, rate and payout exist only as of now and are left out.`];
}

/** The fields of an answer that describe the present, without its lists. */
export type DividendFacts = Pick<Data, (typeof FACTS)[number]>;

const FACTS = [
  "yield",
  "annualRate",
  "payoutRatio",
  "freeCashFlowPayout",
  "payoutPeriod",
  "fiveYearAverageYield",
  "exDate",
  "payDate",
  "next",
] as const;

/** The facts of a security for which none is known. */
export const NO_FACTS = Object.fromEntries(FACTS.map((name) => [name, null])) as Record<(typeof FACTS)[number], null>;

/** Returns the part of the free cash flow that is paid out; `null` if that flow is not positive or a figure is missing. */
export function toFreeCashFlowPayout(
  payoutRatio: number | null,
  netIncome: number | null,
  freeCashFlow: number | null,
): number | null {
  if (payoutRatio === null || netIncome === null || netIncome <= 0) return null;
  return freeCashFlow !== null && freeCashFlow > 0 ? toSixDigits((payoutRatio * netIncome) / freeCashFlow) : null;
}

/** Returns the whole answer from the facts and from lists in any order; `splits` are `null` when unknown. */
export function toDividends<Row extends Pick<Payment, "exDate" | "amount">>(
  asked: string,
  currency: string | null,
  facts: DividendFacts,
  { payments, splits }: { payments: readonly Row[]; splits: Data["splits"] },
): Omit<Data, "dividends"> & { dividends: Row[] } {
  // The same row twice is one payment; another amount on the same day is a second one.
  const distinct = eachOnce(payments, ({ exDate, amount }) => `${exDate} ${amount}`);
  const newest = newestFirst(distinct, ({ exDate }) => exDate).slice(0, MAX_KEPT);
  return {
    symbol: asked,
    currency,
    ...facts,
    frequency: frequencyOf(newest.map(({ exDate }) => exDate)),
    dividends: newest,
    total: newest.length,
    // It depends on the day, so that `view` computes it.
    ...NO_RECORD,
    splits:
      splits &&
      newestFirst(
        eachOnce(splits, (each) => `${each.date} ${each.numerator / each.denominator}`),
        (each) => each.date,
      ),
  };
}

/** Whether the requested day is before the day on which the answer was made. */
function isPast(asked: string | undefined, made: { symbol: string; timestamp: string }): asked is string {
  return asked !== undefined && asked < dayOfAnswer(made);
}

/** Returns the fields as known on a past day: payments with an ex-date until then, and no facts about the present. */
function asOf(body: Data, last: string): Partial<Data> {
  const past = body.dividends.filter(({ exDate }) => exDate <= last);
  return {
    ...NO_FACTS,
    exDate: past[0]?.exDate ?? null,
    payDate: past[0]?.payDate ?? null,
    frequency: null,
    dividends: past,
    total: past.length,
    splits: body.splits?.filter((each) => each.date <= last) ?? null,
  };
}

const PAYMENT_DAYS = ["recordDate", "payDate", "declared"] as const;
/** Days of one payment besides its ex-date. */
export type PaymentDays = Pick<Payment, "exDate" | (typeof PAYMENT_DAYS)[number]>;

/** Enrichment with days of payments that the answering source does not send. */
export const paymentDays = enrichment(dividends, {
  name: "payment-days",
  fields: PAYMENT_DAYS,
  ask: (data, input) => (data.dividends.some(({ recordDate }) => recordDate === null) ? input.symbol : null),
  apply(data, facts: PaymentDays[]) {
    const byDay = new Map(facts.map((days) => [days.exDate, days]));
    const filled = data.dividends.map((row) => ({ ...row, ...byDay.get(row.exDate) }));
    const fields = PAYMENT_DAYS.filter((field) => filled.some((row) => row[field] !== null));
    return { data: { ...data, dividends: filled }, fields };
  },
});

/**
 * Enrichment of payments in the currency that a caller names, with rates of days: one call for all of them. Rates of the
 * past do not change, and those of today come once a day.
 */
export const convertedPayments = enrichment(dividends, {
  name: "converted-payments",
  keep: { seconds: REFERENCE.ttlSeconds, schema: findingsOf(paymentRates) },
  ofParameter: true,
  fields: ["convertedAmount", "rate", "rateDate"],
  ask: (data, { symbol: asked, convert: to }) =>
    to === undefined ? null : toAskedRates(data.dividends, to, exchangeDay(asked)),
  apply(data, rates: PaymentRates) {
    const paid = atDayRates(data.dividends, rates, exchangeDay(data.symbol));
    const isFilled = rates.length > 0;
    return {
      data: { ...data, dividends: paid },
      fields: isFilled ? ["rate", "rateDate"] : [],
      computed: isFilled ? ["convertedAmount"] : [],
    };
  },
});
