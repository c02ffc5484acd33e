/** A company's published figures at a moment, and the ratios computed from them. */
import { oncePer } from "../../lib/once-per.js";
import { economicsOf, type Economics, newestQuarter, type Quarter, rateOf } from "./accounts.js";
import { balanceAt } from "./balance-sheets.js";
import { cashOver } from "./cash-flows.js";
import type { Market } from "../market/market.js";
import { fundBeta, stockBeta } from "../market/character.js";
import { minorUnitFactor } from "../market/prices.js";
import { round, toKey, uniform } from "../market/random.js";
import { isFund, type Security } from "../market/security.js";
import { type Figures, incomeOver } from "./statements.js";

/** The newest published figures of a company. Flows are of the last four quarters, money in the reporting currency. */
export interface Fundamentals {
  economics: Economics;
  quarter: Quarter;
  income: Figures;
  balance: Figures;
  cash: Figures;
  /** Units of the reporting currency per unit of the listing's currency (a pound, for pence). */
  rate: number;
  /** Earnings per share in the listing's currency, in pounds for a price in pence. */
  eps: number;
  /** Dividends per share of the last four quarters, in the currency of `eps`; 0 if none were paid. */
  dividend: number;
  beta: number;
}

export interface Books {
  economics(security: Security): Economics;
  fundamentals(security: Security, at: number): Fundamentals;
}

/**
 * Creates the published figures of all companies; they are kept until newer figures are published, or the security is
 * forgotten.
 */
export function createBooks(market: Market): Books {
  const economics = oncePer((security: Security) => economicsOf(security, market));
  const newest = new WeakMap<Security, Fundamentals>();
  return {
    economics,
    fundamentals(security, at) {
      const quarter = newestQuarter(at, economics(security));
      const known = newest.get(security);
      if (known?.quarter === quarter) return known;
      const made = toFundamentals(economics(security), quarter, rateOf(security));
      newest.set(security, made);
      return made;
    },
  };
}

function toFundamentals(economics: Economics, quarter: Quarter, rate: number): Fundamentals {
  const income = incomeOver(economics, quarter, 4);
  const cash = cashOver(economics, quarter, 4);
  return {
    economics,
    quarter,
    income,
    balance: balanceAt(economics, quarter),
    cash,
    rate,
    eps: round((income["netIncome"] ?? 0) / economics.shares / rate, 2),
    dividend: round(-(cash["commonDividendsPaid"] ?? 0) / economics.shares / rate, 2),
    beta: stockBeta(economics.key),
  };
}

/** Returns the beta of a security: that of a fund's prices, and 1 for indices; coins, currencies and futures have none. */
export function betaOf(security: Security, books: Books, at: number): number | null {
  if (security.kind === "stock") return books.fundamentals(security, at).beta;
  if (isFund(security)) return fundBeta(security);
  return security.kind === "index" ? 1 : null;
}

/** Returns price over earnings, in the same currency; `null` for a loss. */
export function priceToEarnings(security: Security, price: number, { eps }: Fundamentals): number | null {
  return eps > 0 ? price / minorUnitFactor(security) / eps : null;
}

/** Returns equity per share, in the reporting currency. */
export function bookValueOf({ balance, economics }: Fundamentals): number {
  return (balance["totalEquity"] ?? 0) / economics.shares;
}

/** Returns employees, year of founding and so on: invented, and constant for a company. */
export function traitsOf(security: Security, market: Market) {
  const key = toKey(`facts of ${security.company}`, market.seed);
  return {
    employees: 2_000 + Math.floor(200_000 * uniform(key, 1) ** 3),
    founded: 1900 + Math.floor(115 * uniform(key, 2)),
    listed: `${2016 + Math.floor(4 * uniform(key, 3))}-0${1 + Math.floor(9 * uniform(key, 4))}-15`,
    risk: 1 + Math.floor(9 * uniform(key, 5)),
  };
}

/** Returns a description that no reader can mistake for a real one. */
export function describe(security: Security, market: Market): string {
  const opening = "Simulated data, invented for demonstration:";
  if (security.kind !== "stock") return `${opening} ${security.name} is shown here with made-up prices.`;
  const { founded, employees } = traitsOf(security, market);
  return (
    `${opening} ${security.name} is shown here with made-up figures in the industry "${security.industry}". ` +
    `In this simulation it was founded in ${founded} and has ${employees} employees; neither is true.`
  );
}
