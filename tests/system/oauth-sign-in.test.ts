/**
 * A whole sign-in, as hosts in the cloud do it: discovery, the client's introduction, consent, token, tool call.
 *
 * A client introduces itself by registering or by the address of its metadata document.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { exportJWK, generateKeyPair } from "jose";
// @ts-expect-error: the package has no types.
import { Provider } from "oidc-provider";
import { CookieJar } from "tough-cookie";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";

const REDIRECT = "http://127.0.0.1:9/callback";
/** Address of the client's metadata document, and its client id. */
const DOCUMENT = "https://host.example.com/client.json";
const CLIENT = {
  client_name: "test",
  redirect_uris: [REDIRECT],
  grant_types: ["authorization_code"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  scope: "plan:starter",
};
const folder = temporaryFolder();
let issuer: { url: string; server: Server; fetched: string[] };
let program: Awaited<ReturnType<typeof startHttpProgram>>;

beforeAll(async () => {
  const port = await freePort();
  issuer = await openIssuer();
  program = await startHttpProgram(["--demo", "--port", String(port)], {
    DATA_DIR: folder.path,
    OAUTH_ISSUER: issuer.url,
    OAUTH_AUDIENCE: `http://127.0.0.1:${port}/mcp`,
  });
}, 60_000);
afterAll(async () => {
  await program.stop();
  issuer.server.close();
  issuer.server.closeAllConnections();
  folder.remove();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts the issuer of the worked example in docs/hosts.md: tokens are JWTs for one server.
 *
 * It answers its own request for the client's document, because it accepts only https and public addresses.
 */
async function openIssuer() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetched: string[] = [];
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(url, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "one" }] },
    cookies: { keys: ["only for this test"] },
    // Clients register with every scope that this server lists.
    scopes: ["openid", "plan:free", "plan:starter", "plan:professional"],
    features: {
      registration: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          audience: resource,
          // Hosts ask for every plan; the issuer grants the one that the person has.
          scope: "plan:starter",
          accessTokenFormat: "jwt",
          accessTokenTTL: 3_600,
        }),
      },
    },
    clientBasedCORS: () => false,
    fetch: (address: string) => {
      fetched.push(address);
      return Promise.resolve(Response.json({ client_id: DOCUMENT, application_type: "native", ...CLIENT }));
    },
  });
  server.on("request", provider.callback());
  return { url, server, fetched };
}

/** A host: it keeps what the issuer gave it, and where it was sent to sign in. */
class Host implements OAuthClientProvider {
  sentTo: URL | undefined;
  registered: Awaited<ReturnType<NonNullable<OAuthClientProvider["clientInformation"]>>>;
  held: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  #verifier = "";
  redirectUrl = REDIRECT;
  clientMetadata = CLIENT;
  clientInformation = () => this.registered;
  saveClientInformation = (information: typeof this.registered) => void (this.registered = information);
  tokens = () => this.held;
  saveTokens = (tokens: typeof this.held) => void (this.held = tokens);
  redirectToAuthorization = (address: URL) => void (this.sentTo = address);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

/** Signs in and consents as a person does in a browser; returns the code that the host receives. */
async function signIn(start: URL, login: string): Promise<string> {
  const jar = new CookieJar();
  let [address, form]: [string, URLSearchParams | undefined] = [start.href, undefined];
  for (let step = 0; step < 12; step++) {
    const response: Response = await fetch(address, {
      redirect: "manual",
      headers: { cookie: await jar.getCookieString(address) },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, address);
    const target = response.headers.get("location");
    if (target) {
      [address, form] = [new URL(target, address).href, undefined];
      if (address.startsWith(REDIRECT)) return new URL(address).searchParams.get("code")!;
      continue;
    }
    const page = await response.text();
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (!action || !prompt) throw new Error(`no form at ${address}: ${page.slice(0, 300)}`);
    [address, form] = [new URL(action, address).href, new URLSearchParams({ prompt, login, password: "any" })];
  }
  throw new Error("the sign-in has no end");
}

it("begins at an issuer that our metadata names, and that takes clients in both ways", async () => {
  const ours = (await (await fetch(`${program.url}/.well-known/oauth-protected-resource/mcp`)).json()) as object;
  expect(ours).toMatchObject({ resource: `${program.url}/mcp`, authorization_servers: [issuer.url] });
  const its = (await (await fetch(`${issuer.url}/.well-known/oauth-authorization-server`)).json()) as object;
  expect(its).toMatchObject({
    registration_endpoint: expect.any(String),
    client_id_metadata_document_supported: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining(["none"]),
  });
});

const WAYS = [
  { way: "registers itself", login: "alice", host: () => new Host(), asked: [] },
  {
    way: "is named by its metadata document",
    login: "bob",
    host: () => Object.assign(new Host(), { clientMetadataUrl: DOCUMENT }),
    asked: [DOCUMENT],
  },
];

it.each(WAYS)("ends with an answer under the plan of the scope, with a client that $way", async (row) => {
  const host = row.host();
  const server = new URL(`${program.url}/mcp`);
  const first = new StreamableHTTPClientTransport(server, { authProvider: host });
  await expect(new Client({ name: "test", version: "0" }).connect(first)).rejects.toThrow(UnauthorizedError);
  expect(host.registered!.client_id === DOCUMENT).toBe(row.asked.length > 0);
  expect(host.sentTo!.origin).toBe(issuer.url);
  expect(host.sentTo!.searchParams.get("resource")).toBe(server.href);

  await first.finishAuth(await signIn(host.sentTo!, row.login));
  expect(issuer.fetched).toEqual(row.asked);
  const client = new Client({ name: "test", version: "0" });
  await client.connect(new StreamableHTTPClientTransport(server, { authProvider: host }));
  const { structuredContent } = await client.callTool({
    name: "provider_a_get_stock_quote",
    arguments: { symbol: "AAPL" },
  });
  expect(structuredContent).toMatchObject({ symbol: "AAPL" });
  await client.close();

  const rest = await fetch(`${program.url}/api/v1/stock/AAPL`, {
    headers: { authorization: `Bearer ${host.held!.access_token}` },
  });
  // Of the plan's 20 calls a minute, those of the sign-in's retries are used.
  expect([rest.status, rest.headers.get("ratelimit")]).toEqual([200, expect.stringMatching(/^"minute";r=1[0-8];/)]);
});

it("is refused with the way to sign in to callers without a token", async () => {
  const response = await fetch(`${program.url}/mcp`, { method: "POST", body: "{}" });
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([
    401,
    expect.stringContaining(`resource_metadata="${program.url}/.well-known/oauth-protected-resource`),
  ]);
});
