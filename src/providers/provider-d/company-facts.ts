/** A company's facts, fetched again when it has filed newer ones. */
import { gunzipSync, gzipSync } from "node:zlib";
import { DAY_SECONDS } from "../../lib/day.js";
import { ProviderError } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart, Upstream } from "../../contract/upstream.js";
import type { ClientD } from "./client.js";
import { readBook, type FactBook } from "./fact-book.js";
import { NO_LIST, toFilings, type Filing, type Submissions } from "./submissions.js";

const facts = z.object({
  fetchedAt: z.number(),
  /** The newest filing with figures that the list of filings had at that time. */
  newest: z.string(),
  /** The book of facts, compressed, as base64: 20 to 75 kB. */
  book: z.string(),
});
type Facts = z.output<typeof facts>;

/** Milliseconds after which facts that still lack the newest filing are asked for again: they follow it by minutes. */
const LATE_MS = 15 * 60_000;
/** Milliseconds after which facts are asked for again where no list of filings shows whether there are newer ones. */
const UNLISTED_MS = (DAY_SECONDS * 1000) / 2;
const WITH_FIGURES = /^(?:10-K|10-Q|20-F|40-F)/;

/**
 * Returns a company's facts, of its newest filing as well, and when they were fetched.
 *
 * @throws {ProviderError} `no_figures` for a company without figures in XBRL, `no_data` for one without filings, too.
 */
export async function findFacts(
  cik: string,
  submissions: Submissions,
  client: ClientD,
  upstream: Upstream,
): Promise<{ book: FactBook; fetchedAt: number }> {
  const newest = newestWithFigures(submissions);
  const part: CachedPart<Facts> = {
    key: `facts ${cik}`,
    keepSeconds: 30 * DAY_SECONDS,
    schema: facts,
    isCurrent: (kept) => isCurrent(kept, newest),
  };
  const kept = await upstream.remember(part, async () => {
    const fetchedAt = upstream.now().getTime();
    const text = await client.facts(cik);
    if (text === null) throw new ProviderError("provider-d", submissions === NO_LIST ? "no_data" : "no_figures");
    return { fetchedAt, newest: newest?.accession ?? "", book: gzipSync(text).toString("base64") };
  });
  return { book: readBook(toText(kept)), fetchedAt: kept.fetchedAt };
}

/** Returns the newest filing that contains accounts. */
export function newestWithFigures({ lines }: Submissions, asOf?: string): Filing | undefined {
  return toFilings(lines).find(
    ({ form, hasFigures, filed }) => hasFigures && WITH_FIGURES.test(form) && (asOf === undefined || filed <= asOf),
  );
}

function isCurrent(kept: Facts, newest: Filing | undefined): boolean {
  if (newest === undefined) return Date.now() - kept.fetchedAt < UNLISTED_MS;
  if (kept.newest !== newest.accession) return false;
  if (Date.now() - kept.fetchedAt < LATE_MS || kept.fetchedAt > Date.parse(newest.filed) + 2 * DAY_SECONDS * 1000)
    return true;
  return toText(kept).includes(newest.accession);
}

function toText({ book }: Facts): string {
  return gunzipSync(Buffer.from(book, "base64")).toString("utf8");
}
