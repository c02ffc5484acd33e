/** Failures in the error shape of each endpoint. */
import type { Capability, ErrorBody, ErrorShape } from "./capability.js";
import { FAILURES, type MarketDataError } from "./errors.js";

/** Seconds to wait when a limit states no time; the interface's samples use 60. */
const DEFAULT_RETRY_SECONDS = 60;

/** The REST response of a failed call; `retryAfterSeconds` is also the `Retry-After` header. */
export interface Failed {
  status: number;
  body: ErrorBody;
  retryAfterSeconds: number | undefined;
}

/** A reason to reject a request before its question is read. */
export interface Refusal {
  status: number;
  error: string;
  detail: string;
  retryAfterSeconds?: number;
}

/** Returns a refusal in the endpoint's error shape. */
export function toRefused({ style }: Capability["errors"], refusal: Refusal): Failed {
  const { status, error, detail, retryAfterSeconds } = refusal;
  const body: ErrorBody = style === "message" ? { error, message: detail, code: status } : { error, detail };
  return { status, body, retryAfterSeconds };
}

/** Errors of routes that belong to no capability. */
export const PLAIN_ERRORS: ErrorShape = { style: "detail", retryField: "retry_after", unavailable: 503 };

/**
 * Returns status, body and wait of an error on one capability's endpoint; `symbol` is the requested
 * one, if any.
 */
export function toFailed(errors: Capability["errors"], error: MarketDataError, symbol?: string): Failed {
  const { phrase, status: listed } = FAILURES[error.kind];
  const status = listed === "unavailable" ? errors.unavailable : listed;
  const retryAfterSeconds =
    status === 429 ? (error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) : error.retryAfterSeconds;
  if (error.kind === "not_found" && errors.notFound && symbol !== undefined) {
    return { status, body: errors.notFound(symbol, error.message), retryAfterSeconds };
  }
  const body: ErrorBody =
    errors.style === "message"
      ? { error: phrase, message: error.message, code: status }
      : { error: phrase, detail: error.message };
  if (status === 429 && errors.retryField) body[errors.retryField] = retryAfterSeconds!;
  return { status, body, retryAfterSeconds };
}
