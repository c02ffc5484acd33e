/** Requests of lists of which our key's plan may have only a few rows, or only the newest years. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { ProviderError } from "../../contract/errors.js";

/** The most rows that a free key may request. */
const FREE_ROWS = 5;

/**
 * Returns up to `wanted` rows, or up to five where our key's plan has no more, with a note about it that counts them as
 * `noun`. The larger request is sent first; its refusal holds for a day.
 *
 * @throws {ProviderError} `not_in_plan` if the refusal covers more than the number of rows, such as the symbol; the
 * second request is then rejected without a call.
 */
export async function fetchAllowedRows<Row>(
  request: (limit: number) => Promise<Row[]>,
  wanted: number,
  noun: string,
): Promise<{ rows: Row[]; notes: Sentence[] }> {
  const all = await ifInPlan(request(wanted));
  if (all) return { rows: all, notes: [] };
  const rows = await request(FREE_ROWS);
  return { rows, notes: [say`${the.source("provider-a")}'s plan for our API key gives at most ${FREE_ROWS} ${noun}.`] };
}

/**
 * Returns the rows from `from` to `to`, each `YYYY-MM-DD`. If our key's plan refuses these days, it asks once for those
 * from `freeFrom`, the first day of the years that free plans have, and once without days; a note then says how far back
 * the plan reaches, unless the rows reach back to `from`. A refusal of a day holds for a day, for all symbols.
 *
 * @throws {ProviderError} `not_in_plan` if the refusal covers more than the days, such as the symbol; the other requests
 * are then rejected without a call.
 */
export async function fetchAllowedDays<Row extends { date: string | null }>(
  request: (days: { from?: string; to?: string }) => Promise<Row[]>,
  { from, to, freeFrom }: { from: string; to: string; freeFrom: string },
): Promise<{ rows: Row[]; notes: Sentence[] }> {
  const toResult = (sent: Row[], reach = from) => ({
    rows: sent.filter(({ date }) => date === null || date >= from),
    notes: reach > from ? [say`${the.source("provider-a")}'s plan for our API key reaches back to ${reach}.`] : [],
  });
  for (const first of from < freeFrom ? [from, freeFrom] : [from]) {
    const sent = await ifInPlan(request({ from: first, to }));
    if (sent) return toResult(sent, first);
  }
  const sent = await request({});
  // Rows may come in any order.
  const days = sent.flatMap(({ date }) => date ?? []);
  return toResult(sent, days.toSorted()[0]);
}

/** Returns the rows; `undefined` where our key's plan refuses the request. */
async function ifInPlan<Row>(request: Promise<Row[]>): Promise<Row[] | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "not_in_plan") return undefined;
    throw error;
  }
}
