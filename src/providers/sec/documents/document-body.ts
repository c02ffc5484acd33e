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
  /** Whether its beginning was not the wanted one; it has no pieces then, and the rest was not read. */
  isOther(): boolean;
}

/** Says of the beginning of a document whether the rest is wanted; `undefined` where it takes more of it to know. */
export type IsWanted = (beginning: string) => boolean | undefined;
/** Limit of the beginning in bytes. */
const MAX_BEGINNING = 64_000;

/** Creates the reader of a body of at most `maxBytes`. Its text is empty but for a body that can be a refusal. */
export function createDocumentBody(maxBytes: number, isWanted?: IsWanted): DocumentBody {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let wanted = isWanted ? undefined : true;
  return {
    pieces,
    isTooLarge: () => size > maxBytes,
    isOther: () => wanted === false,
    add(piece) {
      size += piece.length;
      // A copy, because the caller may use the memory of a piece again.
      pieces.push(new Uint8Array(piece));
      wanted ??= isWanted?.(Buffer.concat(pieces).toString("latin1")) ?? (size > MAX_BEGINNING ? true : undefined);
      if (size <= maxBytes && wanted !== false) return true;
      pieces.length = 0;
      return "enough";
    },
    end: () => (size <= MAX_REFUSAL_BYTES ? Buffer.concat(pieces).toString("latin1") : ""),
  };
}

/**
 * Returns the bytes of a filed document, or of the page of a filing, if they are at most `maxBytes` and its beginning is
 * wanted.
 *
 * @throws {ProviderError} `not_configured` without a contact, `no_data` when there is no such file, `bad_answer` when it is
 * no document.
 */
export async function fetchBody(
  client: OfficialClient,
  path: string,
  maxBytes: number,
  { isWanted, kind = "document" }: { isWanted?: IsWanted; kind?: "document" | "json" } = {},
): Promise<DocumentBody> {
  let body = createDocumentBody(maxBytes, isWanted);
  const reader = () => (body = createDocumentBody(maxBytes, isWanted));
  const response = await client.sendToSec("files", path, { reader, readsAnyBody: true });
  if (isMissing(response)) throw new ProviderError("provider-d", "no_data");
  // Any text may be a filed document, but none is JSON; and no JSON is a web page.
  const isOfOtherKind =
    kind === "document"
      ? /json/i.test(String(response.headers["content-type"]))
      : /^\s*</.test(Buffer.from(body.pieces[0] ?? []).toString("latin1"));
  if (isOfOtherKind) throw new UnreadableAnswer("provider-d");
  return body;
}
