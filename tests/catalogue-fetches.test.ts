/** Questions that share a fetch, although one of them may use fewer sources than the other. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createApp } from "../src/app.js";
import { CATALOGUE } from "../src/catalogue.js";
import { readCommand } from "../src/config/config.js";
import { parseInput } from "../src/contract/input.js";
import { toQuestion } from "../src/contract/question.js";
import { createLogger } from "../src/lib/log.js";
import { gated, reply } from "./support/faults.js";
import { startFaultyUpstream, type FaultyUpstream } from "./support/faulty-upstream.js";
import { createGate } from "./support/gate.js";

/** One for all, because each logger waits for the end of the process. */
const LOG = createLogger("fatal", []);

let upstream: FaultyUpstream;
beforeAll(async () => void (upstream = await startFaultyUpstream()));
afterEach(() => upstream.reset());
afterAll(() => upstream.close());

function questionOf(tool: string, raw: Record<string, unknown>) {
  const entry = CATALOGUE.find(({ capability }) => capability.tool.name === tool)!;
  return toQuestion(entry, parseInput(entry.capability, raw));
}

function openApp() {
  const command = readCommand([], { STORE_URL: "memory:", ...upstream.env });
  if (!("run" in command)) throw new Error("expected a command to run");
  return createApp(command.run, LOG);
}

it("a history falls back to provider A when it shares the failing fetch of a comparison, which uses provider B alone", async () => {
  const app = await openApp();
  const gate = createGate();
  upstream.on("/b/v8/finance/chart/AAPL", gated(gate.passed, reply(503)));
  upstream.on("/a/historical-price-eod/full", reply(200, [{ symbol: "AAPL", date: "2026-01-05", close: 250 }]));
  const comparison = app.ask(questionOf("compare_stocks", { symbols: ["AAPL", "MSFT"] }));
  await upstream.waitFor("/b/v8/finance/chart/AAPL");
  const history = app.ask(questionOf("get_price_history", { symbol: "AAPL", range: "2y", interval: "1d" }));
  gate.open();
  try {
    expect((await history).envelope.provider).toBe("provider-a");
    await comparison;
  } finally {
    await app.close();
  }
});

it("a history that provider B lacks for a comparison is still asked of provider A", async () => {
  const app = await openApp();
  upstream.on("/b/v8/finance/chart/AAPL", reply(200, { chart: { result: [], error: null } }));
  upstream.on("/a/historical-price-eod/full", reply(200, [{ symbol: "AAPL", date: "2026-01-05", close: 250 }]));
  try {
    await app.ask(questionOf("compare_stocks", { symbols: ["AAPL", "MSFT"] }));
    const history = await app.ask(questionOf("get_price_history", { symbol: "AAPL", range: "2y", interval: "1d" }));
    expect(history.envelope.provider).toBe("provider-a");
  } finally {
    await app.close();
  }
});
