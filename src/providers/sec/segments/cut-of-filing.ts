/** The parts of a figure in one filing, whose facts with dimensions are fetched and read once, and kept. */
import { ProviderError } from "../../../contract/errors.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchBody } from "../documents/document-body.js";
import { documentsOf } from "../documents/document-thread.js";
import {
  fetchDocument,
  findRead,
  keepRefusal,
  toRead,
  type DocumentPlace,
  type ReadDocument,
} from "../documents/filed-document.js";
import { findIndex } from "../documents/filing-index.js";
import { ifThere } from "../calls.js";
import { toDocumentPath } from "../links.js";
import type { AnsweredCut, AskedCut } from "../dimensions/facts-of-filing.js";

/** Limit of `MetaLinks.json` in bytes; that of a quarterly report has 700 kB, of a large bank's annual one 5 MB. */
const MAX_META_BYTES = 12 * 1024 * 1024;

/**
 * Returns the parts of a figure in a filing: two calls, `MetaLinks.json` and the page; none where the filing was read before.
 *
 * @throws {ProviderError} `not_covered` for a filing that does not exist, has no facts, or cannot be read.
 */
export async function findCut(place: DocumentPlace, asked: AskedCut, client: OfficialClient): Promise<AnsweredCut> {
  const key = `facts of ${place.accession}`;
  // The number grows when facts are read in another way, because they are kept for a year.
  const keptAs = `facts 1 ${place.accession}`;
  const ask = (kept?: string) => documentsOf(client).run(client.upstream, { do: "cut facts", key, asked, kept });
  let result = await ask();
  if (result && "unknown" in result) {
    result = await ask(await findRead(keptAs, client, () => readFacts(key, place, client)));
  }
  if (!result) throw await keepRefusal(keptAs, "overrun", client);
  if ("cut" in result) return result.cut;
  throw new ProviderError("provider-d", "bad_answer");
}

async function readFacts(key: string, place: DocumentPlace, client: OfficialClient): Promise<ReadDocument> {
  const { cik, accession, path } = place;
  const meta = await fetchMeta(place, client);
  const body = await fetchDocument(toDocumentPath(cik, accession, path), client);
  if (body.isTooLarge()) return { refused: "too large" };
  const read = (pieces: Uint8Array<ArrayBuffer>[], page: string | null) =>
    documentsOf(client).run(client.upstream, { do: "read facts", key, pieces, meta, page });
  const result = await read(body.pieces, path.split("/").at(-1)!);
  if (!result || !("pages" in result)) return toRead(result);
  const instance = await fetchInstance(place, result.pages, client);
  if (!instance) return { refused: "no facts" };
  if (instance.isTooLarge()) return { refused: "too large" };
  return toRead(await read(instance.pieces, null));
}

/** Labels and tables are not worth more than the facts: without the file, they are unknown. */
async function fetchMeta({ cik, accession }: DocumentPlace, client: OfficialClient) {
  const path = toDocumentPath(cik, accession, "MetaLinks.json");
  return (await ifThere(fetchBody(client, path, MAX_META_BYTES, { kind: "json" }), undefined))?.pieces ?? [];
}

/** The instance in XBRL with the facts of all pages, which the SEC makes of them, or which was filed before there were such. */
async function fetchInstance({ cik, accession }: DocumentPlace, pages: readonly string[], client: OfficialClient) {
  const [first] = pages;
  const { documents } = first === undefined ? await findIndex(cik, accession, client) : { documents: [] };
  const name =
    first?.replace(/\.html?$/i, "_htm.xml") ??
    documents.find(({ type, path }) => type === "EX-101.INS" || /_htm\.xml$/i.test(path))?.path;
  return name === undefined ? undefined : fetchDocument(toDocumentPath(cik, accession, name), client);
}
