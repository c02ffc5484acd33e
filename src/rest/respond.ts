/** An answer or a failure as an HTTP response. */
import { createHash } from "node:crypto";
import type { Filled, Served } from "../contract/envelope.js";
import { REASONS } from "../contract/errors.js";
import type { Failed } from "../contract/error-body.js";

/** A response before it meets a socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** An answer whoever asks for it, whenever. */
export interface Answer {
  body: string;
  /** Those headers that do not change with time, nor with whether the body is sent. */
  headers: Record<string, string>;
  /** Only for who asked: caches that others share as well may not keep it. */
  isPrivate: boolean;
}

/** The body as text, with its tag and where it came from. */
export function toAnswer({ envelope, staleReason }: Served, isPrivate = false): Answer {
  const body = JSON.stringify(envelope.body);
  const headers: Record<string, string> = {
    etag: `"${createHash("sha1").update(body).digest("base64url")}"`,
    "x-data-sources": toSources(envelope),
  };
  if (staleReason !== undefined) headers["x-data-stale"] = staleReason;
  return { body, headers, isPrivate };
}

/** 200 with the body, or 304 when the caller has it already. */
export function toReply({ body, headers, isPrivate }: Answer, served: Served, ifNoneMatch: string | undefined): Reply {
  const { state, ageSeconds, freshForSeconds } = served;
  const whole = {
    ...headers,
    age: String(ageSeconds),
    "cache-control": toCacheControl(freshForSeconds, isPrivate),
    "cache-status": toCacheStatus(state, freshForSeconds),
  };
  if (isKnown(ifNoneMatch, headers["etag"]!)) return { status: 304, headers: whole, body: "" };
  return { status: 200, headers: { "content-type": JSON_TYPE, ...whole }, body };
}

/** How long an answer may be kept by others. */
export function toCacheControl(freshForSeconds: number, isPrivate: boolean): string {
  return `${isPrivate ? "private, " : ""}max-age=${freshForSeconds}`;
}

/** How an answer was come by. */
export function toCacheStatus(state: Served["state"], freshForSeconds: number): string {
  return state === "hit" ? `market-data-mcp; hit; ttl=${freshForSeconds}` : `market-data-mcp; fwd=${state}`;
}

/** A failure; `Retry-After` whenever it is known. */
export function toFailedReply(failed: Failed): Reply {
  const headers: Record<string, string> = { "content-type": JSON_TYPE, "cache-control": "no-store" };
  if (failed.retryAfterSeconds !== undefined) headers["retry-after"] = String(failed.retryAfterSeconds);
  return { status: failed.status, headers, body: JSON.stringify(failed.body) };
}

/**
 * `provider-a, provider-b; fields="avgVolume eps"`, with the reason for each
 * provider passed over and the fields that could not be had this time.
 */
function toSources({ provider, passedOver, filled, missing }: Served["envelope"]): string {
  const reasons = passedOver.map((passed) => `${passed.provider}: ${REASONS[passed.reason]?.brief ?? passed.reason}`);
  const main = [
    provider,
    ...(reasons.length > 0 ? [`reason="${reasons.join(", ")}"`] : []),
    ...(missing.length > 0 ? [`missing="${missing.join(" ")}"`] : []),
  ].join("; ");
  return [main, ...filled.map(toPart)].join(", ");
}

function toPart({ provider, fields, reason }: Filled): string {
  const part = fields.length > 0 ? `${provider}; fields="${fields.join(" ")}"` : provider;
  return reason ? `${part}; reason="${reason}"` : part;
}

/** Whether the caller says that it has what bears this tag. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
  );
}
