/** A company's invented economics, and the dates on which its quarters end and are filed. */
import { COMPANIES, JUNE_YEARS } from "../market/companies.js";
import { perDollar } from "../market/currencies.js";
import type { Market } from "../market/market.js";
import { DAY_MS } from "../../lib/day.js";
import { minorUnitFactor } from "../market/prices.js";
import { normal, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";

/** A calendar quarter as a number: year × 4 + 0 to 3. */
export type Quarter = number;

/** Ratios to revenue unless stated otherwise; constant for a company. */
export interface Economics {
  key: number;
  currency: Security["reporting"];
  shares: number;
  dilutedShares: number;
  /** Trend revenue of the reference quarter and its annual growth. */
  revenue: number;
  growth: number;
  /** Money is reported in multiples of this unit. */
  unit: number;
  operatingMargin: number;
  research: number;
  administration: number;
  marketing: number;
  depreciation: number;
  debt: number;
  /** Share of net income paid out; 0 for a company that pays no dividend. */
  payout: number;
  /** Days by which it publishes its figures later than most companies; negative if earlier. */
  delayDays: number;
  /** The last calendar quarter of its fiscal year, 0 to 3. */
  yearEnd: number;
}

/** The part of a company's economics that sets the days of its reports. */
export type ReportingDays = Pick<Economics, "delayDays" | "yearEnd">;

/** Returns the invented units of the reporting currency per unit of the listing's currency (a pound, for pence). */
export function rateOf({ currency, reporting }: Security): number {
  return perDollar(reporting) / perDollar(currency);
}

const REFERENCE: Quarter = 2025 * 4;
/** A day in that quarter, in days since 1970-01-01; its price sets the company's size. */
const REFERENCE_DAY = 20_120;
const SEASONS = [-0.05, -0.01, 0, 0.07] as const;
const TAX_RATE = 0.19;
const LARGE = COMPANIES.filter(([, , , size]) => size === "large").map(([symbol]) => symbol);
/** Multiples of it, without their whole part, spread evenly from 0 to 1. */
const GOLDEN_RATIO = 0.618_034;
/** Sectors in which every company with profits pays a dividend; users expect one of Coca-Cola, for example. */
const PAYING: ReadonlySet<string> = new Set(["Consumer Defensive", "Utilities", "Energy"]);

/**
 * Returns the economics of a company: its size follows from its market value, the rest is invented.
 */
export function economicsOf(security: Security, market: Market): Economics {
  const owner = market.find(security.company) ?? security;
  const key = toKey(`accounts of ${owner.symbol}`, market.seed);
  const shares = market.shares(owner);
  const listingValue = (market.closeOn(owner, REFERENCE_DAY) * shares) / minorUnitFactor(owner);
  const loses = owner.traits.has("loses money");
  const netMargin = loses ? -0.1 - 0.4 * uniform(key, 1) : 0.05 + 0.22 * uniform(key, 1);
  const marketValue = listingValue * rateOf(owner);
  const yearly = loses ? marketValue / 3 : marketValue / (13 + 27 * uniform(key, 2)) / netMargin;
  return {
    key,
    currency: owner.reporting,
    shares,
    dilutedShares: Math.round(shares * (1.002 + 0.01 * uniform(key, 3))),
    revenue: yearly / 4,
    growth: 0.02 + 0.14 * uniform(key, 4),
    unit: marketValue > 2e10 ? 1e6 : 1e3,
    operatingMargin: loses ? netMargin : netMargin / (1 - TAX_RATE) + 0.004,
    research: 0.02 + 0.12 * uniform(key, 5),
    administration: 0.03 + 0.04 * uniform(key, 6),
    marketing: 0.02 + 0.06 * uniform(key, 7),
    depreciation: 0.02 + 0.04 * uniform(key, 8),
    debt: 0.1 + 0.4 * uniform(key, 9),
    payout: !loses && (PAYING.has(owner.sector) || uniform(key, 10) < 0.6) ? 0.15 + 0.45 * uniform(key, 11) : 0,
    delayDays: delayOf(owner),
    yearEnd: JUNE_YEARS.has(owner.symbol) ? 1 : 3,
  };
}

/** Large companies publish on days spread over the quarter, so that some report in every week. */
function delayOf({ size, symbol }: Security): number {
  if (size !== "large") return 0;
  const place = LARGE.indexOf(symbol);
  const part = place < 0 ? uniform(toKey(symbol, 0), 13) : (place * GOLDEN_RATIO) % 1;
  return Math.round(85 * part) - 27;
}

/** Returns one quarter's revenue without seasonal variation and noise. */
export function trendRevenue(economics: Economics, quarter: Quarter): number {
  return economics.revenue * (1 + economics.growth) ** ((quarter - REFERENCE) / 4);
}

/** Returns one quarter's reported revenue. */
export function revenueOf(economics: Economics, quarter: Quarter): number {
  const season = SEASONS[quarter % 4] ?? 0;
  return toUnit(economics, trendRevenue(economics, quarter) * (1 + season + 0.015 * normal(economics.key, quarter)));
}

/** Rounds money to a company's reporting unit: millions, or thousands for a small company. */
export function toUnit({ unit }: Economics, money: number): number {
  return Math.round(money / unit) * unit;
}

/** Returns the tax on a profit; zero for a loss. */
export function taxOn(economics: Economics, income: number): number {
  return toUnit(economics, Math.max(0, income) * TAX_RATE);
}

/** Returns a company's fiscal year of a quarter, named by the year of its end, and the quarter's number in it, 1 to 4. */
export function fiscalOf(quarter: Quarter, { yearEnd }: Pick<Economics, "yearEnd">): { year: number; number: number } {
  const shifted = quarter + 3 - yearEnd;
  return { year: Math.floor(shifted / 4), number: (shifted % 4) + 1 };
}

/** Returns the last quarter of the newest fiscal year that ends with `quarter` or before. */
export function fiscalYearEnd(quarter: Quarter, company: Pick<Economics, "yearEnd">): Quarter {
  return quarter - (fiscalOf(quarter, company).number % 4);
}

/** Returns the last day of a quarter, `YYYY-MM-DD`. */
export function quarterEnd(quarter: Quarter): string {
  const [year, index] = [Math.floor(quarter / 4), quarter % 4];
  return new Date(Date.UTC(year, index * 3 + 3, 0)).toISOString().slice(0, 10);
}

/**
 * Returns the publication time of a quarter's figures in milliseconds since the epoch: 30 days after its end, 45 for
 * the last quarter of a fiscal year, and the company's own delay; on a weekend, on the Monday after it.
 */
export function filedAt(quarter: Quarter, company: ReportingDays): number {
  const days = (fiscalOf(quarter, company).number === 4 ? 45 : 30) + company.delayDays;
  const at = Date.parse(`${quarterEnd(quarter)}T00:00:00Z`) + (days * 24 + 12) * 3_600_000;
  return at + ({ 6: 2, 0: 1 }[new Date(at).getUTCDay()] ?? 0) * DAY_MS;
}

/** Returns a company's newest quarter with published figures. */
export function newestQuarter(at: number, company: ReportingDays): Quarter {
  const now = new Date(at);
  let quarter = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  while (filedAt(quarter, company) > at) quarter--;
  return quarter;
}
