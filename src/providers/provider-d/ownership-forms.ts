/** The newest Forms 4 and 5 of a company, in which insiders report transactions. Each is read once: it never changes. */
import { ProviderError } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { nextTurn } from "../../lib/next-turn.js";
import type { ClientD } from "./client.js";
import { toDocumentPath } from "./links.js";
import { filedDocument, readDocument, type OwnershipDocument } from "./ownership-document.js";
import type { Filing } from "./submissions.js";

/** Forms that one question reads at most: the newest twenty transactions are in five to twelve of them. */
export const MAX_FORMS = 12;
/** Forms that are kept of a company, and how many lines they may have together: 150 kB. */
const MAX_KEPT = 60;
const MAX_LINES = 500;
const AT_ONCE = 4;
/** Milliseconds after which no further form is asked for, so that the question still answers in time. */
const READING_MS = 4_000;

/** The documents by accession number; `null` for one that cannot be read. */
const forms = z.record(filedDocument.nullable());
type Forms = z.output<typeof forms>;

/** A form with its filing. */
export interface OwnershipForm extends OwnershipDocument {
  filing: Filing;
}

/**
 * Returns the wanted forms that can be read, newest first. `later` is the number of those that a later question reads.
 *
 * @throws {ProviderError} the first failure when no form could be read.
 */
export async function findForms(
  cik: string,
  wanted: readonly Filing[],
  client: ClientD,
): Promise<{ forms: OwnershipForm[]; later: number }> {
  const part: CachedPart<Forms> = {
    key: `ownership ${cik}`,
    keepSeconds: 90 * DAY_SECONDS,
    schema: forms,
    isCurrent: (kept) => wanted.every(({ accession }) => Object.hasOwn(kept, accession)),
    // Forms do not change, and those that are not read are missing.
    isTimeless: true,
  };
  const known = await client.upstream.remember(part, (old = {}) => readMissing(cik, wanted, old, client));
  const found = wanted.flatMap((filing): OwnershipForm[] => {
    const read = known[filing.accession];
    return read ? [{ ...read, filing }] : [];
  });
  return { forms: found, later: wanted.filter(({ accession }) => !Object.hasOwn(known, accession)).length };
}

async function readMissing(cik: string, wanted: readonly Filing[], old: Forms, client: ClientD): Promise<Forms> {
  const missing = wanted.filter(({ accession }) => !Object.hasOwn(old, accession));
  const began = performance.now();
  const read: [string, OwnershipDocument | null][] = [];
  let failure: unknown;
  for (let at = 0; at < missing.length && performance.now() - began < READING_MS; at += AT_ONCE) {
    const group = missing.slice(at, at + AT_ONCE);
    const ended = await Promise.allSettled(group.map((filing) => readForm(cik, filing, client)));
    for (const [index, end] of ended.entries()) {
      if (end.status === "fulfilled") read.push([group[index]!.accession, end.value]);
      else failure ??= end.reason;
    }
    if (failure !== undefined) break;
    await nextTurn();
  }
  if (read.length === 0 && failure !== undefined) throw failure;
  return withinLimits([...read, ...Object.entries(old)]);
}

async function readForm(cik: string, { accession, document: path }: Filing, client: ClientD) {
  try {
    const file = await client.file(toDocumentPath(cik, accession, path));
    return readDocument(file?.text ?? "");
  } catch (error) {
    // The document does not exist, and will not.
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}

/** Returns the first forms that are within the limits. */
function withinLimits(found: readonly [string, OwnershipDocument | null][]): Forms {
  let lines = 0;
  const kept = found.slice(0, MAX_KEPT).filter(([, form]) => (lines += form?.lines.length ?? 0) <= MAX_LINES);
  return Object.fromEntries(kept);
}
