/** The blocks of filed documents: each is fetched and read once, one at a time in a process. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { parseJson } from "../../lib/parse-json.js";
import { nextTurn } from "../../lib/next-turn.js";
import type { ClientD } from "./client.js";
import { createDocumentReader, DAMAGED, TOO_LONG } from "./document-reader.js";
import type { Block } from "./filing-blocks.js";
import { YEAR_SECONDS } from "./filing-index.js";
import { toDocumentPath } from "./links.js";

// A long document takes 20 ms to compress, which would block the event loop.
const [toGzip, fromGzip] = [promisify(gzip), promisify(gunzip)];
/** Limit of the decompressed blocks of a stored document in bytes: their markup has at most 32 MiB. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

const blocks = z.array(z.object({ kind: z.enum(["heading", "paragraph", "table"]), text: z.string() }));

/** Whether a document is one of those that can be read; exhibits may be pictures, tables of a program, or PDF. */
export function isReadable(path: string): boolean {
  return /\.(?:html?|txt)$/i.test(path);
}

/**
 * Returns the blocks of a document; `path` is below its filing's folder.
 *
 * @throws {ProviderError} `not_covered` for a document that does not exist, is too long or damaged, `timed_out` when those
 * of other questions take too long.
 */
export async function findBlocks(cik: string, accession: string, path: string, client: ClientD): Promise<Block[]> {
  // The blocks as compressed JSON in base64, 50 to 200 kB; or that the document is too long, to load it only once.
  const part: CachedPart<string> = {
    key: `document ${accession}/${path}`,
    keepSeconds: YEAR_SECONDS,
    schema: z.string(),
    isTimeless: true,
  };
  const { upstream, documents } = client;
  const kept = await upstream.remember(part, () =>
    documents.run(upstream, async () => {
      const text = await fetchBlocks(toDocumentPath(cik, accession, path), client);
      if (text === TOO_LONG) return TOO_LONG;
      await nextTurn();
      return (await toGzip(text)).toString("base64");
    }),
  );
  if (kept === TOO_LONG) {
    throw new ProviderError("provider-d", "not_covered", {
      says: "has a document of more than 32 MiB there, which is not read; ask for an exhibit or another filing",
    });
  }
  const text = await fromGzip(Buffer.from(kept, "base64"), { maxOutputLength: MAX_TEXT_BYTES }).catch(() => "");
  await nextTurn();
  const read = blocks.safeParse(parseJson(text.toString()));
  if (!read.success) throw new UnreadableAnswer("provider-d");
  await nextTurn();
  return read.data;
}

async function fetchBlocks(path: string, client: ClientD): Promise<string> {
  const kind = /\.txt$/i.test(path) ? "text" : "html";
  const text = await client
    .document(path, () => createDocumentReader(kind))
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.reason !== "no_data") throw error;
      throw new ProviderError("provider-d", "not_covered", { says: "has no such document in this filing" });
    });
  if (text === DAMAGED) {
    throw new ProviderError("provider-d", "not_covered", {
      says: "has a document there whose markup cannot be read; ask for an exhibit or another filing",
    });
  }
  // A refusal, or no document at all.
  if (text !== TOO_LONG && !text.startsWith("[")) throw new UnreadableAnswer("provider-d");
  return text;
}
