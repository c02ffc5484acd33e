/** Yahoo's monthly counts of analyst recommendations. */
import { z } from "../../../contract/schema.js";
import { COUNT_NAMES, perCount } from "../../../contract/fields.js";
import { text } from "../../../contract/values.js";
import { badAnswer, entries, readableRows, readModule } from "../calls/envelopes.js";
import { rawCount } from "../calls/values.js";

/** The five counts; one that cannot be read is `null`. */
type TrendCounts = Record<(typeof COUNT_NAMES)[number], number | null>;

export const UNKNOWN_COUNTS: TrendCounts = perCount(null);

/**
 * Returns the counts of this month, or of last month while this month's are all 0; `null` when B has none for the
 * symbol.
 *
 * @throws {ProviderError} `bad_answer` when the module has another shape.
 */
export function toTrendCounts(module: unknown): TrendCounts | null {
  const rows = readModule(trendModule, module)?.trend ?? [];
  const months = readableRows(trendMonth, rows, 12);
  const [current, last] = ["0m", "-1m"].map((period) => months.find((month) => month.period === period));
  const chosen = current && !isEmpty(current) ? current : (last ?? current);
  if (rows.length > 0 && !chosen) throw badAnswer();
  if (!chosen) return null;
  const { period: _, ...counts } = chosen;
  return counts;
}

/** Returns the names of the counts that cannot be read. */
export function unreadable(counts: TrendCounts): (keyof TrendCounts)[] {
  return COUNT_NAMES.filter((name) => counts[name] === null);
}

/** Whether all five counts are known, so that they can be summed. */
export function isComplete(counts: TrendCounts): counts is Record<keyof TrendCounts, number> {
  return COUNT_NAMES.every((name) => counts[name] !== null);
}

function isEmpty(counts: TrendCounts): boolean {
  return COUNT_NAMES.every((name) => !counts[name]);
}

const trendModule = z.object({ trend: entries });

const trendMonth = z.object({ period: text, ...perCount(rawCount) });
