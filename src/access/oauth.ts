/** Bearer tokens of an OAuth issuer; this server accepts them and issues none. */
import type { IncomingMessage } from "node:http";
import { errors, jwtVerify, type JWTPayload } from "jose";
import { PLANS, type Caller, type Plan } from "../contract/caller.js";
import { createIssuerKeys, IssuerUnavailable } from "./jwks.js";

interface OAuthOptions {
  issuer: string;
  /** Required audience of a token; also this resource's identifier. */
  audience: string;
  /** Plan of a token that does not name one. */
  defaultPlan: Plan;
  /** Scopes in the metadata. An issuer may reject a client that requests a scope unknown to it. */
  scopes: readonly string[];
}

export type OAuth = ReturnType<typeof createOAuth>;

/** Limit of the `sub` claim in characters. */
export const MAX_SUBJECT_LENGTH = 255;

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Accepts unexpired JWTs for our audience, signed by the issuer's published keys. */
export function createOAuth({ issuer, audience, defaultPlan, scopes }: OAuthOptions) {
  const issuerKeyOf = createIssuerKeys(issuer);
  const wanted = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ["exp", "sub"], clockTolerance: 5 };

  /** Returns the claims of a valid token; rejects with jose's error for any other. */
  async function verify(token: string): Promise<JWTPayload> {
    try {
      return (await jwtVerify(token, issuerKeyOf, wanted)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      // The token does not identify its key, so try each of the matching keys.
      let last: unknown = error;
      for await (const key of error) {
        try {
          return (await jwtVerify(token, key, wanted)).payload;
        } catch (other) {
          if (isSigned(other)) throw other;
          last = other;
        }
      }
      throw last;
    }
  }

  return {
    /**
     * Returns the caller identified by a token; `invalid` for one that the issuer has signed and that is not valid here,
     * such as an expired one; `forged` for one that it has not signed.
     *
     * @throws {IssuerUnavailable} when the issuer's keys cannot be fetched.
     */
    async callerOf(token: string): Promise<Caller | "invalid" | "forged"> {
      try {
        const payload = await verify(token);
        if (!isSubject(payload.sub)) return "invalid";
        return { id: `oauth ${payload.sub}`, plan: planOf(payload) ?? defaultPlan };
      } catch (error) {
        if (error instanceof IssuerUnavailable) throw error;
        return isSigned(error) ? "invalid" : "forged";
      }
    },
    /** RFC 9728 metadata of this resource. */
    metadata: {
      resource: audience,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      ...(scopes.length > 0 ? { scopes_supported: scopes } : {}),
      resource_name: "market-data-mcp",
    },
  };
}

/** Path of the RFC 9728 metadata of a resource whose address has no path. */
const METADATA_PATH = "/.well-known/oauth-protected-resource";

/**
 * Returns the paths at which the metadata can be read: those of an endpoint at `/mcp`, and that of the stated address, whose
 * path may have a part that a proxy removes.
 */
export function metadataPaths(address: URL | undefined): string[] {
  return [...new Set([METADATA_PATH, `${METADATA_PATH}/mcp`, METADATA_PATH + pathOf(address)])];
}

/** Returns the address of the metadata, by the stated address of the endpoint, else by that of the request. */
export function metadataUrl(address: URL | undefined, { headers }: Pick<IncomingMessage, "headers">): string {
  if (address) return address.origin + METADATA_PATH + pathOf(address);
  // The origin guard has checked the host. A proxy in front of this server may terminate https.
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http";
  return `${scheme}://${headers.host}${METADATA_PATH}/mcp`;
}

function pathOf(address: URL | undefined): string {
  return address?.pathname.replace(/(?<!\/)\/+$/, "") ?? "";
}

/** Whether the error is about the claims of a token; jose checks them after the signature. */
function isSigned(error: unknown): boolean {
  return error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
}

/**
 * Whether a subject can be used: a string (so that 5 and "5" stay different callers) of at most OpenID Connect's
 * length, because counters store it for a day.
 */
function isSubject(sub: unknown): boolean {
  return typeof sub === "string" && sub.length > 0 && sub.length <= MAX_SUBJECT_LENGTH;
}

/** Reads the plan from the claim `plan` or from scopes `plan:<name>`; the highest of several plans applies. */
function planOf(payload: JWTPayload): Plan | undefined {
  // RFC 9068 has `scope`; two large issuers send `scp`, one as text and one as a list.
  const scopes = [payload["scope"], payload["scp"]].flat().flatMap((scope) => String(scope ?? "").split(" "));
  const named = new Set([payload["plan"], ...scopes.map((scope) => /^plan:(\w+)$/.exec(scope)?.[1])]);
  return PLANS.findLast((plan) => named.has(plan));
}
