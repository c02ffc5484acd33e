/** A portfolio that is bought on one day and held. */
import { toSixDigits } from "../../contract/values.js";
import { daysBetween } from "../../lib/day.js";
import type { DatedClose } from "../prices/range-returns.js";
import { toAnnualReturn, toRisk, type RiskFacts } from "../prices/risk-figures.js";

/** One security of a portfolio. */
interface ValuedHolding {
  symbol: string;
  /** Its part of the money on the first day; the parts of all holdings add up to 1. */
  part: number;
  /** From the close at or before the first day to the last one at or before the last day, oldest first. */
  closes: readonly DatedClose[];
  /** The rates from its currency to the portfolio's, oldest first; `null` where both are the same. */
  rates: readonly DatedClose[] | null;
}

interface Portfolio extends ReturnType<typeof toRisk> {
  /** The days of the first and of the last close. */
  from: string;
  to: string;
  /** Closes of the value between both. */
  days: number;
  value: number | null;
  totalReturnPercent: number | null;
  annualReturnPercent: number | null;
  best: string;
  worst: string;
  /** The value of each holding on the last day, and its return, in the portfolio's currency; in the order of the holdings. */
  holdings: { symbol: string; value: number | null; totalReturnPercent: number | null }[];
}

/**
 * Returns the figures of an `amount` that is spread over the holdings on the day `from` and held until the day `to`, with
 * dividends reinvested: each holding grows as its adjusted close × its rate does, both the last ones at or before a day.
 *
 * Volatility, deepest fall and Sharpe ratio are those of the value on the days on which a holding has a close; `yearDays`
 * are the days a year on which one trades, `rate` that of money without risk. Six significant digits. `undefined` where a
 * holding has no close, or a rate of exchange lacks, on the first or the last day.
 */
export function toPortfolio(
  holdings: readonly ValuedHolding[],
  amount: number,
  { from, to, ...facts }: RiskFacts & { from: string; to: string },
): Portfolio | undefined {
  const growths = holdings.map(({ closes, rates }) => toGrowth(closes, rates, from));
  if (holdings.length === 0 || growths.some((each) => each === undefined)) return undefined;
  const starts = holdings.map(({ closes }) => closes[0]!.date).toSorted();
  const start = starts.at(-1)!;
  const later = holdings.flatMap(({ closes }) => closes.map(({ date }) => date)).filter((date) => date > start);
  const days = [start, ...[...new Set(later)].toSorted()];
  const last = days.at(-1)!;
  // The days of the calls ascend, so that each holding's series is read once.
  const growthsOn = (date: string) => growths.map((growth) => growth!(date));
  const valueOf = (parts: readonly number[]) =>
    holdings.reduce((sum, { part }, at) => sum + amount * part * parts[at]!, 0);
  const values = days.map((date) => ({
    date,
    close: date === start ? amount : valueOf(growthsOn(date === last ? to : date)),
  }));
  const ends = growthsOn(to);
  const value = valueOf(ends);
  const totalReturnPercent = toPercent(value / amount);
  const order = holdings.map((_, at) => at).toSorted((one, other) => ends[other]! - ends[one]!);
  return {
    from: start,
    to: last,
    days: days.length,
    value: toSixDigits(value),
    totalReturnPercent,
    annualReturnPercent: toAnnualReturn(totalReturnPercent, daysBetween(start, last)),
    ...toRisk(values, facts),
    best: holdings[order[0]!]!.symbol,
    worst: holdings[order.at(-1)!]!.symbol,
    holdings: holdings.map(({ symbol, part }, at) => ({
      symbol,
      value: toSixDigits(amount * part * ends[at]!),
      totalReturnPercent: toPercent(ends[at]!),
    })),
  };
}

const toPercent = (growth: number) => toSixDigits((growth - 1) * 100);

/**
 * Returns the function that says how many times as much a holding is worth on a day as on the first one; the days of its
 * calls must ascend. `undefined` where a close or a rate of the first day lacks.
 */
function toGrowth(closes: readonly DatedClose[], rates: ValuedHolding["rates"], from: string) {
  const closeOn = toLatest(closes);
  const rateOn = rates === null ? () => 1 : toLatest(rates);
  const [close, rate] = [closeOn(from), rateOn(from)];
  if (close === undefined || rate === undefined) return undefined;
  return (date: string) => (closeOn(date)! / close) * (rateOn(date)! / rate);
}

/** Returns the function that finds the last value at or before a day; the days of its calls must ascend. */
function toLatest(values: readonly DatedClose[]) {
  let next = 0;
  return (date: string): number | undefined => {
    while (next < values.length && values[next]!.date <= date) next++;
    return values[next - 1]?.close;
  };
}
