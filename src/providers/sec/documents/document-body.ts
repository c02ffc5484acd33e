/** The bytes of a filed document, or of the page of a filing, as they arrive. */
import { ProviderError, UnreadableAnswer } from "../../../contract/errors.js";
import type { TextReader } from "../../../contract/upstream.js";
import type { OfficialClient } from "../../official/client.js";
import { isMissing } from "../calls.js";

/** The SEC's pages that refuse a call have less than 3 kB, and arrive with status 200 in place of a document. */
const MAX_REFUSAL_BYTES = 10_000;

/** A reader that keeps the pieces of a body. */
export interface DocumentBody extends TextReader {
  readonly pieces: Uint8Array<ArrayBuffer>[];
  /** Whether the body has more bytes than it may have; it has no pieces then. */
  isTooLarge(): boolean;
}

/** Creates the reader of a body of at most `maxBytes`. Its text is empty but for a body that can be a refusal. */
export function createDocumentBody(maxBytes: number): DocumentBody {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    pieces,
    isTooLarge: () => size > maxBytes,
    add(piece) {
      size += piece.length;
      if (size > maxBytes) {
        pieces.length = 0;
        return "enough";
      }
      // A copy, because the caller may use the memory of a piece again.
      pieces.push(new Uint8Array(piece));
      return true;
    },
    end: () => (size <= MAX_REFUSAL_BYTES ? Buffer.concat(pieces).toString("latin1") : ""),
  };
}

/**
 * Returns the bytes of a filed document, or of the page of a filing, if they are at most `maxBytes`.
 *
 * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file, `bad_answer` when it is
 * no document.
 */
export async function fetchBody(
  client: OfficialClient,
  path: string,
  maxBytes: number,
  kind: "document" | "json" = "document",
): Promise<DocumentBody> {
  let body = createDocumentBody(maxBytes);
  const reader = () => (body = createDocumentBody(maxBytes));
  const response = await client.sendToSec("files", path, { reader, readsAnyBody: true });
  if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
  // Any text may be a filed document, but none is JSON.
  if (kind === "document" && /json/i.test(String(response.headers["content-type"])))
    throw new UnreadableAnswer("provider-d");
  return body;
}
