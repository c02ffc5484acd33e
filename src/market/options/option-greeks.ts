/**
 * The greeks of an option by Black, Scholes and Merton, from its implied volatility. They hold for European exercise: what
 * the right to exercise an American option earlier is worth is not in them.
 */
import { toSixDigits } from "../../contract/values.js";
import { NEW_YORK } from "../../lib/zone-clock.js";

/** The names of the greeks. */
export const GREEKS = ["delta", "gamma", "theta", "vega", "rho"] as const;
type Greek = (typeof GREEKS)[number];

const YEAR_SECONDS = 365 * 86_400;
const MONTHS = 12;

/** An option, and what its greeks are computed from. */
interface PricedOption {
  isCall: boolean;
  /** The price of what it is on, in the same unit as the strike. */
  price: number;
  strike: number;
  /** A ratio a year. */
  volatility: number;
  /** Years until it expires. */
  years: number;
  /** The interest without risk, and the dividends of what it is on: both a ratio a year, paid once at its end. */
  interest: number;
  dividends: number;
}

/**
 * Returns the greeks with at most six significant digits: `delta` and `gamma` for 1 of the price, `theta` a calendar day,
 * `vega` and `rho` a percentage point; `null` for each where an argument of a logarithm or a root is not positive.
 *
 * With r = ln(1 + interest), q = ln(1 + dividends), s = volatility √T, d1 = ln(S/K)/s + (r − q) T/s + s/2, d2 = d1 − s, and
 * w = 1 for a call, −1 for a put: delta = w e^(−qT) N(w d1), gamma = e^(−qT) n(d1)/(S s), vega = S e^(−qT) n(d1) √T / 100,
 * theta = (−S e^(−qT) n(d1) volatility/(2 √T) − w r K e^(−rT) N(w d2) + w q S e^(−qT) N(w d1)) / 365,
 * rho = w K T e^(−rT) N(w d2) / 100.
 */
export function greeksOf(option: PricedOption): Record<Greek, number | null> {
  const { isCall, price, strike, volatility, years, interest, dividends } = option;
  if (!(Math.min(price, strike, volatility, years, 1 + interest, 1 + dividends) > 0)) return NO_GREEKS;
  const [rate, payout] = [Math.log1p(interest), Math.log1p(dividends)];
  const root = Math.sqrt(years);
  const deviation = volatility * root;
  const upper = (Math.log(price / strike) + (rate - payout) * years) / deviation + deviation / 2;
  const sign = isCall ? 1 : -1;
  const density = Math.exp((-upper * upper) / 2) / Math.sqrt(2 * Math.PI);
  const [kept, discounted] = [price * Math.exp(-payout * years), strike * Math.exp(-rate * years)];
  const [held, exercised] = [normalShare(sign * upper), normalShare(sign * (upper - deviation))];
  const decay = (kept * density * volatility) / (2 * root);
  const greeks = {
    delta: (sign * kept * held) / price,
    gamma: (kept * density) / (price * price * deviation),
    theta: (-decay - sign * rate * discounted * exercised + sign * payout * kept * held) / 365,
    vega: (kept * density * root) / 100,
    rho: (sign * discounted * years * exercised) / 100,
  };
  return Object.fromEntries(GREEKS.map((name) => [name, toSixDigits(greeks[name])])) as Record<Greek, number | null>;
}

const NO_GREEKS = Object.fromEntries(GREEKS.map((name) => [name, null])) as Record<Greek, null>;

/** Returns the years from a moment, in milliseconds since the epoch, to 16:00 in New York of a day; negative after it. */
export function yearsUntil(day: string, now: number): number {
  const written = Date.parse(`${day}T16:00:00Z`) / 1000;
  return (written - NEW_YORK.offset(written) - now / 1000) / YEAR_SECONDS;
}

/** A yield of the curve; its `maturity` is in months (`m1_5`) or years (`y2`). */
export interface CurvePoint {
  maturity: string;
  percent: number;
}

/** Returns the yield of the maturity nearest to a term in years, and of two that are as near the shorter; `null` without any. */
export function nearestYield(curve: Readonly<Record<string, unknown>>, years: number): CurvePoint | null {
  const points = Object.entries(curve).flatMap(([maturity, percent]) => {
    const [, unit, count = ""] = /^([my])(\d+(?:_\d)?)$/.exec(maturity) ?? [];
    if (unit === undefined || typeof percent !== "number") return [];
    const length = Number(count.replace("_", ".")) / (unit === "m" ? MONTHS : 1);
    return [{ maturity, percent, length, distance: Math.abs(length - years) }];
  });
  const [nearest] = points.toSorted((one, other) => one.distance - other.distance || one.length - other.length);
  return nearest === undefined ? null : { maturity: nearest.maturity, percent: nearest.percent };
}

/** Bounds and coefficients of Hart's approximation 5666, which has the 15 digits of a double. */
const [MOST, RATIONAL] = [37, 10 / Math.SQRT2];
const ABOVE = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
];
const BELOW = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

/**
 * Returns the share of a normal distribution below a value, also far from the middle to all digits: an option far from the
 * price has a delta of 0.0001. As in G. West, Better approximations to cumulative normal functions, Wilmott 2005.
 */
export function normalShare(value: number): number {
  const size = Math.abs(value);
  if (size > MOST) return value > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  const sum = (terms: readonly number[]) => terms.reduce((total, each) => total * size + each);
  const fraction = size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))));
  const tail = size < RATIONAL ? (density * sum(ABOVE)) / sum(BELOW) : density / fraction / Math.sqrt(2 * Math.PI);
  return value > 0 ? 1 - tail : tail;
}
