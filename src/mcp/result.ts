/** An answer or a failure as the result of a tool call. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Capability, RowsSpec } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { PLAIN_ERRORS, toFailed } from "../contract/error-body.js";
import { isRetryable, REASONS, type MarketDataError } from "../contract/errors.js";
import type { View } from "./parameters.js";
import { toText } from "./rows.js";

/**
 * The REST body as structured content, cut to the rows the view asks for, and as
 * text, by default the same object as compact JSON. A second text has the notes
 * on the data. What concerns only the text (rows and fields left out of it)
 * follows for the audience "assistant", so that no picture shows it to a person.
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
  const result: CallToolResult = {
    content: [
      { type: "text", text: shown.text },
      ...(notes.length > 0 ? [{ type: "text" as const, text: notes.join(" ") }] : []),
      ...(textNotes.length > 0 ? [toAssistant(textNotes.join(" "))] : []),
      ...(shown.beside === undefined ? [] : [toAssistant(shown.beside)]),
    ],
    structuredContent: body,
    _meta: {
      "market-data/cache": {
        state: served.state,
        provider: envelope.provider,
        asOf: envelope.asOf,
        fetchedAt: new Date(envelope.fetchedAt).toISOString(),
        ageSeconds: served.ageSeconds,
        ...(served.state === "stale" && served.staleReason === undefined ? { refreshing: true } : {}),
      },
      "market-data/sources": {
        provider: envelope.provider,
        passedOver: envelope.passedOver.map(({ provider, reason }) => ({
          provider,
          reason: REASONS[reason]?.brief ?? reason,
        })),
        filled: envelope.filled,
        missing: envelope.missing,
      },
      ...(envelope.currency ? { "market-data/currency": envelope.currency } : {}),
      ...(simulated ? { "market-data/simulated": true } : {}),
      ...(shown.cut ? { "market-data/truncated": { truncated: true, ...shown.cut } } : {}),
    },
  };
  freshness.set(result, served.freshForSeconds);
  return result;
}

/** Kept beside the results, whose fields are agreed upon. */
const freshness = new WeakMap<CallToolResult, number>();

/** Whole seconds that the answer in a result stays fresh; 0 when it is stale, or is a failure. */
export function freshSecondsOf(result: CallToolResult): number {
  return freshness.get(result) ?? 0;
}

function toAssistant(text: string) {
  return { type: "text" as const, text, annotations: { audience: ["assistant" as const] } };
}

export const SIMULATED_NOTE = "Simulated data, invented for demonstration; no real market figure.";

/** A failure a model can act on. */
export function toToolError(
  capability: Capability | undefined,
  error: MarketDataError,
  symbol?: string,
): CallToolResult {
  const failed = toFailed(capability?.errors ?? PLAIN_ERRORS, error, symbol);
  return {
    isError: true,
    content: [{ type: "text", text: error.message }],
    _meta: {
      "market-data/error": {
        status: failed.status,
        kind: error.kind,
        retryable: isRetryable(error),
        ...(failed.retryAfterSeconds === undefined ? {} : { retryAfter: failed.retryAfterSeconds }),
        body: failed.body,
      },
    },
  };
}

/** The body with as many rows as are asked for, and a sentence when there are more. */
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

/** That an answer is old, and what of it could not be had. */
export function ageNotes(served: Served): string[] {
  return [staleNote(served), missingNote(served)].filter((note) => note !== undefined);
}

function missingNote({ envelope: { missing } }: Served): string | undefined {
  if (missing.length === 0) return undefined;
  return `Could not be had this time and left null: ${missing.join(", ")}.`;
}

function staleNote({ state, ageSeconds, staleReason }: Served): string | undefined {
  if (state !== "stale") return undefined;
  if (staleReason === undefined) return `This answer is ${ageSeconds} s old; a newer one is being fetched.`;
  return `This answer is ${ageSeconds} s old, because a newer one could not be had (${staleReason}).`;
}
