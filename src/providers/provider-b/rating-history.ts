/** Provider B's list of analysts' changes of mind: the only public source of a previous target. */
import { RECENT_CHANGES, type RatingChange } from "../../capabilities/price-targets.js";
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { list, rawNumber, toDay } from "./values.js";

// Two thousand rows are more than any company has.
const MAX_ROWS = 2000;

const ACTIONS = new Map([
  ["up", "Upgrade"],
  ["down", "Downgrade"],
  ["init", "Initiate"],
  ["main", "Maintain"],
  ["reit", "Maintain"],
]);

/** The latest changes, newest first. A target of 0 means that there was none; a row without a date is left out. */
export function toRatingChanges(module: unknown): RatingChange[] {
  const history = historyModule.safeParse(module);
  const rows = (history.success ? history.data.history.slice(0, MAX_ROWS) : []).flatMap((row) => {
    const parsed = historyRow.safeParse(row);
    const date = parsed.success ? toDay(parsed.data.epochGradeDate) : null;
    return parsed.success && date !== null ? [{ ...parsed.data, date }] : [];
  });
  rows.sort((a, b) => (b.epochGradeDate ?? 0) - (a.epochGradeDate ?? 0));
  return rows.slice(0, RECENT_CHANGES).map((row) => ({
    analystName: row.firm,
    date: row.date,
    previousTarget: row.priorPriceTarget || null,
    newTarget: row.currentPriceTarget || null,
    rating: row.toGrade,
    ratingChange: ACTIONS.get(row.action ?? "") ?? null,
  }));
}

const historyModule = z.object({ history: list });

const historyRow = z.object({
  epochGradeDate: rawNumber,
  firm: text,
  toGrade: text,
  action: text,
  currentPriceTarget: rawNumber,
  priorPriceTarget: rawNumber,
});
