/**
 * The newest documents of one kind about a company: its insiders' forms, and the schedules of its large holders. Each is read
 * once, because it never changes.
 */
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchFile } from "../calls.js";
import { toXmlPath } from "../links.js";
import type { Filing } from "../submissions.js";

/** Documents about other companies of which the number is kept, 30 bytes each: a bank files hundreds in a year. */
const MAX_OTHERS = 2_000;
const AT_ONCE = 4;
/** Milliseconds after which no further document is asked for, so that the question still answers in time. */
export const READING_MS = 4_000;

/** Stands for a document about the shares of another company, of which this one is an owner. */
const OTHER = "other";

interface OwnDocument {
  /** The SEC's number of the company whose shares it is about; `null` where the document does not have it. */
  issuer: number | null;
}

/** A kind of documents. */
export interface DocumentKind<T extends OwnDocument> {
  /** The name under which they are kept. */
  name: string;
  schema: z.ZodType<T>;
  /** Documents of which an answer consists at most. */
  most: number;
  /** Documents that are kept of a company, and how much they may have together, as `sizeOf` measures it. */
  mostKept: number;
  mostSize: number;
  sizeOf(document: T): number;
  /** Reads a document's text in the thread of documents; `null` for one that cannot be read. */
  read(text: string, client: OfficialClient): Promise<T | null>;
}

/** A document with its filing. */
export type Filed<T> = T & { filing: Filing };

/** The newest documents about a company. */
export interface FoundDocuments<T> {
  /** The documents that can be read, newest first. */
  documents: Filed<T>[];
  /** The filings among which they were found: the newest ones, as many as an answer has, about the company's own shares. */
  searched: Filing[];
  /** How many of these are about other companies. */
  others: number;
  /** Filings among these whose document is in no readable format, or not read yet. */
  unread: Filing[];
  /** How many a later question reads. */
  later: number;
}

type Read<T> = T | typeof OTHER | null;
type Kept<T> = Record<string, Read<T>>;

/**
 * Returns the documents of the newest of these filings that are about the company's own shares. A list of filings also has
 * those in which the company is an owner, and does not tell them apart. No further one is asked for after `readUntil`, in
 * milliseconds of `performance.now()`.
 *
 * @throws {ProviderError} the first failure when no document could be read.
 */
export async function findOwnDocuments<T extends OwnDocument>(
  kind: DocumentKind<T>,
  cik: string,
  filings: readonly Filing[],
  readUntil: number,
  client: OfficialClient,
): Promise<FoundDocuments<T>> {
  const missingOf = (known: Kept<T>) =>
    searchedOf(kind, filings, known).filter(({ accession }) => !Object.hasOwn(known, accession));

  async function readMissing(old: Kept<T>): Promise<Kept<T>> {
    const read: Kept<T> = {};
    let failure: unknown;
    while (failure === undefined && performance.now() < readUntil) {
      const group = missingOf({ ...old, ...read }).slice(0, AT_ONCE);
      if (group.length === 0) break;
      const ended = await Promise.allSettled(group.map((filing) => readOne(kind, cik, filing, client)));
      for (const [index, end] of ended.entries()) {
        if (end.status === "fulfilled") read[group[index]!.accession] = end.value;
        else failure ??= end.reason;
      }
    }
    if (Object.keys(read).length === 0 && failure !== undefined) throw failure;
    return withinLimits(kind, [...Object.entries(read), ...Object.entries(old)]);
  }

  const part: CachedPart<Kept<T>> = {
    key: `${kind.name} ${cik}`,
    keepSeconds: 90 * DAY_SECONDS,
    schema: z.record(z.union([kind.schema, z.literal(OTHER)]).nullable()) as z.ZodType<Kept<T>>,
    isCurrent: (kept) => missingOf(kept).length === 0,
    // Documents do not change, and those that are not read are missing.
    isTimeless: true,
  };
  const known = await client.upstream.remember(part, (old = {}) => readMissing(old));
  const searched = searchedOf(kind, filings, known);
  const read = searched.map(({ accession }) => known[accession]);
  return {
    documents: searched.flatMap((filing, at): Filed<T>[] => {
      const document = read[at];
      return document && document !== OTHER ? [{ ...document, filing }] : [];
    }),
    searched,
    others: read.filter((document) => document === OTHER).length,
    unread: searched.filter((_filing, at) => !read[at]),
    later: missingOf(known).length,
  };
}

/** Returns the newest filings up to the last one of an answer that is not known to be about another company. */
function searchedOf<T extends OwnDocument>(
  { most }: DocumentKind<T>,
  filings: readonly Filing[],
  known: Kept<T>,
): Filing[] {
  let own = 0;
  return filings.filter(({ accession }) => own < most && (known[accession] === OTHER || ++own));
}

async function readOne<T extends OwnDocument>(
  { read }: DocumentKind<T>,
  cik: string,
  { accession, document: path }: Filing,
  client: OfficialClient,
): Promise<Read<T>> {
  try {
    const file = await fetchFile(client, toXmlPath(cik, accession, path));
    const document = await read(file?.text ?? "", client);
    // One without a readable number of its company is in that company's list, so it counts as its own.
    return document && document.issuer !== null && document.issuer !== Number(cik) ? OTHER : document;
  } catch (error) {
    // The document does not exist, and will not.
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}

/** Returns the first documents that are within the limits. */
function withinLimits<T extends OwnDocument>(
  { mostKept, mostSize, sizeOf }: DocumentKind<T>,
  found: readonly [string, Read<T>][],
): Kept<T> {
  let size = 0;
  const others = found.filter(([, document]) => document === OTHER).slice(0, MAX_OTHERS);
  const own = found.filter((each): each is [string, T | null] => each[1] !== OTHER).slice(0, mostKept);
  const kept = own.filter(([, document]) => (size += document ? sizeOf(document) : 0) <= mostSize);
  return Object.fromEntries([...kept, ...others]);
}
