/**
 * The examples of the OpenAPI document are checked in and equal the simulated market's answers.
 */
import { afterAll, beforeAll, it, vi } from "vitest";
import { toQuestion } from "../../src/contract/question.js";
import { createApp } from "../../src/app.js";
import { crypto } from "../../src/capabilities/crypto.js";
import { serviceStatus } from "../../src/capabilities/service-status.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { readCommand, type Config } from "../../src/config/config.js";
import type { Capability } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import type { Envelope } from "../../src/contract/envelope.js";
import type { Entry } from "../../src/contract/entry.js";
import { createLogger } from "../../src/lib/log.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { startSimulator, type Simulator } from "../../src/simulator/server.js";
import { exampleValues } from "../e2e/examples.js";
import { expectGenerated } from "../support/generated-file.js";

/** One for all, because each logger waits for the end of the process. */
const LOG = createLogger("fatal", []);

/** A Thursday afternoon in New York: every market is open. */
const NOW = Date.UTC(2026, 2, 5, 19, 30);
const MOST_ROWS = 2;

let simulator: Simulator;
let config: Config;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  simulator = await startSimulator();
  const unlimited = Object.fromEntries(
    PROVIDER_DESCRIPTIONS.flatMap(({ label, defaults }) => [
      [`${label}_DAILY_QUOTA`, "0"],
      defaults.ratePerSecond === undefined
        ? [`${label}_RATE_PER_MINUTE`, "100000"]
        : [`${label}_RATE_PER_SECOND`, "1000"],
    ]),
  );
  const command = readCommand(["--demo"], { ...simulator.env, ...unlimited, STORE_URL: "memory:" });
  if (!("run" in command)) throw new Error("expected a command to run");
  config = command.run;
});

afterAll(async () => {
  await simulator.close();
  vi.useRealTimers();
});

function inputFor({ input }: Capability): Record<string, unknown> {
  const values = exampleValues(input.shape);
  return "limit" in values ? { ...values, limit: MOST_ROWS } : values;
}

/** Shortens each list to its first rows, and a count of rows to their number. */
function cut(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lengths = new Set(Object.values(body).map((value) => (Array.isArray(value) ? value.length : undefined)));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.slice(0, MOST_ROWS)];
      const counts = name === "total_transactions" && lengths.has(value as number);
      return [name, counts ? MOST_ROWS : value];
    }),
  );
}

/** Replaces the microseconds of timestamps, which come from a clock that a test cannot set. */
function toWholeSeconds(text: string): string {
  return text.replace(/(?<="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.)\d{6}(?=")/g, "000000");
}

/** Queries a server that has just started; for the service status, one that has answered twice. */
async function answer(entry: Entry, input: Record<string, unknown>): Promise<Envelope> {
  // With a fallback, provider B opens its session in the background, so that its count of calls would depend on timing.
  const isStatus = entry.capability === serviceStatus;
  const app = createApp(isStatus ? { ...config, fallback: false } : config, LOG);
  const ask = async (asked: Entry, given = {}) =>
    (await app.ask(toQuestion(asked, parseInput(asked.capability, given)))).envelope;
  if (isStatus) {
    const coins = CATALOGUE.find(({ capability }) => capability === crypto)!;
    for (let times = 0; times < 2; times++) await ask(coins);
  }
  const envelope = await ask(entry, input);
  await app.close();
  return envelope;
}

/** Retries until no optional part is missing: on a busy machine one can exceed its time limit. */
async function wholeAnswer(entry: Entry, input: Record<string, unknown>): Promise<Envelope> {
  for (let attempts = 0; attempts < 20; attempts++) {
    const envelope = await answer(entry, input);
    if (envelope.missing.length === 0) return envelope;
  }
  throw new Error(`${entry.capability.name} came without its optional parts each time`);
}

it("equal the simulated market's answers on a Thursday afternoon", { retry: 0, timeout: 120_000 }, async () => {
  const examples: Record<string, { input: unknown; body: unknown }> = {};
  for (const entry of CATALOGUE) {
    const { capability } = entry;
    const input = inputFor(capability);
    const { body } = await wholeAnswer(entry, input);
    examples[capability.name] = { input, body: cut(body) };
  }
  const text = toWholeSeconds(`${JSON.stringify(examples, null, 2)}\n`);
  expectGenerated("src/rest/openapi-examples.json", text);
});
