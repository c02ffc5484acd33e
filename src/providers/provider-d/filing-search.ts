/** Searches a company's filings, also older ones than the newest thousand. */
import type { ClientD } from "./client.js";
import { findPage, toFilings, type Filing, type Submissions } from "./submissions.js";

/** The most pages of older filings that one question fetches. */
const MAX_PAGES = 3;

/** Which filings are wanted. */
export interface WantedFilings {
  matches(filing: Filing): boolean;
  /** Older pages are read only until there are so many. */
  count: number;
  /** The last day, `YYYY-MM-DD`; without it, also the newest. */
  until: string | undefined;
}

/**
 * Returns the wanted filings, newest first, and the first day that was searched; a note says so if the company has older
 * filings and fewer than the wanted ones were found.
 */
export async function searchFilings(
  { lines, pages }: Submissions,
  { matches, count, until }: WantedFilings,
  client: ClientD,
): Promise<{ filings: Filing[]; since: string | null; isAll: boolean; notes: string[] }> {
  const isWanted = (filing: Filing) => (until === undefined || filing.filed <= until) && matches(filing);
  const recent = toFilings(lines);
  const filings = recent.filter(isWanted);
  const older = pages.toSorted((one, other) => other.to.localeCompare(one.to));
  let since = recent.at(-1)?.filed ?? null;
  let fetched = 0;
  for (const page of older) {
    if (filings.length >= count || fetched === MAX_PAGES) break;
    // A page of which all filings are later than the last day need not be read.
    if (until === undefined || page.from <= until) {
      fetched++;
      filings.push(...(await findPage(page.name, client)).filter(isWanted));
    }
    since = page.from;
  }
  const isAll = filings.length >= count || since === (older.at(-1)?.from ?? since);
  return { filings, since, isAll, notes: isAll ? [] : [`Searched the filings since ${since} only.`] };
}
