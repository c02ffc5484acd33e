/**
 * The thread that reads, searches and cuts filed documents, so that none of them can stop the process: one `DocumentWork` is
 * answered by one `DocumentResult`.
 */
import { parentPort } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { MarketDataError } from "../../../contract/errors.js";
import type { Sentence } from "../../../contract/sentence.js";
import { NoDocument, readDocument } from "../text/document-reader.js";
import { nameCusips, readFails } from "../text/failed-deliveries.js";
import { MAX_JSON_BYTES, readHoldings } from "../text/holdings-report.js";
import { packText, unpackText } from "../text/packed-text.js";
import { DocumentTooLarge, MAX_TEXT, type Block } from "../text/raw-blocks.js";
import { answerFacts, type FactsResult, type FactsWork } from "../dimensions/facts-work.js";
import {
  compareHoldings,
  listHoldings,
  NoFundReport,
  readFundReport,
  type FiledOverlap,
  type FundReport,
} from "../text/fund-report.js";
import { readForm, type OwnershipDocument } from "../text/ownership-document.js";
import { readSchedule, type ScheduleDocument } from "../text/schedule-document.js";
import { showPart, type AskedPart, type ShownPart } from "../text/shown-filing.js";

/** A piece of work, on the document with this key. */
export type DocumentWork =
  | { do: "read"; key: string; kind: "html" | "text"; pieces: Uint8Array<ArrayBuffer>[] }
  | { do: "show"; key: string; asked: AskedPart; kept?: string | undefined }
  /** A Form 4 or 5 in XML. */
  | { do: "read form"; text: string }
  /** The submission of a manager's holdings. */
  | { do: "read holdings"; pieces: Uint8Array<ArrayBuffer>[] }
  /** A list of failed deliveries. */
  | { do: "read fails"; pieces: Uint8Array<ArrayBuffer>[] }
  | { do: "name cusips"; lists: readonly string[]; cusips: readonly string[]; listed: string }
  /** A fund's report of its holdings, and what is asked of the holdings of one or two. */
  | { do: "read fund"; pieces: Uint8Array<ArrayBuffer>[] }
  | { do: "list fund"; rows: string; count: number | undefined }
  | { do: "compare funds"; own: string; other: string; count: number }
  /** A Schedule 13D or 13G in XML. */
  | { do: "read schedule"; text: string }
  | FactsWork;

export type DocumentResult =
  /** The contents of a document that was read, for the store: compressed text in base64. */
  | { kept: string }
  | { refused: "too large" | "damaged" | "no document" }
  | { shown: ShownPart }
  | { form: OwnershipDocument | null }
  | { symbols: [cusip: string, symbol: string][] }
  | { report: FundReport }
  /** Holdings as JSON, in pieces. */
  | { holdings: string[] }
  | { overlap: FiledOverlap }
  | { schedule: ScheduleDocument | null }
  | FactsResult
  /** The sentence on input that this document cannot answer. */
  | { invalid: Sentence }
  /** The thread does not have the document's text any more: ask again with it. */
  | { unknown: true };

/** Characters of the documents whose text the thread has at hand: a conversation asks about the same one again. */
const MAX_AT_HAND = 2 * MAX_TEXT;
/** The size of a block without its text, in characters. */
const BLOCK_SIZE = 50;
/** JSON of a text that has nothing but escaped characters, and of the blocks around it. */
const MAX_KEPT_BYTES = 8 * MAX_TEXT;

const atHand = new LRUCache<string, Block[]>({ maxSize: MAX_AT_HAND });

function keep(key: string, blocks: Block[]): void {
  const size = blocks.reduce((sum, { text }) => sum + text.length + BLOCK_SIZE, 1);
  atHand.set(key, blocks, { size });
}

function answer(work: DocumentWork): DocumentResult {
  if (work.do === "read facts" || work.do === "cut facts") return answerFacts(work);
  if (work.do === "read form") return { form: readForm(work.text) };
  if (work.do === "read holdings") return { kept: pack(readHoldings(work.pieces), MAX_JSON_BYTES) };
  if (work.do === "read fails") return { kept: readFails(work.pieces) };
  if (work.do === "name cusips") return { symbols: nameCusips(work.lists, work.cusips, work.listed) };
  if (work.do === "read fund") return { report: readFundReport(work.pieces) };
  if (work.do === "list fund") return { holdings: listHoldings(work.rows, work.count) };
  if (work.do === "compare funds") return { overlap: compareHoldings(work.own, work.other, work.count) };
  if (work.do === "read schedule") return { schedule: readSchedule(work.text) };
  if (work.do === "read") {
    const blocks = readDocument(work.kind, work.pieces);
    keep(work.key, blocks);
    return { kept: pack(blocks, MAX_KEPT_BYTES) };
  }
  if (work.kept !== undefined) keep(work.key, unpack(work.kept));
  const blocks = atHand.get(work.key);
  return blocks ? { shown: showPart(blocks, work.asked) } : { unknown: true };
}

const pack = (value: unknown, maxBytes: number): string => packText(JSON.stringify(value), maxBytes);

const unpack = (kept: string): Block[] => JSON.parse(unpackText(kept, MAX_KEPT_BYTES)) as Block[];

function toResult(error: unknown): DocumentResult {
  if (error instanceof MarketDataError) return { invalid: error.sentence };
  if (error instanceof NoDocument || error instanceof NoFundReport) return { refused: "no document" };
  return { refused: error instanceof DocumentTooLarge ? "too large" : "damaged" };
}

parentPort!.on("message", (work: DocumentWork) => {
  let result: DocumentResult;
  try {
    result = answer(work);
  } catch (error) {
    result = toResult(error);
  }
  parentPort!.postMessage(result, []);
});
