/** The keys an OAuth issuer signs with, found through its own metadata; every fetch is bounded. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { z } from "../contract/schema.js";

/** The issuer's keys cannot be had, so that nothing can be said about a token. */
export class IssuerAway extends Error {}

/** For the metadata and for the keys, each in all. */
const FETCH_MS = 5_000;
/** A key has about a kilobyte. */
const MAX_BYTES = 256 * 1024;
/** After the issuer was away nobody asks it again for this long: any made-up token would make us ask. */
const PAUSE_MS = 1_000;
/** What the keys themselves say of a token. */
const NO_KEY = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

const metadata = z.object({ jwks_uri: z.string().url() });

/**
 * Finds the key of a token.
 *
 * The keys are kept for ten minutes; an unknown one makes us look again, at most every 30 s.
 *
 * @throws {IssuerAway} when the issuer does not give its keys.
 * @throws jose's error when it has none for the token, or several, which that error holds.
 */
export function createIssuerKeys(issuer: string): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  let awayUntil = 0;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < awayUntil) throw new IssuerAway();
    try {
      return await work();
    } catch {
      awayUntil = performance.now() + PAUSE_MS;
      throw new IssuerAway();
    }
  }

  async function findKeys(): Promise<JWTVerifyGetKey> {
    const uri = await guarded(() => findKeysUri(issuer));
    const fetchKeys = (address: string, { signal }: { signal: AbortSignal }) =>
      // Of nothing no answer can be made, which counts as a failure, too.
      guarded(async () => Response.json(await fetchJson(address, signal)));
    return createRemoteJWKSet(uri, { timeoutDuration: FETCH_MS, [customFetch]: fetchKeys });
  }

  function openKeys(): Promise<JWTVerifyGetKey> {
    keys ??= findKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  }

  return async (header, token) => {
    try {
      const find = await openKeys();
      return await find(header, token);
    } catch (error) {
      if (NO_KEY.some((kind) => error instanceof kind)) throw error;
      throw new IssuerAway();
    }
  };
}

async function findKeysUri(issuer: string): Promise<URL> {
  const signal = AbortSignal.timeout(FETCH_MS);
  for (const address of metadataAddresses(issuer)) {
    const found = metadata.safeParse(await fetchJson(address, signal));
    if (!found.success) continue;
    const uri = new URL(found.data.jwks_uri);
    // What came over TLS must not send us where anybody can answer.
    if (uri.protocol === "https:" || issuer.startsWith("http:")) return uri;
  }
  throw new Error("the issuer publishes no keys");
}

/** Where metadata may stand, in the order of the MCP authorization text: RFC 8414, then OpenID Connect. */
function metadataAddresses(issuer: string): Set<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, "");
  return new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]);
}

/**
 * What stands there; `undefined` when nothing that is JSON does.
 *
 * Redirects count as nothing: many servers send whatever they do not know to a page.
 */
async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { redirect: "manual", signal, headers: { accept: "application/json" } });
  let text = "";
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("the issuer's answer is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  try {
    return response.ok ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
