/** A company's facts, fetched again when it has filed newer ones. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { DAY_MS, DAY_SECONDS } from "../../lib/day.js";
import { ProviderError, REASONS } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import type { ClientD } from "./client.js";
import { readBook, type FactBook } from "./fact-book.js";
import { toFirstDayClause, XBRL_SINCE } from "./first-day.js";
import type { ReadBooks } from "./read-books.js";
import { newestWithFigures, NO_LIST, type Filing, type Submissions } from "./submissions.js";

// A large book takes 12 to 30 ms to compress, which would block the event loop.
const [toGzip, fromGzip] = [promisify(gzip), promisify(gunzip)];

/** The age of kept facts, beside them. */
export const factsAge = z.object({
  fetchedAt: z.number(),
  /** The newest filing with figures that the list of filings had at that time. */
  newest: z.string(),
  /** Whether the facts have those of this filing. */
  hasNewest: z.boolean(),
});
export type FactsAge = z.output<typeof factsAge>;

const facts = factsAge.extend({
  /** The text made of all facts, compressed, as base64: 10 to 75 kB. */
  text: z.string(),
});
type Facts = z.output<typeof facts>;

/** Milliseconds after which facts that still lack the newest filing are asked for again: they follow it by minutes. */
const LATE_MS = 15 * 60_000;
/** Milliseconds after which facts are asked for again where no list of filings shows whether there are newer ones. */
const UNLISTED_MS = DAY_MS / 2;

/**
 * Returns a company's facts, of its newest filing as well, and when they were fetched.
 *
 * @throws {ProviderError} `no_figures` for a company without figures in XBRL, `no_data` for one without filings, too.
 */
export async function findFacts(
  cik: string,
  submissions: Submissions,
  client: ClientD,
): Promise<{ book: FactBook; fetchedAt: number }> {
  const kept = await rememberFacts("facts", cik, submissions, client);
  return { book: await read(kept, client.books), fetchedAt: kept.fetchedAt };
}

/**
 * Returns the text that the client makes of all facts of a company: a book of `facts`, or a list of `tags`.
 *
 * @throws {ProviderError} as `findFacts`.
 */
export function rememberFacts(
  kind: "facts" | "tags",
  cik: string,
  submissions: Submissions,
  client: ClientD,
): Promise<Facts> {
  const newest = newestWithFigures(submissions);
  const part: CachedPart<Facts> = {
    key: `${kind} ${cik}`,
    keepSeconds: 30 * DAY_SECONDS,
    schema: facts,
    isCurrent: (kept) => isCurrent(kept, newest),
  };
  return client.upstream.remember(part, async () => {
    const fetchedAt = client.upstream.now().getTime();
    const text = await client[kind](cik);
    if (text === null) throw whyNoFacts(cik, submissions);
    const accession = newest?.accession ?? "";
    const compressed = (await toGzip(text)).toString("base64");
    return { fetchedAt, newest: accession, hasNewest: text.includes(accession), text: compressed };
  });
}

/** Returns the text that was kept. */
export async function textOf(kept: Facts): Promise<string> {
  return (await fromGzip(Buffer.from(kept.text, "base64"))).toString();
}

/** Returns why there are no facts of a company at all. */
function whyNoFacts(cik: string, submissions: Submissions): ProviderError {
  if (submissions === NO_LIST) return new ProviderError("provider-d", "no_data");
  const begins = toFirstDayClause(cik, submissions, XBRL_SINCE);
  const says = [REASONS.no_figures.says, ...(begins === undefined ? [] : [begins])].join("; ");
  return new ProviderError("provider-d", "no_figures", { says });
}

async function read(kept: Facts, books: ReadBooks): Promise<FactBook> {
  const known = books.of(kept);
  if (known) return known;
  const text = await textOf(kept);
  const book = readBook(text);
  books.keep(kept, book, text.length);
  return book;
}

/** Whether kept facts have those of the company's newest filing with figures. */
export function isCurrent(kept: FactsAge, newest: Filing | undefined): boolean {
  if (newest === undefined) return Date.now() - kept.fetchedAt < UNLISTED_MS;
  if (kept.newest !== newest.accession) return false;
  if (Date.now() - kept.fetchedAt < LATE_MS || kept.fetchedAt > Date.parse(newest.filed) + 2 * DAY_MS) return true;
  return kept.hasNewest;
}
