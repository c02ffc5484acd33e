/** Sentences from what provider B sent last, beside a quote of provider A. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { quote } from "../../src/capabilities/quote.js";
import { CATALOGUE, PROVIDERS } from "../../src/catalogue.js";
import { readCommand } from "../../src/config/config.js";
import { parseInput } from "../../src/contract/input.js";
import { toQuestion } from "../../src/contract/question.js";
import { createLogger } from "../../src/lib/log.js";
import { toNote } from "../../src/mcp/note.js";
import { createSourceNames } from "../../src/views/source-names.js";
import { US_MARKET } from "../support/us-market.js";
import { startEngine, type Engine } from "../../src/pipeline/engine.js";
import { NO_FUNDS } from "../support/fakes.js";
import { startFaultyUpstream, type FaultyUpstream } from "../support/faulty-upstream.js";
import { json, reply } from "../support/faults.js";
import { rowOfB } from "../support/healthy-upstream.js";

const log = createLogger("error", []);

const CLOSED = Date.UTC(2026, 10, 20, 21);
const EVENING = CLOSED + 90 * 60_000;
const SENTENCE = "After hours: 245.1 (+0.2 %) at 2026-11-20T22:29:00.000Z, from provider B.";

let upstream: FaultyUpstream;
let engine: Engine;
let isClosed: boolean;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: EVENING });
  isClosed = false;
  upstream = await startFaultyUpstream();
  const after = { postMarketPrice: 245.1, postMarketChange: 0.5, postMarketChangePercent: 0.2 };
  const times = { regularMarketTime: CLOSED / 1000, postMarketTime: EVENING / 1000 - 60 };
  upstream.on("/b/v7", json({ quoteResponse: { result: [{ ...rowOfB("AAPL"), ...after, ...times }], error: null } }));
  upstream.on("/a/quote", json([{ symbol: "AAPL", price: 244.6, timestamp: CLOSED / 1000 }]));
  const command = readCommand([], { ...upstream.env, STORE_URL: "memory:" });
  if (!("run" in command)) throw new Error("not settings to run with");
  const calendar = {
    isClosed: (at: Date) => isClosed && at.getTime() > CLOSED,
    nextOpen: () => new Date(Date.UTC(2026, 10, 23, 9)),
    follows: () => true,
    ...NO_FUNDS,
  };
  engine = await startEngine({ config: command.run, providers: PROVIDERS, calendar, log });
});

afterEach(async () => {
  vi.useRealTimers();
  await engine.close();
  await upstream.close();
});

async function ask(name = "quote") {
  const entry = CATALOGUE.find(({ capability }) => capability.name === name)!;
  return engine.resolve(toQuestion(entry, parseInput(entry.capability, { symbol: "AAPL" }) as never));
}

it("a price after hours, of a row that was fetched for the enrichment just now, stands beside the quote", async () => {
  const { envelope, asides } = await ask();
  expect([envelope.provider, asides]).toEqual(["provider-a", [SENTENCE]]);
  expect(JSON.stringify(envelope)).not.toContain("245.1");
  expect((await ask()).asides).toEqual([SENTENCE]);
  expect(upstream.calls("/b/v7")).toHaveLength(1);
});

it("the tool's note has the sentence, and the answer has no field for it", async () => {
  const served = await ask();
  const names = createSourceNames(CATALOGUE);
  const note = toNote(quote as never, served, { simulated: false, market: US_MARKET, names }, []);
  expect(note).toContain(SENTENCE);
  expect(Object.keys(served.envelope.body)).not.toContain("postMarketPrice");
});

it("an old row gives no price after hours, and is not fetched for it", async () => {
  await ask();
  vi.setSystemTime(EVENING + 30_000);
  const { state, asides } = await ask();
  expect([state, asides]).toEqual(["miss", undefined]);
  expect(upstream.calls("/b/v7")).toHaveLength(1);
});

it("a price that is not newer than provider A's stands nowhere", async () => {
  upstream.on("/a/quote", json([{ symbol: "AAPL", price: 246, timestamp: EVENING / 1000 }]));
  expect((await ask()).asides).toBeUndefined();
});

it("a row of another question gives the price after hours as well", async () => {
  await ask();
  vi.setSystemTime(EVENING + 30_000);
  await ask("alternative-quote");
  expect((await ask()).asides).toEqual([SENTENCE]);
});

it("a row from after all trading is fresh until the next session", async () => {
  isClosed = true;
  await ask();
  vi.setSystemTime(EVENING + 86_400_000);
  expect((await ask()).asides).toEqual([SENTENCE]);
});

it("a quote of provider B says it itself", async () => {
  upstream.on("/a/quote", reply(503));
  const { envelope, asides } = await ask();
  expect(envelope.notes).toEqual([SENTENCE.replace(", from provider B", "")]);
  expect(asides).toBeUndefined();
});
