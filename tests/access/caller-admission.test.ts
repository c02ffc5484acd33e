import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import {
  createAccess,
  toAdmissionError,
  toRejectionHeaders,
  type AccessOptions,
} from "../../src/access/caller-admission.js";
import { IssuerUnavailable } from "../../src/access/jwks.js";
import type { Keyring } from "../../src/access/keyring.js";

const TOKEN = "e30.e30.c2ln";
const AWAY = "e30.e30.YXdheQ";
const EXPIRED = "e30.e30.ZXhwaXJlZA";
const keyring: Keyring = {
  callerOf: ({ "x-api-key": key, authorization }) =>
    key === "good" || (key === undefined && authorization === "Bearer good")
      ? { id: "key alice", plan: "free" }
      : undefined,
  replace: () => {},
};
const oauth: AccessOptions["oauth"] = {
  async callerOf(token) {
    if (token === AWAY) throw new IssuerUnavailable(7);
    if (token === TOKEN) return { id: "oauth bob", plan: "starter" };
    return token === EXPIRED ? "invalid" : "forged";
  },
};
const addressOf: AccessOptions["addressOf"] = ({ socket }) => socket.remoteAddress;
const CLOSED: AccessOptions = { keyring, oauth: undefined, anonymousPlan: undefined, addressOf };
const BOTH: AccessOptions = { keyring, oauth, anonymousPlan: undefined, addressOf };

const requestWith = (headers: IncomingHttpHeaders, remoteAddress = "192.0.2.7") =>
  ({ headers: { host: "localhost:8080", ...headers }, socket: { remoteAddress } }) as unknown as IncomingMessage;
const admit = (options: AccessOptions, headers: IncomingHttpHeaders = {}) =>
  createAccess(options).admit(requestWith(headers));

const ANONYMOUS = { caller: { id: "address 192.0.2.7" } };
const ALICE = { caller: { id: "key alice", plan: "free" } };
const BOB = { caller: { id: "oauth bob", plan: "starter" } };
const WANTED = "A valid key is needed. Send it in the header X-API-Key, or as Authorization: Bearer.";
const EITHER_WANTED =
  "A valid key or token is needed. Send a key in the header X-API-Key, or a key or token as Authorization: Bearer.";
const TOKEN_WANTED = "A valid token of the issuer is needed. Send it as Authorization: Bearer.";
const REALM = 'Bearer realm="market-data-mcp"';
const INVALID = `${REALM}, error="invalid_token", error_description="The key or token is not valid here"`;
const METADATA = 'resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp"';

describe("admission", () => {
  it.each<[string, AccessOptions, IncomingHttpHeaders, object]>([
    ["every caller, without a keys file", { ...CLOSED, keyring: undefined }, {}, ANONYMOUS],
    ["any key, without a keys file", { ...CLOSED, keyring: undefined }, { "x-api-key": "bad" }, ANONYMOUS],
    ["a valid key", CLOSED, { "x-api-key": "good" }, ALICE],
    ["a valid key as Bearer, next to an issuer of tokens", BOTH, { authorization: "Bearer good" }, ALICE],
    ["a valid token", BOTH, { authorization: `Bearer ${TOKEN}` }, BOB],
    ["a valid token, without a keys file", { ...BOTH, keyring: undefined }, { authorization: `bearer  ${TOKEN}` }, BOB],
    [
      "a caller without credentials, with ANONYMOUS_PLAN next to keys",
      { ...BOTH, anonymousPlan: "free" },
      {},
      { caller: { id: "address 192.0.2.7", plan: "free" } },
    ],
    [
      "a caller without credentials, with ANONYMOUS_PLAN alone",
      { keyring: undefined, oauth: undefined, anonymousPlan: "starter", addressOf },
      {},
      { caller: { id: "address 192.0.2.7", plan: "starter" } },
    ],
  ])("accepts %s", async (_who, options, headers, admission) => {
    expect(await admit(options, headers)).toEqual(admission);
  });

  it.each<[string, AccessOptions, IncomingHttpHeaders, string, string]>([
    ["a caller without credentials", CLOSED, {}, REALM, WANTED],
    ["a caller without credentials, next to an issuer of tokens", BOTH, {}, `${REALM}, ${METADATA}`, EITHER_WANTED],
    [
      "a caller without credentials, at a stated address, whatever the request says",
      { ...BOTH, endpoint: new URL("https://market.example.com/finance/mcp") },
      { "x-forwarded-proto": "http" },
      `${REALM}, resource_metadata="https://market.example.com/.well-known/oauth-protected-resource/finance/mcp"`,
      EITHER_WANTED,
    ],
    ["a wrong key", CLOSED, { "x-api-key": "bad" }, INVALID, WANTED],
    [
      "a wrong key, in spite of an anonymous plan",
      { ...CLOSED, anonymousPlan: "free" },
      { "x-api-key": "" },
      INVALID,
      WANTED,
    ],
    [
      "a wrong key beside a valid token",
      BOTH,
      { "x-api-key": "bad", authorization: `Bearer ${TOKEN}` },
      `${INVALID}, ${METADATA}`,
      EITHER_WANTED,
    ],
    ["another scheme", CLOSED, { authorization: "Basic Z29vZA==" }, INVALID, WANTED],
    ["a token, without an issuer", CLOSED, { authorization: `Bearer ${TOKEN}` }, INVALID, WANTED],
    ["an invalid token", BOTH, { authorization: "Bearer e30.e30.eA" }, `${INVALID}, ${METADATA}`, EITHER_WANTED],
    [
      "a token without a signature",
      BOTH,
      { authorization: "Bearer e30.e30." },
      `${INVALID}, ${METADATA}`,
      EITHER_WANTED,
    ],
    [
      "a key, where only tokens are accepted",
      { ...BOTH, keyring: undefined },
      { "x-api-key": "good" },
      `${INVALID}, ${METADATA}`,
      TOKEN_WANTED,
    ],
  ])("rejects %s, and names the accepted credentials", async (_who, options, headers, challenge, detail) => {
    expect(await admit(options, headers)).toEqual({ status: 401, detail, challenge });
  });

  it("uses the scheme that the proxy states in the address of the metadata", async () => {
    const rejection = await admit(BOTH, { "x-forwarded-proto": "https", host: "market.example.test" });
    expect(rejection).toHaveProperty("challenge", expect.stringContaining('"https://market.example.test/.well-known/'));
    const odd = await admit(BOTH, { "x-forwarded-proto": 'x", error="' });
    expect(odd).toHaveProperty("challenge", `${REALM}, ${METADATA}`);
  });

  it("answers 503 while the issuer cannot be reached, and counts no failure", async () => {
    const { admit: access } = createAccess(BOTH);
    for (let time = 0; time < 30; time++) {
      expect(await access(requestWith({ authorization: `Bearer ${AWAY}` }))).toMatchObject({
        status: 503,
        retryAfterSeconds: 7,
      });
    }
    expect(await access(requestWith({ "x-api-key": "good" }))).toEqual(ALICE);
  });

  it("rejects wrong keys from an address with 429 after 20 of them, and no valid key or token", async () => {
    const { admit: access } = createAccess(BOTH);
    for (let time = 0; time < 20; time++) await access(requestWith({ "x-api-key": "bad" }, "2001:db8::1"));
    expect(await access(requestWith({ "x-api-key": "bad" }, "2001:db8::2"))).toMatchObject({
      status: 429,
      retryAfterSeconds: 60,
      detail: "Too many wrong keys came from this address. Try again in 60 s.",
    });
    expect(await access(requestWith({ "x-api-key": "good" }, "2001:db8::2"))).toEqual(ALICE);
    expect(await access(requestWith({ authorization: `Bearer ${TOKEN}` }, "2001:db8::2"))).toEqual(BOB);
    expect(await access(requestWith({ "x-api-key": "bad" }, "2001:db8:1::1"))).toMatchObject({ status: 401 });
  });

  it("does not count tokens that the issuer has signed, such as expired ones", async () => {
    const { admit: access } = createAccess(BOTH);
    const expired = requestWith({ authorization: `Bearer ${EXPIRED}` });
    for (let time = 0; time < 30; time++)
      expect(await access(expired)).toEqual({
        status: 401,
        detail: EITHER_WANTED,
        challenge: `${INVALID}, ${METADATA}`,
      });
    expect(await access(requestWith({ "x-api-key": "bad" }))).toMatchObject({ status: 401 });
  });
});

describe("wrong tokens that are checked at the same time", () => {
  it("are rejected with 401 up to 20 times", async () => {
    const { admit: access } = createAccess(BOTH);
    const wrong = requestWith({ authorization: "Bearer e30.e30.eA" });
    const all = (await Promise.all(Array.from({ length: 50 }, () => access(wrong)))) as { status: number }[];
    expect(all.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(30).fill(429)]);
  });
});

describe("a rejection", () => {
  it("becomes an error, and the header that tells the client how to proceed", () => {
    const rejection = { status: 401, detail: WANTED, challenge: REALM } as const;
    expect(toAdmissionError(rejection)).toMatchObject({ kind: "unauthorized", message: WANTED });
    expect(toRejectionHeaders(rejection)).toEqual({ "www-authenticate": REALM });
  });

  it("states when to retry", () => {
    const rejection = { status: 429, detail: "Later.", retryAfterSeconds: 7 } as const;
    expect(toAdmissionError(rejection)).toMatchObject({
      kind: "rate_limited",
      message: "Later.",
      retryAfterSeconds: 7,
    });
    expect(toRejectionHeaders(rejection)).toEqual({ "retry-after": "7" });
  });
});
