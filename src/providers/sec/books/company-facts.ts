/** A company's facts, and the list of their tags, fetched again when it has filed newer ones. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { DAY_MS, DAY_SECONDS } from "../../../lib/day.js";
import { ProviderError, REASONS, UnreadableAnswer } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import type { OfficialClient } from "../../official/client.js";
import { isMissing } from "../calls.js";
import { createBookWriter, readBook, type FactBook } from "./fact-book.js";
import { createFactsReader, NO_FIGURES, type FactsWriter } from "./facts-reader.js";
import { toFirstDayClause, XBRL_SINCE } from "../first-day.js";
import { ReadBooks } from "./read-books.js";
import { createTagWriter, readTags, type ListedTag } from "./tag-list.js";
import { newestWithFigures, NO_LIST, type Filing, type Submissions } from "../submissions.js";

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
type FactsAge = z.output<typeof factsAge>;

const facts = factsAge.extend({
  /** The text made of all facts, compressed, as base64: 10 to 75 kB. */
  text: z.string(),
});
type Facts = z.output<typeof facts>;

const WRITERS = { facts: createBookWriter, tags: createTagWriter };

const createBooks = () => new ReadBooks();

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
  client: OfficialClient,
): Promise<{ book: FactBook; fetchedAt: number }> {
  const kept = await rememberFacts("facts", cik, submissions, client);
  return { book: await read(kept, client.shared(createBooks)), fetchedAt: kept.fetchedAt };
}

/**
 * Returns the tags of a company, and when they were fetched.
 *
 * @throws {ProviderError} as `findFacts`.
 */
export async function findTags(
  cik: string,
  submissions: Submissions,
  client: OfficialClient,
): Promise<{ tags: ListedTag[]; fetchedAt: number }> {
  const kept = await rememberFacts("tags", cik, submissions, client);
  return { tags: readTags(await textOf(kept)), fetchedAt: kept.fetchedAt };
}

/**
 * Returns the text made of all facts of a company: a book of `facts`, or a list of `tags`.
 *
 * @throws {ProviderError} as `findFacts`.
 */
function rememberFacts(
  kind: "facts" | "tags",
  cik: string,
  submissions: Submissions,
  client: OfficialClient,
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
    const text = await fetchFacts(cik, WRITERS[kind], client);
    if (text === null) throw whyNoFacts(cik, submissions);
    const accession = newest?.accession ?? "";
    const compressed = (await toGzip(text)).toString("base64");
    return { fetchedAt, newest: accession, hasNewest: text.includes(accession), text: compressed };
  });
}

/**
 * Returns the text that a writer makes of all facts of a company as they arrive; `null` for a company without figures.
 *
 * @throws {ProviderError} `not_configured` without a contact, `bad_answer` when the answer cannot be read.
 */
async function fetchFacts(cik: string, toWriter: () => FactsWriter, client: OfficialClient): Promise<string | null> {
  const reader = () => createFactsReader(toWriter());
  const response = await client.sendToSec("data", `api/xbrl/companyfacts/CIK${cik}.json`, { reader });
  if (isMissing(response) || response.text === NO_FIGURES) return null;
  if (response.text === "") throw new UnreadableAnswer("provider-d");
  return response.text;
}

/** Returns the text that was kept. */
async function textOf(kept: Facts): Promise<string> {
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
