/** Access is decided by the address as the router reads it: no spelling of an address avoids keys, tokens or plans. */
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { pathFor } from "../e2e/examples.js";
import { many } from "../support/many.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { createVisitor, inParallel, type Visitor } from "./http-visitor.js";
import { writeKeys } from "./inbound-keys.js";
import { openIssuer } from "./issuer.js";
import { openMarket, type Market } from "./market.js";
import { spellingsOf } from "./spellings.js";
import { askTogether } from "./wire.js";

const AUDIENCE = "https://market.example.test/mcp";
const ALICE = { id: "alice", key: "key-of-alice", plan: "free" } as const;
/** Calls of a free plan that are left in a minute in which none was counted. */
const UNUSED = /^"minute";r=5;/;

const ROUTES = CATALOGUE.map(({ capability }) => ({ route: capability.route, path: pathFor(capability) }));
const MCP = { route: "/mcp", path: "/mcp" };
/** Requests that are sent together, because one request at a time takes three times as long. */
const BATCH = 25;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

type Headers = Record<string, string>;

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
writeKeys(keysFile, [ALICE]);
afterAll(() => folder.remove());

/** Starts the program on a market that counts its calls. */
async function open(env: Headers): Promise<{ visitor: Visitor; market: Market; url: string; host: string }> {
  const market = await openMarket({ STORE_URL: "memory:", ...env });
  const program = await startHttpProgram([], market.env);
  const visitor = createVisitor(program.url);
  onTestFinished(async () => {
    visitor.leave();
    await program.stop();
    await market.close();
  });
  return { visitor, market, url: program.url, host: new URL(program.url).host };
}

/** Requests every spelling of every route; returns those that were not refused as they must be. */
async function askAll(url: string, headers: Headers): Promise<string[]> {
  const wrong: string[] = [];
  const { host } = new URL(url);
  const asked = [...ROUTES, MCP].flatMap(({ route, path }) =>
    spellingsOf(route, path, host).flatMap(({ target, host: named = host, status }) =>
      (path === MCP.path ? ["POST"] : ["GET", "HEAD"]).map((method) => ({
        method,
        target,
        status,
        headers: { ...headers, host: named, "content-type": "application/json" },
        ...(method === "POST" ? { body: PING } : {}),
      })),
    ),
  );
  const batches = many(Math.ceil(asked.length / BATCH), (index) => asked.slice(index * BATCH, (index + 1) * BATCH));
  await inParallel(batches, 4, async (batch) => {
    const answers = await askTogether(url, batch);
    for (const [index, { method, target, status }] of batch.entries()) {
      const answer = answers[index];
      const fields = method === "HEAD" || answer === undefined ? [] : Object.keys(JSON.parse(answer.body) as object);
      const isError = method === "HEAD" || fields.toSorted().join() === "detail,error";
      // A valid key or token makes no difference, and nothing is said about a caller's plan.
      const says = [answer?.status, isError, answer?.headers["ratelimit"]].join(" ");
      if (says !== `${status} true `) wrong.push(`${method} ${target}: ${says}`);
    }
  });
  return wrong;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);
/** The answers to eight calls of a free plan in a minute. */
const COUNTED = [...times(5, 200), ...times(3, 429)];

interface Started {
  env: Headers;
  credentials?: Headers;
}

/** Each kind of server, and its answers to eight calls without credentials. */
const SERVERS: readonly [what: string, start: () => Promise<Started>, bare: number[]][] = [
  [
    "with keys",
    async () => ({ env: { API_KEYS_FILE: keysFile }, credentials: { "x-api-key": ALICE.key } }),
    times(8, 401),
  ],
  [
    "with tokens of an issuer",
    async () => {
      const issuer = await openIssuer();
      onTestFinished(() => issuer.close());
      const authorization = `Bearer ${await issuer.sign(AUDIENCE, { sub: "bob" })}`;
      return { env: { OAUTH_ISSUER: issuer.url, OAUTH_AUDIENCE: AUDIENCE }, credentials: { authorization } };
    },
    times(8, 401),
  ],
  ["with a plan for callers without a key", async () => ({ env: { ANONYMOUS_PLAN: "free" } }), COUNTED],
  ["that is open to everybody", async () => ({ env: {} }), times(8, 200)],
];

describe.each(SERVERS)("a server %s", (_what, start, bare) => {
  it("refuses every other spelling of every route, without counting a call or calling a source", async () => {
    const { env, credentials = {} } = await start();
    const { visitor, market, url } = await open(env);
    const before = market.calls.length;
    const callers = Object.keys(credentials).length > 0 ? [{}, credentials] : [{}];
    for (const headers of callers) expect(await askAll(url, headers)).toEqual([]);
    expect(market.calls.length).toBe(before);
    const { headers } = await visitor.ask(ROUTES[0]!.path, { method: "OPTIONS", headers: credentials });
    // An open server counts nothing.
    expect(headers["ratelimit"] ?? '"minute";r=5;').toMatch(UNUSED);
  }, 120_000);

  it("treats an address with its own host like the path alone, also when the answer is sent again", async () => {
    const { env, credentials = {} } = await start();
    const { visitor, market, host } = await open(env);
    const path = "/api/v1/stock/AAPL";
    const targets = [path, `http://${host}${path}`, `HTTP://${host}${path}`, `https://${host}${path}`];
    const askEight = async (headers: Headers) => {
      const statuses: number[] = [];
      for (const method of ["GET", "HEAD"]) {
        for (const target of targets) statuses.push((await visitor.ask(target, { method, headers })).status);
      }
      return statuses;
    };
    const before = market.calls.length;
    expect(await askEight({})).toEqual(bare);
    expect(market.calls.length > before).toBe(bare.includes(200));
    expect(Object.keys(credentials).length > 0 ? await askEight(credentials) : COUNTED).toEqual(COUNTED);
  });
});
