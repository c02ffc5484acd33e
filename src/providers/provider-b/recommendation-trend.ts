/** Provider B's monthly counts of analyst recommendations. */
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { list, rawNumber } from "./values.js";

const NAMES = ["strongBuy", "buy", "hold", "sell", "strongSell"] as const;

/** The five counts; one that cannot be read is `null`. */
export type TrendCounts = Record<(typeof NAMES)[number], number | null>;

/**
 * The counts of this month, of last month while this one is still empty, and
 * `null` when B has none for the symbol.
 */
export function toTrendCounts(module: unknown): TrendCounts | null {
  const trend = trendModule.safeParse(module);
  const months = (trend.success ? trend.data.trend.slice(0, 12) : []).flatMap((month) => {
    const parsed = trendMonth.safeParse(month);
    return parsed.success ? [parsed.data] : [];
  });
  const [current, last] = ["0m", "-1m"].map((period) => months.find((month) => month.period === period));
  const chosen = current && !isEmpty(current) ? current : (last ?? current);
  if (!chosen || NAMES.every((name) => chosen[name] === null)) return null;
  const { period: _, ...counts } = chosen;
  return counts;
}

/** Counts that can be summed: all five are there. */
export function isComplete(counts: TrendCounts): counts is Record<keyof TrendCounts, number> {
  return NAMES.every((name) => counts[name] !== null);
}

function isEmpty(counts: TrendCounts): boolean {
  return NAMES.every((name) => !counts[name]);
}

const trendModule = z.object({ trend: list });

const trendMonth = z.object({
  period: text,
  strongBuy: rawNumber,
  buy: rawNumber,
  hold: rawNumber,
  sell: rawNumber,
  strongSell: rawNumber,
});
