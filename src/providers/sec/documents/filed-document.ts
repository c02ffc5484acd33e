/** Filed documents: each is fetched and read once, in a thread of its own, and its text is kept. */
import { invalidInput } from "../../../contract/input.js";
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchBody, type DocumentBody } from "./document-body.js";
import { documentsOf } from "./document-thread.js";
import type { DocumentResult, DocumentWork } from "./document-worker.js";
import { YEAR_SECONDS } from "./filing-index.js";
import type { OneAtATime } from "./one-at-a-time.js";
import { toDocumentPath } from "../links.js";
import type { AskedPart, ShownPart } from "../text/shown-filing.js";

/** Limit of a document in bytes. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;

/** Why a document is not read, and for how long that holds; the sentence continues "SEC EDGAR (provider D) …". */
export const REFUSALS = {
  "too large": {
    seconds: DAY_SECONDS,
    says: "has a document there that is too long or too deeply nested to be read; ask for an exhibit or another filing",
  },
  damaged: {
    seconds: DAY_SECONDS,
    says: "has a document there whose markup cannot be read; ask for an exhibit or another filing",
  },
  overrun: {
    seconds: 15 * 60,
    says: "has a document there that takes too long to read; ask for an exhibit or another filing",
  },
  "no facts": {
    seconds: DAY_SECONDS,
    says: "has no facts in XBRL in this filing; ask for its text",
  },
} as const;

const keptDocument = z.union([
  /** The blocks as compressed JSON in base64, 50 to 200 kB. */
  z.string(),
  z.object({ refused: z.enum(["too large", "damaged", "overrun", "no facts"]), until: z.number() }),
]);
type KeptDocument = z.output<typeof keptDocument>;
type Refusal = keyof typeof REFUSALS;

/** A document of a filing; `path` is below the filing's folder. */
export interface DocumentPlace {
  cik: string;
  accession: string;
  path: string;
}

/**
 * Whether a document is one of those that can be read: exhibits may be pictures, tables of a program, or PDF. The SEC shows
 * one in XML as a page in a folder such as `xslSCHEDULE_13G_X01`.
 */
export function isReadable(path: string): boolean {
  return /\.(?:html?|txt)$|^xsl[^/]*\//i.test(path);
}

/**
 * Returns the part of a document that is asked for.
 *
 * @throws {ProviderError} `not_covered` for a document that does not exist or cannot be read, `timed_out` when those of
 * other questions take too long.
 * @throws {MarketDataError} `invalid_input` for a section or page that it does not have.
 */
export async function showDocument(place: DocumentPlace, asked: AskedPart, client: OfficialClient): Promise<ShownPart> {
  const key = `${place.accession}/${place.path}`;
  const show = (kept?: string) => documentsOf(client).run(client.upstream, { do: "show", key, asked, kept });
  let result = await show();
  if (result && "unknown" in result) result = await show(await findText(key, place, client));
  if (!result) throw notCovered("has a document there that takes too long to search; ask for a section of it");
  if ("shown" in result) return result.shown;
  if ("invalid" in result) throw invalidInput(result.invalid);
  // The store holds no text that this program has written.
  throw new ProviderError("provider-d", "bad_answer");
}

/** The text of a document for the thread, from the store or read now. */
function findText(key: string, place: DocumentPlace, client: OfficialClient): Promise<string> {
  // The number grows when documents are read in another way, because they are kept for a year.
  return findRead(`2 ${key}`, client, () => fetchText(key, place, client));
}

/** The result of reading a document, for the store, or the reason why it is not read. */
export type ReadDocument = { kept: string } | { refused: Refusal };

/**
 * Returns what was read of a document, from the store or read now.
 *
 * @throws {ProviderError} `not_covered` for a document that cannot be read, which is kept for a while.
 */
export async function findRead(
  key: string,
  client: OfficialClient,
  read: () => Promise<ReadDocument>,
): Promise<string> {
  const kept = await findKept(key, client, read);
  if (typeof kept === "string") return kept;
  throw notCovered(REFUSALS[kept.refused].says);
}

/**
 * Returns what was read of a document that never changes, from the store, or read by `read` in its turn; or why it is not
 * read.
 */
export function findKept(
  key: string,
  client: OfficialClient,
  read: () => Promise<ReadDocument>,
  turns: OneAtATime = documentsOf(client).fetches,
): Promise<KeptDocument> {
  const { upstream } = client;
  return upstream.remember(partOf(key, client), () =>
    turns.run(upstream, async () => {
      const result = await read();
      return "kept" in result ? result.kept : toRefusal(result.refused, client);
    }),
  );
}

/**
 * Keeps a refusal in place of what was read of a document, which cannot be used: it would have to be tried again with each
 * question. Returns the error.
 */
export async function keepRefusal(key: string, refused: Refusal, client: OfficialClient): Promise<ProviderError> {
  const part = { ...partOf(key, client), isCurrent: () => false };
  await client.upstream.remember(part, async () => toRefusal(refused, client));
  return notCovered(REFUSALS[refused].says);
}

const partOf = (key: string, { upstream }: OfficialClient): CachedPart<KeptDocument> => ({
  key: `document ${key}`,
  keepSeconds: YEAR_SECONDS,
  schema: keptDocument,
  isCurrent: (kept) => typeof kept === "string" || upstream.now().getTime() < kept.until,
  isTimeless: true,
});

const toRefusal = (refused: Refusal, { upstream }: OfficialClient): KeptDocument => ({
  refused,
  until: upstream.now().getTime() + REFUSALS[refused].seconds * 1000,
});

async function fetchText(
  key: string,
  { cik, accession, path }: DocumentPlace,
  client: OfficialClient,
): Promise<ReadDocument> {
  const kind = /\.txt$/i.test(path) ? "text" : "html";
  return readBody(await fetchDocument(toDocumentPath(cik, accession, path), client), client, (pieces) => {
    return { do: "read", key, kind, pieces };
  });
}

/**
 * Returns what the thread has read of a body, or why it is not read.
 *
 * @throws {ProviderError} `bad_answer` for a page that is no document.
 */
export async function readBody(
  body: DocumentBody,
  client: OfficialClient,
  toWork: (pieces: DocumentBody["pieces"]) => DocumentWork,
): Promise<ReadDocument> {
  if (body.isTooLarge()) return { refused: "too large" };
  return toRead(await documentsOf(client).run(client.upstream, toWork(body.pieces)));
}

/** @throws {ProviderError} `bad_answer` for a page that is no document, which is not kept. */
export function toRead(result: DocumentResult | undefined): ReadDocument {
  if (!result) return { refused: "overrun" };
  if ("kept" in result) return result;
  if (!("refused" in result)) return { refused: "damaged" };
  // The SEC may send another page for a moment.
  if (result.refused === "no document") throw new ProviderError("provider-d", "bad_answer");
  return { refused: result.refused };
}

/** The bytes of a document. */
export async function fetchDocument(path: string, client: OfficialClient): Promise<DocumentBody> {
  try {
    return await fetchBody(client, path, MAX_DOCUMENT_BYTES);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.reason !== "no_data") throw error;
    throw notCovered("has no such document in this filing");
  }
}

/** Returns the refusal with a sentence that continues "SEC EDGAR (provider D) …". */
export const notCovered = (says: string) => new ProviderError("provider-d", "not_covered", { says });
