/** Failures in the error shape of each endpoint. */
import type { Capability, ErrorBody, ErrorShape } from "../contract/capability.js";
import { FAILURES, type MarketDataError } from "../contract/errors.js";

/** Seconds to wait when a limit states no time; the interface's samples use 60. */
const DEFAULT_RETRY_SECONDS = 60;

/** The REST response of a failed call; `retryAfterSeconds` is also the `Retry-After` header. */
export interface Failed {
  status: number;
  body: ErrorBody;
  retryAfterSeconds: number | undefined;
}

/** A request that is rejected before its parameters are read: status, phrase, sentence, seconds to wait. */
export interface Rejection {
  status: number;
  error: string;
  detail: string;
  retryAfterSeconds?: number;
  /** Whether the body has the shape of the route; otherwise it is the same for all routes. */
  inShapeOfRoute?: boolean;
}

/** A rejection in the endpoint's own shape. */
export function toRejected({ style }: Capability["errors"], rejection: Rejection): Failed {
  const { status, error, detail, retryAfterSeconds } = rejection;
  const body: ErrorBody = style === "message" ? { error, message: detail, code: status } : { error, detail };
  return { status, body, retryAfterSeconds };
}

/** Errors of routes that belong to no capability. */
export const PLAIN_ERRORS: ErrorShape = { style: "detail", retryField: "retry_after", unavailable: 503 };

/**
 * Returns status, body and wait of an error on one capability's endpoint; `symbol` is the requested one, if any.
 * `message` is the error's, in the words of REST.
 */
export function toFailed(
  errors: Capability["errors"],
  error: MarketDataError,
  symbol?: string,
  message = error.message,
): Failed {
  const { phrase, status: listed } = FAILURES[error.kind];
  const unavailable = (symbol === undefined ? errors.unavailableMarket : undefined) ?? errors.unavailable;
  const status = listed === "unavailable" ? unavailable : listed;
  const retryAfterSeconds =
    status === 429 ? (error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) : error.retryAfterSeconds;
  if (error.kind === "not_found" && errors.notFound && symbol !== undefined) {
    return { status, body: errors.notFound(symbol, message), retryAfterSeconds };
  }
  const body: ErrorBody =
    errors.style === "message" ? { error: phrase, message, code: status } : { error: phrase, detail: message };
  if (status === 429 && errors.retryField) body[errors.retryField] = retryAfterSeconds!;
  return { status, body, retryAfterSeconds };
}
