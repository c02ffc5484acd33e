/** A local OAuth issuer with metadata, keys and tokens, which can fail in several ways. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";

const OAUTH = "/.well-known/oauth-authorization-server";
const OIDC = "/.well-known/openid-configuration";
const KEYS = "/keys";

/** Returns the path of the metadata for an issuer with the path `path`. */
const PLACES = {
  oauth: (path: string) => OAUTH + path,
  "openid, inserted": (path: string) => OIDC + path,
  "openid, appended": (path: string) => path + OIDC,
} as const;
export type Place = keyof typeof PLACES;
export const PLACE_NAMES = Object.keys(PLACES) as Place[];

/** The claims of a token; `undefined` removes a default claim. */
export type Claims = { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined };

/** The way in which the issuer answers. */
export type Behaviour = "well" | "hang" | "fail" | "huge" | "no json" | "no keys" | "redirect" | "reset";

export interface Issuer {
  /** The issuer's identifier in tokens. */
  url: string;
  /** Requested paths, in order. */
  asked: string[];
  /** Changes the answers from now on; `only` limits the change to one path. */
  behave(behaviour: Behaviour, only?: "keys"): void;
  /** Signs the default claims with the newest key, with some of them replaced. */
  sign(audience: string, claims?: Claims, header?: { kid?: string; typ?: string }): Promise<string>;
  /** Replaces the key by a new one. */
  rotate(): Promise<void>;
  /** The public key as published. */
  published(): string;
  close(): Promise<void>;
}

/** Starts an issuer. Issuers with several realms have a path. */
export async function openIssuer({ path = "", place = "oauth" as Place } = {}): Promise<Issuer> {
  const asked: string[] = [];
  let behaviour: Behaviour = "well";
  let onlyPath: "keys" | undefined;
  let key: { kid: string; privateKey: CryptoKey; jwk: object };
  let made = 0;

  async function rotate(): Promise<void> {
    const kid = `key-${++made}`;
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    key = { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
  }
  await rotate();
  const published = () => JSON.stringify({ keys: [key.jwk] });

  const server = createServer((request, response) => {
    const { url = "" } = request;
    asked.push(url);
    const misbehaves = behaviour !== "well" && (onlyPath === undefined || url === KEYS);
    if (misbehaves) fail(behaviour, response);
    else if (url === KEYS) answer(response, published());
    else if (url === PLACES[place](path))
      answer(response, JSON.stringify({ issuer: base + path, jwks_uri: base + KEYS }));
    // Like many issuers, answers unknown paths with a log-in page.
    else response.writeHead(302, { location: `${base}/login` }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: base + path,
    asked,
    published,
    rotate,
    behave(next, only) {
      behaviour = next;
      onlyPath = only;
    },
    sign: (audience, claims = {}, header = {}) =>
      new SignJWT(defined({ iss: base + path, aud: audience, sub: "alice", exp: inSeconds(3_600), ...claims }))
        .setProtectedHeader({ alg: "ES256", kid: key.kid, ...header })
        .sign(key.privateKey),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const defined = (claims: Claims): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));

/** Returns the time in that many seconds as tokens state it: whole seconds since the epoch. */
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "application/json" }).end(body);
}

function fail(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === "reset") response.socket?.resetAndDestroy();
  else if (behaviour === "fail") response.writeHead(500).end("<html>sorry</html>");
  else if (behaviour === "no json") answer(response, "<html>sorry</html>");
  else if (behaviour === "no keys") answer(response, "{}");
  else if (behaviour === "redirect") response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  else if (behaviour === "huge") sendEndlessly(response);
}

/** Sends an endless body. */
function sendEndlessly(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, " ");
  response.on("error", () => {});
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}
