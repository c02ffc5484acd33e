/** The reports of holdings (form 13F) of a manager: each is fetched once, with cover and table in one call, and kept. */
import { ProviderError } from "../../../contract/errors.js";
import { parseJson } from "../../../lib/parse-json.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchBody } from "../documents/document-body.js";
import { documentsOf } from "../documents/document-thread.js";
import { findKept, MAX_DOCUMENT_BYTES, readBody } from "../documents/filed-document.js";
import { toDocumentPath, toFilingUrl } from "../links.js";
import { holdingsReport, MAX_JSON_BYTES, type HoldingsReport } from "../text/holdings-report.js";
import { unpackText } from "../text/packed-text.js";

const WHY = {
  "too large": "is too large or too deeply nested to be read",
  damaged: "cannot be read, because its markup is damaged",
  overrun: "takes too long to read",
  "no facts": "has no table",
} as const;

/**
 * Returns a report.
 *
 * @throws {ProviderError} `not_covered` for one that cannot be read or has no table in XML.
 */
export async function findReport(cik: string, accession: string, client: OfficialClient): Promise<HoldingsReport> {
  const read = async () => {
    const body = await fetchBody(client, toDocumentPath(cik, accession, `${accession}.txt`), MAX_DOCUMENT_BYTES);
    return readBody(body, client, (pieces) => ({ do: "read holdings", pieces }));
  };
  // The number grows when reports are read in another way, because they are kept for a year.
  const kept = await findKept(`13f 2 ${accession}`, client, read, documentsOf(client).reportFetches);
  if (typeof kept !== "string") throw notCovered(`has a report there that ${WHY[kept.refused]}`, cik, accession);
  const report = holdingsReport.safeParse(parseJson(unpackText(kept, MAX_JSON_BYTES)));
  if (!report.success) throw new ProviderError("provider-d", "bad_answer");
  if (!report.data.hasTable)
    throw notCovered("has this report without a table in XML, as those before 2013", cik, accession);
  return report.data;
}

const notCovered = (says: string, cik: string, accession: string) =>
  new ProviderError("provider-d", "not_covered", { says: `${says}; its page is ${toFilingUrl(cik, accession)}` });
