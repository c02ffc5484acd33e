/** An OAuth issuer on a port of this machine: metadata, keys, tokens, and every way to be of no help. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";

const OAUTH = "/.well-known/oauth-authorization-server";
const OIDC = "/.well-known/openid-configuration";
const KEYS = "/keys";

/** Where the metadata stands; `path` is the issuer's own. */
const PLACES = {
  oauth: (path: string) => OAUTH + path,
  "openid, inserted": (path: string) => OIDC + path,
  "openid, appended": (path: string) => path + OIDC,
} as const;
export type Place = keyof typeof PLACES;
export const PLACE_NAMES = Object.keys(PLACES) as Place[];

/** What a token says; `undefined` takes out what a good one would say. */
export type Claims = { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined };

/** How it answers. */
export type Mood = "well" | "hang" | "fail" | "huge" | "no json" | "no keys" | "redirect" | "reset";

export interface Issuer {
  /** As tokens name it. */
  url: string;
  /** Paths it was asked for, in order. */
  asked: string[];
  /** From now on; `only` leaves the other paths well. */
  behave(mood: Mood, only?: "keys"): void;
  /** Signs with the newest key what a good token says, with some of it replaced. */
  sign(audience: string, claims?: Claims, header?: { kid?: string; typ?: string }): Promise<string>;
  /** A new key in place of the old one. */
  rotate(): Promise<void>;
  /** The public key as it is published, as anybody can read it. */
  published(): string;
  close(): Promise<void>;
}

/** Opens one with a path of its own, as those with several realms have. */
export async function openIssuer({ path = "", place = "oauth" as Place } = {}): Promise<Issuer> {
  const asked: string[] = [];
  let mood: Mood = "well";
  let moodyAbout: "keys" | undefined;
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
    const isMoody = mood !== "well" && (moodyAbout === undefined || url === KEYS);
    if (isMoody) disappoint(mood, response);
    else if (url === KEYS) answer(response, published());
    else if (url === PLACES[place](path))
      answer(response, JSON.stringify({ issuer: base + path, jwks_uri: base + KEYS }));
    // As many do: what they do not know is a page to log in at.
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
      mood = next;
      moodyAbout = only;
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

/** A moment as tokens tell it. */
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "application/json" }).end(body);
}

function disappoint(mood: Mood, response: ServerResponse): void {
  if (mood === "reset") response.socket?.resetAndDestroy();
  else if (mood === "fail") response.writeHead(500).end("<html>sorry</html>");
  else if (mood === "no json") answer(response, "<html>sorry</html>");
  else if (mood === "no keys") answer(response, "{}");
  else if (mood === "redirect") response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  else if (mood === "huge") pour(response);
}

/** Without an end. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, " ");
  response.on("error", () => {});
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}
