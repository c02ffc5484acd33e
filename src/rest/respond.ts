/** Formats an answer or a failure as an HTTP response. */
import { createHash } from "node:crypto";
import { toCurrencyLine } from "../contract/currency.js";
import type { Filled, Served } from "../contract/envelope.js";
import { REASONS } from "../contract/errors.js";
import type { Failed } from "../views/error-body.js";
import type { CompressedForms, Reply } from "../contract/reply.js";
import { toEscapes } from "../lib/printable.js";

export const JSON_TYPE = "application/json; charset=utf-8";

/** An answer as REST sends it, without the parts that depend on the request or the time; it is sent again while fresh. */
export interface Rendered {
  body: string;
  /** Content type of the body. */
  type: string;
  /** Bytes of the body. */
  length: number;
  /** Compressed forms, made when asked for; `undefined` for a body that is too short for them. */
  compressed: CompressedForms | undefined;
  /** Headers that depend neither on time nor on the request. */
  headers: Readonly<Record<string, string>>;
  /** Whether the answer is for this caller only, so that shared caches must not store it. */
  isPrivate: boolean;
  /** The answer cache's key; undefined for an answer that must not be sent again. */
  key: string | undefined;
  /** Milliseconds since the epoch, as is `freshUntil`. */
  fetchedAt: number;
  freshUntil: number;
  /** As `staleUntil` of the cached answer that was rendered; undefined for an answer that is not cached. */
  staleUntil: number | undefined;
}

/** Combines the answer's text with its ETag and the headers on sources and notes. */
export function render(
  { envelope, staleReason, state, key, freshUntil = 0, staleUntil }: Served,
  form: {
    /** Content type of the body. */
    type: string;
    body: string;
    /** Sentences on facts that the body does not state, with the vendors' names; may be empty. */
    note: string;
    /** Whether the `Accept` header chose the format. */
    varies: boolean;
    isPrivate: boolean;
  },
): Rendered {
  const { type, body, note, varies, isPrivate } = form;
  // Node measures and hashes the text of a list of 15,000 rows in 40 ms, and encodes it in four.
  const bytes = Buffer.from(body);
  const headers: Record<string, string> = {
    etag: toEtag(bytes),
    "x-data-sources": toSources(envelope),
  };
  const currency = toCurrencyLine(envelope.currency);
  if (currency !== undefined) headers["x-data-currency"] = currency;
  if (staleReason !== undefined) headers["x-data-stale"] = staleReason;
  if (note !== "") headers["x-data-notes"] = toHeaderText(note);
  const { length } = bytes;
  const compressed = toCompressedForms(length);
  const vary = [...(varies ? ["Accept"] : []), ...(compressed ? ["Accept-Encoding"] : [])];
  if (vary.length > 0) headers["vary"] = vary.join(", ");
  return {
    body,
    type,
    length,
    compressed,
    headers,
    isPrivate,
    // A newer answer will soon replace a stale one.
    key: state === "stale" ? undefined : key,
    fetchedAt: envelope.fetchedAt,
    freshUntil,
    staleUntil,
  };
}

/** A shorter body fits into one packet with its headers, so compressing it would save nothing. */
const MIN_COMPRESSED_LENGTH = 1_000;

/** Returns the place for the compressed forms of a body of this length; `undefined` if it is sent as it is. */
export function toCompressedForms(length: number): CompressedForms | undefined {
  return length < MIN_COMPRESSED_LENGTH ? undefined : new Map();
}

/** Returns 200 with the body, or 304 when the caller has the same body. Only this function sets an answer's headers. */
export function toReply(
  { body, type, length, compressed, headers, isPrivate }: Rendered,
  { state, ageSeconds, freshForSeconds }: Pick<Served, "state" | "ageSeconds" | "freshForSeconds">,
  ifNoneMatch: string | undefined,
): Reply {
  // Spreading the headers into a literal takes 3 µs, this 0.2 µs.
  const whole: Record<string, string> = Object.assign({}, headers);
  whole["age"] = String(ageSeconds);
  whole["cache-control"] = `${isPrivate ? "private, " : ""}max-age=${freshForSeconds}`;
  // RFC 9211.
  whole["cache-status"] = `market-data-mcp; ${state === "hit" ? `hit; ttl=${freshForSeconds}` : `fwd=${state}`}`;
  if (isKnown(ifNoneMatch, headers["etag"]!)) return { status: 304, headers: whole, body: "", state, compressed };
  whole["content-type"] = type;
  return { status: 200, headers: whole, body, length, state, compressed };
}

/** Returns the text as one line of ASCII, because it goes into a header, with escapes; what is too long ends with `...`. */
function toHeaderText(text: string): string {
  const line = text.replace(/[^\x20-\x7e]/g, toEscapes);
  return line.length > MAX_NOTES_LENGTH ? line.slice(0, MAX_NOTES_LENGTH - 3).replace(/[^ ]*$/, "...") : line;
}

/** Limit of a header in characters; many clients reject more than 8 kB of headers in total. */
const MAX_NOTES_LENGTH = 2_000;

/** Returns the reply of a failure, with `Retry-After` whenever the time is known. */
export function toFailedReply(failed: Failed): Reply {
  const headers: Record<string, string> = { "content-type": JSON_TYPE, "cache-control": "no-store" };
  if (failed.retryAfterSeconds !== undefined) headers["retry-after"] = String(failed.retryAfterSeconds);
  return { status: failed.status, headers, body: JSON.stringify(failed.body) };
}

/**
 * Formats the sources as `provider-a, provider-b; fields="avgVolume eps"`, with the reason for each provider passed
 * over and the fields that are missing this time.
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

/** Returns the ETag of a body. */
export function toEtag(body: string | Buffer): string {
  return `"${createHash("sha1").update(body).digest("base64url")}"`;
}

/** Whether `If-None-Match` names this ETag, of the body as it is or compressed. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => {
      const known = tag.trim().replace(/^W\//, "");
      return known === etag || known.replace(/-(?:br|gzip)"$/, '"') === etag;
    })
  );
}
