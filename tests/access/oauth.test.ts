import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
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
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;
const sign = (claims: Record<string, unknown> = {}, kid = "one", key: CryptoKey = privateKey) =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: "bob", exp: inAnHour(), ...claims })
    .setProtectedHeader({ alg: "ES256", kid })
    .sign(key);

const open = () => createOAuth({ issuer: ISSUER, audience: AUDIENCE, defaultPlan: "free", scopes: [] });
const publish = (jwksUri = KEYS) =>
  internet.use(
    http.get(METADATA, () => HttpResponse.json({ issuer: ISSUER, jwks_uri: jwksUri })),
    http.get(KEYS, () => HttpResponse.json({ keys: [jwk] })),
  );

describe("the metadata of this resource", () => {
  it("lists only scopes that the operator has named", () => {
    expect(open().metadata).not.toHaveProperty("scopes_supported");
    const { metadata } = createOAuth({
      issuer: ISSUER,
      audience: AUDIENCE,
      defaultPlan: "free",
      scopes: ["plan:free"],
    });
    expect(metadata).toMatchObject({ resource: AUDIENCE, scopes_supported: ["plan:free"] });
  });
});

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
      expect(await callerOf(await signed(key, { exp: 1 }))).toBe("invalid");
      expect(await callerOf(await signed(key, { aud: "https://other.example.test" }))).toBe("invalid");
    }
    expect(await callerOf(await signed(stranger.privateKey))).toBe("forged");
  });

  it.each([5, 0, true, null, {}, ["bob"], "", "x".repeat(256)])("with the subject %j is rejected", async (sub) => {
    publish();
    expect(await open().callerOf(await sign({ sub: sub as string }))).toBe("invalid");
  });

  it("with a subject of digits as text is accepted", async () => {
    publish();
    expect(await open().callerOf(await sign({ sub: "5" }))).toEqual({ id: "oauth 5", plan: "free" });
  });

  it("is rejected when its issuer is spelled differently", async () => {
    publish();
    expect(await open().callerOf(await sign({ iss: ISSUER.slice(0, -1) }))).toBe("invalid");
  });
});

describe("a token that is not valid", () => {
  it.each<[string, string, (token: string) => Promise<string> | string]>([
    ["is expired", "invalid", () => sign({ exp: 1 })],
    ["is not valid yet", "invalid", () => sign({ nbf: inAnHour() })],
    ["is for another service", "invalid", () => sign({ aud: "https://other.example.test" })],
    ["has another signature", "forged", (token) => `${token.slice(0, -8)}AAAAAAAA`],
    ["has other claims than were signed", "forged", (token) => token.replace(/\.[^.]+\./, `.${toBase64("{}")}.`)],
    ["names no algorithm", "forged", (token) => token.replace(/^[^.]+/, toBase64('{"alg":"none"}'))],
  ])("because it %s is %s", async (_how, verdict, change) => {
    publish();
    expect(await open().callerOf(await change(await sign()))).toBe(verdict);
  });
});

const toBase64 = (text: string) => Buffer.from(text).toString("base64url");

describe("the issuer's keys", () => {
  afterEach(() => void vi.useRealTimers());

  it("are not fetched over plain http when the metadata came over https", async () => {
    const asked: string[] = [];
    publish("http://keys.example.test/jwks");
    internet.use(
      http.get("https://login.example.test/.well-known/openid-configuration/*", () => HttpResponse.html("")),
      http.get("https://login.example.test/realms/*", () => HttpResponse.html("")),
      http.get("http://keys.example.test/jwks", ({ request }) => {
        asked.push(request.url);
        return HttpResponse.json({ keys: [jwk] });
      }),
    );
    expect(await errorOf(open().callerOf(await sign()))).toBeInstanceOf(IssuerUnavailable);
    expect(asked).toEqual([]);
  });

  it("are fetched again for an unknown key; within ten seconds it is not known whether the token is valid", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    publish();
    const { callerOf } = open();
    expect(await callerOf(await sign())).toMatchObject({ id: "oauth bob" });
    const next = await generateKeyPair("ES256", { extractable: true });
    internet.use(
      http.get(KEYS, async () =>
        HttpResponse.json({ keys: [jwk, { ...(await exportJWK(next.publicKey)), kid: "two", alg: "ES256" }] }),
      ),
    );
    const token = await sign({}, "two", next.privateKey);
    vi.advanceTimersByTime(3_000);
    expect(await errorOf(callerOf(token))).toMatchObject({ retryAfterSeconds: 7 });
    vi.advanceTimersByTime(7_000);
    expect(await callerOf(token)).toMatchObject({ id: "oauth bob" });
  });

  it.each([
    ["after a fetch that failed", [11_000, 2_000], ["unavailable", "oauth bob"]],
    ["each hour", [3_601_000], ["oauth bob"]],
  ])("are found again by the metadata %s", async (_when, waits, outcomes) => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    publish();
    const { callerOf } = open();
    expect(await callerOf(await sign())).toMatchObject({ id: "oauth bob" });
    const moved = "https://keys.example.test/moved";
    internet.use(
      http.get(METADATA, () => HttpResponse.json({ issuer: ISSUER, jwks_uri: moved })),
      http.get(moved, () => HttpResponse.json({ keys: [{ ...jwk, kid: "two" }] })),
      http.get(KEYS, () => new HttpResponse(null, { status: 404 })),
    );
    const found: unknown[] = [];
    for (const wait of waits) {
      vi.advanceTimersByTime(wait);
      const caller = await callerOf(await sign({}, "two")).catch(() => "unavailable");
      found.push(typeof caller === "object" ? caller.id : caller);
    }
    expect(found).toEqual(outcomes);
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
