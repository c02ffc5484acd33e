/** Fairness between callers: each has at most ten questions in flight, and does not delay other callers. */
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { COMPANIES } from "../../src/simulator/market/companies.js";
import { createGate } from "../support/gate.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { writeKeys } from "./inbound-keys.js";
import { openMarket, type Market } from "./market.js";
import { createVisitor, type Visitor } from "./http-visitor.js";
import { openWire, readAnswers } from "./wire.js";

type Program = Awaited<ReturnType<typeof startHttpProgram>>;

const AT_A_TIME = 10;
const NAMES = ["alice", "bob", "carol", "dave", "erin", "frank", "grace"] as const;
const headersOf = (name: (typeof NAMES)[number]) => ({ "x-api-key": `key-of-${name}` });

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
let market: Market;
let program: Program;
let visitor: Visitor;
/** Calls that the market keeps waiting, in order of arrival. */
let held: { symbol: string; resume: () => void }[] = [];

async function start(env: Record<string, string> = {}): Promise<Program> {
  return startHttpProgram([], { ...market.env, API_KEYS_FILE: keysFile, FALLBACK: "off", ENRICH: "off", ...env });
}

beforeAll(async () => {
  writeKeys(
    keysFile,
    NAMES.map((id) => ({ id, key: `key-of-${id}`, plan: "professional" })),
  );
  market = await openMarket({ DATA_DIR: folder.path });
  program = await start();
  visitor = createVisitor(program.url, 100);
});
afterEach(release);
afterAll(async () => {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  await market.close();
  folder.remove();
});

/** Makes the market leave later calls unanswered until `release` or their `resume` is called. */
function hold(): void {
  held = [];
  market.behave(({ url }) => {
    const gate = createGate();
    held.push({ symbol: /symbol=([\w.-]+)/.exec(url ?? "")?.[1] ?? "", resume: gate.open });
    return { until: gate.passed };
  });
}

/** Makes the market answer again, including the waiting calls. */
function release(): void {
  market.behave(() => undefined);
  for (const { resume } of held) resume();
}

const symbolsHeld = () => held.map(({ symbol }) => symbol);
async function untilHeld(symbols: readonly string[]): Promise<void> {
  await expect.poll(() => symbolsHeld().toSorted(), { timeout: 5_000 }).toEqual(symbols.toSorted());
}

const unused = COMPANIES.map(([symbol]) => symbol).filter((symbol) => /^[A-Z]+$/.test(symbol) && symbol !== "AAPL");
/** Symbols that no test has used yet. */
const fresh = (count: number) => unused.splice(0, count);

/** As many unknown symbols as a caller may ask for at once. */
const madeUp = (prefix: string) => Array.from({ length: AT_A_TIME }, (_, index) => `${prefix}${index}`);

const pathOf = (symbol: string) => `/api/v1/stock/${symbol}`;
const ask = (name: (typeof NAMES)[number], symbol: string) => visitor.ask(pathOf(symbol), { headers: headersOf(name) });

const toBytes = (name: (typeof NAMES)[number], path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${headersOf(name)["x-api-key"]}\r\n\r\n`;

/**
 * Sends a question over a new connection. Waits until the question has arrived; returns a function that disconnects.
 */
async function askAndMayLeave(name: (typeof NAMES)[number], symbol: string): Promise<() => void> {
  const { socket, received } = await openWire(program.url);
  socket.write(toBytes(name, "/healthz") + toBytes(name, pathOf(symbol)));
  await expect.poll(() => readAnswers(received()).length).toBe(1);
  return () => socket.destroy();
}

/** Returns how many questions the program has finished. */
const questionsDone = () => program.stderr().split('"route":"/api/v1/stock/{symbol}"').length - 1;

describe("the questions of one key", () => {
  it("go upstream ten at a time, over REST and tools together; the next one follows, in order, when one is answered", async () => {
    const symbols = fresh(13);
    const [bobs, tools] = fresh(2) as [string, string];
    hold();
    // Questions on one connection arrive in their order.
    const wire = await openWire(program.url);
    wire.socket.write(symbols.map((symbol) => toBytes("alice", pathOf(symbol))).join(""));
    const first = symbols.slice(0, AT_A_TIME);
    await untilHeld(first);

    const tool = visitor.call("provider_a_get_stock_quote", { symbol: tools }, headersOf("alice"));
    const bob = ask("bob", bobs);
    await untilHeld([...first, bobs]);

    const inTurn = [...symbols, tools];
    for (let waiting = AT_A_TIME; waiting < inTurn.length; waiting++) {
      held.find(({ symbol }) => symbol === inTurn[waiting - AT_A_TIME])!.resume();
      await untilHeld([...inTurn.slice(0, waiting + 1), bobs]);
    }
    release();
    expect([(await bob).status, (await tool).isError]).toEqual([200, undefined]);
    await expect.poll(() => readAnswers(wire.received()).length).toBe(symbols.length);
    expect(readAnswers(wire.received()).map(({ status }) => status)).toEqual(symbols.map(() => 200));
    wire.socket.destroy();
  });

  it("do not wait when the answer is cached", async () => {
    const overview = "/api/v1/stock/AAPL/overview";
    const headers = headersOf("carol");
    expect((await visitor.ask(overview, { headers })).status).toBe(200);
    const symbols = fresh(AT_A_TIME + 2);
    hold();
    const asked = symbols.map((symbol) => ask("carol", symbol));
    await expect.poll(() => held.length).toBe(AT_A_TIME);

    const kept = await visitor.ask(overview, { headers });
    expect([kept.status, kept.headers["cache-status"]]).toEqual([200, expect.stringContaining("; hit")]);
    expect((await visitor.call("get_company_overview", { symbol: "AAPL" }, headers)).isError).toBeUndefined();
    expect(held.length).toBe(AT_A_TIME);
    release();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(symbols.map(() => 200));
  });

  it("count once when they are identical", async () => {
    const symbols = fresh(AT_A_TIME);
    hold();
    const same = Array.from({ length: 20 }, () => ask("dave", symbols[0]!));
    await untilHeld(symbols.slice(0, 1));
    const others = symbols.slice(1).map((symbol) => ask("dave", symbol));
    await untilHeld(symbols);
    // Another caller asks the same question, too.
    const shared = ask("grace", symbols[0]!);
    release();
    const replies = await Promise.all([...same, ...others, shared]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(symbolsHeld().toSorted()).toEqual(symbols.toSorted());
  });

  it("free their slot for the next one when they are cancelled, and are never sent when they are cancelled in the queue", async () => {
    const symbols = madeUp("LEFT");
    const cancelled = "LEAVER";
    const [next, last] = fresh(2) as [string, string];
    hold();
    const leave = await Promise.all(symbols.map((symbol) => askAndMayLeave("erin", symbol)));
    await untilHeld(symbols);

    const leaveInTime = await askAndMayLeave("erin", cancelled);
    const done = questionsDone();
    leaveInTime();
    await expect.poll(questionsDone).toBe(done + 1);

    const waiting = ask("erin", next);
    leave[0]!();
    await untilHeld([...symbols, next]);

    leave[1]!();
    const after = ask("erin", last);
    await untilHeld([...symbols, next, last]);
    release();
    expect([(await waiting).status, (await after).status]).toEqual([200, 200]);
    expect(symbolsHeld()).not.toContain(cancelled);
    for (const disconnect of leave) disconnect();
  });

  it("get an error when no slot becomes free in time", async () => {
    const impatient = await start({ REQUEST_TIMEOUT_MS: "2500" });
    onTestFinished(async () => {
      expect(await impatient.stop()).toBe(0);
    });
    const other = createVisitor(impatient.url);
    onTestFinished(() => other.leave());
    const symbols = madeUp("LATE");
    hold();
    const headers = headersOf("frank");
    const asked = symbols.map((symbol) => other.ask(pathOf(symbol), { headers }));
    await untilHeld(symbols);
    const began = performance.now();
    const answer = await other.ask(pathOf("TOOLATE"), { headers });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect([answer.status, Object.keys(answer.json())]).toEqual([500, ["error", "detail"]]);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(symbols.map(() => 500));
  });
});
