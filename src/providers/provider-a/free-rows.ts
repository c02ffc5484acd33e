/** Requests of lists of which a free key gets only a few rows. */
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
): Promise<{ rows: Row[]; notes: string[] }> {
  try {
    return { rows: await request(wanted), notes: [] };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.reason !== "not_in_plan") throw error;
    const rows = await request(FREE_ROWS);
    return { rows, notes: [`Provider A's plan for our API key gives at most ${FREE_ROWS} ${noun}.`] };
  }
}
