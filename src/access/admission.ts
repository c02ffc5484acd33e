/** Who is let in: keys, tokens, nobody in particular; and how the others are turned away. */
import type { IncomingMessage } from "node:http";
import { addressGroup, FailureLimit } from "./wrong-key-limit.js";
import type { Sent } from "./client-address.js";
import type { Caller, Plan } from "../contract/caller.js";
import { MarketDataError } from "../contract/errors.js";
import { IssuerAway } from "./jwks.js";
import type { Keyring } from "./keyring.js";
import type { OAuth } from "./oauth.js";
import type { LimitedVisit } from "./plans.js";
import type { FailureNews } from "../contract/failure-news.js";

/** Where RFC 9728 metadata of the MCP endpoint stands. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

export interface AccessOptions {
  keyring: Keyring | undefined;
  oauth: OAuth | undefined;
  /** The plan of callers who bring nothing; without it they need a key as soon as there are any. */
  anonymousPlan: Plan | undefined;
  /** Where a request comes from. */
  addressOf: (request: Sent) => string | undefined;
  /** The way to other processes of this machine, for wrong keys. */
  failureNews?: FailureNews | undefined;
}

export type TurnedAway =
  | { status: 401; detail: string; challenge: string }
  | { status: 429 | 503; detail: string; retryAfterSeconds: number };

export type Admission = { caller: Caller } | TurnedAway;

export interface Access {
  admit(request: IncomingMessage): Admission | Promise<Admission>;
  /** The caller, where nothing has to be found out and nothing noted; `undefined` says nothing about who it is. */
  known(request: IncomingMessage): Caller | undefined;
}

/** What lets a caller in here. */
function toWanted(hasKeys: boolean, hasOAuth: boolean): string {
  if (!hasOAuth) return "A valid key is needed. Send it in the header X-API-Key, or as Authorization: Bearer.";
  if (!hasKeys) return "A valid token of the issuer is needed. Send it as Authorization: Bearer.";
  return "A valid key or token is needed. Send a key in the header X-API-Key, either as Authorization: Bearer.";
}

const ISSUER_AWAY = "The issuer of tokens cannot be reached, so this one cannot be checked. Try again soon.";
const ISSUER_AWAY_SECONDS = 5;

/** Decides about each request by its headers and where it comes from. */
export function createAccess({ keyring, oauth, anonymousPlan, addressOf, failureNews }: AccessOptions): Access {
  const failures = new FailureLimit();
  const wanted = toWanted(keyring !== undefined, oauth !== undefined);
  failureNews?.follow((address) => failures.note(address));

  /** A caller with a token; whether it is good may have to be asked of its issuer. */
  async function admitByToken(request: IncomingMessage, token: string, address: string): Promise<Admission> {
    try {
      const caller = await oauth?.callerOf(token);
      return caller ? { caller } : refuse(request, address, true);
    } catch (error) {
      if (!(error instanceof IssuerAway)) throw error;
      // Nobody can tell whether the token is good; a client that is told it is bad throws it away.
      return { status: 503, detail: ISSUER_AWAY, retryAfterSeconds: ISSUER_AWAY_SECONDS };
    }
  }

  function refuse(request: IncomingMessage, address: string, brought: boolean): TurnedAway {
    if (brought) {
      failures.note(address);
      failureNews?.tell(address);
    }
    return { status: 401, detail: wanted, challenge: challengeOf(request, oauth !== undefined, brought) };
  }

  function admit(request: IncomingMessage): Admission | Promise<Admission> {
    const address = addressGroup(addressOf(request));
    const { headers } = request;
    const closed = keyring !== undefined || oauth !== undefined;
    const brought = headers["x-api-key"] !== undefined || headers.authorization !== undefined;
    if (!closed || (!brought && anonymousPlan)) {
      return {
        caller: anonymousPlan ? { id: `address ${address}`, plan: anonymousPlan } : { id: `address ${address}` },
      };
    }
    const retryAfterSeconds = failures.secondsLeft(address);
    if (retryAfterSeconds > 0) {
      const detail = `Too many wrong keys came from this address. Try again in ${retryAfterSeconds} s.`;
      return { status: 429, detail, retryAfterSeconds };
    }
    const caller = keyring?.callerOf(headers);
    if (caller) return { caller };
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? "")?.[1];
    return token && oauth ? admitByToken(request, token, address) : refuse(request, address, brought);
  }

  return {
    admit,
    known(request) {
      const { headers } = request;
      if (!keyring && !oauth && !anonymousPlan) return NOBODY;
      if (headers["x-api-key"] === undefined && headers.authorization === undefined) return undefined;
      const caller = keyring?.knownCallerOf(headers);
      return caller && failures.secondsLeft(addressGroup(addressOf(request))) === 0 ? caller : undefined;
    },
  };
}

/** A caller of an open server, where nothing is counted. */
const NOBODY: Caller = { id: "nobody" };

/**
 * The visit of somebody who was turned away: the first call it would pay for fails, in the endpoint's own shape.
 *
 * Where nothing had to be paid, as on a path that nobody serves, the headers say nothing of it either.
 */
export function toRefusedVisit(turnedAway: TurnedAway): LimitedVisit {
  const { status, detail } = turnedAway;
  let refused = false;
  return {
    callerId: "nobody",
    async spend() {
      refused = true;
      const options = "retryAfterSeconds" in turnedAway ? { retryAfterSeconds: turnedAway.retryAfterSeconds } : {};
      throw new MarketDataError(status === 401 ? "unauthorized" : "rate_limited", detail, options);
    },
    headers: async () => (refused ? toRejectionHeaders(turnedAway) : {}),
  };
}

/** What a turned-away caller's client goes by. */
export function toRejectionHeaders(turnedAway: TurnedAway): Record<string, string> {
  return turnedAway.status === 401
    ? { "www-authenticate": turnedAway.challenge }
    : { "retry-after": String(turnedAway.retryAfterSeconds) };
}

/** `WWW-Authenticate`; our own fixed words only, for a quote in them would break the header. */
function challengeOf({ headers }: IncomingMessage, hasOAuth: boolean, brought: boolean): string {
  const parts = ['Bearer realm="market-data-mcp"'];
  if (brought) parts.push('error="invalid_token"', 'error_description="The key or token is not valid here"');
  // The host was checked before; a proxy in front speaks https.
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http";
  if (hasOAuth) parts.push(`resource_metadata="${scheme}://${headers.host}${METADATA_PATH}/mcp"`);
  return parts.join(", ");
}
