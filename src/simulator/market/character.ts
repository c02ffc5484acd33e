/** The invented parameters of a security's prices. */
import { perDollar } from "./currencies.js";
import { minorUnitFactor, type Character } from "./prices.js";
import { round, toKey, uniform } from "./random.js";
import type { Security } from "./security.js";

const CAPS = { mega: [6e11, 3e12], large: [7e10, 5e11], mid: [2.2e9, 2e10], small: [8e7, 1.5e9] } as const;
/** Volatility of a kind of security, relative to a stock's. */
const RELATIVE_VOLATILITY = { stock: 1, coin: 1, etf: 0.6, fund: 0.6, index: 0.6, future: 0.6, currency: 0.3 } as const;
const DAILY = { mega: 0.015, large: 0.016, mid: 0.03, small: 0.04 } as const;

/** Volatility of the whole market, which indices, funds and stocks follow. */
const MARKET = { daily: 0.009, swing: 0.084 };
/** Share of a security's volatility that does not come from the market. */
const OWN = { stock: 0.75, etf: 0.2, fund: 0.2, index: 0.2, coin: 1, future: 1, currency: 1 } as const;

/** Returns a company's beta, used for its prices and in the upstreams' replies. The key is that of its accounts. */
export function stockBeta(accountsKey: number): number {
  return round(0.5 + 1.3 * uniform(accountsKey, 12), 3);
}

/**
 * Returns 0 for a security that does not follow the market: coins, futures, currencies, and indices of volatility or
 * interest rates, which have no volume.
 */
function betaIn({ kind, company, traits }: Security, seed: number): number {
  if (traits.has("no volume") || traits.has("stable")) return 0;
  if (kind === "stock") return stockBeta(toKey(`accounts of ${company}`, seed));
  return kind === "etf" || kind === "index" ? 1 : 0;
}

/** Returns the beta of a fund: that of what it follows, times its multiple. */
export function fundBeta({ follows, times = 1 }: Security): number {
  return round((follows ? betaIn(follows, 0) : 1) * times, 2);
}

/** Returns the invented parameters of a security: price level, number of shares, volatility. */
export function characterOf(security: Security, seed: number): { character: Character; shares: number } {
  const { follows, times = 1, trend = 0 } = security;
  const path = follows ?? security;
  const key = toKey(path.company, seed);
  // Funds of one index have its path, and assets of their own.
  const own = security.fund ? toKey(security.symbol, seed) : key;
  const [low, high] = CAPS[security.size];
  const cap = low * (high / low) ** uniform(own, 1) * perDollar(security.currency);
  const level = security.traits.has("stable") ? 1 : basePrice(security, uniform(key, 2));
  const shares = Math.round((cap * minorUnitFactor(security)) / level);
  // Two share classes of one company move together at slightly different prices.
  const base = security.company === security.symbol || security.kind === "coin" ? level : level * 1.006;
  const stable = security.traits.has("stable");
  const beta = betaIn(path, seed);
  const volatility = RELATIVE_VOLATILITY[path.kind] * (beta === 0 ? 1 : OWN[path.kind]);
  // The volume of coins is an amount of money, that of shares a number of shares.
  const traded = security.kind === "coin" ? shares * base : shares;
  const isTraded = security.kind !== "fund" && !security.traits.has("no volume");
  return {
    shares,
    character: {
      key,
      base,
      decimals: security.kind === "coin" ? coinDecimals(base) : security.decimals,
      daily: (stable ? 0.0004 : DAILY[path.size] * volatility) * times,
      swing: (stable ? 0.001 : 0.14 * volatility) * times,
      beta: beta * times,
      trend,
      isPricedOnce: security.kind === "fund",
      market: { key: toKey("the market", seed), ...MARKET },
      volume: isTraded ? traded * (0.002 + 0.01 * uniform(own, 3)) : 0,
    },
  };
}

/** Cheaper coins are quoted with more decimals. */
function coinDecimals(price: number): number {
  if (price >= 100) return 2;
  return price >= 0.5 ? 4 : 8;
}

/** Returns a price in the range that is usual for the security; `chance` from 0 to 1 is the position in that range. */
function basePrice(security: Security, chance: number): number {
  if (security.level) return security.level[0] + (security.level[1] - security.level[0]) * chance;
  if (security.kind === "coin") {
    if (security.size === "mega") return 30_000 + 60_000 * chance;
    if (security.size === "small") return 0.00001 + 0.00004 * chance;
    return 0.1 * 10_000 ** chance;
  }
  if (security.currency === "JPY") return 1_500 + 2_000 * chance;
  if (security.currency === "KRW") return Math.round(40_000 + 260_000 * chance * chance);
  if (security.currency === "GBp") return 150 + 400 * chance;
  return security.size === "small" ? 2 + 36 * chance : 40 + 460 * chance * chance;
}
