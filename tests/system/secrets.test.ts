/** Uses every kind of secret, collects everything that the program prints or stores, and finds no secret in it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toKeyVariable } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { argumentsFor, pathFor } from "../e2e/examples.js";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { connectTo, hasRedis, startRedis } from "../support/redis.js";
import { findCanaries, spellingsOf, type Evidence } from "./secret-markers.js";
import { startHost } from "./host.js";
import { writeKeys } from "./inbound-keys.js";
import { openMarket, type Call, type Fault } from "./market.js";
import { createVisitor, type Visitor } from "./http-visitor.js";

/** A key for each provider that needs one, with characters that encodings change. */
const PROVIDER_KEYS = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey).map(({ id, title }) => ({
  name: `key of ${title}`,
  variable: toKeyVariable(id),
  key: `cnry-${id}/4f2&+b=81~d"9e7%41<6c>0d`,
}));

const SECRETS = {
  ...Object.fromEntries(PROVIDER_KEYS.map(({ name, key }) => [name, key])),
  "key of a caller": "cnry-caller+7d13/ae5=",
  "wrong key of a caller": "cnry-wrong+55b2/0c9=",
  "token of a caller": "cnrytoken77.cnryclaims88.cnrysign99",
  "cookie of a caller": "cnry-cookie-18c4",
  "password of the store": "cnry-store/3a6+f0:e2",
};
const { "key of a caller": RIGHT, "wrong key of a caller": WRONG, "token of a caller": TOKEN } = SECRETS;
const PASSWORD = SECRETS["password of the store"];

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
writeKeys(keysFile, [{ id: "alice", key: RIGHT, plan: "professional" }]);
const brokenKeysFile = join(folder.path, "broken.json");
writeFileSync(brokenKeysFile, JSON.stringify([{ id: "alice", key: RIGHT, sha256: RIGHT, plan: "professional" }]));
const dataDir = join(folder.path, "data");
mkdirSync(dataDir);
const market = await openMarket({
  DATA_DIR: dataDir,
  ...Object.fromEntries(PROVIDER_KEYS.map(({ variable, key }) => [variable, key])),
  ...Object.fromEntries(PROVIDER_DESCRIPTIONS.map(({ label }) => [`${label}_TIMEOUT_MS`, "300"])),
  REQUEST_TIMEOUT_MS: "1500",
  LOG_LEVEL: "trace",
});
afterAll(async () => {
  await market.close();
  folder.remove();
});
/** Makes the market answer without faults. */
const healthy = () => undefined;

const all: Evidence[] = [];
/** Expects that no secret is in the collected output of one part of the test. */
function expectNoTrace(evidence: Evidence[]): void {
  all.push(...evidence);
  expect(evidence.length).toBeGreaterThan(0);
  expect(findCanaries(SECRETS, evidence)).toEqual([]);
}

/** Returns functions that send a request and add the answer to `evidence`. */
function listen(visitor: Visitor, evidence: Evidence[]) {
  const note = (where: string, reply: { status: number; headers: object; text: string }) => {
    evidence.push({ where, content: `${reply.status} ${JSON.stringify(reply.headers)} ${reply.text}` });
  };
  return {
    get: async (path: string, headers: Record<string, string> = { "x-api-key": RIGHT }) =>
      note(`GET ${path}`, await visitor.ask(path, { headers })),
    post: async (message: unknown, headers: Record<string, string> = { authorization: `Bearer ${RIGHT}` }) =>
      note(`POST ${JSON.stringify(message)}`, await visitor.post(message, headers)),
  };
}

const toolCall = (name: string, args: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Process data visible to every user; the environment is visible to its owner only. */
function publicFacts(pid: number): Evidence[] {
  return ["cmdline", "comm", "status"].map((name) => ({ where: name, content: readFileSync(`/proc/${pid}/${name}`) }));
}

function keptIn(path: string): Evidence[] {
  return readdirSync(path).map((name) => ({ where: name, content: readFileSync(join(path, name)) }));
}

const PAGES = [
  "/",
  "/status.json",
  "/docs",
  "/openapi.json",
  "/metrics",
  "/healthz",
  "/readyz",
  "/favicon.ico",
  "/nothing",
];
const BAD = ["/api/v1/stock/..%2f", "/api/v1/crypto?limit=x", "/api/v1/screener?debt_max=1", "/api/v1/nothing?a=b"];
/** Callers' secrets in correct and incorrect places. */
const CALLERS: readonly Record<string, string>[] = [
  { "x-api-key": WRONG },
  { authorization: `Bearer ${WRONG}` },
  { authorization: `Bearer ${TOKEN}` },
  { authorization: `Basic ${Buffer.from(`alice:${RIGHT}`).toString("base64")}` },
  { "x-api-key": RIGHT, cookie: `session=${SECRETS["cookie of a caller"]}`, "user-agent": WRONG, referer: WRONG },
  { "x-api-key": RIGHT, origin: `https://${SECRETS["cookie of a caller"]}.example` },
];

/** Starts a server and sends it all kinds of requests; returns everything that it sent and printed. */
async function tour(env: Record<string, string>): Promise<Evidence[]> {
  const program = await startHttpProgram([], { ...market.env, API_KEYS_FILE: keysFile, ...env });
  const visitor = createVisitor(program.url);
  const evidence = publicFacts(program.child.pid!);
  const { get, post } = listen(visitor, evidence);
  for (const { capability } of CATALOGUE) {
    await get(pathFor(capability));
    await post(toolCall(capability.tool.name, argumentsFor(capability)));
    await post(toolCall(capability.tool.name, { symbol: "../x", limit: "no" }));
  }
  for (const path of [...PAGES, ...BAD]) await get(path);
  for (const headers of CALLERS) {
    await get("/api/v1/stock/AAPL", headers);
    await post(toolCall("search_symbols", { q: "apple" }), headers);
  }
  for (const name of ["apikey", "api_key", "key", "token", "access_token"]) {
    await get(`/api/v1/stock/AAPL?${name}=${encodeURIComponent(RIGHT)}`, {});
    await visitor.post(toolCall("search_symbols", { q: "apple" }), { "x-api-key": RIGHT });
  }
  await post({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  await post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  await post("{not json");
  writeFileSync(keysFile, readFileSync(keysFile));
  program.child.kill("SIGHUP");
  await expect.poll(() => program.stderr()).toContain('"event":"keys"');
  expect(await program.stop()).toBe(0);
  evidence.push({ where: "stdout", content: program.stdout() }, { where: "stderr", content: program.stderr() });
  visitor.leave();
  return evidence;
}

describe("no secret leaks", () => {
  it("through answers, the log or the folder of the store", async () => {
    expectNoTrace([...(await tour({})), ...keptIn(dataDir)]);
  });

  it.runIf(hasRedis)("when the store is a Redis with a password, nor in its keys and values", async () => {
    const redis = await startRedis({ password: PASSWORD.replaceAll(/[/:+]/g, "x") });
    const password = { store: PASSWORD.replaceAll(/[/:+]/g, "x") };
    const evidence = await tour({ STORE_URL: redis.url });
    const client = await connectTo(redis);
    const keys = await client.keys("*");
    expect(keys.length).toBeGreaterThan(0);
    evidence.push({ where: "keys of Redis", content: keys.join("\n") });
    for (const key of keys) evidence.push({ where: key, content: JSON.stringify(await client.dump(key)) });
    await client.close();
    await redis.kill();
    expectNoTrace(evidence);
    expect(findCanaries(password, evidence)).toEqual([]);
  });

  it("to an MCP host", async () => {
    const host = startHost([], market.env);
    for (const { capability } of CATALOGUE) await host.call(capability.tool.name, argumentsFor(capability));
    await host.request("tools/list");
    const facts = publicFacts(host.program.child.pid!);
    expect(await host.leave()).toBe(0);
    expectNoTrace([
      ...facts,
      { where: "stdout", content: host.program.stdout() },
      { where: "stderr", content: host.program.stderr() },
    ]);
  });
});

/** Answers of upstreams that reveal secrets: each quotes the whole call, including the key. */
const REVEALING: Readonly<Record<string, (quoted: string) => Fault>> = {
  "401": (body) => ({ status: 401, body }),
  "402": (body) => ({ status: 402, body }),
  "403": (body) => ({ status: 403, body }),
  "404": (body) => ({ status: 404, body }),
  "429": (body) => ({ status: 429, body, headers: { "retry-after": "1", "x-quoted": encodeURIComponent(body) } }),
  "500": (body) => ({ status: 500, body }),
  "an answer that never comes": () => "hang",
  "a reset": () => "reset",
  "a redirect to elsewhere": (body) => ({
    status: 302,
    body: "",
    headers: { location: `http://127.0.0.1:9/?${encodeURIComponent(body)}` },
  }),
  "a page": (body) => ({ status: 200, body: `<html>${body}`, headers: { "content-type": "text/html" } }),
  "an error in a 200": (body) => ({ status: 200, body: JSON.stringify({ "Error Message": body, Note: body }) }),
  "half an answer": (body) => ({ status: 200, body: `[{"symbol":${JSON.stringify(body)}` }),
  "the wrong types": (body) => ({
    status: 200,
    body: JSON.stringify([{ symbol: body, price: body, timestamp: body }]),
  }),
};

/** Returns the decoded parameters of an address, as an upstream may quote them in a text. */
function readable(url: string): string {
  return [...new URL(url, "http://upstream.invalid").searchParams].flat().join(" ");
}

describe("no secret leaks when an upstream quotes it in", () => {
  it.each(Object.entries(REVEALING))("%s", async (_what, fault) => {
    market.behave(({ url, headers }: Call) => fault(`${readable(url ?? "")} ${url} ${JSON.stringify(headers)}`));
    const program = await startHttpProgram([], { ...market.env, STORE_URL: "memory:" });
    const visitor = createVisitor(program.url);
    const evidence: Evidence[] = [];
    const { get, post } = listen(visitor, evidence);
    await Promise.all([
      ...CATALOGUE.map(({ capability }) => get(pathFor(capability))),
      ...CATALOGUE.map(({ capability }) => post(toolCall(capability.tool.name, argumentsFor(capability)))),
    ]);
    for (const path of PAGES) await get(path);
    visitor.leave();
    expect(await program.stop()).toBe(0);
    market.behave(healthy);
    evidence.push({ where: "stdout", content: program.stdout() }, { where: "stderr", content: program.stderr() });
    expectNoTrace(evidence);
  });
});

it("does not leak through an answer that contains our key within valid data", async () => {
  const quoting = (key: string) => ({
    status: 200,
    body: JSON.stringify({
      bestMatches: [{ "1. symbol": "ACME", "2. name": `Acme ${key} plc`, "9. matchScore": "1.0" }],
    }),
  });
  market.behave(({ url = "" }) => (url.startsWith("/c/") ? quoting(readable(url)) : undefined));
  const program = await startHttpProgram([], { ...market.env, STORE_URL: "memory:" });
  const visitor = createVisitor(program.url);
  const reply = await visitor.ask("/api/v1/search?q=acme");
  visitor.leave();
  await program.stop();
  market.behave(healthy);
  expect(reply.text).toMatch(/Acme .*\*\*\*.* plc/);
  expectNoTrace([{ where: "search", content: reply.text }]);
});

describe("no secret leaks from a program that fails to start or crashes", () => {
  const breaking = `--import=data:text/javascript,${encodeURIComponent(
    `setTimeout(() => { throw new Error("GET https://x.example/?apikey=" + encodeURIComponent(process.env.PROVIDER_A_API_KEY) + " " + process.env.PROVIDER_C_API_KEY) }, 300)`,
  )}`;
  const user = `u:${encodeURIComponent(PASSWORD)}@`;

  it.each<[string, string[], Record<string, string>]>([
    ["--help", ["--help"], {}],
    ["--version", ["--version"], {}],
    ["an unknown flag with a secret", [`--api-key=${RIGHT}`], {}],
    ["a store whose port is none", [], { STORE_URL: `redis://${user}127.0.0.1:port/0` }],
    ["a store of an unknown kind", [], { STORE_URL: `mysql://${user}127.0.0.1/0` }],
    ["an address with a password", [], { PROVIDER_A_BASE_URL: `https://${user}x.example` }],
    ["an address with a key", [], { PROVIDER_A_BASE_URL: `https://x.example/?apikey=${encodeURIComponent(RIGHT)}` }],
    ["a keys file with keys in the clear", ["--http", "--port", "0"], { API_KEYS_FILE: brokenKeysFile }],
    ["an unexpected error", ["--http", "--port", "0"], { NODE_OPTIONS: breaking }],
    ["a store that refuses", [], { STORE_URL: `redis://${user}127.0.0.1:9/0` }],
  ])("%s", async (_what, args, env) => {
    const program = startProgram(args, { ...market.env, ...env });
    if (!args.includes("--http")) {
      program.child.stdin!.end(`${JSON.stringify(toolCall("search_symbols", { q: "apple" }))}\n`);
    }
    await program.exited;
    expectNoTrace([
      { where: "stdout", content: program.stdout() },
      { where: "stderr", content: program.stderr() },
    ]);
  });
});

describe("the search itself", () => {
  it.each(Object.keys(SECRETS))("finds the %s in each encoding, within any text", (name) => {
    const secret = SECRETS[name as keyof typeof SECRETS];
    for (const [spelling, text] of Object.entries(spellingsOf(secret))) {
      const content = Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(text, "latin1"), Buffer.from("}\u0000")]);
      expect([spelling, findCanaries(SECRETS, [{ where: "here", content }]).length > 0]).toEqual([spelling, true]);
    }
    const wrapped = Buffer.from(`{"authorization":"${secret}!"}`).toString("base64");
    expect(findCanaries({ name: secret }, [{ where: "here", content: wrapped }])).not.toEqual([]);
  });

  it("finds the secrets sent to the upstreams, and has searched thousands of texts", () => {
    // A provider takes its key in the address or in a header.
    const calls = market.calls.map(({ url, headers }) => ({
      where: "upstream",
      content: `${url} ${JSON.stringify(headers)}`,
    }));
    const found = findCanaries(SECRETS, calls).join("\n");
    for (const { name } of PROVIDER_KEYS) expect(found).toContain(name);
    expect(all.length).toBeGreaterThan(500);
  });
});
