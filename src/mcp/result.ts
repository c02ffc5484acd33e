/** Formats an answer or a failure as the result of a tool call. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Capability, ErrorBody, RowsSpec } from "../contract/capability.js";
import { toCurrencyLine } from "../contract/currency.js";
import type { Served } from "../contract/envelope.js";
import { PLAIN_ERRORS, toFailed } from "../contract/error-body.js";
import { isRetryable, REASONS, type FailureKind, type MarketDataError } from "../contract/errors.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import { rowFields } from "../views/view.js";
import {
  toCurrencySentence,
  toMarketSession,
  toOtherMarketState,
  toTimeSentence,
  toUnitSentence,
  type UsMarket,
} from "./result-sentences.js";
import type { ToolView } from "./parameters.js";
import { toReportText, toRowsText, type Shown } from "./rows.js";

/** A tool call's failure, as in `_meta`. `retryAfter` is in seconds; `body` is what REST would send. */
export interface ToolFailure {
  status: number;
  kind: FailureKind;
  retryable: boolean;
  retryAfter?: number;
  body: ErrorBody;
}

/**
 * The outcome of a tool call, for logs and resources; the result contains the same facts in the
 * protocol's form.
 */
export type Outcome = { served: Served } | { error: ToolFailure };

export interface ToolCall {
  result: CallToolResult;
  outcome: Outcome;
}

/**
 * Returns the REST body as structured content, cut to the rows that the view asks for, and as text, by default the same
 * object as compact JSON.
 *
 * A second text has the notes on the data. Further texts are for the audience "assistant", so that charts do not show
 * them to a person: the time of the data and the units, which charts show themselves, and notes on rows and fields left
 * out of the text. Without `market` no text states the time.
 */
export async function toToolResult(
  capability: Capability,
  served: Served,
  view: ToolView,
  simulated: boolean,
  market?: UsMarket,
): Promise<CallToolResult> {
  const { envelope } = served;
  const { rows } = capability.tool;
  const { body, note } = shorten(capability, envelope.body, view.limit);
  // Only lists of rows can be long.
  if (rows) await nextTurnIfLong(body);
  const { report } = capability.tool;
  const shown: Shown =
    report && view.report
      ? { text: await toReportText(report(body)), notes: [] }
      : await toRowsText(body, rows, view, rowFields(capability).names);
  const currency = toCurrencyLine(envelope.currency);
  const notes = [...dataNotes(served), ...(simulated ? [SIMULATED_NOTE] : [])];
  const session = market && toMarketSession(capability, served, market);
  const time = market && toTimeSentence(capability, served, session);
  const state = market && toOtherMarketState(served);
  const textNotes = [
    time,
    toUnitSentence(capability),
    note,
    shown.cut && cutNote(shown.cut, rows!),
    ...shown.notes,
  ].filter((text) => text !== undefined);
  return {
    content: [
      { type: "text", text: shown.text },
      ...(notes.length > 0 ? [{ type: "text" as const, text: notes.join(" ") }] : []),
      ...(textNotes.length > 0 ? [toAssistant(textNotes.join(" "))] : []),
      ...(shown.singleValues === undefined ? [] : [toAssistant(shown.singleValues)]),
    ],
    structuredContent: body,
    _meta: {
      "market-data/cache": toCacheFacts(served),
      "market-data/sources": {
        provider: envelope.provider,
        passedOver: toPassedOver(served),
        filled: envelope.filled,
        missing: envelope.missing,
      },
      ...(currency === undefined ? {} : { "market-data/currency": currency }),
      ...(capability.tool.untrusted ? { "market-data/untrusted": capability.tool.untrusted } : {}),
      ...(session === undefined ? {} : { "market-data/us-market": session }),
      ...(session !== undefined || state === undefined ? {} : { "market-data/market": state }),
      ...(simulated ? { "market-data/simulated": true } : {}),
      ...(shown.cut ? { "market-data/truncated": { truncated: true, ...shown.cut } } : {}),
    },
  };
}

/**
 * Returns provider, time and cache state of an answer; `refreshing` while a newer answer is being
 * fetched.
 */
export function toCacheFacts(served: Served) {
  const { envelope, state, ageSeconds } = served;
  return {
    state,
    provider: envelope.provider,
    asOf: envelope.asOf,
    fetchedAt: new Date(envelope.fetchedAt).toISOString(),
    ageSeconds,
    ...(isRefreshing(served) ? { refreshing: true } : {}),
  };
}

/** Returns the providers that were passed over, with the reasons as text. */
export function toPassedOver({ envelope: { passedOver } }: Served) {
  return passedOver.map(({ provider, reason }) => ({ provider, reason: REASONS[reason]?.brief ?? reason }));
}

/** A stale answer without a reason was served deliberately while a newer one is fetched. */
export function isRefreshing({ state, staleReason }: Served): boolean {
  return state === "stale" && staleReason === undefined;
}

function toAssistant(text: string) {
  return { type: "text" as const, text, annotations: { audience: ["assistant" as const] } };
}

export const SIMULATED_NOTE = "Simulated data, invented for demonstration; no real market figure.";

/** Returns a failed call: the sentence for the model, and the failure's fields; REST's body has `restMessage`. */
export function toFailedCall(
  capability: Capability | undefined,
  error: MarketDataError,
  symbol?: string,
  restMessage?: string,
): ToolCall {
  const { status, retryAfterSeconds, body } = toFailed(capability?.errors ?? PLAIN_ERRORS, error, symbol, restMessage);
  const failure: ToolFailure = {
    status,
    kind: error.kind,
    retryable: isRetryable(error),
    ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
    body,
  };
  const content: CallToolResult["content"] = [{ type: "text", text: error.message }];
  return { result: { isError: true, content, _meta: { "market-data/error": failure } }, outcome: { error: failure } };
}

/** Returns the body with at most `limit` rows, and a sentence when rows were left out. */
export function shorten(capability: Capability, body: Record<string, unknown>, limit: number | undefined) {
  const { rows } = capability.tool;
  const list = rows ? body[rows.list] : undefined;
  if (!rows?.limit || !Array.isArray(list)) return { body, note: undefined };
  const shown = limit ?? rows.limit.shown;
  if (list.length <= shown) return { body, note: undefined };
  return {
    body: { ...body, [rows.list]: list.slice(0, shown) },
    note: `${shown} of ${list.length} ${rows.noun} shown; limit goes up to ${rows.limit.max}.`,
  };
}

function cutNote({ shown, total }: { shown: number; total: number }, { noun }: RowsSpec): string {
  return `truncated: true; the text holds ${shown} of ${total} ${noun}. To see the rest, set limit, or ask for fewer fields or format "csv".`;
}

/** Returns sentences on the age of an old answer, on missing fields and on the currency, and the sources' own notes. */
export function dataNotes(served: Served): string[] {
  const { currency, notes } = served.envelope;
  return [staleNote(served), missingNote(served), toCurrencySentence(currency), ...notes].filter(
    (note) => note !== undefined,
  );
}

function missingNote({ envelope: { missing, permanentlyMissing } }: Served): string | undefined {
  if (missing.length === 0) return undefined;
  const why = permanentlyMissing ? "Not in the plan of our API key" : "Could not be fetched this time";
  return `${why} and is null: ${missing.join(", ")}.`;
}

function staleNote(served: Served): string | undefined {
  const { state, ageSeconds, staleReason } = served;
  if (state !== "stale") return undefined;
  if (isRefreshing(served)) return `This answer is ${ageSeconds} s old; a newer one is being fetched.`;
  return `This answer is ${ageSeconds} s old, because a newer one could not be fetched (${staleReason}).`;
}
