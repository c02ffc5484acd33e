/** OAuth tokens: accepted and rejected ones, and answers while the issuer fails. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasFakeClock } from "../support/fake-clock.js";
import { createProgramClock } from "../support/program-clock.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { inSeconds, openIssuer, PLACE_NAMES, type Claims, type Issuer, type Behaviour } from "./issuer.js";
import { internalsIn } from "./leaks.js";
import { openMarket, type Market } from "./market.js";
import { createVisitor, type HttpAnswer, type Visitor } from "./http-visitor.js";

const AUDIENCE = "https://market.example.test/mcp";
const QUOTE = "/api/v1/stock/AAPL";
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

const folder = temporaryFolder();
afterAll(() => folder.remove());

type Program = Awaited<ReturnType<typeof startHttpProgram>>;
interface Opened {
  program: Program;
  visitor: Visitor;
}

async function open(issuer: Issuer, more: Record<string, string> = {}, args = ["--demo"]): Promise<Opened> {
  const env = { DATA_DIR: folder.path, OAUTH_ISSUER: issuer.url, OAUTH_AUDIENCE: AUDIENCE, ...more };
  const program = await startHttpProgram(args, env);
  return { program, visitor: createVisitor(program.url) };
}

/** Stops the program; none of its output may contain a token. */
async function close({ program, visitor }: Opened): Promise<void> {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  expect(program.stderr()).not.toMatch(/eyJ|"level":"(?:error|fatal)"/);
}

async function openForTest(...how: Parameters<typeof open>): Promise<Opened> {
  const opened = await open(...how);
  onTestFinished(() => close(opened));
  return opened;
}

async function issuerForTest(...how: Parameters<typeof openIssuer>): Promise<Issuer> {
  const issuer = await openIssuer(...how);
  onTestFinished(() => issuer.close());
  return issuer;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends a token over REST and over MCP; returns both answers. */
const present = async ({ ask, post }: Visitor, token: string): Promise<[HttpAnswer, HttpAnswer]> => [
  await ask(QUOTE, { headers: bearer(token) }),
  await post(PING, bearer(token)),
];
const statusesOf = async (visitor: Visitor, token: string) =>
  (await present(visitor, token)).map(({ status }) => status);

const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("tokens", () => {
  let issuer: Issuer;
  let opened: Opened;
  let visitor: Visitor;
  beforeAll(async () => {
    issuer = await openIssuer();
    opened = await open(issuer);
    visitor = opened.visitor;
  });
  afterAll(async () => {
    await close(opened);
    await issuer.close();
  });

  it.each<[string, Claims, number]>([
    ["no plan, which gives the default", {}, 5],
    ["a plan in a claim", { plan: "professional" }, 100],
    ["a plan in its scope", { scope: "openid plan:starter" }, 20],
    ["a plan in scp as a list", { scp: ["openid", "plan:starter"] }, 20],
    ["a plan in scp as text", { scp: "plan:professional openid" }, 100],
    ["several plans, of which the best counts", { plan: "free", scope: "plan:professional plan:starter" }, 100],
    ["an unknown plan, which gives the default", { plan: "platinum", scope: "plan:gold plan:" }, 5],
    ["a plan that is not text, which gives the default", { plan: { free: 1 }, scope: 7, scp: [null, {}] }, 5],
  ])("are accepted over REST and MCP, and give the plan that they name: %s", async (_who, claims, perMinute) => {
    const sub = `holder of ${JSON.stringify(claims)}`;
    const [rest, mcp] = await present(visitor, await issuer.sign(AUDIENCE, { sub, ...claims }));
    expect([rest.status, mcp.status, mcp.json()["result"]]).toEqual([200, 200, {}]);
    expect(rest.headers["ratelimit-policy"]).toContain(`"minute";q=${perMinute};w=60`);
    // One count for both surfaces and for all tokens of one subject.
    const [again] = await present(visitor, await issuer.sign(AUDIENCE, { sub, ...claims, jti: "another" }));
    expect(again.headers["ratelimit"]).toContain(`"minute";r=${perMinute - 2};`);
  });

  it.each<[string, () => Claims]>([
    ["our address is among several audiences", () => ({ aud: ["https://other.example.test", AUDIENCE] })],
    ["they expired a moment ago, because clocks differ a little", () => ({ exp: inSeconds(0) })],
  ])("are accepted when %s", async (_when, toClaims) => {
    expect(await statusesOf(visitor, await issuer.sign(AUDIENCE, { sub: "b", ...toClaims() }))).toEqual([200, 200]);
  });

  it("are required, and the error names the address of the metadata about the issuer", async () => {
    const replies = [await visitor.ask(QUOTE), await visitor.post(PING)];
    const { origin, pathname } = new URL(AUDIENCE);
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource${pathname}"`;
    for (const { status, headers } of replies) {
      expect([status, headers["www-authenticate"]]).toEqual([401, `Bearer realm="market-data-mcp", ${metadata}`]);
    }
  });

  it("are explained in RFC 9728 metadata, at the root and at the path of the endpoint, without a token", async () => {
    for (const path of ["", "/mcp"]) {
      const reply = await visitor.ask(`/.well-known/oauth-protected-resource${path}`);
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
      expect(reply.json()).toEqual({
        resource: AUDIENCE,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ["header"],
        resource_name: "market-data-mcp",
      });
    }
    expect((await visitor.ask("/.well-known/oauth-protected-resource", { method: "POST" })).status).toBe(405);
  });

  /** A defect, and a token with it. */
  const wrong: [string, () => Promise<string>][] = [
    ["another audience", () => issuer.sign("https://other.example.test")],
    ["our audience with a suffix", () => issuer.sign(`${AUDIENCE}/more`)],
    ["no audience", () => issuer.sign(AUDIENCE, { aud: undefined })],
    ["another issuer", () => issuer.sign(AUDIENCE, { iss: "https://other.example.test" })],
    ["the issuer with a slash at the end", () => issuer.sign(AUDIENCE, { iss: `${issuer.url}/` })],
    ["no issuer", () => issuer.sign(AUDIENCE, { iss: undefined })],
    ["an expiry in the past", () => issuer.sign(AUDIENCE, { exp: inSeconds(-60) })],
    ["no expiry", () => issuer.sign(AUDIENCE, { exp: undefined })],
    ["a start in the future", () => issuer.sign(AUDIENCE, { nbf: inSeconds(600) })],
    ["no subject", () => issuer.sign(AUDIENCE, { sub: undefined })],
    ["a wrong signature", async () => (await issuer.sign(AUDIENCE)).replace(/[^.]{20}$/, "A".repeat(20))],
    [
      "other claims than were signed",
      async () => replacePart(await issuer.sign(AUDIENCE), 1, { plan: "professional" }),
    ],
    [
      "no algorithm",
      async () => `${replacePart(await issuer.sign(AUDIENCE), 0, { alg: "none" }).replace(/[^.]+$/, "")}`,
    ],
    ["no algorithm and a signature", async () => replacePart(await issuer.sign(AUDIENCE), 0, { alg: "none" })],
    ["the public key as a secret", async () => signAsSecret(issuer.published())],
    ["something in place of JSON", async () => "eyJhbGciOiJFUzI1NiJ9.canary.canary"],
    ["three dots", async () => "..."],
    ["ten kilobytes", async () => `eyJ.${"a".repeat(10_000)}.a`],
  ];

  it("with any defect are rejected over both surfaces, in the same form", async () => {
    // Each batch has its own program, because after 20 failures keys and tokens from that address are no longer
    // checked.
    const batches = [wrong.slice(0, 9), wrong.slice(9, 18), wrong.slice(18)];
    for (const batch of batches) {
      const fresh = await open(issuer);
      for (const [what, make] of batch) {
        const [rest, mcp] = await present(fresh.visitor, await make());
        expect([what, rest.status, mcp.status]).toEqual([what, 401, 401]);
        for (const { headers, text } of [rest, mcp]) {
          expect(headers["www-authenticate"]).toMatch(
            /^Bearer realm="market-data-mcp", error="invalid_token", error_description="[\w ]+", resource_metadata="https?:\/\/[\w.:]+\/\.well-known\/oauth-protected-resource\/mcp"$/,
          );
          expect([internalsIn(text), text.includes("canary")]).toEqual([undefined, false]);
        }
        expect(rest.json()).toEqual({ error: "Unauthorized", detail: expect.stringContaining("valid token") });
      }
      expect(await statusesOf(fresh.visitor, await issuer.sign(AUDIENCE))).toEqual([200, 200]);
      await close(fresh);
    }
  }, 40_000);

  function replacePart(token: string, index: 0 | 1, value: object): string {
    const parts = token.split(".");
    const old = JSON.parse(Buffer.from(parts[index]!, "base64url").toString()) as object;
    parts[index] = toPart({ ...old, ...value });
    return parts.join(".");
  }

  /** Signs with HS256 and the public key, which verifiers accept if they trust the algorithm in the token. */
  function signAsSecret(secret: string): string {
    const claims = { iss: issuer.url, aud: AUDIENCE, sub: "alice", exp: inSeconds(600) };
    const signed = `${toPart({ alg: "HS256", kid: "key-1" })}.${toPart(claims)}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  }
});

describe("an issuer", () => {
  /** Repeats a request until the issuer is asked again, after the pause that follows a failure. */
  async function untilAskedAgain({ asked }: Issuer, ask: () => Promise<unknown>): Promise<void> {
    const before = asked.length;
    await expect.poll(() => ask().then(() => asked.length), { timeout: 10_000 }).toBeGreaterThan(before);
  }

  it.each(
    PLACE_NAMES.flatMap((place) => [
      { place, path: "" },
      { place, path: "/realms/market" },
    ]),
  )("is found by $place metadata with the path $path", async (where) => {
    const issuer = await issuerForTest(where);
    const { visitor } = await openForTest(issuer);
    expect(await statusesOf(visitor, await issuer.sign(AUDIENCE))).toEqual([200, 200]);
    expect(await statusesOf(visitor, await issuer.sign(AUDIENCE))).toEqual([200, 200]);
    expect(issuer.asked.filter((path) => path === "/keys")).toEqual(["/keys"]);
  });

  it("that fails is reported as such, and is asked again when it works", async () => {
    const issuer = await issuerForTest();
    const { visitor } = await openForTest(issuer);
    const token = await issuer.sign(AUDIENCE);
    for (const behaviour of ["fail", "no json", "no keys", "redirect", "reset", "huge"] satisfies Behaviour[]) {
      issuer.behave(behaviour);
      await untilAskedAgain(issuer, () => visitor.ask(QUOTE, { headers: bearer(token) }));
      const [rest, mcp] = await present(visitor, token);
      const detail = "The issuer of tokens cannot be reached, so this token cannot be checked. Try again soon.";
      expect([behaviour, rest.status, rest.json()]).toEqual([behaviour, 503, { error: "Service unavailable", detail }]);
      expect([mcp.status, mcp.json()["error"]]).toEqual([503, { code: -32001, message: detail }]);
      expect([rest.headers["retry-after"], rest.headers["www-authenticate"]]).toEqual(["5", undefined]);
      expect((await visitor.ask("/healthz")).status).toBe(200);
    }
    issuer.behave("well");
    await expect.poll(() => statusesOf(visitor, token), { timeout: 10_000 }).toEqual([200, 200]);
  });

  it("with unusable keys is reported as failing, too", async () => {
    const issuer = await issuerForTest();
    const { visitor } = await openForTest(issuer);
    const token = await issuer.sign(AUDIENCE);
    for (const behaviour of ["huge", "fail", "no json", "no keys", "redirect"] satisfies Behaviour[]) {
      issuer.behave(behaviour, "keys");
      await untilAskedAgain(issuer, () => visitor.ask(QUOTE, { headers: bearer(token) }));
      expect([behaviour, await statusesOf(visitor, token)]).toEqual([behaviour, [503, 503]]);
    }
    issuer.behave("well");
    await expect.poll(() => statusesOf(visitor, token), { timeout: 10_000 }).toEqual([200, 200]);
  });

  it("that hangs delays a caller by seconds only, and is not asked once for each caller", async () => {
    const issuer = await issuerForTest();
    const { visitor } = await openForTest(issuer);
    const token = await issuer.sign(AUDIENCE);
    issuer.behave("hang");
    const began = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.ask(QUOTE, { headers: bearer(token) })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(issuer.asked.length).toBe(1);
  }, 40_000);

  it("is not asked again at once for a key that it may just have published; the token may be valid in ten seconds", async () => {
    const issuer = await issuerForTest();
    const { visitor } = await openForTest(issuer);
    expect(await statusesOf(visitor, await issuer.sign(AUDIENCE))).toEqual([200, 200]);
    const made = await Promise.all(
      Array.from({ length: 15 }, (_, index) => issuer.sign(AUDIENCE, {}, { kid: `${index}` })),
    );
    const replies = await Promise.all(made.map((token) => visitor.ask(QUOTE, { headers: bearer(token) })));
    expect(replies.map(({ status }) => status)).toEqual(made.map(() => 503));
    expect(Number(replies[0]!.headers["retry-after"])).toBeLessThanOrEqual(10);
    expect(issuer.asked.filter((path) => path === "/keys")).toEqual(["/keys"]);
  });

  it.skipIf(!hasFakeClock)(
    "that changes its key: tokens with the new key are accepted after ten seconds, those with the old one no more",
    async () => {
      const issuer = await issuerForTest();
      const clock = createProgramClock();
      const { visitor } = await openForTest(issuer, clock.env);
      const old = await issuer.sign(AUDIENCE);
      expect(await statusesOf(visitor, old)).toEqual([200, 200]);
      await issuer.rotate();
      visitor.leave();
      clock.pass(11);
      expect(await statusesOf(visitor, await issuer.sign(AUDIENCE))).toEqual([200, 200]);
      visitor.leave();
      clock.pass(11);
      expect((await visitor.ask(QUOTE, { headers: bearer(old) })).status).toBe(401);

      // A removed key is noticed when the cached keys are ten minutes old.
      issuer.behave("reset");
      expect(await statusesOf(visitor, await issuer.sign(AUDIENCE))).toEqual([200, 200]);
      visitor.leave();
      clock.pass(601);
      expect(await statusesOf(visitor, await issuer.sign(AUDIENCE))).toEqual([503, 503]);
    },
  );
});

describe("a token", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openMarket();
  });
  afterAll(() => market.close());

  it("is never passed on to an upstream", async () => {
    const issuer = await issuerForTest();
    const { visitor } = await openForTest(issuer, market.env, []);
    const token = await issuer.sign(AUDIENCE);
    expect((await visitor.ask(QUOTE, { headers: bearer(token) })).status).toBe(200);
    expect((await visitor.call("get_company_overview", { symbol: "NVDA" }, bearer(token))).isError).toBeUndefined();
    expect(market.calls.length).toBeGreaterThan(1);
    for (const part of token.split(".")) expect(JSON.stringify(market.calls)).not.toContain(part);
  });
});
