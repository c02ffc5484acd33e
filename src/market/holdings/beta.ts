/** How strongly a security moves with the market. */
import { daysBefore } from "../../lib/day.js";
import { toSixDigits } from "../../contract/values.js";

import type { Bar } from "../prices/price-bars.js";

const YEAR_DAYS = 365;
/** A year has some 250 trading days; exchanges with different holidays have fewer in common. */
const LEAST_RETURNS = 200;

/**
 * Beta over the year up to the latest common day: covariance of the daily returns of the security and of the market /
 * variance of the market's. A return is close / earlier close - 1, from one day to the next on which both have a bar.
 * Both lists are newest first. Six significant digits; `null` with fewer than 200 returns, with one from a close below 0,
 * and when the market does not move.
 */
export function betaOf(bars: readonly Bar[], market: readonly Bar[]): number | null {
  const closes = new Map(market.map(({ date, close }) => [date, close]));
  const common = bars.flatMap(({ date, close }) => {
    const other = closes.get(date);
    return other === undefined ? [] : [{ date, close, other }];
  });
  const start = daysBefore(common[0]?.date ?? "1970-01-01", YEAR_DAYS);
  const returns = common.flatMap(({ date, close, other }, at) => {
    const before = common[at + 1];
    const own = before && before.close > 0 ? close / before.close - 1 : Number.NaN;
    return before && date > start ? [{ own, market: other / before.other - 1 }] : [];
  });
  if (returns.length < LEAST_RETURNS) return null;
  const mean = (of: (each: (typeof returns)[number]) => number) =>
    returns.reduce((sum, each) => sum + of(each), 0) / returns.length;
  const [ownMean, marketMean] = [mean(({ own }) => own), mean((each) => each.market)];
  const covariance = mean((each) => (each.own - ownMean) * (each.market - marketMean));
  const variance = mean((each) => (each.market - marketMean) ** 2);
  return variance > 0 ? toSixDigits(covariance / variance) : null;
}
