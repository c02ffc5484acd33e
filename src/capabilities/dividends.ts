/** Dividends of one security: what it pays now, all past payments, and splits. */
import { newestFirst } from "../lib/newest-first.js";
import { always, count, date, percent, price, ratio, words } from "../contract/field.js";
import { defineCapability } from "../contract/capability.js";
import { enrichment } from "../contract/enrichment.js";
import { object, z } from "../contract/schema.js";
import { eachOnce } from "../lib/each-once.js";
import { daysBefore } from "../lib/day.js";
import { dayOfAnswer, exchangeDay, futureRule, latestDay } from "../market/exchange-day.js";
import { answerSymbol, capitalGains, limit, officialInput, split, symbol, timestamp } from "../contract/fields.js";
import { toPaid, toPaymentNotes, toRateNotes } from "../market/payment-defects.js";
import { FREQUENCIES, frequencyOf } from "../market/payment-frequency.js";
import { REFERENCE, symbolErrors, briefIfEmpty } from "./shapes.js";

/** The most payments an answer shows: a century of quarters. */
const MAX_PAYMENTS = 400;
/** The most payments in a cached answer: weekly ones of some fifteen years. */
const MAX_KEPT = 800;

const payment = object("Adjusted for later splits", {
  exDate: always(date("first day without it", "Ex-date")),
  amount: always(price("a share", "A share")),
  currency: words("Of amount; GBp is pence"),
  capitalGains,
  recordDate: date("from A"),
  payDate: date("from A", "Paid"),
  declared: date("from A"),
});

export type Payment = z.output<typeof payment>;

const output = z.object({
  symbol: answerSymbol,
  currency: words("Of prices, as the source writes it; GBp is pence"),
  yield: ratio("annualRate / price, a fund's yield; null for non-payers"),
  annualRate: price("a year; B expected, A paid in the latest year"),
  payoutRatio: ratio("dividends / earnings, both of the last twelve months", "Payout of earnings"),
  fiveYearAverageYield: percent("from B", "Yield, 5-year average"),
  exDate: date("latest known ex-date, past or to come", "Latest ex-date"),
  payDate: date("latest known day of payment, past or to come", "Day of payment"),
  next: z
    .object({ exDate: always(date("ex-date")), payDate: date("of payment") })
    .nullable()
    .describe("Announced with an ex-date after today, else null"),
  frequency: z
    .enum(FREQUENCIES)
    .nullable()
    .describe("By the days between the ex-dates of the newest three years, null when unclear and for a stopped payer"),
  dividends: z.array(payment).describe("Newest first; [] for non-payers"),
  total: always(count("payments known")),
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
    set: "company",
    description: "Dividend yield, payout, next ex-date, past payments and splits of one stock or fund.",
    rows: {
      list: "dividends",
      noun: "payments",
      key: ["exDate"],
      unlisted: true,
      limit: { shown: 20, max: MAX_PAYMENTS },
      total: "total",
    },
    picture: "dividends",
  },
  input: z.object({
    symbol,
    limit: limit(MAX_PAYMENTS, 20, "Payments"),
    as_of: officialInput.as_of,
  }),
  output,
  freshness: REFERENCE,
  ttlSecondsOf: briefIfEmpty("dividends"),
  errors: symbolErrors("fetch dividends"),
  rule: ({ symbol: asked, as_of }) => futureRule({ as_of }, latestDay(asked)),
  viewParameters: ["limit", "as_of"],
  viewNotes: (shown, { as_of }, whole) => [
    ...(isPast(as_of, whole) ? toPastNotes(shown, as_of, whole) : []),
    ...(shown.payoutRatio === null ? [] : ["payoutRatio is of the last twelve months."]),
    ...toRateNotes(shown.annualRate, whole.currency, whole.dividends.map(toPaid), exchangeDay(whole.symbol)),
    ...stoppedNotes(whole, as_of ?? exchangeDay(whole.symbol)),
    ...toPaymentNotes(shown.dividends.map(toPaid), whole.dividends.map(toPaid), whole.splits),
  ],
  view(body, input) {
    const known = isPast(input.as_of, body) ? { ...body, ...asOf(body, input.as_of) } : body;
    const next = known.next !== null && known.next.exDate > exchangeDay(body.symbol) ? known.next : null;
    const frequency = frequencyOf(
      known.dividends.map(({ exDate }) => exDate),
      isPast(input.as_of, body) ? input.as_of : exchangeDay(body.symbol),
    );
    return { ...known, next, frequency, dividends: known.dividends.slice(0, input.limit) };
  },
});

/** Days without a payment after which a security no longer counts as a payer: more than a year and two months. */
const STOPPED_DAYS = 430;

/** Returns a note that a security has not paid for more than a year before a day. */
function stoppedNotes({ exDate: latest, dividends: paid }: Data, day: string): string[] {
  const days = [latest, ...paid.map(({ exDate }) => exDate)].filter((each) => each !== null && each <= day);
  const last = days.toSorted().at(-1);
  return !last || last >= daysBefore(day, STOPPED_DAYS) ? [] : [`The last known payment went ex on ${last}.`];
}

/** Returns a note that says what an answer of a past day contains. */
function toPastNotes(shown: Data, last: string, whole: Data): string[] {
  const counted = `${shown.total} of ${whole.total} payments had gone ex by then`;
  return [`As known on ${last}: ${counted}. Yields, rate and payout exist only as of now and are left out.`];
}

/** The fields of an answer that describe the present, without its lists. */
export type DividendFacts = Pick<Data, (typeof FACTS)[number]>;

const FACTS = ["yield", "annualRate", "payoutRatio", "fiveYearAverageYield", "exDate", "payDate", "next"] as const;

/** The facts of a security for which none is known. */
export const NO_FACTS = Object.fromEntries(FACTS.map((name) => [name, null])) as Record<(typeof FACTS)[number], null>;

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
