import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { IssuerUnavailable } from "../../src/access/jwks.js";
import { createOAuth } from "../../src/access/oauth.js";
import { errorOf } from "../support/gate.js";

const ISSUER = "https://login.example.test/realms/market/";
const AUDIENCE = "https://market.example.test/mcp";
const METADATA = "https://login.example.test/.well-known/oauth-authorization-server/realms/market";
const KEYS = "https://keys.example.test/jwks";

const internet = setupServer();
beforeAll(() => internet.listen({ onUnhandledRequest: "error" }));
afterEach(() => internet.resetHandlers());
afterAll(() => internet.close());

const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" };
const sign = (claims: Record<string, unknown> = {}) =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: "bob", ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "one" })
    .setExpirationTime("1h")
    .sign(privateKey);

const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;

const open = () => createOAuth({ issuer: ISSUER, audience: AUDIENCE, defaultPlan: "free" });
const publish = (jwksUri = KEYS) =>
  internet.use(
    http.get(METADATA, () => HttpResponse.json({ issuer: ISSUER, jwks_uri: jwksUri })),
    http.get(KEYS, () => HttpResponse.json({ keys: [jwk] })),
  );

describe("a token", () => {
  it("identifies its subject, also with keys at another address than the issuer's", async () => {
    publish();
    expect(await open().callerOf(await sign())).toEqual({ id: "oauth bob", plan: "free" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["a claim", { plan: "starter" }, "starter"],
    ["a scope", { scope: "openid plan:professional" }, "professional"],
    ["scp as a list", { scp: ["plan:starter"] }, "starter"],
    ["scp as text", { scp: "plan:starter x" }, "starter"],
    [
      "a claim and a scope, of which the better plan counts",
      { plan: "professional", scope: "plan:free" },
      "professional",
    ],
    ["a name that is no plan", { plan: "gold", scope: "plan:gold plan:starters" }, "free"],
    ["a name in other case", { plan: "Starter" }, "free"],
  ])("gets its plan from %s", async (_how, claims, plan) => {
    publish();
    expect(await open().callerOf(await sign(claims))).toMatchObject({ plan });
  });

  it("without a key id is checked with each matching key, and is valid if one of them signed it", async () => {
    const other = await generateKeyPair("ES256", { extractable: true });
    const stranger = await generateKeyPair("ES256");
    publish();
    internet.use(
      http.get(KEYS, async () =>
        HttpResponse.json({ keys: [{ ...(await exportJWK(other.publicKey)), kid: "two" }, jwk] }),
      ),
    );
    const signed = (key: CryptoKey, claims: Record<string, unknown> = {}) =>
      new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: "bob", exp: inAnHour(), ...claims })
        .setProtectedHeader({ alg: "ES256" })
        .sign(key);
    const { callerOf } = open();
    for (const key of [privateKey, other.privateKey]) {
      expect(await callerOf(await signed(key))).toEqual({ id: "oauth bob", plan: "free" });
      expect(await callerOf(await signed(key, { exp: 1 }))).toBeUndefined();
      expect(await callerOf(await signed(key, { aud: "https://other.example.test" }))).toBeUndefined();
    }
    expect(await callerOf(await signed(stranger.privateKey))).toBeUndefined();
  });

  it.each([5, 0, true, null, {}, ["bob"], "", "x".repeat(256)])("with the subject %j is rejected", async (sub) => {
    publish();
    expect(await open().callerOf(await sign({ sub: sub as string }))).toBeUndefined();
  });

  it("with a subject of digits as text is accepted", async () => {
    publish();
    expect(await open().callerOf(await sign({ sub: "5" }))).toEqual({ id: "oauth 5", plan: "free" });
  });

  it("is rejected when its issuer is spelled differently", async () => {
    publish();
    expect(await open().callerOf(await sign({ iss: ISSUER.slice(0, -1) }))).toBeUndefined();
  });
});

describe("the issuer's keys", () => {
  it("are not fetched over plain http when the metadata came over https", async () => {
    publish("http://keys.example.test/jwks");
    internet.use(
      http.get("https://login.example.test/*", () => new HttpResponse(null, { status: 404 })),
      http.get(METADATA, () => HttpResponse.json({ jwks_uri: "http://keys.example.test/jwks" })),
    );
    expect(await errorOf(open().callerOf(await sign()))).toBeInstanceOf(IssuerUnavailable);
  });

  it("are unavailable when no metadata address has usable metadata", async () => {
    const asked: string[] = [];
    internet.use(
      http.get("https://login.example.test/*", ({ request }) => {
        asked.push(new URL(request.url).pathname);
        return HttpResponse.html("<html>");
      }),
    );
    expect(await errorOf(open().callerOf(await sign()))).toBeInstanceOf(IssuerUnavailable);
    expect(asked).toEqual([
      "/.well-known/oauth-authorization-server/realms/market",
      "/.well-known/openid-configuration/realms/market",
      "/realms/market/.well-known/openid-configuration",
    ]);
  });
});
