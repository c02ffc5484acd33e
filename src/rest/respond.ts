/** An answer or a failure as an HTTP response. */
import { createHash } from "node:crypto";
import type { Served } from "../contract/envelope.js";
import { REASONS } from "../contract/errors.js";
import type { Failed } from "../contract/error-body.js";

/** A response before it meets a socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** 200 with the body and where it came from, or 304 when the caller has it already. */
export function toReply(served: Served, ifNoneMatch: string | undefined): Reply {
  const body = JSON.stringify(served.envelope.body);
  const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
  const headers: Record<string, string> = {
    "content-type": JSON_TYPE,
    etag,
    age: String(served.ageSeconds),
    "cache-control": `max-age=${served.freshForSeconds}`,
    "cache-status": toCacheStatus(served),
    "x-data-sources": toSources(served),
  };
  if (served.staleReason !== undefined) headers["x-data-stale"] = served.staleReason;
  if (matches(ifNoneMatch, etag)) return { status: 304, headers, body: "" };
  return { status: 200, headers, body };
}

/** A failure; `Retry-After` whenever it is known. */
export function toFailedReply(failed: Failed): Reply {
  const headers: Record<string, string> = { "content-type": JSON_TYPE, "cache-control": "no-store" };
  if (failed.retryAfterSeconds !== undefined) headers["retry-after"] = String(failed.retryAfterSeconds);
  return { status: failed.status, headers, body: JSON.stringify(failed.body) };
}

function toCacheStatus({ state, freshForSeconds }: Served): string {
  if (state === "hit") return `market-data-mcp; hit; ttl=${freshForSeconds}`;
  return `market-data-mcp; fwd=${state}`;
}

/**
 * `provider-a, provider-b; fields="avgVolume eps"`, with the reason for each
 * provider passed over and the fields that could not be had this time.
 */
function toSources({ envelope }: Served): string {
  const { provider, passedOver, filled, missing } = envelope;
  const reasons = passedOver.map((passed) => `${passed.provider}: ${REASONS[passed.reason]?.brief ?? passed.reason}`);
  const main = [
    provider,
    ...(reasons.length > 0 ? [`reason="${reasons.join(", ")}"`] : []),
    ...(missing.length > 0 ? [`missing="${missing.join(" ")}"`] : []),
  ].join("; ");
  return [main, ...filled.map(toPart)].join(", ");
}

function toPart({ provider, fields }: { provider: string; fields: readonly string[] }): string {
  return fields.length > 0 ? `${provider}; fields="${fields.join(" ")}"` : provider;
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
