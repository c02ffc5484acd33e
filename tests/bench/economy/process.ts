/** A serving process of the simulated day, controlled by the bench over its message channel. */
import { CATALOGUE, PROVIDERS } from "../../../src/catalogue.js";
import { followsUsSession, isMutualFund } from "../../../src/market/symbol.js";
import { readCommand, type Config } from "../../../src/config/config.js";
import { parseInput } from "../../../src/contract/input.js";
import { toMarketDataError } from "../../../src/contract/errors.js";
import type { Entry } from "../../../src/contract/entry.js";
import { toQuestion } from "../../../src/contract/question.js";
import { startEngine } from "../../../src/pipeline/engine.js";
import { createLogger } from "../../../src/lib/log.js";
import { mulberry32 } from "../../support/mulberry32.js";
import { hasFundPrices, nextPreMarketOpen, usMarketSession } from "../../../src/market/us-market-hours.js";
import { Clock, installClock } from "./clock.js";
import { createPassThrough, createTtlCache } from "./plain.js";
import type { FromProcess, Mode, Outcome, Start, ToProcess } from "./protocol.js";
import type { Question } from "./questions.js";

/** An implementation under comparison: answers questions and can be stopped. */
interface Server {
  ask(entry: Entry, input: Record<string, unknown>): Promise<Outcome>;
  close(): Promise<void>;
}

let clock: Clock;
let server: Server;

process.on("message", (message: ToProcess) => {
  handle(message).catch((error: unknown) => {
    process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  });
});

async function handle(message: ToProcess): Promise<void> {
  if ("start" in message) {
    await start(message.start);
    tell({ ready: true });
  } else if ("questions" in message) {
    clock.jumpTo(message.moment);
    const outcomes = await Promise.all(message.questions.map(answer));
    await settle();
    tell({ outcomes });
  } else {
    await server.close();
    process.exit(0);
  }
}

async function start({ mode, env, seed, moment }: Start): Promise<void> {
  clock = new Clock(moment);
  installClock(clock, (at) => mulberry32(seed ^ at)());
  const command = readCommand([], env);
  if (!("run" in command)) throw new Error("These are no settings to run with.");
  server = await SERVERS[mode](command.run);
}

const SERVERS: Readonly<Record<Mode, (config: Config) => Promise<Server>>> = {
  "pass-through": async (config) => serveWith(createPassThrough(config, PROVIDERS)),
  "ttl-cache": async (config) => serveWith(createTtlCache(createPassThrough(config, PROVIDERS))),
  async product(config) {
    const calendar = {
      isClosed: (at: Date) => usMarketSession(at) === "closed",
      nextOpen: nextPreMarketOpen,
      follows: followsUsSession,
      isFund: isMutualFund,
      hasFundPrices,
      nextDayAt: () => Infinity,
    };
    const log = createLogger(config.logLevel, []);
    // Without its store a process counts alone, so the figures would say nothing about shared limits.
    log.warn = (line: object) => {
      if ("event" in line && line.event === "store") throw new Error(JSON.stringify(line));
    };
    const { resolve, close } = await startEngine({ config, providers: PROVIDERS, calendar, log });
    return {
      async ask(entry, input) {
        const { state, envelope } = await resolve(toQuestion(entry, input));
        return state === "stale" ? "stale" : toOutcome(envelope);
      },
      close,
    };
  },
};

function serveWith(ask: ReturnType<typeof createPassThrough>): Server {
  return { ask: async (entry, input) => toOutcome(await ask(entry, input)), close: async () => {} };
}

function toOutcome({ passedOver }: { passedOver: readonly unknown[] }): Outcome {
  return passedOver.length > 0 ? "another source" : "first choice";
}

const ENTRIES = new Map(CATALOGUE.map((entry) => [entry.capability.name, entry]));
/** Correct answers to unknown symbols. */
const NOTHING_THERE = new Set(["not_found", "no_coverage", "insufficient_history"]);

async function answer({ name, input }: Question): Promise<Outcome> {
  const entry = ENTRIES.get(name);
  if (!entry) throw new Error(`There is no capability ${name}.`);
  // Parse arguments as a surface does.
  const parsed = parseInput(entry.capability, input);
  try {
    return await server.ask(entry, parsed);
  } catch (thrown) {
    const { kind } = toMarketDataError(thrown);
    if (kind === "internal") throw thrown;
    return NOTHING_THERE.has(kind) ? "nothing there" : "refused";
  }
}

/**
 * Waits until no work is in flight: a background refresh must end in its own moment. The product sets a timer for
 * everything it waits for, so work is in flight exactly as long as there is a timer.
 */
async function settle(): Promise<void> {
  while (process.getActiveResourcesInfo().includes("Timeout")) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function tell(message: FromProcess): void {
  process.send?.(message);
}
