/** Provider B's list of analysts' changes of target and rating: the only public source of a previous target. */
import type { RatingChange } from "../../capabilities/price-targets.js";
import { z } from "../../contract/schema.js";
import { publicationDay } from "../../market/exchange-day.js";
import { text, toPastInstant } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { badAnswer, entries, readModule } from "./envelopes.js";
import { rawNumber } from "./values.js";

// Limit of rows, more than any company has.
const MAX_ROWS = 2000;

const ACTIONS = new Map([
  ["up", "Upgrade"],
  ["down", "Downgrade"],
  ["init", "Initiate"],
  ["main", "Maintain"],
  ["reit", "Maintain"],
]);

/**
 * All changes of a symbol, newest first, each once, with the day at its exchange. A target of 0 means that there was
 * none; a row without a date is left out.
 *
 * @throws {ProviderError} `bad_answer` when the module has another shape, or no row can be read.
 */
export function toRatingChanges(module: unknown, symbol: string): RatingChange[] {
  const sent = readModule(historyModule, module)?.history.slice(0, MAX_ROWS) ?? [];
  const rows = sent.flatMap((row) => {
    const parsed = historyRow.safeParse(row);
    const at = parsed.success ? toPastInstant(parsed.data.epochGradeDate) : undefined;
    return parsed.success && at !== undefined ? [{ ...parsed.data, date: publicationDay(symbol, Date.parse(at)) }] : [];
  });
  if (sent.length > 0 && rows.length === 0) throw badAnswer();
  const distinct = eachOnce(rows, ({ epochGradeDate, firm, toGrade, currentPriceTarget }) =>
    [epochGradeDate, firm, toGrade, currentPriceTarget].join(" "),
  );
  distinct.sort((a, b) => (b.epochGradeDate ?? 0) - (a.epochGradeDate ?? 0));
  return distinct.map((row) => ({
    analystName: row.firm,
    date: row.date,
    previousTarget: row.priorPriceTarget || null,
    newTarget: row.currentPriceTarget || null,
    rating: row.toGrade,
    ratingChange: ACTIONS.get(row.action ?? "") ?? null,
  }));
}

const historyModule = z.object({ history: entries });

const historyRow = z.object({
  epochGradeDate: rawNumber,
  firm: text,
  toGrade: text,
  action: text,
  currentPriceTarget: rawNumber,
  priorPriceTarget: rawNumber,
});
