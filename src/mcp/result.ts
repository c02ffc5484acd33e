/** Formats an answer or a failure as the result of a tool call. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Capability, ErrorBody, RowsSpec } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { PLAIN_ERRORS, toFailed } from "../contract/error-body.js";
import { isRetryable, REASONS, type FailureKind, type MarketDataError } from "../contract/errors.js";
import type { View } from "./parameters.js";
import { toText } from "./rows.js";

/**
 * A tool call's failure, as in `_meta`; `retryAfter` is in seconds, `body` is the body REST would
 * send.
 */
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
 * Returns the REST body as structured content, cut to the requested rows, and as text, by default
 * the same object in compact JSON. A second text contains the notes on the data. Remarks on the
 * text itself (omitted rows and fields) follow for the audience "assistant", so that charts do not
 * show them to people.
 */
export async function toToolResult(
  capability: Capability,
  served: Served,
  view: View,
  simulated: boolean,
): Promise<CallToolResult> {
  const { envelope } = served;
  const { rows } = capability.tool;
  const { body, note } = shorten(capability, envelope.body, view.limit);
  const shown = await toText(body, rows, view);
  const notes = [...ageNotes(served), ...envelope.notes, ...(simulated ? [SIMULATED_NOTE] : [])];
  const textNotes = [note, shown.cut && cutNote(shown.cut, rows!), ...shown.notes].filter((text) => text !== undefined);
  return {
    content: [
      { type: "text", text: shown.text },
      ...(notes.length > 0 ? [{ type: "text" as const, text: notes.join(" ") }] : []),
      ...(textNotes.length > 0 ? [toAssistant(textNotes.join(" "))] : []),
      ...(shown.beside === undefined ? [] : [toAssistant(shown.beside)]),
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
      ...(envelope.currency ? { "market-data/currency": envelope.currency } : {}),
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

/** Returns a failed call: the sentence for the model, and the failure's fields. */
export function toFailedCall(capability: Capability | undefined, error: MarketDataError, symbol?: string): ToolCall {
  const { status, retryAfterSeconds, body } = toFailed(capability?.errors ?? PLAIN_ERRORS, error, symbol);
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

/** Returns the body with at most `limit` rows, and a sentence when there are more. */
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

/** Returns sentences on an answer's age and on fields missing this time. */
export function ageNotes(served: Served): string[] {
  return [staleNote(served), missingNote(served)].filter((note) => note !== undefined);
}

function missingNote({ envelope: { missing } }: Served): string | undefined {
  if (missing.length === 0) return undefined;
  return `Could not be had this time and left null: ${missing.join(", ")}.`;
}

function staleNote(served: Served): string | undefined {
  const { state, ageSeconds, staleReason } = served;
  if (state !== "stale") return undefined;
  if (isRefreshing(served)) return `This answer is ${ageSeconds} s old; a newer one is being fetched.`;
  return `This answer is ${ageSeconds} s old, because a newer one could not be had (${staleReason}).`;
}
