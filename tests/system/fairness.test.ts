/** Fairness between callers over HTTP: whatever one of them asks, another one's first call is not kept waiting. */
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMPANIES } from "../../src/simulator/market/companies.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { openWire } from "./wire.js";
import { writeKeys } from "./inbound-keys.js";
import { openMarket, type Market } from "./market.js";
import { createVisitor, type Visitor } from "./http-visitor.js";

const NAMES = ["alice", "bob", "carol"] as const;
type Name = (typeof NAMES)[number];
const headersOf = (name: Name) => ({ "x-api-key": `key-of-${name}` });

/** Milliseconds for which the flood of one caller may delay the first call of another one. */
const MOST_DELAY_MS = 2_000;
/** Milliseconds that an upstream needs for an answer. */
const LATENCY_MS = 300;

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
writeKeys(
  keysFile,
  NAMES.map((id) => ({ id, key: `key-of-${id}`, plan: "professional" })),
);
afterAll(() => folder.remove());

const symbols = COMPANIES.map(([symbol]) => symbol).filter((symbol) => /^[A-Z]+$/.test(symbol));
const OTHER = "AAPL";
/** Symbols that the other caller does not ask for; made-up ones exist in the simulated market, too. */
const symbolOf = (index: number) => symbols.filter((symbol) => symbol !== OTHER)[index] ?? `MADEUP${index}`;

let market: Market;
let program: Awaited<ReturnType<typeof startHttpProgram>>;
let visitor: Visitor;

beforeEach(async () => {
  // The rates are those that the providers have by default.
  market = await openMarket({ PROVIDER_A_RATE_PER_MINUTE: "240", PROVIDER_B_RATE_PER_MINUTE: "60" });
  market.behave(() => ({ delayMs: LATENCY_MS }));
  // So long that the calls of a flood wait rather than fail.
  const env = { ...market.env, STORE_URL: "memory:", API_KEYS_FILE: keysFile, REQUEST_TIMEOUT_MS: "40000" };
  program = await startHttpProgram([], env);
  visitor = createVisitor(program.url, 300);
});
afterEach(async () => {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  await market.close();
});

const ask = (name: Name, path: string) => visitor.ask(`/api/v1${path}`, { headers: headersOf(name) });

/** The calls that the market has received about a symbol. */
const callsAbout = (symbol: string) => market.calls.filter(({ url }) => url!.includes(symbol)).length;

/** Asks as Bob and returns the milliseconds until the first call about his symbol reached the market. */
async function delayOf(path: string): Promise<{ delayMs: number; status: number }> {
  const began = performance.now();
  const answer = ask("bob", path);
  // It is awaited below, unless the call does not come: then the failure to report is that, and not its broken connection.
  answer.catch(() => undefined);
  await expect.poll(() => callsAbout(OTHER), { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
  const delayMs = performance.now() - began;
  return { delayMs, status: (await answer).status };
}

describe("another caller's first call is delayed by at most two seconds while one caller asks", () => {
  const many = (count: number, pathOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => pathOf(index));

  it.each([
    ["200 different quotes", many(200, (index) => `/stock/${symbolOf(index)}`)],
    ["90 different overviews", many(90, (index) => `/stock/${symbolOf(index)}/overview`)],
    [
      "five comparisons of six symbols",
      many(5, (index) => `/compare?symbols=${many(6, (place) => symbolOf(6 * index + place)).join(",")}`),
    ],
    ["64 whole histories", many(64, (index) => `/stock/${symbolOf(index)}/history?range=max`)],
  ])(
    "%s",
    async (_what, paths) => {
      // Opening a session with Yahoo takes a moment.
      await ask("carol", `/stock/${symbolOf(99)}/provider-b`);
      const flood = paths.map((path) => ask("alice", path).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { delayMs, status } = await delayOf(`/stock/${OTHER}/provider-b`);
      expect(status).toBe(200);
      expect(delayMs).toBeLessThan(MOST_DELAY_MS);
      visitor.leave();
      await Promise.all(flood);
    },
    60_000,
  );
});

it("no caller takes the last quarter of the calls of a minute, so another one has its own", async () => {
  // Calls that cannot be joined into one.
  const paths = Array.from({ length: 80 }, (_, index) => `/stock/${symbolOf(index)}/options`);
  const flood = paths.map((path) => ask("alice", path).catch(() => undefined));
  await expect.poll(() => market.calls.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(45);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  // Two more are those of the session.
  expect(market.calls.filter(({ url }) => url!.startsWith("/v7")).length).toBeLessThanOrEqual(45);
  expect((await delayOf(`/stock/${OTHER}/provider-b`)).delayMs).toBeLessThan(MOST_DELAY_MS);
  visitor.leave();
  await Promise.all(flood);
}, 90_000);

it("identical questions cost one call, and those of callers who left none", async () => {
  market.behave(() => ({ delayMs: 2_000 }));
  const same = Array.from({ length: 20 }, () => ask("alice", `/stock/${symbolOf(1)}`));
  same.push(ask("bob", `/stock/${symbolOf(1)}`));
  const { socket } = await openWire(program.url);
  const key = headersOf("alice")["x-api-key"];
  const left = Array.from({ length: 50 }, (_, index) => `/api/v1/stock/LEFT${index}/provider-b`);
  for (const path of left) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  socket.destroy();
  expect((await Promise.all(same)).map(({ status }) => status)).toEqual(same.map(() => 200));
  expect(callsAbout(symbolOf(1))).toBeLessThanOrEqual(2);
  expect(market.calls.filter(({ url }) => url!.includes("LEFT")).length).toBeLessThan(10);
}, 40_000);
