/** Dividends and splits of the simulated companies, consistent with their cash flows. */
import { type Economics, newestQuarter, type Quarter, rateOf } from "./accounts.js";
import { cashOver } from "./cash-flows.js";
import type { Books } from "./fundamentals.js";
import { figuresOf, firstSession, fundPayments, paymentsAYear } from "./funds.js";
import type { Market } from "../market/market.js";
import { minorUnitFactor } from "../market/prices.js";
import { pick, round, toKey, uniform } from "../market/random.js";
import { isFund, type Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { oncePer } from "../../lib/once-per.js";

/** One quarterly payment; days are whole days since 1970-01-01. */
export interface Payment {
  exDay: number;
  recordDay: number;
  payDay: number;
  declaredDay: number;
  /** Amount per share, in the unit of the share's price. */
  amount: number;
}

interface Split {
  day: number;
  numerator: number;
  denominator: number;
}

interface Accounts {
  market: Market;
  books: Books;
}

/** The ex-date is the first session from the tenth of these months on. */
const EX_MONTHS = [2, 5, 8, 11];
const EX_DATE = 10;
const DECLARED_BEFORE = 11;
const PAID_AFTER = 3;
const RATIOS = [2, 3, 4, 5, 10] as const;

/**
 * Returns the payments with an ex-date from `from` to `to` that are declared by `at`, oldest first. Each is a quarter
 * of the dividends in the four quarters of cash flows that were published last before its ex-date.
 */
export function paymentsOf({ market, books }: Accounts, security: Security, from: number, to: number, at: number) {
  const today = Math.floor(at / DAY_MS);
  // The amount of a fund follows from the close before the ex-date.
  if (isFund(security)) {
    return fundPayments(market, security, from, Math.min(to, today)).map((each) => ({ ...each, ...daysOf(each, 1) }));
  }
  const last = Math.min(to, today + DECLARED_BEFORE);
  if (security.kind !== "stock") return [];
  const economics = books.economics(security);
  const payments: Payment[] = [];
  for (let year = yearOf(from); year <= yearOf(last); year++) {
    for (const month of EX_MONTHS) {
      const exDay = firstSession(market, security, Date.UTC(year, month - 1, EX_DATE) / DAY_MS);
      if (exDay < from || exDay > last) continue;
      const amount = round(
        (yearlyAt(economics, security, newestQuarter(exDay * DAY_MS, economics)) * minorUnitFactor(security)) / 4,
        4,
      );
      if (amount > 0) payments.push({ exDay, ...daysOf({ exDay }, DECLARED_BEFORE), amount });
    }
  }
  return payments;
}

function daysOf({ exDay }: Pick<Payment, "exDay">, declaredBefore: number) {
  return { recordDay: exDay, payDay: exDay + PAID_AFTER, declaredDay: exDay - declaredBefore };
}

/** Returns the payments of a year per share, in the unit of its price: of a fund, those of the last twelve months. */
export function yearlyPaid({ market, books }: Accounts, security: Security, at: number): number {
  if (isFund(security)) return figuresOf(market, security, at).paid;
  return security.kind === "stock" ? books.fundamentals(security, at).dividend * minorUnitFactor(security) : 0;
}

const FREQUENCIES: Readonly<Record<number, string>> = { 1: "Annual", 2: "Semi-Annual", 4: "Quarterly", 12: "Monthly" };

/** Returns how often a security pays, in FMP's words. */
export function frequencyOf(security: Security): string {
  return FREQUENCIES[isFund(security) ? paymentsAYear(security) : EX_MONTHS.length] ?? "";
}

/** Returns the splits from `from` to `to`: each mega cap has one split, some companies with losses a reverse split. */
export function splitsOf({ market }: Accounts, security: Security, from: number, to: number): Split[] {
  const key = toKey(`splits of ${security.company}`, market.seed);
  const loses = security.traits.has("loses money");
  if (security.kind !== "stock" || !(security.size === "mega" || (loses && uniform(key, 1) < 0.5))) return [];
  const shares = pick(RATIOS, key, 3);
  const year = 2017 + Math.floor(7 * uniform(key, 2));
  // A small company with losses has another reverse split every second year, so that the calendar has some.
  const isRepeated = loses && security.size === "small";
  const years = isRepeated ? Array.from({ length: 30 }, (_, index) => 2010 + 2 * index + (year % 2)) : [year];
  const date = isRepeated ? [Math.floor(12 * uniform(key, 4)), 1 + Math.floor(27 * uniform(key, 5))] : [5, 8];
  return years
    .map((each) => Date.UTC(each, date[0]!, date[1]) / DAY_MS)
    .filter((day) => day >= from - MAX_CLOSED_DAYS && day <= to)
    .map((day) => firstSession(market, security, day))
    .filter((day) => day >= from && day <= to)
    .map((day) => ({ day, numerator: loses ? 1 : shares, denominator: loses ? 10 : 1 }));
}

/** The most days in a row without a session. */
const MAX_CLOSED_DAYS = 7;

const yearly = oncePer((_company: Economics) => new Map<Quarter, number>());

/** Returns the dividends per share of the four quarters that end with `quarter`, in the listing's currency. */
function yearlyAt(economics: Economics, security: Security, quarter: Quarter): number {
  const known = yearly(economics);
  const paid = known.get(quarter) ?? -(cashOver(economics, quarter, 4)["commonDividendsPaid"] ?? 0) / economics.shares;
  known.set(quarter, paid);
  return round(paid / rateOf(security), 2);
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}
