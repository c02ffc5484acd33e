/** The newest Forms 4 and 5 of a company, in which insiders report transactions. */
import type { OfficialClient } from "../../official/client.js";
import { documentsOf } from "../documents/document-thread.js";
import { findOwnDocuments, type DocumentKind, type Filed, type FoundDocuments } from "../documents/own-documents.js";
import { filedDocument, type OwnershipDocument } from "../text/ownership-document.js";
import type { Filing } from "../submissions.js";

/** Forms of which an answer consists at most: the newest twenty transactions are in five to twelve of them. */
export const MAX_FORMS = 12;
/** Forms that are kept of a company, and how many lines they may have together: 150 kB. */
const MAX_KEPT = 60;
const MAX_LINES = 500;

/** A form with its filing. */
export type OwnershipForm = Filed<OwnershipDocument>;

const FORMS: DocumentKind<OwnershipDocument> = {
  name: "ownership",
  schema: filedDocument,
  most: MAX_FORMS,
  mostKept: MAX_KEPT,
  mostSize: MAX_LINES,
  sizeOf: ({ lines }) => lines.length,
  async read(text, client) {
    const result = await documentsOf(client).run(client.upstream, { do: "read form", text });
    return result && "form" in result ? result.form : null;
  },
};

/**
 * Returns the twelve newest of these filings that are about the company's own shares. No further one is asked for after
 * `readUntil`, in milliseconds of `performance.now()`.
 *
 * @throws {ProviderError} the first failure when no form could be read.
 */
export function findForms(
  cik: string,
  filings: readonly Filing[],
  readUntil: number,
  client: OfficialClient,
): Promise<FoundDocuments<OwnershipDocument>> {
  return findOwnDocuments(FORMS, cik, filings, readUntil, client);
}
