/** Formats an answer or a failure as the result of a tool call. */
import { LRUCache } from "lru-cache";
import { inStyle, say, type Sentence } from "../contract/sentence.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Capability, ErrorBody } from "../contract/capability.js";
import { toCurrencyLine } from "../contract/currency.js";
import type { Served } from "../contract/envelope.js";
import { ALL_FIELDS } from "../contract/rows-spec.js";
import { keepJson } from "./result-json.js";
import { PLAIN_ERRORS, toFailed } from "../views/error-body.js";
import { isRetryable, REASONS, type FailureKind, type MarketDataError } from "../contract/errors.js";
import { numbering } from "../lib/once-per.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import { toMessage, toToolForm, type HintForm } from "../views/hint-words.js";
import type { ToolView } from "../views/view.js";
import { namesFor, type SourceNames } from "../views/source-names.js";
import { createNote, inPictures, type Note, type Surroundings } from "../views/note.js";
import { toOtherMarketState } from "../views/result-sentences.js";
import { toShownBody } from "../views/shown-body.js";

/**
 * A tool call's failure, as in `_meta`. `body` is what REST would send; `text` is the sentence for people who see a picture
 * or a page, without advice for models, if the body has not the same one; `retryAfter` is in seconds.
 */
interface ToolFailure {
  text?: string;
  status: number;
  kind: FailureKind;
  retryable: boolean;
  retryAfter?: number;
  body: ErrorBody;
}

/** The outcome of a tool call, for logs and resources; the result contains the same facts in the protocol's form. */
type CallOutcome = { served: Served } | { error: ToolFailure };

export interface ToolCall {
  result: CallToolResult;
  outcome: CallOutcome;
}

/**
 * Limits of an answer in bytes: about 8,000 tokens if the caller gave a number of rows, 2,000 with fields or a format. A
 * caller who gives a number of rows and asks for all fields gets all of them, as pictures do.
 */
const SIZED_BYTES = 31_500;
const CHOSEN_BYTES = 7_600;
/**
 * Limit of a default answer: 1,200 tokens, and 10,000 characters for a result with both forms and `_meta`, because hosts
 * that pass on all of it cut the middle out of longer ones.
 */
const DEFAULT_BYTES = 4_800;
const DEFAULT_CHARACTERS = 10_000;
/** Room for the names of the protocol, and for the number of rows that are left out. */
const FRAME_CHARACTERS = 300;
/** Shorter answers fit: as a string they are at most twice as long, and `_meta` repeats at most their note. */
const SHORT_CHARACTERS = 2_000;

/** Whether the JSON of an answer is short enough, beside its `_meta`, for what the caller chose. */
function isShortEnough(text: string, meta: object, { sized, chosen, fields }: ToolView): boolean {
  if (sized && fields?.includes(ALL_FIELDS)) return true;
  const bytes = Buffer.byteLength(text);
  if (sized) return bytes <= SIZED_BYTES;
  if (chosen) return bytes <= CHOSEN_BYTES;
  if (bytes > DEFAULT_BYTES) return false;
  if (text.length <= SHORT_CHARACTERS) return true;
  const [asString, beside] = [JSON.stringify(text), JSON.stringify(meta)];
  return text.length + asString.length + beside.length + FRAME_CHARACTERS <= DEFAULT_CHARACTERS;
}

/** An answer as it was written, with what it was made of. */
interface Written {
  key: string;
  rows: number;
  of: number;
  object: Record<string, unknown>;
  text: string;
  remarks: readonly string[];
}

/** The most bytes of answers that are kept as written, and the most of one. */
const KEPT_BYTES = 4 * 1024 * 1024;
const MOST_KEPT_BYTES = 64 * 1024;

/**
 * The last form of bodies that are in memory: writing it again is a third of a cached call. It is used for the same view and
 * the same sentences only. Bodies have numbers here, so that what is kept does not keep a long history in memory.
 */
const lastWritten = new LRUCache<number, Written>({
  maxSize: KEPT_BYTES,
  maxEntrySize: MOST_KEPT_BYTES,
  // The text, the same as a string of JSON, the object and the remarks; a character takes two bytes.
  sizeCalculation: ({ key, text }) => 2 * key.length + 8 * text.length,
});
const numberOf = numbering<object>();
/** Bodies that were written once: most answers have another body each time, which is not kept. */
const seen = new WeakSet<object>();

/**
 * Returns the answer as one object in both forms, because each host shows a model another one: `structuredContent`, and
 * one text block with the same object as JSON, byte for byte, so that hosts with both can drop the copy.
 *
 * The object is the REST body of the same question, with `note` before it, which states what the figures alone do not
 * say, and `stale` when the answer is old.
 */
export async function toToolResult(
  capability: Capability,
  served: Served,
  view: ToolView,
  surroundings: Surroundings,
): Promise<CallToolResult> {
  // Only lists of rows can be long.
  if (capability.tool.rows) await nextTurnIfLong(served.envelope.body);
  const note = createNote(capability, served, { ...surroundings, fields: view.fields });
  const { noteIn } = capability.tool;
  const fit = async (from: Served, leftOut: readonly Sentence[], advice: readonly Sentence[] = []) => {
    const style = { source: namesFor(capability, surroundings.names).writer() };
    const shown = await toShownBody(capability, from, { ...view, style });
    const remarks = capability.tool.picture ? note.remarks(leftOut, shown.isShown(shown.rows)) : [];
    const meta = toMeta(capability, served, surroundings, note, remarks);
    const write = (rows: number) => {
      const text = note.text([...shown.leftOut(rows), ...leftOut, ...advice], { isShown: shown.isShown(rows) });
      const stale = served.state === "stale" ? { stale: true } : {};
      const body = shown.first(rows);
      // Fields first and one long spread last: V8 adds those of a second spread one by one, a fifth of a cached call.
      const object =
        noteIn !== undefined
          ? withNoteInside(body, noteIn, text)
          : text === undefined
            ? { ...stale, ...body }
            : { note: text, ...stale, ...body };
      return { rows, of: shown.rows, object, text: JSON.stringify(object), remarks };
    };
    return longestFitting(shown.rows, write, ({ text }) => isShortEnough(text, meta, view));
  };
  const { body } = served.envelope;
  const number = numberOf(body);
  const key = JSON.stringify([capability.name, view, served.state, note.sentences([])]);
  let fitting = lastWritten.get(number);
  if (fitting?.key !== key) {
    fitting = { key, ...(await fit(served, [])) };
    const shorter = fitting.rows < fitting.of ? shortenBeside(capability, served) : undefined;
    if (shorter) fitting = { key, ...(await fit(shorter.served, [shorter.leftOut], [shorter.advice])) };
    if (seen.has(body)) lastWritten.set(number, fitting);
    seen.add(body);
    keepJson(fitting.object, fitting.text);
  }
  const { rows, of, object, text, remarks } = fitting;
  const meta = toMeta(capability, served, surroundings, note, remarks);
  const cut = rows < of ? { "market-data/truncated": { truncated: true, shown: rows, total: of } } : undefined;
  return {
    content: [{ type: "text", text }],
    structuredContent: object,
    _meta: { ...meta, ...cut },
  };
}

/** Returns the body with the note in one of its fields, or without it. */
function withNoteInside(body: Record<string, unknown>, field: string | null, note: string | undefined) {
  return field === null || note === undefined ? body : { ...body, [field]: { ...(body[field] as object), note } };
}

/** Returns the answer with the newest rows of its further list; `undefined` when it has no longer one. */
function shortenBeside(
  { tool: { rows } }: Capability,
  served: Served,
): { served: Served; leftOut: Sentence; advice: Sentence } | undefined {
  if (!rows?.secondList) return undefined;
  const { list, shown, tool } = rows.secondList;
  const { envelope } = served;
  const all = envelope.body[list];
  if (!Array.isArray(all) || all.length <= shown) return undefined;
  const body = { ...envelope.body, [list]: all.slice(0, shown) };
  return {
    served: { ...served, envelope: { ...envelope, body } },
    leftOut: say`The answer has ${shown} of ${all.length} ${list}.`,
    advice: say`${tool} has more.`,
  };
}

/**
 * Returns facts for programs and pictures; an answer is complete without them. The remarks are for pictures, so other
 * answers have none; `leftOut` is the part of them that says what the answer lacks.
 */
function toMeta(
  capability: Capability,
  served: Served,
  { simulated }: Surroundings,
  { session, source, vendors, lead }: Note,
  remarks: readonly string[],
) {
  const { untrusted } = capability.tool;
  const { filled, missing, currency, passedOver } = served.envelope;
  const code = toCurrencyLine(currency);
  const state = session === undefined ? toOtherMarketState(served) : undefined;
  // Fields are added one by one: spreads of objects that are often empty are slow in V8, and this is part of each call.
  const meta: Record<string, unknown> = { "market-data/cache": toCacheFacts(served, source, vendors) };
  if (passedOver.length > 0 || filled.length > 0 || missing.length > 0) {
    meta["market-data/sources"] = {
      ...(passedOver.length > 0 ? { passedOver: toPassedOver(served) } : {}),
      ...(filled.length > 0 ? { filled } : {}),
      ...(missing.length > 0 ? { missing } : {}),
    };
  }
  if (code !== undefined) meta["market-data/currency"] = code;
  if (untrusted) meta["market-data/untrusted"] = untrusted;
  if (session !== undefined) meta["market-data/us-market"] = session;
  if (state !== undefined) meta["market-data/market"] = state;
  if (simulated) meta["market-data/simulated"] = true;
  if (remarks.length > 0) meta["market-data/remarks"] = remarks;
  if (remarks.length > 0 && lead.length > 0) meta["market-data/lead"] = lead;
  return meta;
}

/** Returns provider, time and cache state of an answer, and its sources unless this server is its only one. */
function toCacheFacts({ envelope, state, ageSeconds }: Served, source: string, vendors: readonly string[]) {
  const { provider, asOf } = envelope;
  const facts = { state, provider, asOf, fetchedAt: new Date(envelope.fetchedAt).toISOString(), ageSeconds };
  return source === "" ? facts : { ...facts, source, vendors };
}

/** Returns the providers that were passed over, with the reasons as text. */
function toPassedOver({ envelope: { passedOver } }: Served) {
  return passedOver.map(({ provider, reason }) => ({ provider, reason: REASONS[reason]?.brief ?? reason }));
}

/** Returns a failed call: the sentence for the model, and the failure's fields; REST's body has `restMessage`. */
export function toFailedCall(
  capability: Capability | undefined,
  error: MarketDataError,
  names: SourceNames,
  symbol?: string,
  restMessage?: string,
  form: HintForm = toToolForm,
): ToolCall {
  const { status, retryAfterSeconds, body } = toFailed(capability?.errors ?? PLAIN_ERRORS, error, symbol, restMessage);
  const own = capability ? namesFor(capability, names) : names;
  const text = capability && inStyle(error.sentence, inPictures(capability, own)).trim();
  // Hosts such as Gemini CLI show a model all of a failed result.
  const isInBody = text === body["detail"] || text === body["message"];
  const failure: ToolFailure = {
    ...(text !== undefined && !isInBody && { text }),
    status,
    kind: error.kind,
    retryable: isRetryable(error),
    ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
    body,
  };
  const content: CallToolResult["content"] = [{ type: "text", text: toMessage(error, form, own.writer()) }];
  return { result: { isError: true, content, _meta: { "market-data/error": failure } }, outcome: { error: failure } };
}

const FIRST_GUESS = 64;

/**
 * Returns what `write` makes of as many rows, at most `rows`, as fit; of none if not even one fits. The count is doubled
 * until it no longer fits, because writing all of 10,000 rows takes 100 ms.
 */
function longestFitting<T>(rows: number, write: (count: number) => T, fits: (written: T) => boolean): T {
  let most = 0;
  let best: T | undefined;
  let tooMany = Math.min(FIRST_GUESS, rows);
  for (;;) {
    const written = write(tooMany);
    if (!fits(written)) break;
    if (tooMany === rows) return written;
    [most, best] = [tooMany, written];
    tooMany = Math.min(tooMany * 2, rows);
  }
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    const written = write(middle);
    if (fits(written)) [most, best] = [middle, written];
    else tooMany = middle;
  }
  return best ?? write(0);
}
