/** Admits callers by key, by OAuth token or anonymously, and builds the rejections of all other requests. */
import type { IncomingMessage } from "node:http";
import { addressGroup, FailureLimit } from "./wrong-key-limit.js";
import type { Sent } from "./client-address.js";
import type { Caller, Plan } from "../contract/caller.js";
import { MarketDataError } from "../contract/errors.js";
import { IssuerUnavailable } from "./jwks.js";
import type { Keyring } from "./keyring.js";
import { metadataUrl, type OAuth } from "./oauth.js";

export interface AccessOptions {
  keyring: Keyring | undefined;
  oauth: Pick<OAuth, "callerOf"> | undefined;
  /**
   * The plan of callers without a key or token. Without such a plan they are rejected, if the server has keys or an
   * issuer.
   */
  anonymousPlan: Plan | undefined;
  /** Returns the client address of a request. */
  addressOf: (request: Sent) => string | undefined;
  /** The address of the MCP endpoint for callers, if it was stated. */
  endpoint?: URL | undefined;
}

export type AdmissionRejection =
  | { status: 401; detail: string; challenge: string }
  | { status: 429 | 503; detail: string; retryAfterSeconds: number };

type Admission = { caller: Caller } | AdmissionRejection;

/** Names the credentials that this server accepts. */
function toCredentialSentence(hasKeys: boolean, hasOAuth: boolean): string {
  if (!hasOAuth) return "A valid key is needed. Send it in the header X-API-Key, or as Authorization: Bearer.";
  if (!hasKeys) return "A valid token of the issuer is needed. Send it as Authorization: Bearer.";
  return "A valid key or token is needed. Send a key in the header X-API-Key, or a key or token as Authorization: Bearer.";
}

const ISSUER_UNAVAILABLE = "The issuer of tokens cannot be reached, so this token cannot be checked. Try again soon.";

/** Creates the check of each request's headers and client address. */
export function createAccess({ keyring, oauth, anonymousPlan, addressOf, endpoint }: AccessOptions) {
  const failures = new FailureLimit();
  const wanted = toCredentialSentence(keyring !== undefined, oauth !== undefined);

  /** Admits a caller with a token; checking the token may need the issuer's keys. */
  async function admitByToken(request: IncomingMessage, token: string, address: string): Promise<Admission> {
    try {
      const caller = await oauth!.callerOf(token);
      if (typeof caller === "object") return { caller };
      return caller === "forged" ? rejectGuess(request, address) : unauthorized(request, true);
    } catch (error) {
      if (!(error instanceof IssuerUnavailable)) throw error;
      // The token may be valid: a client that receives 401 would discard it, so answer 503.
      return { status: 503, detail: ISSUER_UNAVAILABLE, retryAfterSeconds: error.retryAfterSeconds };
    }
  }

  /** Returns the rejection of a wrong key or a token that the issuer has not signed, and counts it. */
  function rejectGuess(request: IncomingMessage, address: string): AdmissionRejection {
    const retryAfterSeconds = failures.secondsLeft(address);
    if (retryAfterSeconds === 0) {
      failures.note(address);
      return unauthorized(request, true);
    }
    const detail = `Too many wrong keys came from this address. Try again in ${retryAfterSeconds} s.`;
    return { status: 429, detail, retryAfterSeconds };
  }

  function unauthorized(request: IncomingMessage, hasCredential: boolean): AdmissionRejection {
    return {
      status: 401,
      detail: wanted,
      challenge: challengeOf(oauth && metadataUrl(endpoint, request), hasCredential),
    };
  }

  function admit(request: IncomingMessage): Admission | Promise<Admission> {
    const address = addressGroup(addressOf(request));
    const { headers } = request;
    const needsCredential = keyring !== undefined || oauth !== undefined;
    const hasCredential = headers["x-api-key"] !== undefined || headers.authorization !== undefined;
    if (!needsCredential || (!hasCredential && anonymousPlan)) {
      return {
        caller: anonymousPlan ? { id: `address ${address}`, plan: anonymousPlan } : { id: `address ${address}` },
      };
    }
    if (!hasCredential) return unauthorized(request, false);
    const caller = keyring?.callerOf(headers);
    if (caller) return { caller };
    // A wrong key is wrong beside a valid token, too, with which guesses would be free.
    if (keyring && headers["x-api-key"] !== undefined) return rejectGuess(request, address);
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? "")?.[1];
    return token && oauth ? admitByToken(request, token, address) : rejectGuess(request, address);
  }

  return { admit, hasSignIn: oauth !== undefined };
}

/** Returns a rejection as an error, which each endpoint formats in its own shape. */
export function toAdmissionError(rejection: Exclude<AdmissionRejection, { status: 503 }>): MarketDataError {
  const { status, detail } = rejection;
  return status === 401
    ? new MarketDataError("unauthorized", detail)
    : new MarketDataError("rate_limited", detail, { retryAfterSeconds: rejection.retryAfterSeconds });
}

/** Returns the header that lets a client react: `WWW-Authenticate` for a 401, else `Retry-After`. */
export function toRejectionHeaders(rejection: AdmissionRejection): Record<string, string> {
  return rejection.status === 401
    ? { "www-authenticate": rejection.challenge }
    : { "retry-after": String(rejection.retryAfterSeconds) };
}

/** Builds `WWW-Authenticate` from fixed words only, because a quote in the value would break the header. */
function challengeOf(metadata: string | undefined, hasCredential: boolean): string {
  const parts = ['Bearer realm="market-data-mcp"'];
  if (hasCredential) parts.push('error="invalid_token"', 'error_description="The key or token is not valid here"');
  if (metadata !== undefined) parts.push(`resource_metadata="${metadata}"`);
  return parts.join(", ");
}
