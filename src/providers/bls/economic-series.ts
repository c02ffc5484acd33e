/** Series of the US Bureau of Labor Statistics (BLS). */
import { forCallers, say } from "../../contract/sentence.js";
import { DEFAULT_IDS, idsOf, type KnownSeries } from "../../market/economy/economic-series.js";
import type { OfficialClient } from "../official/client.js";
import type { OfficeAnswer, SeriesDays } from "../official/office-series.js";
import { fetchBls, yearsOfCall, type Years } from "./calls.js";

/**
 * Returns the values of series, of one call. The series of a question that names none are fetched together, whichever of
 * them are asked for, so that one call answers all questions about them.
 */
export async function fetchBlsSeries(
  known: readonly KnownSeries[],
  { from, to, today }: SeriesDays,
  client: OfficialClient,
): Promise<OfficeAnswer> {
  const asked = known.flatMap(idsOf);
  const isNamed = asked.every((id) => DEFAULT_IDS.includes(id));
  const years = yearsOf(from, to, today, yearsOfCall(client));
  const { span } = years;
  const isCommon = isNamed && span.last === Number(today.slice(0, 4));
  const { fetchedAt, points } = await fetchBls(client, isNamed ? DEFAULT_IDS : asked, years, isCommon);
  const cut = from !== undefined && Number(from.slice(0, 4)) < span.first;
  return {
    fetchedAt,
    points,
    start: from === undefined || cut ? `${span.first}-01-01` : from,
    notes: cut
      ? [
          say`The BLS gives ${yearsOfCall(client)} years in one answer; these begin in ${span.first}.${forCallers` An earlier "to" has older ones.`}`,
        ]
      : [],
  };
}

/**
 * Returns the years to ask for: the newest that one call may have, so that questions share it, or those up to the last day
 * if the year before the first day, which changes on the year need, is older.
 */
function yearsOf(from: string | undefined, last: string, today: string, most: number): Years {
  const [thisYear, lastYear] = [today, last].map((day) => Number(day.slice(0, 4))) as [number, number];
  const first = from === undefined ? undefined : Number(from.slice(0, 4)) - 1;
  const isRecent = (first ?? lastYear - 1) > thisYear - most;
  const end = isRecent ? thisYear : lastYear;
  const span = { first: end - most + 1, last: end };
  return { span, needed: isRecent || first === undefined ? span : { ...span, first: Math.max(first, span.first) } };
}
