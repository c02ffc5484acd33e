/** Bearer tokens of an OAuth issuer: this server is a resource, never a token dealer. */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { PLANS, type Caller, type Plan } from "./contract/caller.js";

export interface OAuthOptions {
  issuer: string;
  /** What a token must have been issued for; also the name of this resource. */
  audience: string;
  /** Plan of a token that names none. */
  defaultPlan: Plan;
}

/** The issuer's keys cannot be had, so that nothing can be said about a token. */
export class IssuerAway extends Error {}

export interface OAuth {
  /**
   * The caller a token speaks for; `undefined` when it is not good, for whatever reason.
   *
   * @throws {IssuerAway}
   */
  callerOf(token: string): Promise<Caller | undefined>;
  /** RFC 9728 metadata of this resource. */
  metadata: Record<string, unknown>;
}

const FETCH_MS = 5_000;
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** After the issuer was away nobody asks it again for this long: any made-up token would make us ask. */
const PAUSE_MS = 1_000;
/** What the keys themselves say of a token. */
const NO_KEY = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** Accepts JWTs signed by the issuer's published keys, for our audience, not expired. */
export function createOAuth({ issuer, audience, defaultPlan }: OAuthOptions): OAuth {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  let awayUntil = 0;

  async function openKeys(): Promise<JWTVerifyGetKey> {
    if (performance.now() < awayUntil) throw new IssuerAway();
    keys ??= findKeys(issuer);
    try {
      return await keys;
    } catch {
      keys = undefined;
      awayUntil = performance.now() + PAUSE_MS;
      throw new IssuerAway();
    }
  }

  const keyOf: JWTVerifyGetKey = async (header, token) => {
    const find = await openKeys();
    try {
      return await find(header, token);
    } catch (error) {
      if (NO_KEY.some((kind) => error instanceof kind)) throw error;
      throw new IssuerAway();
    }
  };

  return {
    async callerOf(token) {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ["exp", "sub"],
          clockTolerance: 5,
        });
        return { id: `oauth ${payload.sub}`, plan: planOf(payload) ?? defaultPlan };
      } catch (error) {
        if (error instanceof IssuerAway) throw error;
        return undefined;
      }
    },
    metadata: {
      resource: audience,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      scopes_supported: PLANS.map((plan) => `plan:${plan}`),
      resource_name: "market-data-mcp",
    },
  };
}

/** A token names its plan in a claim `plan`, or in a scope `plan:<name>`; the best one it names counts. */
function planOf(payload: JWTPayload): Plan | undefined {
  const scopes = typeof payload["scope"] === "string" ? payload["scope"].split(" ") : [];
  const named = new Set([payload["plan"], ...scopes.map((scope) => /^plan:(\w+)$/.exec(scope)?.[1])]);
  return PLANS.findLast((plan) => named.has(plan));
}

/** The issuer's signing keys, found through its own metadata. */
async function findKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const base = issuer.replace(/\/+$/, "");
  for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]) {
    const uri = await readJwksUri(base + path);
    if (uri) return createRemoteJWKSet(uri, { timeoutDuration: FETCH_MS });
  }
  throw new Error("the issuer publishes no keys");
}

async function readJwksUri(address: string): Promise<URL | undefined> {
  const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) return undefined;
  const { jwks_uri: uri } = (await response.json()) as { jwks_uri?: unknown };
  return typeof uri === "string" && URL.canParse(uri) ? new URL(uri) : undefined;
}
