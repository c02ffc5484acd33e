/** An answer or a failure as the result of a tool call. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Capability } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { PLAIN_ERRORS, toFailed } from "../contract/error-body.js";
import { isRetryable, REASONS, type MarketDataError } from "../contract/errors.js";

/**
 * The REST body as structured content and as compact JSON, cut to `limit` rows
 * where the tool shortens a list; a second text says what a reader must know.
 */
export function toToolResult(
  capability: Capability,
  served: Served,
  limit: number | undefined,
  simulated: boolean,
): CallToolResult {
  const { envelope } = served;
  const { body, note } = shorten(capability, envelope.body, limit);
  const notes = [note, staleNote(served), ...envelope.notes, simulated ? SIMULATED_NOTE : undefined].filter(
    (text) => text !== undefined,
  );
  return {
    content: [
      { type: "text", text: JSON.stringify(body) },
      ...(notes.length > 0 ? [{ type: "text" as const, text: notes.join(" ") }] : []),
    ],
    structuredContent: body,
    _meta: {
      "market-data/cache": {
        state: served.state,
        provider: envelope.provider,
        asOf: envelope.asOf ?? new Date(envelope.fetchedAt).toISOString(),
        ageSeconds: served.ageSeconds,
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
    },
  };
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

function shorten(capability: Capability, body: Record<string, unknown>, limit: number | undefined) {
  const { page } = capability.tool;
  const list = page ? body[page.list] : undefined;
  if (!page || !Array.isArray(list)) return { body, note: undefined };
  const rows = limit ?? page.rows;
  if (list.length <= rows) return { body, note: undefined };
  return {
    body: { ...body, [page.list]: list.slice(0, rows) },
    note: `${rows} of ${list.length} ${page.noun} shown; limit goes up to ${page.max}.`,
  };
}

function staleNote({ state, ageSeconds, staleReason }: Served): string | undefined {
  if (state !== "stale") return undefined;
  return `This answer is ${ageSeconds} s old, because a newer one could not be had (${staleReason}).`;
}
