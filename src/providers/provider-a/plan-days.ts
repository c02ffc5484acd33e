/** Requests of dated rows of which a plan may have only the newest years. */
import { ProviderError } from "../../contract/errors.js";

/** First and last day of a request, each `YYYY-MM-DD`; without them provider A sends what the plan has. */
export interface Days {
  from?: string;
  to?: string;
}

interface Wanted extends Required<Days> {
  /** First day of the years that free plans have. */
  freeFrom: string;
}

/**
 * Returns the rows from `from` to `to`. If our key's plan refuses these days, it asks once for those from `freeFrom` and
 * once without days; a note then says how far back the plan reaches, unless the rows reach back to `from`. A refusal of a
 * day holds for a day, for all symbols.
 *
 * @throws {ProviderError} `not_in_plan` if the refusal covers more than the days, such as the symbol; the other requests
 * are then rejected without a call.
 */
export async function fetchAllowedDays<Row extends { date: string | null }>(
  request: (days: Days) => Promise<Row[]>,
  { from, to, freeFrom }: Wanted,
): Promise<{ rows: Row[]; notes: string[] }> {
  const toResult = (days: Days, sent: Row[]) => {
    const rows = sent.filter(({ date }) => date === null || date >= from);
    return { rows, notes: days.from === from ? [] : toNotes(days.from ?? oldestOf(sent), from) };
  };
  for (const days of [{ from, to }, ...(from < freeFrom ? [{ from: freeFrom, to }] : [])]) {
    try {
      return toResult(days, await request(days));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.reason !== "not_in_plan") throw error;
    }
  }
  return toResult({}, await request({}));
}

function toNotes(reach: string | undefined, from: string): string[] {
  if (reach === undefined || reach <= from) return [];
  return [`Provider A's plan for our API key reaches back to ${reach}.`];
}

/** The day of the oldest row; rows may come in any order. */
function oldestOf(rows: readonly { date: string | null }[]): string | undefined {
  return rows
    .map(({ date }) => date?.slice(0, 10))
    .filter((day) => day !== undefined)
    .toSorted()[0];
}
