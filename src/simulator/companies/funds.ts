/** Payments, returns, yield and assets of funds, which follow from their prices; their holdings and costs. */
import { FUND_CLASSES, type FundClass, type FundClassId } from "../market/fund-classes.js";
import { perDollar } from "../market/currencies.js";
import type { Market } from "../market/market.js";
import { minorUnitFactor } from "../market/prices.js";
import { round, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { oncePer } from "../../lib/once-per.js";

/** The ex-dates: the first session from a day of some months on, by the number of payments a year. */
const EX_DAYS: Readonly<Record<FundClass["payments"], readonly [day: number, months: readonly number[]]>> = {
  1: [16, [12]],
  2: [16, [6, 12]],
  4: [20, [3, 6, 9, 12]],
  12: [1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
};
/** Days without a payment after the first day of a fund. */
const FIRST_PAYMENT_AFTER = 30;
const YEAR_DAYS = 365;
/** The full years of the longest chart. */
const MAX_YEARS = 19;

/** Returns the class of a fund. @throws {TypeError} for another security. */
export function classOf({ fund, symbol }: Security): FundClass {
  if (!fund) throw new TypeError(`${symbol} is no fund`);
  return FUND_CLASSES[fund.class as FundClassId];
}

/** Returns how often a fund pays in a year; 0 for one that keeps its income or has none. */
export function paymentsAYear(security: Security): number {
  const { yield: income, payments } = classOf(security);
  return income === 0 || security.fund?.accumulates ? 0 : payments;
}

/** Returns the ex-dates from `from` to `to`, oldest first, with the amount per share, in the unit of its price. */
export function fundPayments(market: Market, security: Security, from: number, to: number) {
  const times = paymentsAYear(security);
  if (times === 0) return [];
  const [day, months] = EX_DAYS[times as FundClass["payments"]];
  const part = (classOf(security).yield * (0.9 + 0.2 * uniform(keyOf(security), 1))) / times;
  const first = Math.max(from, (security.fund?.firstDay ?? 0) + FIRST_PAYMENT_AFTER);
  const payments: { exDay: number; amount: number }[] = [];
  for (let year = yearOf(first); year <= yearOf(to); year++) {
    for (const month of months) {
      const exDay = firstSession(market, security, Date.UTC(year, month - 1, day) / DAY_MS);
      if (exDay < first || exDay > to) continue;
      payments.push({ exDay, amount: round(closeBefore(market, security, exDay) * part, 4) });
    }
  }
  return payments;
}

/** Returns the close of the session before a day. */
function closeBefore(market: Market, security: Security, day: number): number {
  return market.closeOn(security, market.sessionOn(security, day - 1).day);
}

/** Returns the first day with a session, starting at `day`. */
export function firstSession(market: Market, security: Security, day: number): number {
  let first = day;
  while (market.session(security, (first + 1) * DAY_MS - 1).day !== first) first++;
  return first;
}

/**
 * Returns a function for the total return from the close at or before one day to that at or before another, as a ratio,
 * for days from `first` to `last`: as the closes adjusted for payments have it, which are reinvested at the ex-date.
 */
function returnsWithin(market: Market, security: Security, first: number, last: number) {
  const payments = fundPayments(market, security, first, last).map(({ exDay, amount }) => ({
    exDay,
    kept: 1 - amount / closeBefore(market, security, exDay),
  }));
  return (from: number, to: number): number => {
    const [start, end] = [from, to].map((day) => market.sessionOn(security, day).day) as [number, number];
    const kept = payments
      .filter(({ exDay }) => exDay > start && exDay <= end)
      .reduce((factor, payment) => factor * payment.kept, 1);
    return market.closeOn(security, end) / market.closeOn(security, start) / kept - 1;
  };
}

/** The returns of a fund to the end of the month before a moment, as ratios; those of several years are per year. */
interface FundReturns {
  /** The last day of that month, as days since 1970-01-01. */
  end: number;
  trailing: Readonly<Record<string, number>>;
  /** Newest first. */
  years: readonly { year: number; value: number }[];
}

/** The returns that were computed last, which are the same for a month. */
const returns = oncePer((_market: Market) => new Map<string, FundReturns>());
const MAX_RETURNS = 300;

/** Returns the returns of a fund, without the spans that begin before its first day. */
export function returnsOf(market: Market, security: Security, at: number): FundReturns {
  const now = new Date(at);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const known = returns(market);
  const key = `${security.symbol} ${year} ${month}`;
  const found = known.get(key);
  if (found) return found;
  const endOf = (ofYear: number, ofMonth: number) => Math.floor(Date.UTC(ofYear, ofMonth, 0) / DAY_MS);
  const firstDay = security.fund?.firstDay ?? 0;
  const last = endOf(year, month);
  const returnBetween = returnsWithin(market, security, Math.max(firstDay, endOf(year - MAX_YEARS, 0)), last);
  const spans: [name: string, from: number, years: number][] = [
    ["ytd", endOf(month === 0 ? year - 1 : year, 0), 1],
    ["oneMonth", endOf(year, month - 1), 1],
    ["threeMonth", endOf(year, month - 3), 1],
    ["oneYear", endOf(year - 1, month), 1],
    ["threeYear", endOf(year - 3, month), 3],
    ["fiveYear", endOf(year - 5, month), 5],
    ["tenYear", endOf(year - 10, month), 10],
  ];
  const trailing = spans
    .filter(([, from]) => from >= firstDay)
    .map(([name, from, years]) => [name, round((1 + returnBetween(from, last)) ** (1 / years) - 1, 7)]);
  const years = Array.from({ length: MAX_YEARS }, (_, index) => year - 1 - index)
    .filter((each) => endOf(each, 0) >= firstDay)
    .map((each) => ({
      year: each,
      value: round(returnBetween(endOf(each, 0), endOf(each + 1, 0)), 7),
    }));
  const made = { end: last, trailing: Object.fromEntries(trailing) as Record<string, number>, years };
  if (known.size >= MAX_RETURNS) known.clear();
  known.set(key, made);
  return made;
}

/** The figures of a fund. Costs, turnover and yield are parts of its assets or its price. */
interface FundFigures {
  cost: number;
  turnover: number;
  assets: number;
  /** Payments of twelve months, in the unit of the price. */
  paid: number;
  yield: number;
}

/** Returns the figures of a fund at a moment. */
export function figuresOf(market: Market, security: Security, at: number): FundFigures {
  const { cost, turnover } = classOf(security);
  const { price } = market.tick(security, at);
  const today = Math.floor(at / DAY_MS);
  const paid = fundPayments(market, security, today - YEAR_DAYS + 1, today).reduce(
    (sum, { amount }) => sum + amount,
    0,
  );
  return {
    cost: round(cost * (0.5 + uniform(keyOf(security), 2)), 4),
    turnover: round(turnover * (0.5 + uniform(keyOf(security), 3)), 3),
    assets: Math.round((price * market.shares(security)) / minorUnitFactor(security)),
    paid: round(paid, 4),
    yield: round(paid / price, 4),
  };
}

/** A company in a fund; `weight` is a part of the fund. */
export interface Member {
  company: Security;
  weight: number;
}

/** The part of a fund that is in neither stocks nor bonds. */
const CASH = 0.002;

const members = oncePer((_market: Market) => new Map<string, { day: number; list: readonly Member[] }>());

/** Returns the companies of a fund with their weights by market value in dollars, largest first. */
export function membersOf(market: Market, security: Security, at: number): readonly Member[] {
  const { holds, stocks = 1 } = classOf(security);
  const id = security.fund?.class ?? "";
  if (!holds) return [];
  const day = Math.floor(at / DAY_MS);
  const known = members(market).get(id);
  if (known?.day === day) return known.list;
  const valued = market.stocks
    // A company of India has two listings; one of them is held.
    .filter((stock) => holds(stock) && (stock.currency === "USD" || stock.company === stock.symbol))
    .map((company) => ({ company, value: id === "equal" ? 1 : valueOf(market, company, day - 1) }));
  const total = valued.reduce((sum, { value }) => sum + value, 0);
  const list = valued
    .map(({ company, value }) => ({ company, weight: round((value / total) * (1 - CASH) * stocks, 7) }))
    .toSorted((one, other) => other.weight - one.weight);
  members(market).set(id, { day, list });
  return list;
}

function valueOf(market: Market, company: Security, day: number): number {
  const price = market.closeOn(company, day) / minorUnitFactor(company);
  return (price * market.shares(company)) / perDollar(company.currency);
}

/** Returns the parts of a fund: stocks, bonds, goods or contracts, and cash. */
export function partsOf(security: Security): { stocks: number; bonds: number; other: number; cash: number } {
  const { holds, other, stocks: share = 1 } = classOf(security);
  const stocks = holds ? round((1 - CASH) * share, 4) : 0;
  const rest = round(1 - CASH - stocks, 4);
  return { stocks, bonds: other === "bonds" ? rest : 0, other: other === "goods" ? rest : 0, cash: CASH };
}

/** Returns the sectors of the companies of a fund with their weights, largest first. */
export function sectorsOf(list: readonly Member[]): [sector: string, weight: number][] {
  const sectors = new Map<string, number>();
  for (const { company, weight } of list) sectors.set(company.sector, (sectors.get(company.sector) ?? 0) + weight);
  return [...sectors].toSorted(([, one], [, other]) => other - one);
}

function keyOf({ symbol }: Security): number {
  return toKey(`fund ${symbol}`, 0);
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}
