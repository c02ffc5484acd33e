/** Yahoo's list of analysts' changes of target and rating: the only public source of a previous target. */
import type { RatingChange } from "../../../capabilities/companies/price-targets.js";
import { z } from "../../../contract/schema.js";
import { publicationDay } from "../../../market/sessions/exchange-day.js";
import { lenient, text, toPastInstant } from "../../../contract/values.js";
import { eachOnce } from "../../../lib/each-once.js";
import { entries, readModule, readRows } from "../calls/envelopes.js";
import { raw, rawNumber, required } from "../calls/values.js";

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
  const sent = readModule(historyModule, module)?.history ?? [];
  const rows = readRows(historyRow, sent, MAX_ROWS);
  const distinct = eachOnce(rows, ({ epochGradeDate, firm, toGrade, currentPriceTarget }) =>
    [epochGradeDate, firm, toGrade, currentPriceTarget].join(" "),
  );
  distinct.sort((a, b) => b.epochGradeDate - a.epochGradeDate);
  return distinct.map((row) => ({
    analystName: row.firm,
    date: publicationDay(symbol, row.epochGradeDate * 1000),
    previousTarget: row.priorPriceTarget || null,
    newTarget: row.currentPriceTarget || null,
    rating: row.toGrade,
    ratingChange: ACTIONS.get(row.action ?? "") ?? null,
  }));
}

const historyModule = z.object({ history: entries });

const pastSeconds = lenient((value) => (toPastInstant(raw(value)) === undefined ? null : raw(value)));
const historyRow = z.object({
  epochGradeDate: required(pastSeconds),
  firm: text,
  toGrade: text,
  action: text,
  currentPriceTarget: rawNumber,
  priorPriceTarget: rawNumber,
});
