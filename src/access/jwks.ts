/** Fetches the keys with which an OAuth issuer signs, found through its metadata, within limits of time and size. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { z } from "../contract/schema.js";
import { parseJson } from "../lib/parse-json.js";

/** The issuer's keys cannot be fetched now, so a token can neither be accepted nor rejected. */
export class IssuerUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds = 5) {
    super();
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Time limit for the metadata and for the keys, each in total. */
const FETCH_MS = 5_000;
/** Size limit in bytes; a key has about one kilobyte. */
const MAX_BYTES = 256 * 1024;
/**
 * Pause after a failed fetch, so that invalid tokens cannot trigger further requests to the issuer.
 */
const PAUSE_MS = 1_000;
/** Milliseconds after a fetch of the keys in which an unknown key id does not cause another one. */
const COOLDOWN_MS = 10_000;
/** Milliseconds after which the metadata are read again: the issuer may have moved its keys. */
const METADATA_MS = 60 * 60_000;
/** Errors that mean the published keys do not match the token. */
const NO_KEY = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

const metadata = z.object({ jwks_uri: z.string().url() });

/**
 * Returns a function that finds the key of a token.
 *
 * Keys are cached for ten minutes; a token with an unknown key id triggers a new fetch, at most every ten seconds.
 *
 * @throws {IssuerUnavailable} when the issuer's keys cannot be fetched, or may not be fetched again so soon.
 * @throws jose's error when no key matches the token, or several do; the error then contains them.
 */
export function createIssuerKeys(issuer: string): JWTVerifyGetKey {
  let pausedUntil = 0;
  let keysUri: URL | undefined;
  let metadataReadAt = -Infinity;
  let keysFetchedAt = -Infinity;

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < pausedUntil) throw new IssuerUnavailable();
    try {
      return await work();
    } catch {
      pausedUntil = performance.now() + PAUSE_MS;
      throw new IssuerUnavailable();
    }
  }

  async function fetchKeys(): Promise<Response> {
    if (!keysUri || performance.now() >= metadataReadAt + METADATA_MS) {
      keysUri = await findKeysUri(issuer);
      metadataReadAt = performance.now();
    }
    const address = keysUri.href;
    keysUri = undefined;
    // `Response.json(undefined)` throws, which also counts as a failure.
    const response = Response.json(await fetchJson(address, AbortSignal.timeout(FETCH_MS)));
    keysUri = new URL(address);
    keysFetchedAt = performance.now();
    return response;
  }

  // The address is not used: it is found with each fetch, because the issuer may move its keys.
  const find = createRemoteJWKSet(new URL(issuer), {
    timeoutDuration: 2 * FETCH_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: () => guarded(fetchKeys),
  });

  return async (header, token) => {
    const mayNotFetch = find.coolingDown;
    try {
      return await find(header, token);
    } catch (error) {
      // A new key of the issuer may be unknown only because the keys were fetched just before it was published.
      if (error instanceof errors.JWKSNoMatchingKey && mayNotFetch)
        throw new IssuerUnavailable(Math.max(1, Math.ceil((keysFetchedAt + COOLDOWN_MS - performance.now()) / 1000)));
      if (NO_KEY.some((kind) => error instanceof kind)) throw error;
      throw new IssuerUnavailable();
    }
  };
}

async function findKeysUri(issuer: string): Promise<URL> {
  const signal = AbortSignal.timeout(FETCH_MS);
  for (const address of metadataAddresses(issuer)) {
    const found = metadata.safeParse(await fetchJson(address, signal));
    if (!found.success) continue;
    const uri = new URL(found.data.jwks_uri);
    // A key address found over TLS must use TLS, so that keys cannot be replaced on the network.
    if (uri.protocol === "https:" || issuer.startsWith("http:")) return uri;
  }
  throw new Error("the issuer publishes no keys");
}

/**
 * Possible addresses of the metadata, in the order of the MCP authorization specification: RFC 8414, then OpenID
 * Connect.
 */
function metadataAddresses(issuer: string): Set<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/(?<!\/)\/+$/, "");
  return new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]);
}

/**
 * Fetches JSON; `undefined` when the address serves anything else.
 *
 * Redirects count as missing, because many servers redirect unknown paths to a page.
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
  return response.ok ? parseJson(text) : undefined;
}
