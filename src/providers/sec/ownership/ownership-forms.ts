/** The newest Forms 4 and 5 of a company, in which insiders report transactions. Each is read once: it never changes. */
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchFile } from "../calls.js";
import { documentsOf } from "../documents/document-thread.js";
import { toXmlPath } from "../links.js";
import { filedDocument, type OwnershipDocument } from "../text/ownership-document.js";
import type { Filing } from "../submissions.js";

/** Forms of which an answer consists at most: the newest twenty transactions are in five to twelve of them. */
export const MAX_FORMS = 12;
/** Forms that are kept of a company, and how many lines they may have together: 150 kB. */
const MAX_KEPT = 60;
const MAX_LINES = 500;
/** Forms about other companies of which the number is kept, 30 bytes each: a bank files hundreds in a year. */
const MAX_OTHERS = 2_000;
const AT_ONCE = 4;
/** Milliseconds after which no further form is asked for, so that the question still answers in time. */
export const READING_MS = 4_000;

/** Stands for a form about the shares of another company, of which this one is an owner. */
const OTHER = "other";

/** The documents by accession number; `null` for one that cannot be read. */
const forms = z.record(z.union([filedDocument, z.literal(OTHER)]).nullable());
type Forms = z.output<typeof forms>;
type Read = Forms[string];

/** A form with its filing. */
export interface OwnershipForm extends OwnershipDocument {
  filing: Filing;
}

/** The newest forms of a company. */
export interface FoundForms {
  /** The forms that can be read, newest first. */
  forms: OwnershipForm[];
  /** The filings among which they were found: the newest ones with twelve forms about the company's own shares. */
  searched: Filing[];
  /** How many of these are about other companies. */
  others: number;
  /** Filings among these whose form is in no readable format, or not read yet. */
  unread: Filing[];
  /** How many a later question reads. */
  later: number;
}

/**
 * Returns the twelve newest of these filings that are about the company's own shares. A list of filings also has those
 * in which the company is an owner, and does not tell them apart. No further one is asked for after `readUntil`, in
 * milliseconds of `performance.now()`.
 *
 * @throws {ProviderError} the first failure when no form could be read.
 */
export async function findForms(
  cik: string,
  filings: readonly Filing[],
  readUntil: number,
  client: OfficialClient,
): Promise<FoundForms> {
  const part: CachedPart<Forms> = {
    key: `ownership ${cik}`,
    keepSeconds: 90 * DAY_SECONDS,
    schema: forms,
    isCurrent: (kept) => missingOf(filings, kept).length === 0,
    // Forms do not change, and those that are not read are missing.
    isTimeless: true,
  };
  const known = await client.upstream.remember(part, (old = {}) => readMissing(cik, filings, old, readUntil, client));
  const searched = searchedOf(filings, known);
  const read = searched.map(({ accession }) => known[accession]);
  return {
    forms: searched.flatMap((filing, at): OwnershipForm[] => {
      const form = read[at];
      return form && form !== OTHER ? [{ ...form, filing }] : [];
    }),
    searched,
    others: read.filter((form) => form === OTHER).length,
    unread: searched.filter((_filing, at) => !read[at]),
    later: missingOf(filings, known).length,
  };
}

/** Returns the newest filings up to the twelfth that is not known to be about another company. */
function searchedOf(filings: readonly Filing[], known: Forms): Filing[] {
  let own = 0;
  return filings.filter(({ accession }) => own < MAX_FORMS && (known[accession] === OTHER || ++own));
}

function missingOf(filings: readonly Filing[], known: Forms): Filing[] {
  return searchedOf(filings, known).filter(({ accession }) => !Object.hasOwn(known, accession));
}

async function readMissing(
  cik: string,
  filings: readonly Filing[],
  old: Forms,
  readUntil: number,
  client: OfficialClient,
): Promise<Forms> {
  const read: Forms = {};
  let failure: unknown;
  while (failure === undefined && performance.now() < readUntil) {
    const group = missingOf(filings, { ...old, ...read }).slice(0, AT_ONCE);
    if (group.length === 0) break;
    const ended = await Promise.allSettled(group.map((filing) => readForm(cik, filing, client)));
    for (const [index, end] of ended.entries()) {
      if (end.status === "fulfilled") read[group[index]!.accession] = end.value;
      else failure ??= end.reason;
    }
  }
  if (Object.keys(read).length === 0 && failure !== undefined) throw failure;
  return withinLimits([...Object.entries(read), ...Object.entries(old)]);
}

async function readForm(cik: string, { accession, document: path }: Filing, client: OfficialClient): Promise<Read> {
  try {
    const file = await fetchFile(client, toXmlPath(cik, accession, path));
    const result = await documentsOf(client).run(client.upstream, { do: "read form", text: file?.text ?? "" });
    const form = result && "form" in result ? result.form : null;
    // A form without a readable number of its company is in that company's list, so it counts as its own.
    return form && form.issuer !== null && form.issuer !== Number(cik) ? OTHER : form;
  } catch (error) {
    // The document does not exist, and will not.
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}

/** Returns the first forms that are within the limits. */
function withinLimits(found: readonly [string, Read][]): Forms {
  let lines = 0;
  const others = found.filter(([, form]) => form === OTHER).slice(0, MAX_OTHERS);
  const own = found.filter((each): each is [string, OwnershipDocument | null] => each[1] !== OTHER).slice(0, MAX_KEPT);
  const kept = own.filter(([, form]) => (lines += form?.lines.length ?? 0) <= MAX_LINES);
  return Object.fromEntries([...kept, ...others]);
}
