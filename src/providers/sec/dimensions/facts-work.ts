/** The work on the facts of filings in the thread that reads documents. */
import { gunzipSync, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import {
  answerCut,
  MAX_KEPT,
  packFacts,
  readFactsOfFiling,
  unpackFacts,
  type AnsweredCut,
  type AskedCut,
  type FactsOfFiling,
} from "./facts-of-filing.js";

/** The files from which the facts of a filing are read. */
interface FactsSource {
  /** The inline page, or the instance in XBRL. */
  pieces: Uint8Array<ArrayBuffer>[];
  /** The bytes of `MetaLinks.json`; none where the filing has no such file. */
  meta: Uint8Array<ArrayBuffer>[];
  /** The name of the page; `null` for an instance, which has the facts of all pages. */
  page: string | null;
}

/** Work on the facts with dimensions of the filing with this key. */
export type FactsWork =
  | ({ do: "read facts"; key: string } & FactsSource)
  | { do: "cut facts"; key: string; asked: AskedCut; kept?: string | undefined };

export type FactsResult =
  /** The facts for the store: compressed JSON in base64. */
  | { kept: string }
  /** The page has no facts, or shares their contexts with further pages: these, of which it is one. */
  | { pages: readonly string[] }
  | { cut: AnsweredCut }
  /** The thread does not have the facts any more: ask again with them. */
  | { unknown: true };

/** Characters of the facts that the thread has at hand: a conversation asks about the same filing again. */
const MAX_AT_HAND = 2 * MAX_KEPT;
/** Bytes of one character in UTF-8 at most, of those that JSON has. */
const MAX_BYTES = 3;

const atHand = new LRUCache<string, FactsOfFiling>({ maxSize: MAX_AT_HAND });

/** Reads the facts of a filing, or answers a question about them. */
export function answerFacts(work: FactsWork): FactsResult {
  if (work.do === "read facts") {
    const { filing, isWhole, pages } = readFactsOfFiling(work.pieces, work.meta, work.page ?? "");
    if (!isWhole && work.page !== null) return { pages };
    const text = packFacts(filing);
    atHand.set(work.key, filing, { size: text.length });
    return { kept: gzipSync(text).toString("base64") };
  }
  if (work.kept !== undefined) {
    const bytes = gunzipSync(Buffer.from(work.kept, "base64"), { maxOutputLength: MAX_BYTES * MAX_KEPT });
    const text = bytes.toString();
    atHand.set(work.key, unpackFacts(text), { size: text.length });
  }
  const filing = atHand.get(work.key);
  return filing ? { cut: answerCut(filing, work.asked) } : { unknown: true };
}
